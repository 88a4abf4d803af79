/**
 * How to play, in a few words and live diagrams.
 * @module
 */

import { Board } from "./board.js";
import { html } from "./svg.js";
import { t } from "./texts.js";

/**
 * Each step is a text and a little scene: pieces before and after, marks, a move, a part of the board.
 * Scenes alternate between their two moments.
 */
const MIDDLE = [-2.7, -2.7, 5.4, 5.4];
const STEPS = [
  {
    key: "place",
    before: { F6: "white ring", E5: "black ring", G8: "white ring", H7: "black ring" },
    after: { F6: "white ring", E5: "black ring", G8: "white ring", H7: "black ring", E7: "white ring" },
    marks: { E7: "may" },
  },
  {
    key: "move",
    before: { F5: "white marker+white ring", E6: "black ring" },
    after: { F5: "white marker", F8: "white ring", E6: "black ring" },
    marks: { F6: "may", F7: "may", F8: "may", G6: "may", H7: "may" },
    arrow: ["F5", "F8"],
  },
  {
    key: "jump",
    before: { D5: "white marker+white ring", E6: "black marker", F7: "white marker", G5: "black ring" },
    after: { D5: "white marker", E6: "white marker", F7: "black marker", G8: "white ring", G5: "black ring" },
    marks: { E6: "flip", F7: "flip" },
    arrow: ["D5", "G8"],
  },
  {
    key: "row",
    before: { D4: "white marker", E5: "white marker", F6: "white marker", G7: "white marker", H8: "white marker", E7: "white ring", G6: "black ring" },
    after: { E7: "white ring", G6: "black ring" },
    marks: { D4: "row", E5: "row", F6: "row", G7: "row", H8: "row" },
  },
  {
    key: "ring",
    before: { E7: "white ring", F4: "white ring", G6: "black ring", H8: "black marker" },
    after: { F4: "white ring", G6: "black ring", H8: "black marker" },
    marks: { E7: "target" },
  },
];
const BEAT = 1800; // milliseconds that a moment is shown

/** Show the guide above the page. */
export function openGuide() {
  const dialog = html("dialog", { class: "guide", "aria-labelledby": "guide-title" });
  const close = html("button", { type: "button", class: "primary" }, t("guide.close"));
  close.addEventListener("click", () => dialog.close());
  const figures = STEPS.map((scene) => figure(scene));
  dialog.append(
    html("h2", { id: "guide-title", tabindex: -1, autofocus: true }, t("guide.title")),
    html("p", {}, t("guide.aim")),
    html("div", { class: "steps" }, ...figures.map(({ element }) => element)),
    html("p", {}, t("guide.end")),
    html("p", {}, t("guide.blitz")),
    html("p", {}, t("guide.board")),
    close,
  );
  document.body.append(dialog);
  const stop = play(figures);
  dialog.addEventListener("close", () => {
    stop();
    dialog.remove();
  });
  dialog.showModal();
}

function figure(scene) {
  const picture = html("div", { class: "picture", "aria-hidden": "true" });
  const board = new Board(picture, { view: "plain", window: MIDDLE, names: false });
  const element = html("figure", {}, picture, html("figcaption", {}, html("strong", {}, t(`guide.${scene.key}.title`)), " ", t(`guide.${scene.key}`)));
  const show = (late) => {
    board.setPieces(stacks(late ? scene.after : scene.before));
    board.setMarks(late ? {} : scene.marks);
    if (scene.arrow && !late) board.arrow(scene.arrow[0], scene.arrow[1]);
  };
  show(false);
  return { element, show };
}

function stacks(pieces) {
  return Object.fromEntries(Object.entries(pieces).map(([point, piece]) => [point, piece.split("+")]));
}

/** Alternate between before and after; people who want no motion see the first moment only. */
function play(figures) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  let late = false;
  const timer = setInterval(() => {
    late = !late;
    figures.forEach(({ show }) => show(late));
  }, BEAT);
  return () => clearInterval(timer);
}
