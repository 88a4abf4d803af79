/**
 * The 85 points, their places and their neighbours, as printed on the board.
 * @module
 */

export const COLUMNS = "ABCDEFGHIJK";

/** First and last number of each column. */
const ENDS = [[2, 5], [1, 7], [1, 8], [1, 9], [1, 10], [2, 10], [2, 11], [3, 11], [4, 11], [5, 11], [7, 10]];

/** The six directions as steps of (column, number): three axes forwards, then backwards. */
export const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [0, -1], [-1, 0], [-1, -1]];

/**
 * @typedef {object} Point
 * @property {string} name
 * @property {number} index  column by column, A2 is 0
 * @property {number} column  A is 0
 * @property {number} number
 * @property {number} x  to the right of F6, in units of the grid
 * @property {number} y  below F6 on the screen: White sits at the bottom
 */

/** @type {readonly Point[]} */
export const POINTS = ENDS.flatMap(([first, last], column) =>
  Array.from({ length: last - first + 1 }, (_, step) => ({ column, number: first + step })),
).map(({ column, number }, index) => ({
  name: COLUMNS[column] + number,
  index,
  column,
  number,
  x: ((column - 5) * Math.sqrt(3)) / 2,
  y: (column - 5) / 2 - (number - 6),
}));

const BY_NAME = new Map(POINTS.map((point) => [point.name, point]));

/** @param {string} name @returns {Point} */
export function pointNamed(name) {
  const point = BY_NAME.get(name);
  if (!point) throw new RangeError(`no such point: ${name}`);
  return point;
}

/**
 * The point some steps away, if the board reaches so far.
 * @param {Point} point @param {number[]} direction @param {number} [steps] @returns {Point | undefined}
 */
export function step(point, [dc, dn], steps = 1) {
  return BY_NAME.get(COLUMNS[point.column + dc * steps] + (point.number + dn * steps));
}

/**
 * The points of a straight line, both ends included; empty when the ends share no line.
 * @param {string} from @param {string} to @returns {string[]}
 */
export function line(from, to) {
  for (const direction of DIRECTIONS) {
    const names = [from];
    for (let at = step(pointNamed(from), direction); at; at = step(at, direction)) {
      names.push(at.name);
      if (at.name === to) return names;
    }
  }
  return [];
}

/**
 * The nearest point within reach, if any.
 * @param {number} x @param {number} y @param {number} [reach] in units of the grid @returns {Point | undefined}
 */
export function nearest(x, y, reach = 0.6) {
  const distance = (/** @type {Point} */ p) => Math.hypot(p.x - x, p.y - y);
  const best = POINTS.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return distance(best) <= reach ? best : undefined;
}

/** Every line of the board that joins two points or more, as its two ends. @returns {[Point, Point][]} */
export function gridLines() {
  return DIRECTIONS.slice(0, 3).flatMap((direction) =>
    POINTS.filter((point) => !step(point, direction, -1)).map((start) => {
      let end = start;
      for (let next = step(end, direction); next; next = step(end, direction)) end = next;
      return /** @type {[Point, Point]} */ ([start, end]);
    }),
  );
}
