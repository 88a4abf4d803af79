/**
 * Mouse and finger above a virtual board. Drag a piece, or tap it and then the point where it shall go; tap a marker to
 * turn it over. Nothing is forbidden that wood allows.
 * @module
 */

import { nearest } from "./geometry.js";
import { drawPiece } from "./pieces.js";
import { svg } from "./svg.js";

const SLIP = 6; // pixels that a tap may move
const LIFT = 0.85; // units of the grid by which a piece hovers above a finger, so that it can be seen
const CORE = 0.22; // units: pressing here takes the marker out of a ring

/** Turns pointer events into acts of a {@link import("./hand.js").Hand}. */
export class Touch {
  /**
   * @param {import("./board.js").Board} board @param {import("./trays.js").Trays} trays
   * @param {import("./hand.js").Hand} hand
   */
  constructor(board, trays, hand) {
    Object.assign(this, { board, trays, hand });
    this._ghost = svg("g", { class: "ghost" });
    this._aim = svg("circle", { class: "aim", r: 0.5 });
    /** @type {any} */
    this._grip = null;
    const { drawing } = board;
    drawing.addEventListener("pointerdown", (event) => this._down(event));
    drawing.addEventListener("pointermove", (event) => this._move(event));
    drawing.addEventListener("pointerup", (event) => this._up(event));
    drawing.addEventListener("pointercancel", () => this._cancel());
    // Browsers heed no touch-action inside a drawing: whoever takes a piece must not scroll the page.
    drawing.addEventListener("touchstart", (event) => this._grip?.piece && event.preventDefault(), { passive: false });
  }

  _down(event) {
    if (this._grip || event.button > 0) return;
    const at = this.board.locate(event);
    const point = nearest(at.x, at.y);
    const piece = point ? this._meant(event, point, at) : this.trays.at(at);
    this._grip = { id: event.pointerId, x: event.clientX, y: event.clientY, point: point?.name, piece, dragged: false };
    if (piece) this.board.drawing.setPointerCapture(event.pointerId);
  }

  /** A fine pointer in the middle of a ring means the marker inside; otherwise the uppermost piece is meant. */
  _meant(event, point, at) {
    const inside = event.pointerType === "mouse" && Math.hypot(at.x - point.x, at.y - point.y) < CORE;
    const stack = this.hand.wood.stack(point.name);
    return inside ? stack[0] : stack.at(-1);
  }

  _move(event) {
    const grip = this._grip;
    if (!grip || grip.id !== event.pointerId || !grip.piece) return;
    if (!grip.dragged && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < SLIP) return;
    if (!grip.dragged) this._begin(grip);
    const { at, point } = this._target(event);
    this._ghost.setAttribute("transform", `translate(${at.x} ${at.y}) scale(1.12)`);
    this._aim.setAttribute("transform", point ? `translate(${point.x} ${point.y})` : "translate(99 99)");
  }

  _begin(grip) {
    grip.dragged = true;
    if (grip.point) this.hand.lift(grip.point, grip.piece);
    this._ghost.replaceChildren(drawPiece(grip.piece));
    this.board.above.append(this._aim, this._ghost);
  }

  _target(event) {
    const at = this.board.locate(event);
    if (event.pointerType === "touch") at.y -= LIFT;
    return { at, point: nearest(at.x, at.y) };
  }

  _up(event) {
    const grip = this._grip;
    if (!grip || grip.id !== event.pointerId) return;
    if (grip.dragged) this._drop(grip, this._target(event).point?.name);
    else this._tap(grip);
    this._cancel();
  }

  _drop(grip, point) {
    if (point && this.hand.fits(point, grip.piece)) this.hand.put(point, grip.piece);
    else if (point && grip.point) this.hand.put(grip.point, grip.piece);
    else if (grip.point) this.hand.layDown();
  }

  _tap({ point, piece }) {
    if (!point) this.hand.select(piece);
    else this.hand.use(point);
  }

  _cancel() {
    this._grip = null;
    this._ghost.remove();
    this._aim.remove();
  }
}
