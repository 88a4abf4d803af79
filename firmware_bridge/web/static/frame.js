/**
 * What all three pages share: the header, the language, the look, the guide, and the line to the daemon.
 * @module
 */

import { openGuide } from "./guide.js";
import { Link } from "./link.js";
import { recall, remember } from "./memory.js";
import { byId, html } from "./svg.js";
import { begin, LANGUAGES, onLanguage, speak, t, translate } from "./texts.js";

const PAGES = [["play", "/"], ["watch", "/watch"], ["panel", "/panel"]];
const LOOKS = ["auto", "light", "dark"];

/**
 * Dress the page and make a line to the daemon; the caller opens it when it is ready to listen.
 * @param {string} page which of the three @param {{lights?: boolean, board?: boolean}} wishes
 */
export async function frame(page, wishes) {
  setLook(recall("look") || "auto");
  const link = new Link(wishes);
  const banner = html("div", { id: "lost", class: "lost", role: "alert", hidden: true });
  byId("top").append(skip(), brand(), navigation(page), tools());
  document.body.prepend(banner);
  link.on("up", () => showLost(banner, false)).on("down", () => showLost(banner, true));
  link.on("hello", (hello) => (byId("nav-play").hidden = !hello.virtual));
  onLanguage(() => (document.title = `${t(`nav.${page}`)} · ${t("brand")}`));
  await begin();
  return link;
}

function showLost(banner, lost) {
  document.body.classList.toggle("cut-off", lost);
  banner.hidden = !lost;
  banner.textContent = lost ? t("lost") : "";
}

function skip() {
  return html("a", { class: "skip", href: "#main", "data-text": "nav.skip" });
}

function brand() {
  return html("span", { class: "brand" }, html("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }), html("span", { "data-text": "brand" }));
}

function navigation(page) {
  const links = PAGES.map(([name, href]) =>
    html("a", { id: `nav-${name}`, href, "data-text": `nav.${name}`, "aria-current": name === page ? "page" : false }),
  );
  return html("nav", { "data-label": "nav.label" }, ...links);
}

function tools() {
  const guide = html("button", { type: "button", id: "open-guide", "data-text": "guide.open" });
  guide.addEventListener("click", openGuide);
  const look = html("button", { type: "button", id: "look", class: "icon", "data-label": "look.switch" }, "◐");
  look.addEventListener("click", () => setLook(LOOKS[(LOOKS.indexOf(recall("look") || "auto") + 1) % LOOKS.length]));
  return html("div", { class: "tools" }, guide, languages(), look);
}

function languages() {
  const options = Object.entries(LANGUAGES).map(([code, name]) => html("option", { value: code, lang: code }, name));
  const select = html("select", { id: "language", "data-label": "language.choose" }, ...options);
  select.addEventListener("change", () => speak(select.value));
  onLanguage(() => (select.value = document.documentElement.lang));
  return select;
}

/** Light, dark, or as the system wants it. @param {string} look */
function setLook(look) {
  remember("look", look);
  document.documentElement.dataset.look = look;
}

/** Put elements with texts into a place. @param {Element} place @param {Node[]} elements */
export function fill(place, ...elements) {
  place.replaceChildren(...elements);
  translate(place);
}
