/**
 * The board at any moment of a game, from its actions alone. Whether they were legal is the daemon's business.
 * @module
 */

import { line } from "./geometry.js";

/**
 * @typedef {object} Moment
 * @property {Record<string, string[]>} pieces  what stands on each point that is not empty
 * @property {[number, number]} captures
 * @property {string[]} touched  the points of the action that led here
 * @property {string[]} flipped
 * @property {"white" | "black" | ""} mover
 */

const OTHER = { white: "black", black: "white" };

/** @returns {Moment} */
function start() {
  return { pieces: {}, captures: [0, 0], touched: [], flipped: [], mover: "" };
}

/**
 * Every moment of a game, the empty board first.
 * @param {string[]} actions @returns {Moment[]}
 */
export function moments(actions) {
  const all = [start()];
  let turn = "white";
  for (const action of actions) {
    const before = all[all.length - 1];
    const mover = ownerOf(action, before, turn);
    all.push({ ...after(before, action, mover), mover });
    if (!/^[xr]/.test(action)) turn = OTHER[turn];
  }
  return all;
}

/** The points that an action names, in order. @param {string} action @returns {string[]} */
export function pointsOf(action) {
  return action.toUpperCase().match(/[A-K]\d+/g) ?? [];
}

/** Whose action it is: rows and rings belong to the colour that stands there. */
function ownerOf(action, before, turn) {
  if (!/^[xr]/.test(action)) return turn;
  const [piece] = before.pieces[pointsOf(action)[0]] ?? [turn];
  return piece.split(" ")[0];
}

function after(before, action, mover) {
  const pieces = { ...before.pieces };
  const captures = [...before.captures];
  const [from, to] = pointsOf(action);
  const flipped = action.includes("-") && action[0] !== "x" ? move(pieces, from, to, mover) : [];
  if (action[0] === "x") line(from, to).forEach((point) => delete pieces[point]);
  else if (action[0] === "r") {
    delete pieces[from];
    captures[mover === "white" ? 0 : 1] += 1;
  } else if (from && !to) pieces[from] = [`${mover} ring`];
  const touched = action[0] === "x" ? line(from, to) : pointsOf(action);
  return { pieces, captures, touched, flipped };
}

function move(pieces, from, to, mover) {
  const flipped = line(from, to).slice(1, -1).filter((point) => pieces[point]);
  for (const point of flipped) pieces[point] = [turned(pieces[point][0])];
  pieces[from] = [`${mover} marker`];
  pieces[to] = [`${mover} ring`];
  return flipped;
}

/** A marker with its other side up. @param {string} piece @returns {string} */
export function turned(piece) {
  const [color, shape] = piece.split(" ");
  return shape === "marker" ? `${OTHER[color]} marker` : piece;
}
