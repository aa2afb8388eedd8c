// The players' clocks. Time comes in as an argument, so that all of this is pure.

import { pathTo, visit } from './tree.js';

/** Whose clock runs: the game goes on in its own place while another one is looked at. @param {State} state */
const runningSide = ({ clock, game }) => (clock && clock.since !== null ? game.nodes[clock.home ?? game.current].facts?.side : null);

/** What a side has left at this moment. @param {State} state @param {Side} side @param {number} at */
export function remaining(state, side, at) {
  const clock = /** @type {Clock} */ (state.clock);
  const used = side === runningSide(state) ? at - Number(clock.since) : 0;
  return Math.max(0, clock[side] - used);
}

/** The clocks stopped at this moment. @param {State} state @param {number} at @returns {Clock | null} */
export function stopped(state, at) {
  const side = runningSide(state);
  return state.clock && { ...state.clock, ...(side && { [side]: remaining(state, side, at) }), since: null };
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
  return { ...clock, black: clock.base, white: clock.base, ...shown, since, home: undefined };
}

/** Whether a game goes on, wherever one looks. @param {State} state */
export const goesOn = ({ clock, live }) => live || clock?.home !== undefined;

/** The state without looking elsewhere in a game that goes on. @param {State} state @returns {State} */
export function atHome(state) {
  const { clock, game } = state;
  return clock?.home === undefined ? state : { ...state, game: visit(game, clock.home), live: true, preview: null, clock: { ...clock, home: undefined } };
}

/** The side whose time is over, if the clock runs: not while the engine cannot answer. @param {State} state @param {number} now */
export function outOfTime(state, now) {
  const side = runningSide(state);
  return side && state.connection === 'ready' && remaining(state, side, now) === 0 ? side : null;
}
