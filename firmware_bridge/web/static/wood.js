/**
 * The pieces of a virtual board as the page believes them to be: told by the daemon, foreseen between two messages.
 * @module
 */

import { turned } from "./replay.js";

const LAYER = { marker: 0, ring: 1 };

/** @param {string} piece @returns {string} "ring" or "marker" */
export function shapeOf(piece) {
  return piece.split(" ")[1];
}

/** Whether a piece can be put where these stand. @param {string[]} stack @param {string} piece */
export function fits(stack, piece) {
  return !stack.some((other) => shapeOf(other) === shapeOf(piece));
}

/** @param {string} piece @returns {string} the pile that it comes from and goes back to */
export function pileOf(piece) {
  return shapeOf(piece) === "marker" ? "marker" : piece;
}

/** Pieces on points, in the hand, and beside the board. */
export class Wood {
  constructor() {
    /** @type {Record<string, string[]>} */
    this.pieces = {};
    /** @type {string[]} */
    this.hand = [];
    /** @type {Record<string, number>} */
    this.supply = {};
  }

  /** Believe the daemon. @param {{pieces: Record<string, string[]>, hand: string[], supply: Record<string, number>}} told */
  believe({ pieces, hand, supply }) {
    this.pieces = { ...pieces };
    this.hand = [...hand];
    this.supply = { ...supply };
  }

  /** @param {string} point @returns {string[]} bottom to top */
  stack(point) {
    return this.pieces[point] ?? [];
  }

  /** The piece that fingers meet first. @param {string} point @returns {string | undefined} */
  top(point) {
    return this.stack(point).at(-1);
  }

  /** @param {string} point @param {string} piece */
  lift(point, piece) {
    this.pieces[point] = without(this.stack(point), piece);
    this.hand.push(piece);
  }

  /** From the hand, else from beside the board. @param {string} point @param {string} piece */
  put(point, piece) {
    if (this.hand.includes(piece)) this.hand = without(this.hand, piece);
    else this.supply[pileOf(piece)] -= 1;
    this.pieces[point] = [...this.stack(point), piece].sort((a, b) => LAYER[shapeOf(a)] - LAYER[shapeOf(b)]);
  }

  /** @param {string} point */
  flip(point) {
    this.pieces[point] = this.stack(point).map(turned);
  }

  /** Everything in the hand goes beside the board. */
  layDown() {
    for (const piece of this.hand) this.supply[pileOf(piece)] += 1;
    this.hand = [];
  }

  /**
   * Where a ring has left no marker behind, once it stands elsewhere.
   * @param {{white: string[], black: string[]}} rings as the game says @returns {string | undefined}
   */
  bare(rings) {
    if (this.hand.length) return undefined;
    const gone = [...rings.white, ...rings.black].filter((point) => !this.stack(point).length);
    return gone.length === 1 ? gone[0] : undefined;
  }

  /**
   * The markers that show the wrong side.
   * @param {{white: string[], black: string[]}} markers as the game says @returns {string[]}
   */
  unflipped(markers) {
    const wrong = (side, other) => markers[side].filter((point) => this.stack(point).join() === `${other} marker`);
    return [...wrong("white", "black"), ...wrong("black", "white")].sort();
  }
}

function without(pieces, piece) {
  const at = pieces.indexOf(piece);
  return at < 0 ? pieces : [...pieces.slice(0, at), ...pieces.slice(at + 1)];
}
