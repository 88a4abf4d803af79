/**
 * The status line, the board's questions, and the list of moves: what every page shows of a state.
 * @module
 */

import { moments } from "./replay.js";
import { byId, html } from "./svg.js";
import { t } from "./texts.js";
import { actionName } from "./voice.js";

/** Show what the board says. @param {import("./voice.js").Saying} saying */
export function showSaying({ mood, headline, advice }) {
  byId("status").dataset.mood = mood;
  setText(byId("headline"), headline);
  const list = byId("advice");
  if ([...list.children].map((item) => item.textContent).join("\n") === advice.join("\n")) return;
  list.replaceChildren(...advice.map((text) => html("li", {}, text)));
}

/** Offer the answers to the board's question. @param {any} state @param {(choice: number) => void} answer */
export function showAnswers(state, answer) {
  const place = byId("answers");
  const candidates = state.status.candidates.join();
  if (place.dataset.candidates === candidates) return;
  place.dataset.candidates = candidates;
  const buttons = state.status.candidates.map((candidate, choice) => {
    const button = html("button", { type: "button", class: "primary" }, candidateName(candidate));
    button.addEventListener("click", () => answer(choice));
    return button;
  });
  place.replaceChildren(...buttons);
}

function candidateName(candidate) {
  return candidate.replace(/^take back (\d+)/, (_, count) => t("answer.back", { count }));
}

/**
 * List the moves, two plies a line as they are numbered in books; a click goes to that moment.
 * @param {string[]} actions @param {number} at the moment shown @param {(ply: number) => void} [go]
 */
export function showMoves(actions, at, go) {
  const list = byId("moves");
  const all = moments(actions);
  const items = actions.map((action, index) => {
    const { mover, flipped } = all[index + 1];
    const name = actionName(action, mover, flipped);
    const text = go ? moveButton(action, name, () => go(index + 1)) : html("span", { title: name }, action);
    return html("li", { class: mover, "aria-current": index + 1 === at ? "step" : false }, text);
  });
  list.replaceChildren(...items);
  const current = list.children[at - 1];
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function moveButton(action, name, go) {
  const button = html("button", { type: "button", title: name, "aria-label": `${action}: ${name}` }, action);
  button.addEventListener("click", go);
  return button;
}

/** Change a text only when it differs, so that screen readers do not repeat it. @param {Element} place @param {string} text */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
