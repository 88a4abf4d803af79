/**
 * Ten rings on the board for those who want to see the game at once.
 * @module
 */

/** Places that make a lively game, best first. */
const GOOD = ["F6", "E5", "G6", "F7", "D6", "H7", "E7", "G5", "F4", "F9", "D4", "H9", "C5", "I7"];
const PATIENCE = 4000; // milliseconds that a ring may take to be understood

/**
 * Where the next ring goes: the best place that is free.
 * @param {Record<string, string[]>} pieces @returns {string | undefined}
 */
export function nextPlace(pieces) {
  return GOOD.find((point) => !pieces[point]?.length);
}

/**
 * Put ring after ring, each when the board has understood the one before.
 * @param {import("./link.js").Link} link @param {import("./hand.js").Hand} hand @param {() => any} state
 */
export async function placeRings(link, hand, state) {
  for (let ring = 0; ring < 10 && state().game.phase === "place"; ring += 1) {
    const point = nextPlace(hand.wood.pieces);
    const piece = `${state().game.to_act} ring`;
    if (!point || !hand.wood.supply[piece]) return;
    hand.put(point, piece);
    if (!(await understood(link, state().game.actions.length))) return;
  }
}

function understood(link, count) {
  return new Promise((resolve) => {
    const stop = link.hear("state", (message) => message.game.actions.length > count && resolve(true));
    setTimeout(() => resolve(false), PATIENCE);
    setTimeout(stop, PATIENCE);
  });
}
