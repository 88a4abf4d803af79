/**
 * The pieces beside a virtual board: rings of each side and the common pool of markers.
 * @module
 */

import { drawPiece } from "./pieces.js";
import { svg } from "./svg.js";

const RINGS = { white: { x: -4.85, y: 5.95, step: 0.96 }, black: { x: 4.85, y: -5.95, step: -0.96 } };
const POOLS = { white: { x: 0.35, y: 5.95 }, black: { x: -0.35, y: -5.95 } };
const REACH = 0.55;

/** Draws the supply and says which piece lies under a pointer. */
export class Trays {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this._group = svg("g", { class: "trays", "aria-hidden": "true" });
    board.drawing.insertBefore(this._group, board.above);
    /** @type {{piece: string, x: number, y: number}[]} */
    this._items = [];
  }

  /**
   * Show what lies beside the board; won rings stand at their places and are left out.
   * @param {Record<string, number>} supply @param {number[]} captures @param {string} selected
   */
  show(supply, captures, selected = "") {
    this._items = [];
    for (const [index, side] of ["white", "black"].entries()) {
      const { x, y, step } = RINGS[side];
      const rings = Math.max(0, (supply[`${side} ring`] ?? 0) - captures[index]);
      for (let n = 0; n < Math.min(5, rings); n += 1) this._items.push({ piece: `${side} ring`, x: x + n * step, y });
      if (supply.marker) this._items.push({ piece: `${side} marker`, ...POOLS[side] });
    }
    this._draw(supply.marker ?? 0, selected);
  }

  /** The piece at a place of the drawing, if any. @param {{x: number, y: number}} at */
  at({ x, y }) {
    return this._items.find((item) => Math.hypot(item.x - x, item.y - y) <= REACH)?.piece;
  }

  _draw(markers, selected) {
    const bowls = Object.values(POOLS).map(({ x, y }) => svg("circle", { class: "bowl", cx: x, cy: y, r: 0.45 }));
    const counts = Object.values(POOLS).map(({ x, y }) => svg("text", { class: "count", x: x + (x > 0 ? 0.6 : -1.1), y: y + 0.12 }, String(markers)));
    const chosen = this._items.findLast((item) => item.piece === selected);
    const pieces = this._items.map((item) => {
      const { piece, x, y } = item;
      return svg(
        "g",
        { class: item === chosen ? "supply selected" : "supply", "data-piece": piece, transform: `translate(${x} ${y})` },
        svg("circle", { class: "reach", r: REACH }),
        drawPiece(piece),
      );
    });
    this._group.replaceChildren(...bowls, ...counts, ...pieces);
  }
}
