/**
 * The player's hand above a virtual board, however it is moved: it tells the daemon, and foresees what that does.
 * @module
 */

import { fits, shapeOf } from "./wood.js";

/** What a hand can do; every act goes to the daemon, which knows the wood better. */
export class Hand {
  /**
   * @param {import("./wood.js").Wood} wood @param {(message: object) => void} send @param {() => void} changed
   */
  constructor(wood, send, changed) {
    Object.assign(this, { wood, send, changed });
    this.selected = ""; // a piece beside the board that the next tap puts down
  }

  /** The piece that the next tap would put down. @returns {string | undefined} */
  get ready() {
    return this.selected || this.wood.hand.at(-1);
  }

  /** @param {string} point @param {string} piece */
  fits(point, piece) {
    return fits(this.wood.stack(point), piece);
  }

  /** Choose a piece beside the board, or choose none. @param {string | undefined} piece */
  select(piece) {
    if (!piece && this.wood.hand.length) this.layDown();
    this.selected = !piece || piece === this.selected ? "" : piece;
    this.changed();
  }

  /** Do what a tap on a point means. @param {string} point */
  use(point) {
    const piece = this.ready;
    const top = this.wood.top(point);
    if (piece && this.fits(point, piece)) this.put(point, piece);
    else if (this.selected) this.select("");
    else if (top && shapeOf(top) === "ring") this.lift(point, top);
    else if (top) this.flip(point);
  }

  /** @param {string} point @param {string} piece */
  lift(point, piece) {
    this.wood.lift(point, piece);
    this._act("lift", { point, piece });
  }

  /** @param {string} point @param {string} piece */
  put(point, piece) {
    this.selected = "";
    this.wood.put(point, piece);
    this._act("put", { point, piece });
  }

  /** @param {string} point */
  flip(point) {
    this.wood.flip(point);
    this._act("flip", { point });
  }

  /** Take the uppermost piece off and lay it beside the board. @param {string} point */
  take(point) {
    const piece = this.wood.top(point);
    if (!piece) return;
    this.wood.lift(point, piece);
    this.wood.layDown();
    this._act("take", { point, piece });
  }

  /** Lay what the hand holds beside the board. */
  layDown() {
    this.selected = "";
    if (this.wood.hand.length) {
      this.wood.layDown();
      this._act("lay-down", {});
    } else this.changed();
  }

  /** Clear the board with an arm. */
  sweep() {
    this._act("sweep", {});
  }

  _act(act, fields) {
    this.send({ type: "hand", act, ...fields });
    this.changed();
  }
}
