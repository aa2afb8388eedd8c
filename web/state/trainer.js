// The tasks of the opening trainer: moves of named openings, of the book, and after balanced starts.

import { balancedStart } from './balanced.js';
import { newGame, positionCommand } from './tree.js';

/** @typedef {(lines: string[], until?: string) => Promise<Reply[]>} Ask */

/** Number of tasks in a line of good moves. */
const LENGTH = 6;
/** Search depth outside the book. */
const DEPTH = 12;
/** Maximum loss of an opponent's move, in discs. */
const SLACK = 1;

/**
 * The tasks of an opening and its continuations. Skips the first move of a game: all four are symmetric.
 * @param {Ask} ask @param {{name: string, moves: string[]}[]} openings @param {string} family the moves of the opening, or empty for all
 * @param {Side[]} sides @returns {Promise<Task[]>}
 */
export async function namedTasks(ask, openings, family, sides) {
  const lines = openings.filter(({ moves }) => moves.join(' ').startsWith(family));
  const positions = lines.flatMap(({ name, moves }) => moves.slice(1).map((_, i) => ({ name, before: moves.slice(0, i + 1), line: moves.slice(i + 1) })));
  const boards = await ask(positions.flatMap(({ before }) => [positionCommand(newGame(), 0, before), 'd']));
  /** By position and move. If openings share one, the first names the task. */
  const tasks = new Map();
  positions.forEach(({ name, line }, i) => {
    const { fen, side } = boards[i];
    const key = `${fen} ${line[0]}`;
    if (sides.includes(side) && !tasks.has(key)) tasks.set(key, { start: fen, line, opening: name });
  });
  return [...tasks.values()];
}

/**
 * A line of good moves with up to `LENGTH` tasks. A line after given moves ends with the book. If the book does not know
 * their position, the line begins at the start of the game.
 * @param {Ask} ask @param {string[] | null} from null for a balanced start
 * @param {Side[]} sides @param {() => boolean} isOver @param {() => number} random below 1 @returns {Promise<Task[]>}
 */
export async function goodTasks(ask, from, sides, isOver, random = Math.random) {
  const moves = from ? [...from] : await balancedStart(ask, random);
  const tasks = /** @type {Task[]} */ ([]);
  while (tasks.length < LENGTH && !isOver()) {
    const [board, ...replies] = await ask([positionCommand(newGame(), 0, moves), 'd', `hint 4 depth ${DEPTH}`], 'bestmove');
    const best = new Map();
    for (const info of replies) if (info.reply === 'info' && info.bound === null && info.pv?.length) best.set(info.pv[0], info);
    const ranked = [...best.values()].sort((a, b) => b.score - a.score);
    if (!ranked.length || (from && !ranked[0].book)) break;
    if (!sides.includes(board.side)) {
      const fair = ranked.filter(({ score }) => score >= ranked[0].score - SLACK);
      moves.push(fair[Math.floor(random() * fair.length)].pv[0]);
    } else {
      // All four first moves are symmetric.
      if (moves.length && ranked[0].pv[0] !== 'pass') tasks.push({ start: board.fen, line: ranked[0].pv.slice(0, 12) });
      moves.push(ranked[0].pv[0]);
    }
  }
  // The book does not know the end of a game.
  if (from?.length && !tasks.length && !isOver()) return goodTasks(ask, [], sides, isOver, random);
  return tasks;
}
