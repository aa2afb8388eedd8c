// The strip of each player.

import { h, put } from './dom.js';
import { finalCount } from '../text/numbers.js';
import { text } from '../text/text.js';
import { remaining } from '../state/clock.js';
import { engineIsGone, engineTakesPart } from '../state/wanted.js';

/** @param {Side} side @param {{edit: () => void}} act */
export function mountPlayer(side, act) {
  const name = h('button.who', { onclick: act.edit });
  const note = h('span.note');
  const clock = h('span.clock', { role: 'timer' });
  const count = h('span.count');
  const element = h(`div.player.${side}`, {}, h('span.chip', { 'aria-hidden': 'true' }), count, name, note, clock);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const { facts, flagged } = state.game.nodes[state.game.current];
      const turn = facts && facts.side === side && facts.result === null && !flagged;
      element.classList.toggle('turn', Boolean(turn));
      put(name, nameOf(state, side));
      if (facts) put(count, String(facts[side]));
      put(note, noteOf(state, side));
      drawClock(clock, state, side);
    },
    /** Updates only the clock, many times per second. @param {State} state */
    tick: (state) => drawClock(clock, state, side),
  };
}

/** @param {Pick<State, 'players' | 'names' | 'study' | 'review' | 'kept'>} state @param {Side} side */
export function nameOf(state, side) {
  const { players, names, study, review, kept } = state;
  if (study) return text.side[side];
  if (names[side]) return names[side];
  // A record without names was not played here, unless the library says so.
  if (review && !kept?.played) return text.side[side];
  const player = players[side];
  if (player.kind === 'human') return engineTakesPart(state) ? text.you : text.side[side];
  return playerName(player);
}

/** The name of a player of a game in the library; empty if unknown. @param {Pick<KeptGame, 'names' | 'players' | 'played'>} kept @param {Side} side */
export const keptName = ({ names, players, played }, side) => (played ? nameOf({ names, players, study: null, review: false, kept: null }, side) : names[side]);

/** The name of a player for a record; empty if unknown. @param {State} state @param {Side} side */
export function recordedName(state, side) {
  const { players, names, review } = state;
  if (names[side] || review) return names[side];
  if (players[side].kind === 'engine') return `${text.name}, ${nameOf(state, side)}`;
  return engineTakesPart(state) ? text.you : '';
}

/** @param {any} player */
export function playerName({ by, value }) {
  if (by === 'style') return text.new.styles[value] ?? value;
  return text.new[/** @type {'skill' | 'level' | 'time' | 'adapt'} */ (by)](value);
}

/** @param {State} state @param {Side} side */
function noteOf(state, side) {
  const { facts, flagged, resigned, move, parent } = state.game.nodes[state.game.current];
  if (flagged === side) return resigned ? text.player.resigned : text.player.flag;
  if (!facts) return '';
  if (facts.result !== null) {
    const won = side === 'black' ? facts.result : -facts.result;
    return won > 0 ? text.player.won(won) : won === 0 ? text.player.draw : '';
  }
  if (state.thinking?.kind === 'go' && facts.side === side) return text.say.thinking;
  if (state.live && engineTakesPart(state) && state.players[side].kind === 'human' && facts.side === side && !engineIsGone(state)) return text.say.yours;
  if (move === 'pass' && parent !== null && facts.side !== side) return text.player.passed;
  return '';
}

/** The only person of the game, if the engine is the other player. @param {Pick<State, 'players'>} state @returns {Side | null} */
export function person({ players: { black, white } }) {
  if (black.kind === white.kind) return null;
  return black.kind === 'human' ? 'black' : 'white';
}

/** The result of the game in words, at its end. @param {State} state */
export function resultOf(state) {
  const { facts, flagged, resigned } = state.game.nodes[state.game.current];
  const me = person(state);
  if (flagged && resigned) return me === flagged ? text.result.youResigned : text.result.resigned(flagged);
  if (flagged) return me ? text.result.yourTime(flagged !== me) : text.result.time(flagged);
  if (facts?.result == null) return '';
  if (!me) return text.result.side(facts.result);
  const [black, white] = finalCount(facts.result);
  return me === 'black' ? text.result.you(facts.result, black, white) : text.result.you(-facts.result, white, black);
}

/** @param {HTMLElement} clock @param {State} state @param {Side} side */
function drawClock(clock, state, side) {
  clock.hidden = !state.clock;
  if (!state.clock) return;
  const left = remaining(state, side, Date.now());
  put(clock, clockText(left));
  clock.classList.toggle('low', left < 20_000);
}

/** @param {number} ms */
function clockText(ms) {
  if (ms < 20_000) return `0:${(Math.ceil(ms / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const whole = Math.ceil(ms / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
