/**
 * QR codes for short addresses: bytes, versions 1 to 5, low error correction, one block, one mask.
 * @module
 */

import { svg } from "./svg.js";

/** For each version: data bytes and error correction bytes. */
const SIZES = [[19, 7], [34, 10], [55, 15], [80, 20], [108, 26]];
const FORMAT = 0b111011111000100; // low error correction, mask 0
const QUIET = 4; // empty modules around the code
export const LONGEST = 106; // bytes that the largest of these codes holds
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The address of the game that a phone can open: as this page was opened, unless that means this computer to itself.
 * @param {{hostname: string, origin: string}} opened @param {string | null} told the daemon's address for others
 * @returns {string} empty when there is none
 */
export function reachable({ hostname, origin }, told) {
  if (!LOOPBACK.test(hostname)) return `${origin}/watch`;
  return told ? `${told}watch` : "";
}

/** @param {string} text @returns {SVGElement} */
export function drawQr(text) {
  const rows = encode(text);
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return svg(
    "svg",
    { viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, "shape-rendering": "crispEdges" },
    svg("rect", { x: -QUIET, y: -QUIET, width: size, height: size, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  );
}

/**
 * The modules of the smallest code that holds the text, row by row.
 * @param {string} text at most {@link LONGEST} bytes @returns {boolean[][]}
 */
export function encode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([room]) => bytes.length + 2 <= room) + 1;
  if (!version) throw new RangeError(`too long for a QR code: ${bytes.length} bytes`);
  const [room, check] = SIZES[version - 1];
  const data = pack(bytes, room);
  const grid = new Grid(17 + 4 * version);
  grid.drawPatterns(version);
  grid.drawData([...data, ...correction(data, check)]);
  return grid.dark;
}

/** Mode, length, bytes, end, and the two padding bytes in turn. */
function pack(bytes, room) {
  const bits = [0, 1, 0, 0, ...toBits(bytes.length), ...bytes.flatMap(toBits), 0, 0, 0, 0];
  const packed = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
  const padding = Array.from({ length: room - packed.length }, (_, i) => (i % 2 ? 0x11 : 0xec));
  return [...packed, ...padding];
}

function toBits(byte) {
  return Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1);
}

/** The remainder of a division of polynomials over the field of 256 elements. */
function correction(data, count) {
  const divisor = generator(count);
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at];
    divisor.forEach((part, offset) => (rest[at + offset] ^= times(part, factor)));
  }
  return rest.slice(data.length);
}

function generator(count) {
  let polynomial = [1];
  let root = 1;
  for (let n = 0; n < count; n += 1) {
    const grown = [...polynomial, 0];
    polynomial.forEach((part, at) => (grown[at + 1] ^= times(part, root)));
    polynomial = grown;
    root = times(root, 2);
  }
  return polynomial;
}

function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product & 0xff;
}

/** The square of modules while it is being drawn. */
class Grid {
  constructor(size) {
    this.size = size;
    this.dark = Array.from({ length: size }, () => Array(size).fill(false));
    this._fixed = Array.from({ length: size }, () => Array(size).fill(false));
  }

  drawPatterns(version) {
    const far = this.size - 7;
    for (let n = 0; n < this.size; n += 1) {
      this._set(n, 6, n % 2 === 0);
      this._set(6, n, n % 2 === 0);
    }
    for (const [x, y] of [[0, 0], [far, 0], [0, far]]) this._square(x + 3, y + 3, 4, [0, 1, 3]);
    if (version > 1) this._square(this.size - 7, this.size - 7, 2, [0, 2]);
    this._format();
  }

  /** Concentric squares; the distances from the centre that are dark. */
  _square(cx, cy, reach, darkAt) {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        this._set(cx + dx, cy + dy, darkAt.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  _format() {
    const last = this.size - 1;
    for (let bit = 0; bit < 15; bit += 1) {
      const dark = Boolean((FORMAT >> bit) & 1);
      const along = bit < 6 ? bit : bit < 8 ? bit + 1 : last - 14 + bit;
      this._set(8, along, dark);
      this._set(bit < 8 ? last - bit : bit === 8 ? 7 : 14 - bit, 8, dark);
    }
    this._set(8, this.size - 8, true);
  }

  /** Two columns at a time, from the right, up and down in turn; mask 0 turns every other module over. */
  drawData(bytes) {
    const bits = bytes.flatMap(toBits);
    let next = 0;
    let up = true;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const y = up ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this._fixed[y][x]) continue;
          this.dark[y][x] = Boolean(bits[next] ?? 0) !== ((x + y) % 2 === 0);
          next += 1;
        }
      }
      up = !up;
    }
  }

  _set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this._fixed[y][x] = true;
  }
}
