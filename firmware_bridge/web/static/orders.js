/**
 * Orders to the daemon, with the token of whoever knows the PIN, and the answers to them.
 * @module
 */

import { byId } from "./svg.js";
import { t } from "./texts.js";
import { errorText } from "./voice.js";

const PIN_SET = 1; // the number of the message that sets a PIN: its answer repeats it
const SHOWN = 8000; // milliseconds that a refusal stays on the page

/** Says what the player wants, and shows why not. */
export class Orders {
  /** @param {import("./link.js").Link} link */
  constructor(link) {
    this._link = link;
    this._timer = 0;
    this.token = kept();
    /** @type {() => void} */
    this.changed = () => {};
    link.on("session", (session) => this._entered(session)).on("error", (error) => this._refused(error));
  }

  /** Whether we may give orders, as far as we know. */
  get allowed() {
    return this.token !== "";
  }

  /** @param {string} name @param {object} [fields] */
  order(name, fields = {}) {
    this.send({ type: "order", order: name, ...fields });
  }

  /** Anything that may need a token. @param {object} message */
  send(message) {
    this.note("");
    this._link.send(this.token ? { ...message, token: this.token } : message);
  }

  /** @param {string} pin */
  login(pin) {
    this.note("");
    this._link.send({ type: "login", pin });
  }

  /** Set another PIN. @param {string} old @param {string} fresh */
  setPin(old, fresh) {
    this.note("");
    this._link.send({ type: "pin", old, new: fresh, id: PIN_SET });
  }

  /** Give the token back. */
  logout() {
    this._link.send({ type: "logout", token: this.token });
    this._keep("");
  }

  /** Show a line of text for a while. @param {string} text */
  note(text) {
    clearTimeout(this._timer);
    byId("note").textContent = text;
    if (text) this._timer = setTimeout(() => this.note(""), SHOWN);
  }

  _entered({ token, id }) {
    this._keep(token);
    if (id === PIN_SET) this.note(t("pin.done"));
  }

  _refused(error) {
    if (error.code === "token") this._keep("");
    this.note(errorText(error));
  }

  _keep(token) {
    this.token = token;
    try {
      sessionStorage.setItem("yinsh.token", token);
    } catch {
      // this browser asks for the PIN again after a reload
    }
    this.changed();
  }
}

function kept() {
  try {
    return sessionStorage.getItem("yinsh.token") ?? "";
  } catch {
    return "";
  }
}
