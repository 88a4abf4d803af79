/**
 * The buzzer of a virtual board: short, quiet tones.
 * @module
 */

const LOUDNESS = 0.08; // of what the speaker can do
const SOFT = 0.01; // seconds in which a tone swells and fades, so that it does not click

/** Plays tones once somebody has touched the page; before that, browsers want silence. */
export class Buzzer {
  constructor() {
    /** @type {AudioContext | undefined} */
    this._audio = undefined;
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => (this._audio ??= new AudioContext()), { once: true });
  }

  /** @param {[number, number][]} tones hertz and seconds; 0 hertz is a rest */
  play(tones) {
    if (this._audio?.state !== "running") return;
    let at = this._audio.currentTime;
    for (const [hertz, seconds] of tones) {
      if (hertz) this._tone(hertz, at, at + seconds);
      at += seconds;
    }
  }

  _tone(hertz, from, to) {
    const tone = new OscillatorNode(this._audio, { type: "triangle", frequency: hertz });
    const volume = new GainNode(this._audio, { gain: 0 });
    volume.gain.setTargetAtTime(LOUDNESS, from, SOFT);
    volume.gain.setTargetAtTime(0, to - SOFT, SOFT);
    tone.connect(volume).connect(this._audio.destination);
    tone.start(from);
    tone.stop(to + 5 * SOFT);
  }
}
