// The analysis of a whole game: what the engine says of each ply goes into the nodes.

import { change } from './tree.js';

/** @typedef {import('./initial.js').State} State */

/** @param {State} state @param {number} run @param {any} reply @returns {State} */
export function analysisPly(state, run, reply) {
  const { analysis } = state;
  const id = analysis.line[reply.ply];
  if (analysis.run !== run || !state.game.nodes[id]) return state;
  const { best, score, certainty, selectivity, pv, loss, mark } = reply;
  let game = change(state.game, id, { ply: { best, score, certainty, selectivity, pv, depth: 0 } });
  const played = analysis.line[reply.ply + 1];
  if (played !== undefined && game.nodes[played]) game = change(game, played, { loss, mark });
  return { ...state, game, analysis: { ...analysis, left: reply.ply } };
}

/** @param {State} state @param {number} run @param {any} reply @param {boolean} stopped @returns {State} */
export function analysisDone(state, run, reply, stopped) {
  const { analysis } = state;
  if (analysis.run !== run) return state;
  return { ...state, analysis: { ...analysis, status: stopped ? 'stopped' : 'done', sums: reply ?? analysis.sums } };
}
