// The library: games with analysis and comments, kept in the browser, and their file format.

import { readMoves, restore, save } from './notation.js';
import { keepGame, keptGames } from './shelf.js';
import { mainLine, movesTo } from './tree.js';

/** The first key of a library file. */
const FORMAT = 'outflank library';

/** @param {State} state @param {Pick<KeptGame, 'id' | 'name' | 'played'>} kept @returns {KeptGame} */
const entryOf = ({ names, players, analysis, game }, kept) => ({ ...kept, at: Date.now(), names, players, level: analysis.level, game: save(game) });

/** An entry for a new game. @param {string} name @param {boolean} played @returns {NonNullable<State['kept']>} */
export const newEntry = (name, played) => ({ id: `${Date.now()}${Math.random()}`, name, played, isNew: true });

/** Stores a new game, or the changes of a library game that was not deleted. @param {State} state @param {NonNullable<State['kept']>} kept */
export async function keepEntry(state, { id, name, played, isNew }) {
  const known = (await keptGames()).find((each) => each.id === id);
  if (!known && !isNew) return;
  const entry = entryOf(state, { id, name, played });
  const content = (/** @type {KeptGame} */ { name, names, players, level, game: { moves, review } }) => JSON.stringify([name, names, players, level, moves, review]);
  if (!known || content(entry) !== content(known)) await keepGame(entry);
}

/**
 * The parts of the state for a saved game.
 * @param {State} state @param {SavedGame} saved @param {number} level of its analysis
 * @returns {Pick<State, 'game' | 'analysis'>}
 */
export function reopened(state, saved, level) {
  const game = restore(saved);
  const marks = mainLine(game).slice(1).map((id) => Boolean(game.nodes[id].mark));
  const status = marks.includes(true) ? (marks.includes(false) ? 'stopped' : 'done') : 'none';
  return { game, analysis: { ...state.analysis, status, level, line: [], left: 0 } };
}

/** The sides of people in a game that was played here. @param {KeptGame} game */
export const peopleIn = ({ players }) => /** @type {Side[]} */ (['black', 'white']).filter((side) => players[side].kind === 'human');

/** The moves of the game itself. @param {KeptGame} kept */
export function movesOf({ game: { start, moves } }) {
  const game = readMoves(start, moves);
  return movesTo(game, /** @type {number} */ (mainLine(game).at(-1)));
}

/** @param {KeptGame[]} games */
export const writeLibrary = (games) => JSON.stringify({ [FORMAT]: 1, games }, null, 1);

/** The games of a library file; null if it is another file. Throws if a game is damaged. @param {string} text @returns {KeptGame[] | null} */
export function readLibrary(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!read?.[FORMAT] || !Array.isArray(read.games)) return null;
  for (const { game } of read.games) restore(game);
  return read.games;
}
