/**
 * Reads out what happened in the game, for those who listen to the page.
 * @module
 */

import { moments } from "./replay.js";
import { html } from "./svg.js";
import { t } from "./texts.js";
import { actionName } from "./voice.js";

/** A live region that nobody sees. */
export class Announcer {
  constructor() {
    this._region = html("div", { id: "said", class: "hidden", "aria-live": "polite" });
    document.body.append(this._region);
    /** @type {string[] | undefined} */
    this._actions = undefined;
  }

  /** Say what is new in a state; the first one is only remembered. @param {any} state */
  hear(state) {
    const { actions } = state.game;
    const before = this._actions;
    this._actions = actions;
    if (before && before.join() !== actions.join()) this._region.textContent = news(before, actions);
  }
}

/** What has changed between two lists of actions, in words. @param {string[]} before @param {string[]} actions */
export function news(before, actions) {
  if (!actions.length) return t("said.new");
  if (actions.length < before.length) return t("said.back");
  const all = moments(actions);
  return actions
    .map((action, index) => actionName(action, all[index + 1].mover, all[index + 1].flipped))
    .slice(before.length)
    .join(" ");
}
