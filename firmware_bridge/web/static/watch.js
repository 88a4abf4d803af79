/**
 * The page for spectators and the café's screen: the live game, any moment of it, and the games before.
 * @module
 */

import { Announcer } from "./announcer.js";
import { Archive, details } from "./archive.js";
import { Board } from "./board.js";
import { showClock, Ticker } from "./clock.js";
import { frame } from "./frame.js";
import { drawQr, LONGEST, reachable } from "./qr.js";
import { moments, pointsOf } from "./replay.js";
import { setText, showMoves, showSaying } from "./status.js";
import { byId } from "./svg.js";
import { onLanguage, t } from "./texts.js";
import { actionName, playerName, say, stackName } from "./voice.js";

/** A game on show: the live one, or one from the archive. */
class WatchPage {
  /** @param {import("./link.js").Link} link */
  constructor(link) {
    /** @type {any} */
    this.state = null;
    /** @type {any} the archived game on show, if any */
    this.old = null;
    this.address = "";
    this.ply = 0;
    this.follows = true;
    this.board = new Board(byId("board"));
    this.announcer = new Announcer();
    this.archive = new Archive((game) => this.open(game));
    this.ticker = new Ticker((side, seconds, clock) => showClock(side, seconds, clock));
    link.on("hello", (hello) => this._address(hello)).on("state", (state) => this.hear(state));
    link.on("lights", ({ colors }) => this._glow(colors));
    onLanguage(() => this.state && this.show());
    this._bind();
  }

  _bind() {
    const go = { first: () => 0, previous: () => this.ply - 1, next: () => this.ply + 1 };
    for (const [id, ply] of Object.entries(go)) byId(id).addEventListener("click", () => this.go(ply()));
    byId("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("live").addEventListener("click", () => this.goLive());
  }

  /** @param {any} state */
  hear(state) {
    this.state = state;
    this.announcer.hear(state);
    this.archive.follow(state.game);
    this._showClock();
    this.show();
  }

  /** @param {any} game from the archive */
  open(game) {
    Object.assign(this, { old: game, follows: false, ply: game.actions.length });
    this._showClock();
    this.show();
    byId("player-black").scrollIntoView({ block: "nearest" });
  }

  /** @param {number} ply */
  go(ply) {
    const last = this.game.actions.length;
    this.ply = Math.max(0, Math.min(last, ply));
    this.follows = !this.old && this.ply === last;
    this.show();
  }

  /** Back to what happens now. */
  goLive() {
    Object.assign(this, { old: null, follows: true });
    this._showClock();
    this.show();
  }

  get game() {
    return this.old ?? this.state.game;
  }

  /** Draw everything for the moment on show. */
  show() {
    const { game } = this;
    if (this.follows) this.ply = game.actions.length;
    this.ply = Math.min(this.ply, game.actions.length);
    const moment = moments(game.actions)[this.ply];
    this._showBoard(game, moment);
    this._showPlayers(game, moment);
    this._showTransport(game);
    showMoves(game.actions, this.ply, (ply) => this.go(ply));
    showSaying(this._saying());
    this._showAddress();
  }

  _saying() {
    if (this.follows) return say(this.state);
    const names = ["white", "black"].map((side) => playerName(this.game, side)).join(" – ");
    if (this.old) return { mood: "calm", headline: t("replay.archived"), advice: [names, details(this.old)] };
    return { mood: "calm", headline: t("replay.past"), advice: [names] };
  }

  /** The time of those who play; games of the archive have none. */
  _showClock() {
    this.ticker.set(this.old ? null : this.state.clock);
  }

  _showBoard(game, moment) {
    this.board.setPieces(moment.pieces);
    this.board.setCaptures(moment.captures);
    const marks = moment.touched.map((point) => [point, "last"]);
    if (this.follows) marks.push(...Object.keys(this.state.faults).map((point) => [point, "fault"]));
    else this.board.setLights("");
    this.board.setMarks(Object.fromEntries(marks));
    const action = game.actions[this.ply - 1] ?? "";
    const [from, to] = pointsOf(action);
    if (to && !action.startsWith("x")) this.board.arrow(from, to);
    setText(byId("last"), action ? t("replay.last", { action, words: actionName(action, moment.mover, moment.flipped) }) : t("replay.none"));
    setText(byId("described"), describe(moment.pieces));
  }

  _showPlayers(game, moment) {
    for (const [index, side] of ["white", "black"].entries()) {
      const row = byId(`player-${side}`);
      setText(row.querySelector(".who"), playerName(game, side));
      setText(row.querySelector(".won"), t("watch.captures", { count: moment.captures[index] }));
      row.classList.toggle("turn", this.follows && !this.state.game.outcome && this.state.game.to_act === side);
    }
  }

  _showTransport(game) {
    const last = game.actions.length;
    Object.assign(byId("slider"), { max: String(last), value: String(this.ply) });
    byId("slider").setAttribute("aria-valuetext", t("replay.at", { ply: this.ply, last }));
    byId("first").disabled = byId("previous").disabled = this.ply === 0;
    byId("next").disabled = this.ply === last;
    byId("live").setAttribute("aria-pressed", String(this.follows));
  }

  _glow(colors) {
    if (this.follows) this.board.setLights(colors);
  }

  _address(hello) {
    this.address = reachable(location, hello.address);
    const drawn = this.address && this.address.length <= LONGEST ? [drawQr(this.address)] : [];
    byId("qr").hidden = !drawn.length;
    byId("qr").replaceChildren(...drawn);
    this._showAddress();
  }

  _showAddress() {
    setText(byId("address"), this.address || t("qr.alone"));
  }
}

/** The position in words, for those who cannot see it. */
function describe(pieces) {
  const places = Object.entries(pieces).map(([point, stack]) => t("point.holds", { point, stack: stackName(stack) }));
  return places.join("; ") || t("content.nothing");
}

const link = await frame("watch", { lights: true });
new WatchPage(link);
link.open();
