/**
 * The board as a drawing: wood, lines, lights, pieces, and marks above them.
 * @module
 */

import { COLUMNS, gridLines, POINTS, pointNamed, step } from "./geometry.js";
import { drawLight, drawPiece, glow, mixPaints } from "./pieces.js";
import { svg } from "./svg.js";

/** Where the captured rings stand: three places at each player's rim, White's at the bottom. */
export const PLACES = [
  ...[2.6, 3.55, 4.5].map((x) => ({ x, y: 5.95 })),
  ...[-2.6, -3.55, -4.5].map((x) => ({ x, y: -5.95 })),
];

const VIEWS = {
  /** with places for captured rings */ full: [-5.4, -6.55, 10.8, 13.1],
  /** only the points */ plain: [-5.4, -5.5, 10.8, 11],
};

/** A board in an SVG element. */
export class Board {
  /**
   * @param {Element} host  what the drawing is put into
   * @param {{view?: "full" | "plain", window?: number[], names?: boolean}} [options]
   */
  constructor(host, { view = "full", window, names = true } = {}) {
    mixPaints();
    this.drawing = svg("svg", { class: "board", viewBox: (window ?? VIEWS[view]).join(" ") });
    this._pieces = new Map();
    this._colors = "";
    this._lights = POINTS.map(({ x, y }) => drawLight(x, y));
    this.marks = svg("g", { class: "marks" });
    this._standing = svg("g", { class: "standing" });
    this._captured = svg("g", { class: "captured" });
    this.above = svg("g", { class: "above" });
    this.drawing.append(wood(), grid(), ...(names ? [coordinates()] : []));
    if (view === "full") this._addPlaces();
    this.drawing.append(svg("g", {}, ...this._lights), this._captured, this.marks, this._standing, this.above);
    host.append(this.drawing);
  }

  _addPlaces() {
    const lights = PLACES.map(({ x, y }) => drawLight(x, y));
    this._lights.push(...lights);
    const dents = PLACES.map(({ x, y }) => svg("circle", { class: "place", cx: x, cy: y, r: 0.42 }));
    this.drawing.append(svg("g", {}, ...dents));
  }

  /**
   * Show these pieces; only what changed is drawn again.
   * @param {Record<string, string[]>} pieces  by point, bottom to top
   */
  setPieces(pieces) {
    for (const { name, x, y } of POINTS) {
      const wanted = (pieces[name] ?? []).join();
      const old = this._pieces.get(name);
      if ((old?.wanted ?? "") === wanted) continue;
      old?.group.remove();
      this._pieces.delete(name);
      if (!wanted) continue;
      const drawn = pieces[name].map((piece) => drawPiece(piece));
      const group = svg("g", { class: "stack", transform: `translate(${x} ${y})`, "data-point": name }, ...drawn);
      this._standing.append(group);
      this._pieces.set(name, { wanted, group });
    }
  }

  /** Show the rings that each side has won. @param {number[]} captures white's, black's */
  setCaptures(captures) {
    const rings = captures.flatMap((count, side) =>
      PLACES.slice(side * 3, side * 3 + count).map(({ x, y }) =>
        drawPiece(`${side ? "black" : "white"} ring`, { transform: `translate(${x} ${y})` }),
      ),
    );
    this._captured.replaceChildren(...rings);
  }

  /** Let the LEDs glow. @param {string} colors six hexadecimal digits for each */
  setLights(colors) {
    this._lights.forEach((light, index) => {
      const color = colors.slice(index * 6, index * 6 + 6);
      if (color !== this._colors.slice(index * 6, index * 6 + 6)) glow(light, color || "000000");
    });
    this._colors = colors;
  }

  /**
   * Mark points, each with the class of its meaning: `last`, `flip`, `fault`, `target`, `wrong`, `row`, `may`.
   * @param {Record<string, string>} marks
   */
  setMarks(marks) {
    const drawn = Object.entries(marks).map(([name, kind]) => mark(pointNamed(name), kind));
    this.marks.replaceChildren(...drawn);
  }

  /** An arrow along a move. @param {string} from @param {string} to */
  arrow(from, to) {
    const [a, b] = [pointNamed(from), pointNamed(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const tip = { x: b.x - dx * 0.5, y: b.y - dy * 0.5 };
    const wing = (side) => `${tip.x - dx * 0.3 - side * dy * 0.18} ${tip.y - dy * 0.3 + side * dx * 0.18}`;
    this.marks.append(
      svg("path", { class: "arrow", d: `M${a.x + dx * 0.3} ${a.y + dy * 0.3}L${tip.x} ${tip.y}M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}` }),
    );
  }

  /** Where on the board a pointer is. @param {{clientX: number, clientY: number}} event */
  locate(event) {
    const matrix = this.drawing.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: at.y };
  }
}

function mark({ x, y }, kind) {
  const size = kind === "fault" ? 0.5 : kind === "last" ? 0.54 : 0.5;
  const group = svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, svg("circle", { r: size }));
  if (kind === "fault" || kind === "wrong") group.append(svg("path", { d: "M-.32 -.32L.32 .32M-.32 .32L.32 -.32" }));
  return group;
}

function wood() {
  const rim = [[-3.1, -5.35], [3.1, -5.35], [5.25, -2], [5.25, 2], [3.1, 5.35], [-3.1, 5.35], [-5.25, 2], [-5.25, -2]];
  return svg("polygon", { class: "wood", points: rim.map((corner) => corner.join()).join(" "), fill: "url(#paint-wood)" });
}

function grid() {
  const lines = gridLines().map(([a, b]) => svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
  return svg("g", { class: "grid" }, ...lines);
}

function coordinates() {
  const letters = POINTS.filter((point) => !step(point, [0, -1])).map((point) =>
    label(COLUMNS[point.column], point.x, point.y + 0.52),
  );
  const numbers = POINTS.filter((point) => !step(point, [-1, 0])).map((point) =>
    label(String(point.number), point.x - 0.42, point.y - 0.24),
  );
  return svg("g", { class: "coordinates", "aria-hidden": "true" }, ...letters, ...numbers);
}

function label(text, x, y) {
  return svg("text", { x, y: y + 0.1 }, text);
}
