/**
 * The players' clocks between two messages of the daemon.
 * @module
 */

import { byId } from "./svg.js";
import { t } from "./texts.js";
import { playerName } from "./voice.js";

const SHORT = 20; // seconds below which tenths are shown

/** Seconds as people read them. @param {number} seconds @returns {string} */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < SHORT) return left.toFixed(1);
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * What remains now of what remained when the daemon spoke.
 * @param {{remaining: number[], running: null | number}} clock @param {number} side @param {number} elapsed seconds
 */
export function remaining(clock, side, elapsed) {
  return Math.max(0, clock.remaining[side] - (clock.running === side ? elapsed : 0));
}

/** Calls back ten times a second while a clock runs. */
export class Ticker {
  /** @param {(side: number, seconds: number, clock: any) => void} show */
  constructor(show) {
    this._show = show;
    this._clock = null;
    this._since = 0;
    setInterval(() => this._clock?.running != null && this._tick(), 100);
  }

  /** @param {any} clock as told by the daemon, or null */
  set(clock) {
    this._clock = clock;
    this._since = performance.now();
    this._tick();
  }

  _tick() {
    const elapsed = (performance.now() - this._since) / 1000;
    for (const side of [0, 1]) this._show(side, this._clock ? remaining(this._clock, side, elapsed) : NaN, this._clock);
  }
}

/** Both players with their clocks, on pages that name players only while time counts. */
export class Clocks {
  constructor() {
    this._ticker = new Ticker(showClock);
  }

  /** @param {any} state */
  show({ clock, game }) {
    for (const side of ["white", "black"]) {
      const row = byId(`player-${side}`);
      row.hidden = !clock;
      row.querySelector(".who").textContent = playerName(game, side);
      row.classList.toggle("turn", !game.outcome && game.to_act === side);
    }
    this._ticker.set(clock);
  }
}

/** Write a clock beside its player. @param {number} side @param {number} seconds @param {any} clock */
export function showClock(side, seconds, clock) {
  const place = byId(`player-${side ? "black" : "white"}`).querySelector(".clock");
  place.hidden = !clock;
  if (!clock) return;
  place.textContent = clock.flagged === side ? t("clock.flag") : clockText(seconds);
  place.classList.toggle("running", clock.running === side);
  place.classList.toggle("low", seconds < SHORT);
}
