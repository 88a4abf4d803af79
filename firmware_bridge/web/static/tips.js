/**
 * First hints for newcomers: one at a time, beside the board, gone once understood.
 * @module
 */

import { recall, remember } from "./memory.js";
import { byId } from "./svg.js";
import { t } from "./texts.js";

/**
 * Which hint fits this moment.
 * @param {any} state @param {import("./wood.js").Wood} wood @param {string[]} flips
 * @returns {"place" | "flip" | "row" | "ring" | "carry" | "marker" | "wrong" | ""}
 */
export function tipFor(state, wood, flips) {
  if (["wrong", "correction"].includes(state.status.kind)) return "wrong";
  if (state.game.outcome || state.status.kind !== "waiting") return "";
  if (flips.length) return "flip";
  if (state.game.phase !== "move") return state.game.phase === "over" ? "" : state.game.phase;
  const loaded = Object.values(wood.pieces).some((stack) => stack.length > 1);
  return loaded || wood.hand.length ? "carry" : "marker";
}

/** The card with the hint. */
export class Tips {
  /** @param {() => void} placeRings */
  constructor(placeRings) {
    byId("tip-rings").addEventListener("click", placeRings);
    byId("tip-close").addEventListener("click", () => this._close());
  }

  /** @param {any} state @param {import("./wood.js").Wood} wood @param {string[]} flips */
  show(state, wood, flips) {
    const tip = recall("tips") === "off" ? "" : tipFor(state, wood, flips);
    const card = byId("tip");
    card.hidden = !tip;
    if (!tip) return;
    card.dataset.tip = tip;
    const text = t(`tip.${tip}`);
    if (byId("tip-text").textContent !== text) byId("tip-text").textContent = text;
    byId("tip-rings").hidden = tip !== "place";
  }

  _close() {
    remember("tips", "off");
    byId("tip").hidden = true;
  }
}
