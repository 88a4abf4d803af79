/**
 * What can be done to a virtual board: other sensors, noise, faults, a pulled cable, a power cut.
 * @module
 */

import { POINTS } from "./geometry.js";
import { byId, html } from "./svg.js";
import { onLanguage, t } from "./texts.js";

/** The controls below the board. */
export class World {
  /** @param {import("./orders.js").Orders} orders */
  constructor(orders) {
    this._orders = orders;
    byId("fault-point").append(...POINTS.map(({ name }) => html("option", { value: name, selected: name === "F6" }, name)));
    byId("sensing").addEventListener("change", () => this._sense());
    byId("noise").addEventListener("change", () => this._change({ noise: Number(byId("noise").value) }));
    byId("break").addEventListener("click", () => this._change({ fault: { kind: byId("fault-kind").value, point: byId("fault-point").value } }));
    byId("repair").addEventListener("click", () => this._repair());
    byId("unplug").addEventListener("click", () => this._unplug());
    byId("power-cut").addEventListener("click", () => this._change({ power_cut: true }));
    onLanguage(() => this._explain());
  }

  /** Take over what the daemon says. @param {{sensing: string}} hello */
  begin({ sensing }) {
    byId("sensing").value = sensing;
    this._explain();
  }

  _sense() {
    this._change({ sensing: byId("sensing").value });
    this._explain();
  }

  _explain() {
    byId("sensing-note").textContent = t(`sensing-note.${byId("sensing").value}`);
  }

  _repair() {
    this._pressed(false);
    this._change({ clear: true });
  }

  _unplug() {
    const unplug = byId("unplug").getAttribute("aria-pressed") !== "true";
    this._pressed(unplug);
    this._change({ unplug });
  }

  _pressed(pressed) {
    byId("unplug").setAttribute("aria-pressed", String(pressed));
  }

  _change(fields) {
    this._orders.send({ type: "world", ...fields });
  }
}
