// Consequences of the engine's replies about a position or about the plies of a game.

import { addMove, change, isMarked, placed, settle, visit } from './tree.js';

/** Maximum number of moves kept of a line. */
const LINE = 12;

/**
 * Plays a forced pass in a node and announces it at the current node. Announces the end of the game.
 * @param {State} state @param {number} id @returns {State}
 */
export function consequences(state, id) {
  const facts = state.game.nodes[id]?.facts;
  const here = state.game.current === id;
  if (here && state.live && facts && facts.result !== null) {
    return adapt({ ...state, live: false, clock: state.clock && { ...state.clock, since: null }, notice: null }, facts.result);
  }
  if (facts?.legal[0] !== 'pass') return state;
  let [game] = addMove(state.game, id, 'pass');
  if (here) game = visit(game, settle(game, id));
  return { ...state, game, notice: here && state.live ? { kind: 'pass', side: facts.side } : state.notice };
}

/**
 * Adjusts the adapting opponent after a game: stronger if the person has won, weaker if not.
 * @param {State} state @param {number} result for Black @returns {State}
 */
export function adapt(state, result) {
  const { players: { black, white }, settings } = state;
  const isAdaptive = (/** @type {Player} */ player) => player.kind === 'engine' && player.by === 'adapt';
  if (result === 0 || black.kind === white.kind || !(isAdaptive(black) || isAdaptive(white))) return state;
  const won = (result > 0) === (black.kind === 'human');
  return { ...state, settings: { ...settings, adapted: Math.min(10, Math.max(0, settings.adapted + (won ? 1 : -1))) } };
}

/** The moves of a node that have values, best first. @param {GameNode} node @returns {[string, Value][]} */
export function ranked(node) {
  return Object.entries(node.values ?? {}).sort(([, a], [, b]) => b.score - a.score);
}

/**
 * The value of a node for Black, if known. The values of a game analysis are consistent with each
 * other; searches of single positions are deeper.
 * @param {GameNode} node @param {boolean} [deep] prefers the search of this position
 * @returns {Worth & {black: number} | null}
 */
export function worth(node, deep = false) {
  const { facts, ply } = node;
  if (!facts) return null;
  const sign = facts.side === 'black' ? 1 : -1;
  if (facts.result !== null) {
    return { score: facts.result * sign, black: facts.result, certainty: 'exact' };
  }
  const best = ranked(node)[0]?.[1];
  const value = [ply, best].find((each) => each?.certainty === 'exact') ?? (deep ? (best ?? ply) : (ply ?? best));
  return value ? { ...value, black: value.score * sign } : null;
}

/** The value of the current node, if values are shown; undefined if not. @param {State} state */
export function shownWorth({ game, hints, analysis }) {
  const node = game.nodes[game.current];
  return hints || analysis.status !== 'none' || node.facts?.result != null ? worth(node, hints) : undefined;
}

/** @param {State} state @param {ActionOf['ply']} action @returns {State} */
export function analysisPly(state, { run, reply }) {
  const { analysis } = state;
  const id = analysis.line[reply.ply];
  if (analysis.run !== run || !state.game.nodes[id]) return state;
  const { score, certainty, book, loss, mark, pv } = reply;
  let game = change(state.game, id, { ply: { score, certainty, book, pv: pv?.slice(0, LINE) } });
  const played = analysis.line[reply.ply + 1];
  if (played !== undefined && game.nodes[played]) game = change(game, played, { loss, mark });
  return { ...state, game, analysis: { ...analysis, left: reply.ply } };
}

/** @param {State} state @param {ActionOf['analyzed']} action @returns {State} */
export function analysisDone(state, { run, stopped }) {
  const { analysis } = state;
  // The run may belong to a game that has been replaced.
  if (analysis.run !== run || analysis.status === 'none') return state;
  return { ...state, analysis: { ...analysis, status: stopped ? 'stopped' : 'done' } };
}

/**
 * The correction of a mistake: the move, its loss, and the best line from its parent.
 * @param {Game} game @param {number} [id]
 */
export function correction(game, id = game.current) {
  const { parent, move, loss, mark } = placed(game, id);
  const line = parent === null ? null : game.nodes[parent].ply?.pv;
  return move && loss && isMarked({ mark }) && line?.length && line[0] !== move ? { parent: Number(parent), move, loss, line } : null;
}

/** Sums the losses and counts the marks of a line, without passes. @param {GameNode[]} line */
export function totals(line) {
  const none = { lost: 0, best: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  const sums = /** @type {Totals} */ ({ moves: 0, analysed: 0, black: { ...none }, white: { ...none } });
  line.forEach(({ move, loss, mark }, i) => {
    if (!move || move === 'pass') return;
    sums.moves++;
    const side = line[i - 1].facts?.side;
    if (!mark || !side) return;
    sums.analysed++;
    sums[side].lost += loss ?? 0;
    sums[side][mark]++;
  });
  return sums;
}
