/**
 * What the board has to say, in plain words: what is so, and what to do next.
 * @module
 */

import { pointsOf } from "./replay.js";
import { has, t } from "./texts.js";

const MOST_REMEDIES = 4; // named at once: more than that nobody reads

/**
 * @typedef {object} Saying
 * @property {"calm" | "ask" | "wrong" | "trouble" | "over"} mood
 * @property {string} headline
 * @property {string[]} advice  what to do next, most urgent first
 */

/**
 * The status line for a state.
 * @param {any} state the server's state message
 * @param {{flips?: string[], bare?: string}} [wood] what else is known of a virtual board
 * @returns {Saying}
 */
export function say(state, wood = {}) {
  const saying = trouble(state) ?? disagreement(state) ?? outcome(state) ?? due(state, wood);
  return { ...saying, advice: [...saying.advice, ...asides(state)] };
}

function trouble(state) {
  if (state.offline) return { mood: "trouble", headline: t("status.offline"), advice: [t("advice.offline")] };
  if (!["none", undefined].includes(state.calibration?.stage)) {
    return { mood: "trouble", headline: t("status.calibrating"), advice: [t("advice.calibrating")] };
  }
  if (state.settings.paused) return { mood: "trouble", headline: t("status.paused"), advice: [t("advice.paused")] };
  return undefined;
}

function disagreement({ status }) {
  if (status.kind === "question") return { mood: "ask", headline: t("status.question"), advice: [t("advice.question")] };
  const remedies = status.difference.slice(0, MOST_REMEDIES).map(remedy);
  if (status.kind === "offered") return { mood: "ask", headline: t("status.offered"), advice: [t("advice.offered"), ...remedies] };
  if (status.kind !== "wrong" && status.kind !== "correction") return undefined;
  return { mood: "wrong", headline: t("status.wrong"), advice: remedies };
}

function remedy({ point, expected }) {
  if (expected === "nothing") return t("advice.remove", { point });
  return t("advice.restore", { point, piece: contentName(expected) });
}

function outcome({ game }) {
  if (!game.outcome) return undefined;
  const headline = game.outcome.winner ? t("status.wins", { side: playerName(game, game.outcome.winner) }) : t("status.draw");
  return { mood: "over", headline, advice: [reasonName(game.outcome.reason), t("advice.over")].filter(Boolean) };
}

function due(state, wood) {
  const { game } = state;
  const side = playerName(game, game.to_act);
  const flips = state.flips?.length ? state.flips : (wood.flips ?? []);
  const advice = [];
  if (wood.bare) return { mood: "calm", headline: t(`status.${game.phase}`, { side }), advice: [t("advice.marker", { point: wood.bare })] };
  if (flips.length) advice.push(t("advice.flip", { points: flips.join(", ") }));
  if (state.destinations.length) advice.push(...landing(state.destinations));
  else advice.push(t(`advice.${game.phase}`));
  return { mood: "calm", headline: t(`status.${game.phase}`, { side }), advice };
}

function landing(destinations) {
  const advice = [t("advice.land")];
  const own = destinations.filter((d) => d.own).map((d) => d.point);
  const other = destinations.filter((d) => d.other && !d.own).map((d) => d.point);
  if (own.length) advice.push(t("advice.own", { points: own.join(", ") }));
  if (other.length) advice.push(t("advice.gift", { points: other.join(", ") }));
  return advice;
}

function asides(state) {
  const faults = Object.entries(state.faults).map(([point, fault]) => t("advice.fault", { point, fault: faultName(fault) }));
  const flag = state.clock?.flagged ?? null;
  const time = flag === null ? [] : [t("advice.flag", { side: playerName(state.game, flag ? "black" : "white") })];
  return [...time, ...(state.unsaved ? [t("advice.unsaved")] : []), ...faults];
}

/** A side, or the name of its player. @param {any} game @param {string} side */
export function playerName(game, side) {
  const name = game.players[side === "white" ? 0 : 1];
  return name ? t("side.named", { name, side: sideName(side) }) : sideName(side);
}

/** @param {string} side "white" or "black" */
export function sideName(side) {
  return t(`side.${side}`);
}

/** What stands on a point, in words. @param {string} words the server's, such as "a white ring" */
export function contentName(words) {
  const key = `content.${words.replace(/^an? /, "")}`;
  return has(key) ? t(key) : words;
}

/** A stack of pieces in words. @param {string[]} stack */
export function stackName(stack) {
  if (!stack.length) return t("content.nothing");
  return stack.map((piece) => t(`content.${piece}`)).join(" + ");
}

/** Why a game ended. @param {string} reason */
export function reasonName(reason) {
  const key = `reason.${reason}`;
  return has(key) ? t(key) : reason;
}

/** What is wrong with a sensor. @param {string} fault */
export function faultName(fault) {
  return t(`fault.${fault}`);
}

/** An action as a sentence to be read out. @param {string} action @param {string} mover @param {string[]} flipped */
export function actionName(action, mover, flipped = []) {
  const [from, to] = pointsOf(action);
  const side = sideName(mover);
  if (action === "pass") return t("said.pass", { side });
  if (action[0] === "x") return t("said.row", { side, from, to });
  if (action[0] === "r") return t("said.ring", { side, from });
  if (!to) return t("said.place", { side, from });
  const move = t("said.move", { side, from, to });
  return flipped.length ? `${move} ${t("said.flips", { points: flipped.join(", ") })}` : move;
}

/**
 * A server's error: in our words by its reason or code, else in its own.
 * @param {{code: string, reason?: string, seconds?: number, text?: string, cure?: string}} error
 */
export function errorText({ code, reason = "", seconds = 0, text = "", cure = "" }) {
  if (has(`refused.${reason}`)) return t(`refused.${reason}`);
  return has(`error.${code}`) ? t(`error.${code}`, { seconds }) : [text, cure].filter(Boolean).join(" ");
}
