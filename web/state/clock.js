// The players' clocks. Time comes in as an argument, so that all of this is pure.

import { pathTo } from './tree.js';

/** What a side has left at this moment. @param {Clock} clock @param {Side} side @param {Side | undefined} toMove @param {number} at */
export function remaining(clock, side, toMove, at) {
  const used = clock.since !== null && side === toMove ? at - clock.since : 0;
  return Math.max(0, clock[side] - used);
}

/** The clocks stopped at this moment. @param {State} state @param {number} at @returns {Clock | null} */
export function stopped({ clock, game }, at) {
  const side = game.nodes[game.current].facts?.side;
  return clock && { ...clock, ...(side && { [side]: remaining(clock, side, side, at) }), since: null };
}

/** The clocks after a move of this side. @param {State} state @param {Side} side @param {number} at */
export function tick(state, side, at) {
  const clock = stopped(state, at);
  return clock && { ...clock, [side]: clock[side] + clock.increment, since: at };
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
  if (connection !== 'ready' || !clock || clock.since === null || flagged || !facts) return null;
  return remaining(clock, facts.side, facts.side, now) === 0 ? facts.side : null;
}
