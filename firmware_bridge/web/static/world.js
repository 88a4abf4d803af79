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
    byId("repair").addEventListener("click", () => this._change({ clear: true, unplug: false }));
    byId("unplug").addEventListener("click", () => this._unplug());
    byId("power-cut").addEventListener("click", () => this._change({ power_cut: true }));
    onLanguage(() => this._explain());
  }

  /** Show what the daemon says of its board. @param {{sensing: string, noise: number, unplugged: boolean}} world */
  show({ sensing, noise, unplugged }) {
    if (document.activeElement !== byId("sensing")) byId("sensing").value = sensing;
    if (document.activeElement !== byId("noise")) byId("noise").value = nearestNoise(noise);
    this._pressed(unplugged);
    this._explain();
  }

  _sense() {
    this._change({ sensing: byId("sensing").value });
    this._explain();
  }

  _explain() {
    byId("sensing-note").textContent = t(`sensing-note.${byId("sensing").value}`);
  }

  _unplug() {
    this._change({ unplug: byId("unplug").getAttribute("aria-pressed") !== "true" });
  }

  _pressed(pressed) {
    byId("unplug").setAttribute("aria-pressed", String(pressed));
  }

  _change(fields) {
    this._orders.send({ type: "world", ...fields });
  }
}

function nearestNoise(noise) {
  const choices = [...byId("noise").options].map((option) => option.value);
  return choices.sort((a, b) => Math.abs(Number(a) - noise) - Math.abs(Number(b) - noise))[0];
}
