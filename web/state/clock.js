// The players' clocks. Pure functions: the current time is an argument.

import { pathTo, visit } from './tree.js';

/** The side whose clock runs. It follows the game even while another position is shown. @param {State} state */
const runningSide = ({ clock, game }) => (clock && clock.since !== null ? game.nodes[clock.home ?? game.current].facts?.side : null);

/** The time left for a side. @param {State} state @param {Side} side @param {number} at */
export function remaining(state, side, at) {
  const clock = /** @type {Clock} */ (state.clock);
  const used = side === runningSide(state) ? at - Number(clock.since) : 0;
  return Math.max(0, clock[side] - used);
}

/** The clocks, stopped at this time. @param {State} state @param {number} at @returns {Clock | null} */
export function stopped(state, at) {
  const side = runningSide(state);
  return state.clock && { ...state.clock, ...(side && { [side]: remaining(state, side, at) }), since: null };
}

/** The clocks after a move of this side. @param {State} state @param {Side} side @param {number} at */
export function tick(state, side, at) {
  const clock = stopped(state, at);
  return clock && { ...clock, [side]: clock[side] + clock.increment, since: at };
}

/** The clocks at the current position. @param {Clock | null} clock @param {Game} game @param {number | null} since */
export function playersClock(clock, game, since) {
  if (!clock) return null;
  const shown = pathTo(game, game.current).map((id) => game.nodes[id].clock).findLast(Boolean);
  return { ...clock, black: clock.base, white: clock.base, ...shown, since, home: undefined };
}

/** Whether a game is in progress, even if another position is shown. @param {State} state */
export const goesOn = ({ clock, live }) => live || clock?.home !== undefined;

/** The state with the position of the game in progress shown. @param {State} state @returns {State} */
export function atHome(state) {
  const { clock, game } = state;
  return clock?.home === undefined ? state : { ...state, game: visit(game, clock.home), live: true, preview: null, clock: { ...clock, home: undefined } };
}

/** The side whose time has run out while its clock runs. None while the engine is unreachable. @param {State} state @param {number} now */
export function outOfTime(state, now) {
  const side = runningSide(state);
  return side && state.connection === 'ready' && remaining(state, side, now) === 0 ? side : null;
}
