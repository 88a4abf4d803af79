/**
 * The games before: a list with replay and downloads.
 * @module
 */

import { byId, html } from "./svg.js";
import { locale, onLanguage, t } from "./texts.js";
import { reasonName, sideName } from "./voice.js";

const PAGE = 10; // games fetched at once
const FORMS = [["txt", "archive.record"], ["sgf", "archive.sgf"], ["svg", "archive.svg"], ["anim.svg", "archive.animation"]];

/** The list of past games; a click puts one on the board. */
export class Archive {
  /** @param {(game: any) => void} open */
  constructor(open) {
    this._open = open;
    /** @type {any[]} */
    this._games = [];
    this._next = null;
    this._live = null;
    this._known = "";
    byId("more").addEventListener("click", () => this._fetch(this._next));
    onLanguage(() => this._show());
  }

  /** Keep up with the live game, which is none of the past before it is over. @param {{id: number | null, outcome: any}} game */
  follow({ id, outcome }) {
    const known = `${id} ${Boolean(outcome)}`;
    if (known === this._known) return;
    Object.assign(this, { _known: known, _live: outcome ? null : id });
    this._fetch(null);
  }

  async _fetch(before) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(before ? { before } : {}) });
    const answer = await fetch(`/api/games?${query}`).catch(() => null);
    if (!answer?.ok) return;
    const { games, next } = await answer.json();
    this._games = before ? [...this._games, ...games] : games;
    this._next = next ?? null;
    this._show();
  }

  _show() {
    const past = this._games.filter(({ id }) => id !== this._live);
    byId("archive-empty").hidden = past.length > 0;
    byId("more").hidden = !this._next;
    byId("games").replaceChildren(...past.map((game) => this._item(game)));
  }

  _item(game) {
    const watch = html("button", { type: "button" }, title(game));
    watch.addEventListener("click", () => this._replay(game.id));
    const links = FORMS.map(([form, key]) => html("a", { href: `/api/games/${encodeURIComponent(game.id)}.${form}`, download: true }, t(key)));
    return html("li", {}, watch, html("span", { class: "soft" }, details(game)), html("span", { class: "downloads" }, ...links));
  }

  async _replay(id) {
    const answer = await fetch(`/api/games/${encodeURIComponent(id)}`).catch(() => null);
    if (answer?.ok) this._open(await answer.json());
  }
}

function title({ players }) {
  const names = players.map((name, side) => name || sideName(side ? "black" : "white"));
  return names.join(" – ");
}

/** When a game was played, how long it was and how it ended. @param {any} game */
export function details({ began, actions, outcome }) {
  const when = new Date(`${began.replace(" ", "T")}Z`).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  const count = t("archive.moves", { count: Array.isArray(actions) ? actions.length : actions });
  return [when, count, ending(outcome)].join(" · ");
}

function ending(outcome) {
  if (!outcome) return t("archive.unfinished");
  const result = outcome.winner ? t("status.wins", { side: sideName(outcome.winner) }) : t("status.draw");
  return outcome.reason ? `${result} ${reasonName(outcome.reason)}` : result;
}
