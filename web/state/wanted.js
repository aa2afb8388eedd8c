// The wanted activity of the engine, as a function of the state. The director compares it with the
// running one.

import { lineThrough, positionCommand } from './tree.js';
import { remaining } from './clock.js';

/** @param {State} state @param {number} now in milliseconds @returns {Activity | null} */
export function wanted(state, now) {
  const want = state.connection === 'ready' ? activity(state, now) : null;
  // Node numbers repeat in other games.
  return want && { ...want, round: state.round, key: `${state.round} ${want.key}` };
}

/** @param {State} state @param {number} now @returns {Activity | null} */
function activity(state, now) {
  const { game, analysis } = state;
  const node = game.nodes[game.current];
  if (!node.facts) return factsOf(state, [node.id, ...unknown(state, lineThrough(game, node.id)).filter((id) => id !== node.id)]);
  if (engineIsToMove(state)) return move(state, now);
  if (analysis.status === 'running') {
    const missing = unknown(state, analysis.line);
    return missing.length ? factsOf(state, missing) : analyze(state);
  }
  const { explorer } = state;
  if (explorer.on && explorer.status === 'ready' && node.explored?.version !== explorer.version) {
    return { kind: 'explore', key: `explore ${node.id} ${explorer.version}`, id: node.id, position: positionCommand(game, node.id) };
  }
  if (state.explain && !node.explained && node.facts.legal.length) {
    return { kind: 'explain', key: `explain ${node.id}`, id: node.id, position: positionCommand(game, node.id) };
  }
  if (state.hints && node.facts.legal.length && node.valued !== searchOf(state)) return hint(state);
  if (state.preview && state.preview.board === undefined) return playedOut(game, state.preview);
  const missing = unknown(state, Object.keys(game.nodes).map(Number));
  return missing.length ? factsOf(state, missing) : null;
}

/** Whether no engine can supply the boards of a preview. @param {State} state */
export const engineIsGone = ({ connection }) => connection === 'lost' || connection === 'refused';

/** Whether the engine is one of the players. @param {Pick<State, 'players'>} state */
export const engineTakesPart = ({ players }) => Object.values(players).some(({ kind }) => kind === 'engine');

/** Whether the engine is both players. @param {State} state */
export const isMatch = ({ players: { black, white } }) => black.kind === 'engine' && white.kind === 'engine';

/** Whether the engine must find a move now. @param {State} state */
export function engineIsToMove({ game, live, lend, players }) {
  const { facts, flagged } = game.nodes[game.current];
  if (flagged || !facts?.legal.length || facts.legal[0] === 'pass') return false;
  return lend === game.current || (live && players[facts.side].kind === 'engine');
}

/** @param {State} state @param {number[]} ids */
const unknown = ({ game }, ids) => ids.filter((id) => game.nodes[id] && !game.nodes[id].facts);

/** @param {State} state @param {number[]} ids @returns {Activity} */
function factsOf({ game }, ids) {
  const some = ids.slice(0, 80);
  return { kind: 'facts', key: `facts ${some}`, ids: some, positions: some.map((id) => positionCommand(game, id)) };
}

/** The player for a single move requested by a person. */
const LENT = /** @type {const} */ ({ kind: 'engine', by: 'time', value: 1 });
/** The options of the engine at full strength. The level applies without other limits. */
export const full = { Strategy: 'full', Skill: '10', Level: '10' };

/** @param {State} state @param {number} now @returns {Activity} */
function move(state, now) {
  const { game, players, clock } = state;
  const node = game.nodes[game.current];
  const side = /** @type {NonNullable<typeof node.facts>} */ (node.facts).side;
  const player = players[side].kind === 'engine' ? players[side] : LENT;
  const limits = [];
  if (clock) {
    const ms = (/** @type {Side} */ each) => Math.round(remaining(state, each, now));
    limits.push(`p1time ${ms('black')} p2time ${ms('white')} p1inc ${clock.increment} p2inc ${clock.increment}`);
    if (player.by === 'level' && Number(player.value) < 30) limits.push('level');
  }
  if (player.by === 'time') limits.push(`movetime ${Math.round(Number(player.value) * 1000)}`);
  return {
    kind: 'go',
    key: `go ${node.id} ${player.by} ${player.value}`,
    id: node.id,
    position: positionCommand(game, node.id),
    options: { ...full, ...optionsOf(player) },
    command: ['go', ...limits].join(' '),
  };
}

/** @param {Extract<Player, {kind: 'engine'}>} player @returns {Record<string, string>} */
function optionsOf({ by, value }) {
  if (by === 'style') return { Strategy: String(value) };
  if (by === 'skill' || by === 'adapt') return { Skill: String(value) };
  if (by === 'level') return { Level: String(value) };
  return {};
}

/** Fetches the board at the end of a previewed line. @param {Game} game @param {Preview} preview @returns {Activity} */
function playedOut(game, { moves }) {
  const position = positionCommand(game, game.current, moves);
  return { kind: 'preview', key: `preview ${position}`, moves, position };
}

/** @param {State} state @returns {Activity} */
function analyze({ game, analysis }) {
  const end = /** @type {number} */ (analysis.line.at(-1));
  return {
    kind: 'analyze',
    key: `analyze ${analysis.run}`,
    run: analysis.run,
    id: end,
    position: positionCommand(game, end),
    options: full,
    command: `analyze level ${analysis.level}`,
  };
}

/** The lines and the limit of the search for values, as in the protocol. @param {State} state */
const searchOf = ({ settings: { lines, limit } }) => `${lines} ${limit}`;

/** @param {State} state @returns {Activity} */
function hint(state) {
  const { game } = state;
  const search = searchOf(state);
  return {
    kind: 'hint',
    key: `hint ${game.current} ${search}`,
    id: game.current,
    valued: search,
    position: positionCommand(game, game.current),
    options: full,
    command: `hint ${search}`,
  };
}
