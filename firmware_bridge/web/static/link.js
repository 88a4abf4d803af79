/**
 * The line to the daemon: it comes back by itself, and every time with the whole state.
 * @module
 */

const FIRST_WAIT = 400; // milliseconds before the first new attempt
const LONGEST_WAIT = 8000;
const QUIET = 20000; // milliseconds without a word after which the daemon is asked whether it is still there
const LOST = 30000; // milliseconds without a word after which it is not
const GLANCE = 5000; // milliseconds between two looks at the clock

/**
 * How long to wait before an attempt: doubling, bounded, and not in step with all other spectators.
 * @param {number} attempt 0 for the first @param {number} chance 0 to 1 @returns {number} milliseconds
 */
export function patience(attempt, chance) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + chance / 2);
}

/**
 * What to do about a daemon that says nothing: networks that break off tell nobody.
 * @param {number} silence milliseconds @returns {"wait" | "ask" | "give up"}
 */
export function concern(silence) {
  if (silence < QUIET) return "wait";
  return silence < LOST ? "ask" : "give up";
}

/** A WebSocket that heals. Messages are told by their type; `up` and `down` tell of the line itself. */
export class Link {
  /** @param {{lights?: boolean, board?: boolean}} wishes what to subscribe to */
  constructor(wishes = {}) {
    this.wishes = wishes;
    /** @type {Map<string, ((message: any) => void)[]>} */
    this._listeners = new Map();
    this._attempt = 0;
    /** @type {WebSocket | undefined} */
    this._socket = undefined;
    this._timer = 0;
    this._lastWord = 0;
    setInterval(() => this.isUp && this._listen(), GLANCE);
    window.addEventListener("online", () => this._again(0));
    document.addEventListener("visibilitychange", () => document.hidden || this._hurry());
  }

  /** Open the line. */
  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this._socket = socket;
    socket.addEventListener("open", () => this._opened());
    socket.addEventListener("message", (event) => this._heard(event.data));
    socket.addEventListener("close", () => this._closed(socket));
  }

  /** Whether the daemon would hear us now. */
  get isUp() {
    return this._socket?.readyState === WebSocket.OPEN;
  }

  /** Call back for messages of a type. @param {string} type @param {(message: any) => void} listener */
  on(type, listener) {
    this._listeners.set(type, [...(this._listeners.get(type) ?? []), listener]);
    return this;
  }

  /** Like {@link on}, until the function that this returns is called. @param {string} type @param {(message: any) => void} listener */
  hear(type, listener) {
    this.on(type, listener);
    return () => this._listeners.set(type, (this._listeners.get(type) ?? []).filter((other) => other !== listener));
  }

  /** Say something; silently nothing while the line is down. @param {object} message */
  send(message) {
    if (this.isUp) this._socket.send(JSON.stringify(message));
  }

  _opened() {
    this._attempt = 0;
    this._lastWord = performance.now();
    this._subscribe();
    this._tell("up", {});
  }

  _subscribe() {
    this.send({ type: "subscribe", lights: false, board: false, ...this.wishes });
  }

  _listen() {
    const due = concern(performance.now() - this._lastWord);
    if (due === "ask") this._subscribe();
    if (due !== "give up") return;
    const socket = this._socket;
    socket.close();
    this._closed(socket);
  }

  _heard(text) {
    this._lastWord = performance.now();
    const message = JSON.parse(text);
    this._tell(message.type, message);
  }

  _closed(socket) {
    if (socket !== this._socket) return;
    this._socket = undefined;
    this._tell("down", {});
    this._again(patience(this._attempt, Math.random()));
    this._attempt += 1;
  }

  _hurry() {
    if (!this.isUp && this._socket?.readyState !== WebSocket.CONNECTING) this._again(0);
  }

  _again(wait) {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.isUp || this.open(), wait);
  }

  _tell(type, message) {
    for (const listener of this._listeners.get(type) ?? []) listener(message);
  }
}
