/**
 * Every word that a player reads, in seven languages.
 * @module
 */

import { recall, remember } from "./memory.js";

/** The languages, each by its own name. */
export const LANGUAGES = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
  pl: "Polski",
};

/** @type {Record<string, string>} */
let texts = {};
/** @type {(() => void)[]} */
const listeners = [];

/**
 * The language to begin with: the one chosen last, else the first of the browser's that we speak.
 * @param {readonly string[]} wanted @returns {string}
 */
export function choose(wanted) {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";
}

/** Load the player's language and write it into the page. */
export async function begin() {
  await speak(choose([recall("language"), ...navigator.languages].filter(Boolean)));
}

/** The language spoken, as it is at home here: dates in London look different from those in New York. */
export function locale() {
  const { lang } = document.documentElement;
  return navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === lang) ?? lang;
}

/** Change the language; it is remembered. @param {string} language */
export async function speak(language) {
  const answer = await fetch(`/static/texts-${language}.json`);
  texts = await answer.json();
  remember("language", language);
  document.documentElement.lang = language;
  translate(document);
  listeners.forEach((listener) => listener());
}

/** Call back whenever the language changes. @param {() => void} listener */
export function onLanguage(listener) {
  listeners.push(listener);
}

/**
 * The text of a key, with {names} filled in.
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there is such a text. @param {string} key */
export function has(key) {
  return key in texts;
}

/** Fill in every element that asks for a text. @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
}
