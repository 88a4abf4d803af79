/**
 * What this browser remembers; private windows and full disks remember nothing, and that is fine.
 * @module
 */

/** @param {string} name @returns {string} */
export function recall(name) {
  try {
    return localStorage.getItem(`yinsh.${name}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`yinsh.${name}`, value);
  } catch {
    // nothing to do: the page works without
  }
}
