/**
 * The language of light, with a small lamp for each word of it.
 * @module
 */

import { glow, drawLight } from "./pieces.js";
import { html, svg } from "./svg.js";
import { t } from "./texts.js";

/** Colours of the daemon's default palette, and the motion that goes with each. */
const ROLES = {
  turn: ["ffd696", "breathe"],
  plain: ["0078a0", "steady"],
  own: ["00dc3c", "swell"],
  gift: ["ff5a00", "wink"],
  flip: ["ffc800", "pulse"],
  row: ["00ff78", "run"],
  take: ["00c8ff", "blink"],
  wrong: ["ff0000", "fast"],
  missing: ["ff6e00", "slow"],
  question: ["c800ff", "turns"],
  hint: ["ffffff", "comet"],
};

/** @param {HTMLElement} place a definition list */
export function showLegend(place) {
  if (place.dataset.language === document.documentElement.lang) return;
  place.dataset.language = document.documentElement.lang;
  const rows = Object.entries(ROLES).flatMap(([role, [color, motion]]) => [
    html("dt", {}, lamp(color, motion), t(`light.${role}`)),
    html("dd", {}, t(`motion.${motion}`)),
  ]);
  place.replaceChildren(...rows);
}

function lamp(color, motion) {
  const light = drawLight(0, 0);
  glow(light, color);
  return svg("svg", { class: `lamp ${motion}`, viewBox: "-.6 -.6 1.2 1.2", "aria-hidden": "true" }, light);
}
