/**
 * The guided calibration of the panel: what to put where, how far it is, and what came of it.
 * @module
 */

import { Board } from "./board.js";
import { drawPiece } from "./pieces.js";
import { setText } from "./status.js";
import { byId, html, svg } from "./svg.js";
import { t } from "./texts.js";

const MOST_NAMED = 12; // points in a line: more than that are counted, and the board shows where they are

/** Shows the daemon's calibration and steers it. */
export class Calibration {
  /** @param {import("./link.js").Link} link @param {import("./orders.js").Orders} orders */
  constructor(link, orders) {
    this._orders = orders;
    this._board = new Board(byId("calibration-board"), { view: "plain" });
    /** @type {any} */
    this._shown = null;
    this._attending = false; // whether the daemon knows that we are here
    this._saving = false;
    link.on("lights", ({ colors }) => this._board.setLights(colors)).on("up", () => (this._attending = false));
    byId("calibrate").addEventListener("click", () => this._steer("begin"));
    byId("calibrate-fresh").addEventListener("click", () => this._steer("begin", { fresh: true }));
    for (const step of ["undo", "skip", "save", "cancel"]) {
      byId(`calibration-${step}`).addEventListener("click", () => this._steer(step));
    }
  }

  /** What the daemon says of it; nothing where there is nothing to calibrate. @param {any} state */
  show({ calibration, offline }) {
    const former = this._shown;
    this._shown = calibration;
    const running = isRunning(calibration);
    document.body.classList.toggle("calibrating", running);
    byId("calibration").hidden = !running;
    if (running) this._showStage(calibration, offline);
    else this._showOffer(calibration);
    if (isRunning(former) !== running) this._turn(running, former);
    if (running) this._attend();
  }

  /** Only whoever knows the PIN may steer. */
  showRights() {
    const may = { ...this._shown?.may, save: this._shown?.result && !this._shown.result.trouble, cancel: true };
    for (const step of ["undo", "skip", "save", "cancel"]) {
      byId(`calibration-${step}`).disabled = !this._orders.allowed || !may[step];
    }
    byId("calibration-save").hidden = !may.save;
    byId("calibration-skip").hidden = this._shown?.stage === "over";
  }

  _steer(step, fields = {}) {
    this._attending = true;
    this._saving = step === "save";
    this._orders.order("calibrate", { step, ...fields });
  }

  /** A page that has come back says so, before the daemon gives up. */
  _attend() {
    if (this._attending || !this._orders.allowed) return;
    this._attending = true;
    this._orders.order("calibrate", { step: "stay" });
  }

  /** It has begun, or ended: begin to read at the top. */
  _turn(running, former) {
    if (running) byId("calibration-headline").focus();
    else if (former) this._orders.note(t(this._saving ? "calibration.saved" : "calibration.kept"));
    window.scrollTo(0, 0);
    this._saving = false;
  }

  _showOffer(calibration) {
    const { done = 0, total = 0 } = calibration ?? {};
    byId("calibrate").hidden = !calibration;
    byId("calibrate-fresh").hidden = !done;
    setText(byId("calibration-note"), t(calibration ? "calibration.intro" : "calibration.switches"));
    setText(byId("calibrate"), done ? t("calibration.go-on", { done, total }) : t("calibration.begin"));
  }

  _showStage(calibration, offline) {
    const { stage, content, step, steps, done, total, put, away, bad, result } = calibration;
    setText(byId("calibration-headline"), headline(calibration));
    setText(byId("calibration-hint"), result?.trouble ? t("calibration.trouble") : hint(stage, result));
    setText(byId("calibration-progress-text"), t("calibration.progress", { step: Math.min(step + 1, steps), steps, done, total }));
    Object.assign(byId("calibration-progress"), { max: total, value: done });
    byId("calibration-piece").replaceChildren(...(put.length ? [picture(content)] : []));
    const lines = offline ? [t("status.offline"), t("advice.offline")] : result ? verdict(result) : chores(calibration);
    byId("calibration-list").replaceChildren(...lines.map((text) => html("li", {}, text)));
    const weak = Object.keys(result?.weak ?? {});
    this._board.setMarks({ ...all(put, "target"), ...all([...bad, ...weak], "fault"), ...all(away, "wrong") });
    this.showRights();
  }
}

function isRunning(calibration) {
  return Boolean(calibration) && calibration.stage !== "none";
}

function headline({ stage, content }) {
  return stage === "touch" || stage === "ask" ? t(`calibration-put.${content}`) : t(`calibration-stage.${stage}`);
}

function hint(stage, result) {
  return result && !Object.keys(result.weak).length ? "" : t(`calibration-hint.${stage}`);
}

/** What is to be done, in words, for whoever cannot see the lights from here. */
function chores({ stage, put, away, bad, may }) {
  const lines = [];
  if (away.length) lines.push(t("calibration.away", { points: few(away) }));
  if (bad.length) lines.push(t("calibration.bad", { points: few(bad) }));
  if (stage === "empty" && may.skip) lines.push(t("calibration.broken"));
  if (put.length > MOST_NAMED) lines.push(t("calibration.many", { count: put.length }));
  else if (put.length) lines.push(t("calibration.left", { points: put.join(", ") }));
  return lines;
}

function few(points) {
  return points.length > MOST_NAMED ? `${points.slice(0, MOST_NAMED).join(", ")} …` : points.join(", ");
}

function verdict({ good, weak, trouble }) {
  const kinds = [...new Set(Object.values(weak))];
  const named = (kind) => Object.keys(weak).filter((point) => weak[point] === kind).join(", ");
  const flaws = kinds.map((kind) => t(`calibration-weak.${kind}`, { points: named(kind) }));
  return trouble ? [] : [t("calibration.good", { count: good }), ...flaws];
}

function all(points, kind) {
  return Object.fromEntries(points.map((point) => [point, kind]));
}

/** The piece to put down, as a small drawing. */
function picture(content) {
  const [color, ...shapes] = content.replace(" and", "").split(" ");
  const pieces = shapes.reverse().map((shape) => drawPiece(`${color} ${shape}`));
  return svg("svg", { viewBox: "-.55 -.55 1.1 1.1" }, ...pieces);
}
