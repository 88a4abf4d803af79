/**
 * Elements of HTML and SVG with few words.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * An HTML element with attributes and children; `true` sets a bare attribute, `false` leaves it out.
 * @param {string} tag @param {Record<string, string | number | boolean>} [attributes] @param {(Node | string)[]} children
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** The element with this id; it must be there. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page lacks #${id}`);
  return element;
}
