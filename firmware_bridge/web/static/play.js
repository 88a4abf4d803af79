/**
 * The page to try the board without any wood: hands, lights and the board's own voice.
 * @module
 */

import { Announcer } from "./announcer.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { frame } from "./frame.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { showLegend } from "./legend.js";
import { Orders } from "./orders.js";
import { placeRings } from "./setup.js";
import { Buzzer } from "./sound.js";
import { showAnswers, showMoves, showSaying } from "./status.js";
import { byId } from "./svg.js";
import { onLanguage, t } from "./texts.js";
import { Tips } from "./tips.js";
import { Touch } from "./touch.js";
import { Trays } from "./trays.js";
import { contentName, say, stackName } from "./voice.js";
import { fits, pileOf, Wood } from "./wood.js";
import { World } from "./world.js";

/** Everything on the page, and what it knows. */
class PlayPage {
  /** @param {import("./link.js").Link} link */
  constructor(link) {
    this.link = link;
    /** @type {any} */
    this.state = null;
    this.orders = new Orders(link);
    this.wood = new Wood();
    this.board = new Board(byId("board"));
    this.trays = new Trays(this.board);
    this.hand = new Hand(this.wood, (message) => this.orders.send(message), () => this.showWood());
    this.keys = new Keys(this.board, (key, point, shift) => this.press(key, point, shift));
    this.touch = new Touch(this.board, this.trays, this.hand);
    this.tips = new Tips(() => placeRings(this.link, this.hand, () => this.state));
    this.world = new World(this.orders);
    this.announcer = new Announcer();
    this.clocks = new Clocks();
    this.buzzer = new Buzzer();
    this._listen();
    this._bind();
  }

  _listen() {
    this.link
      .on("state", (state) => this.showState(state))
      .on("board", (told) => {
        this.wood.believe(told);
        if (told.world) this.world.show(told.world);
        this.showWood();
      })
      .on("lights", ({ colors }) => this.board.setLights(colors))
      .on("sound", ({ tones }) => this.buzzer.play(tones))
      .on("error", () => this.link.send({ type: "subscribe", lights: true, board: true }));
    onLanguage(() => this.state && this.showState(this.state));
  }

  _bind() {
    for (const order of ["hint", "take-back", "new-game"]) {
      byId(order).addEventListener("click", () => this.orders.order(order));
    }
    byId("sweep").addEventListener("click", () => this.hand.sweep());
    byId("held-aside").addEventListener("click", () => this.hand.layDown());
  }

  /** @param {any} state */
  showState(state) {
    this.state = state;
    this.announcer.hear(state);
    this.clocks.show(state);
    showLegend(byId("legend"));
    showMoves(state.game.actions, state.game.actions.length);
    showAnswers(state, (choice) => this.orders.order("answer", { choice }));
    this.board.setCaptures(state.game.captures);
    this.showWood();
  }

  /** Show the pieces, and all words that depend on them. */
  showWood() {
    const { wood, state } = this;
    this.board.setPieces(wood.pieces);
    this.keys.describe((point) => this._nameOf(point), (point) => wood.stack(point).length > 0);
    this._showHeld();
    if (!state) return;
    const flips = state.status.kind === "waiting" ? wood.unflipped(state.game.markers) : [];
    this.trays.show(wood.supply, state.game.captures, this.hand.selected);
    this.board.setMarks(this._marks(flips));
    showSaying(say(state, { flips, bare: state.destinations.length ? wood.bare(state.game.rings) : "" }));
    this.tips.show(state, wood, flips);
  }

  _marks(flips) {
    const { state } = this;
    const marks = Object.fromEntries(flips.map((point) => [point, "flip"]));
    const mark = state.status.kind === "offered" ? "target" : "wrong";
    for (const { point } of state.status.difference) marks[point] = mark;
    for (const point of Object.keys(state.faults)) marks[point] = "fault";
    return marks;
  }

  _nameOf(point) {
    const words = [t("point.holds", { point, stack: stackName(this.wood.stack(point)) })];
    const destination = this.state?.destinations.find((d) => d.point === point);
    if (destination) words.push(t(destination.own ? "point.own" : destination.other ? "point.gift" : "point.may"));
    if (this.state?.faults[point]) words.push(t("point.fault"));
    return words.join(", ");
  }

  _showHeld() {
    const piece = this.hand.ready;
    byId("held").hidden = !piece;
    if (piece) byId("held-text").textContent = t("held.text", { piece: contentName(piece) });
  }

  /** What a key does at a point; false when it means nothing. */
  press(key, point, shift) {
    const side = this._side(shift);
    const acts = {
      Enter: () => this.hand.use(point),
      " ": () => this.hand.use(point),
      r: () => this._bring(point, `${side} ring`),
      m: () => this._bring(point, `${side} marker`),
      Delete: () => this.hand.take(point),
      x: () => this.hand.take(point),
      Escape: () => this.hand.layDown(),
    };
    const act = acts[key.length === 1 ? key.toLowerCase() : key];
    act?.();
    return Boolean(act);
  }

  _side(other) {
    const white = this.state?.game.to_act !== "black";
    return white === other ? "black" : "white";
  }

  _bring(point, piece) {
    if (this.wood.supply[pileOf(piece)] && fits(this.wood.stack(point), piece)) this.hand.put(point, piece);
  }
}

const link = await frame("play", { lights: true, board: true });
new PlayPage(link);
link.open();
