/**
 * The page to run the café's table: whoever knows the PIN gives orders, everyone else looks on.
 * @module
 */

import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { Calibration } from "./calibration.js";
import { frame } from "./frame.js";
import { Orders } from "./orders.js";
import { setText, showAnswers, showSaying } from "./status.js";
import { byId, html } from "./svg.js";
import { onLanguage, t } from "./texts.js";
import { faultName, say } from "./voice.js";

/** The panel. */
class PanelPage {
  /** @param {import("./link.js").Link} link */
  constructor(link) {
    /** @type {any} */
    this.state = null;
    this.orders = new Orders(link);
    this.orders.changed = () => this.showRights();
    this.board = new Board(byId("board"));
    this.clocks = new Clocks();
    this.calibration = new Calibration(link, this.orders);
    link.on("state", (state) => this.show(state)).on("lights", ({ colors }) => this.board.setLights(colors));
    link.on("log", ({ text }) => save(text, `yinsh-board-${new Date().toISOString().slice(0, 10)}.log`));
    onLanguage(() => this.state && this.show(this.state));
    this._bindSession();
    this._bindGame();
    this._bindLook();
    this.showRights();
  }

  _bindSession() {
    onSubmit("login-form", () => {
      this.orders.login(byId("pin").value);
      byId("pin").value = "";
    });
    byId("logout").addEventListener("click", () => this.orders.logout());
    byId("log").addEventListener("click", () => this.orders.send({ type: "log" }));
    onSubmit("pin-form", () => {
      this.orders.setPin(byId("pin-old").value, byId("pin-new").value);
      byId("pin-form").reset();
    });
  }

  _bindGame() {
    for (const order of ["take-back", "hint", "accept", "swap", "light-test"]) {
      byId(order).addEventListener("click", () => this.orders.order(order));
    }
    byId("new-game").addEventListener("click", () => this.orders.order("new-game", { variant: byId("variant").value }));
    byId("pause").addEventListener("click", () => this.orders.order("pause", { on: !this.state.settings.paused }));
    byId("resign-white").addEventListener("click", () => this.orders.order("resign", { side: 0 }));
    byId("resign-black").addEventListener("click", () => this.orders.order("resign", { side: 1 }));
    onSubmit("players-form", () => this.orders.order("players", { names: [byId("name-white").value, byId("name-black").value] }));
    byId("clock-mode").addEventListener("change", showClockFields);
    onSubmit("clock-form", () => this.orders.order("clock", clockWish()));
  }

  _bindLook() {
    const changes = {
      coach: (element) => ({ level: Number(element.value) }),
      palette: (element) => ({ name: element.value }),
      brightness: (element) => ({ share: Number(element.value) / 100 }),
      sound: (element) => ({ on: element.checked }),
    };
    for (const [order, fields] of Object.entries(changes)) {
      byId(order).addEventListener("change", (event) => this.orders.order(order, fields(event.target)));
    }
  }

  /** Without the PIN everything can be read and nothing changed. */
  showRights() {
    const { allowed } = this.orders;
    byId("login").hidden = allowed;
    byId("logout").hidden = !allowed;
    for (const element of document.querySelectorAll("[data-order]")) element.disabled = !allowed;
    byId("answers").inert = !allowed;
    this.calibration.showRights();
  }

  /** @param {any} state */
  show(state) {
    const former = this.state;
    this.state = state;
    showSaying(say(state));
    this.calibration.show(state);
    showAnswers(state, (choice) => this.orders.order("answer", { choice }));
    this._showBoard(state);
    this._showHealth(state);
    this._showSettings(state);
    this._showForms(state, former);
    this.clocks.show(state);
  }

  _showBoard({ game, faults, status }) {
    const pieces = {};
    for (const side of ["white", "black"]) {
      for (const point of game.rings[side]) pieces[point] = [`${side} ring`];
      for (const point of game.markers[side]) pieces[point] = [`${side} marker`];
    }
    this.board.setPieces(pieces);
    this.board.setCaptures(game.captures);
    const wrong = status.difference.map(({ point }) => [point, status.kind === "offered" ? "target" : "wrong"]);
    this.board.setMarks(Object.fromEntries([...wrong, ...Object.keys(faults).map((point) => [point, "fault"])]));
  }

  _showHealth({ faults, offline }) {
    const named = Object.entries(faults);
    const key = offline ? "health.offline" : named.length ? "health.faults" : "health.good";
    setText(byId("health"), t(key));
    byId("faults").replaceChildren(...named.map(([point, fault]) => html("li", {}, t("advice.fault", { point, fault: faultName(fault) }))));
  }

  _showSettings({ settings }) {
    for (const name of ["coach", "palette"]) byId(name).value = String(settings[name]);
    byId("brightness").value = String(Math.round(settings.brightness * 100));
    byId("sound").checked = settings.sound;
    byId("pause").setAttribute("aria-pressed", String(settings.paused));
  }

  /** What people fill in is theirs until the daemon knows better. */
  _showForms({ game, clock }, former) {
    if (former?.game.variant !== game.variant) byId("variant").value = game.variant;
    if (!former || former.clock?.mode !== clock?.mode) byId("clock-mode").value = clock?.mode ?? "none";
    showClockFields();
    if (former?.game.players.join() === game.players.join()) return;
    for (const [index, side] of ["white", "black"].entries()) byId(`name-${side}`).value = game.players[index];
  }
}

function onSubmit(form, act) {
  byId(form).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** Hand a text to the browser as a file. @param {string} text @param {string} name */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  html("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Only the times that this kind of clock needs. */
function showClockFields() {
  const mode = byId("clock-mode").value;
  byId("clock-minutes").parentElement.hidden = mode === "none";
  byId("clock-seconds").parentElement.hidden = mode !== "fischer";
}

function clockWish() {
  const mode = byId("clock-mode").value;
  if (mode === "none") return { mode };
  const increment = mode === "fischer" ? Number(byId("clock-seconds").value) : 0;
  return { mode, initial: Number(byId("clock-minutes").value) * 60, increment };
}

const link = await frame("panel", { lights: true });
new PanelPage(link);
link.open();
