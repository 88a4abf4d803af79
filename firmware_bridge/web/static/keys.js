/**
 * The board for keyboards and screen readers: every point is a button with a name; arrows follow the three axes.
 * @module
 */

import { COLUMNS, POINTS, pointNamed, step } from "./geometry.js";
import { svg } from "./svg.js";

/** Arrow keys, then the same with Shift; the second direction is for the rim, where the first leads nowhere. */
const ARROWS = {
  ArrowUp: [[0, 1]],
  ArrowDown: [[0, -1]],
  ArrowRight: [[1, 0], [1, 1]],
  ArrowLeft: [[-1, 0], [-1, -1]],
  "Shift+ArrowRight": [[1, 1], [1, 0]],
  "Shift+ArrowLeft": [[-1, -1], [-1, 0]],
};

/** The point that an arrow key leads to. @param {string} name @param {string} key @param {boolean} shift */
export function follow(name, key, shift) {
  const directions = ARROWS[(shift ? "Shift+" : "") + key] ?? ARROWS[key] ?? [];
  const here = pointNamed(name);
  return directions.map((direction) => step(here, direction)).find(Boolean)?.name;
}

/** The point that typed letters and digits lead to. @param {string} name @param {string} typed such as "f10" */
export function jump(name, typed) {
  const column = COLUMNS.indexOf(typed[0].toUpperCase());
  const wanted = Number(typed.slice(1)) || pointNamed(name).number;
  const near = POINTS.filter((point) => point.column === column);
  return near.sort((a, b) => Math.abs(a.number - wanted) - Math.abs(b.number - wanted))[0]?.name ?? name;
}

/** Buttons above the points, one of them in the tab order. */
export class Keys {
  /**
   * @param {import("./board.js").Board} board
   * @param {(key: string, point: string, shift: boolean) => boolean} act  true when the key meant something
   */
  constructor(board, act) {
    this._act = act;
    this._typed = "";
    this._at = "F6";
    this._spots = new Map(POINTS.map((point) => [point.name, spot(point)]));
    const layer = svg("g", { class: "spots" }, ...this._spots.values());
    board.drawing.append(layer);
    layer.addEventListener("keydown", (event) => this._pressed(event));
    layer.addEventListener("focusin", (event) => this._roam(event.target.dataset.point));
    this._roam(this._at);
  }

  /** Say what stands where. @param {(point: string) => string} name @param {(point: string) => boolean} full */
  describe(name, full) {
    for (const [point, element] of this._spots) {
      const label = name(point);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      element.classList.toggle("full", full(point));
    }
  }

  _roam(name) {
    this._spots.get(this._at).setAttribute("tabindex", "-1");
    this._at = name;
    this._spots.get(name).setAttribute("tabindex", "0");
  }

  _pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = this._leads(event);
    if (target) this._spots.get(target).focus();
    else if (!this._act(event.key, this._at, event.shiftKey)) return;
    event.preventDefault();
  }

  _leads({ key, shiftKey }) {
    const letter = /^[a-k]$/i.test(key);
    if (letter) this._typed = key;
    else if (/^\d$/.test(key) && this._typed) this._typed += key;
    else {
      this._typed = "";
      return follow(this._at, key, shiftKey);
    }
    return jump(this._at, this._typed);
  }
}

function spot({ name, x, y }) {
  return svg("circle", { class: "spot", cx: x, cy: y, r: 0.5, role: "button", tabindex: -1, "data-point": name, "aria-label": name });
}
