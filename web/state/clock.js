// The players' clocks. Time comes in as an argument, so that all of this is pure.

import { pathTo } from './tree.js';

/** What a side has left at this moment. @param {Clock} clock @param {Side} side @param {Side | undefined} toMove @param {number} at */
export function remaining(clock, side, toMove, at) {
  const used = clock.since !== null && side === toMove ? at - clock.since : 0;
  return Math.max(0, clock[side] - used);
}

/** The clocks stopped while this side is to move. @param {Clock} clock @param {Side} side @param {number} at @returns {Clock} */
export function stopped(clock, side, at) {
  return { ...clock, [side]: remaining(clock, side, side, at), since: null };
}

/** The clocks after a move of this side. @param {Clock | null} clock @param {Side} side @param {number} at */
export function tick(clock, side, at) {
  if (!clock) return null;
  const used = stopped(clock, side, at);
  return { ...used, [side]: used[side] + clock.increment, since: at };
}

/** The clocks as they stood at the current position. @param {Clock | null} clock @param {Game} game @param {number | null} since */
export function playersClock(clock, game, since) {
  if (!clock) return null;
  const shown = pathTo(game, game.current).map((id) => game.nodes[id].clock).findLast(Boolean);
  return { ...clock, black: clock.base, white: clock.base, ...shown, since };
}

/** The side whose time is over, if the clock runs: not while the engine cannot answer. @param {State} state @param {number} now @returns {Side | null} */
export function outOfTime({ clock, connection, flagged, game }, now) {
  const { facts } = game.nodes[game.current];
  if (connection !== 'ready' || !clock || clock.since === null || flagged || !facts || facts.result !== null) return null;
  return remaining(clock, facts.side, facts.side, now) === 0 ? facts.side : null;
}
