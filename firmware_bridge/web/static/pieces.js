/**
 * How pieces, wood and lights are drawn: ivory and ebony, told apart by brightness and by a mark on the black ones.
 * @module
 */

import { svg } from "./svg.js";

const GRADIENTS = {
  wood: ["#bd8a55", "#98652f"],
  ivory: ["#fffdf4", "#d9cdb0"],
  ebony: ["#565a66", "#14151a"],
};

/** Put the paints that all boards of the page share into the document, once. */
export function mixPaints() {
  if (document.getElementById("paint-wood")) return;
  const paints = Object.entries(GRADIENTS).map(([name, [light, dark]]) =>
    svg(
      "linearGradient",
      { id: `paint-${name}`, x1: 0, y1: 0, x2: 0.35, y2: 1 },
      svg("stop", { offset: 0, "stop-color": light }),
      svg("stop", { offset: 1, "stop-color": dark }),
    ),
  );
  document.body.append(svg("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true" }, svg("defs", {}, ...paints)));
}

/**
 * A piece around the origin.
 * @param {string} piece such as "white ring" @param {Record<string, string | number>} [attributes]
 */
export function drawPiece(piece, attributes = {}) {
  const [color, shape] = piece.split(" ");
  const parts = shape === "ring" ? ring(color) : marker(color);
  return svg("g", { class: `piece ${color} ${shape}`, "data-piece": piece, ...attributes }, ...parts);
}

function ring(color) {
  const paint = color === "white" ? "ivory" : "ebony";
  const edge = color === "white" ? "#7d6f52" : "#000";
  const shine = color === "white" ? "#fff" : "#8b90a0";
  return [
    svg("circle", { class: "shade", r: 0.37, cy: 0.05, fill: "none", "stroke-width": 0.17 }),
    svg("circle", { r: 0.37, fill: "none", stroke: edge, "stroke-width": 0.19 }),
    svg("circle", { r: 0.37, fill: "none", stroke: `url(#paint-${paint})`, "stroke-width": 0.15 }),
    svg("circle", { r: 0.39, fill: "none", stroke: shine, "stroke-width": 0.025, "stroke-dasharray": "0.7 2", opacity: 0.8 }),
  ];
}

function marker(color) {
  const white = color === "white";
  return [
    svg("circle", { class: "shade", r: 0.26, cy: 0.05 }),
    svg("circle", { r: 0.26, fill: `url(#paint-${white ? "ivory" : "ebony"})`, stroke: white ? "#7d6f52" : "#000", "stroke-width": 0.025 }),
    svg("circle", { r: 0.15, fill: "none", stroke: white ? "#b7a883" : "#7a7f8d", "stroke-width": 0.025 }),
    ...(white ? [] : [svg("circle", { r: 0.04, fill: "#9aa0ad" })]),
  ];
}

/** A light below a point: dark until {@link glow} says otherwise. */
export function drawLight(x, y) {
  return svg(
    "g",
    { class: "light", transform: `translate(${x} ${y})`, fill: "none" },
    svg("circle", { r: 0.5, opacity: 0.22 }),
    svg("circle", { r: 0.33, opacity: 0.5 }),
    svg("circle", { r: 0.2 }),
  );
}

/**
 * Let a light shine as the eye would see it: faint LEDs are still seen, their colour stays pure.
 * @param {Element} light @param {string} color six hexadecimal digits
 */
export function glow(light, color) {
  const parts = [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(...parts);
  if (!most) {
    light.setAttribute("fill", "none");
    return;
  }
  const [red, green, blue] = parts.map((part) => Math.round((part / most) * 255));
  light.setAttribute("fill", `rgb(${red} ${green} ${blue})`);
  light.setAttribute("opacity", String(Math.round(Math.sqrt(most / 255) * 50) / 50));
}
