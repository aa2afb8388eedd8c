// The tasks of the opening trainer: the moves of named openings, and good moves from the book or from
// balanced starts.

import { balancedStart } from './balanced.js';
import { newGame, positionCommand } from './tree.js';

/** @typedef {(lines: string[], until?: string) => Promise<Reply[]>} Ask */

/** Number of positions of a line of the book, or after a balanced start. */
const LENGTH = 6;
/** The depth at which a position outside of the book is searched. */
const DEPTH = 12;
/** Maximum loss of an opponent's move, in discs. */
const SLACK = 1;

/**
 * The tasks of an opening and of all that begin with it. The first move of a game is none, because its four are alike.
 * @param {Ask} ask @param {{name: string, moves: string[]}[]} openings @param {string} family the moves of the opening, or empty for all
 * @param {Side[]} sides @returns {Promise<Task[]>}
 */
export async function namedTasks(ask, openings, family, sides) {
  const lines = openings.filter(({ moves }) => moves.join(' ').startsWith(family));
  const positions = lines.flatMap(({ name, moves }) => moves.slice(1).map((_, i) => ({ name, before: moves.slice(0, i + 1), line: moves.slice(i + 1) })));
  const boards = await ask(positions.flatMap(({ before }) => [positionCommand(newGame(), 0, before), 'd']));
  /** The first opening with a move in a position asks for it. */
  const tasks = new Map();
  positions.forEach(({ name, line }, i) => {
    const { fen, side } = boards[i];
    const key = `${fen} ${line[0]}`;
    if (sides.includes(side) && !tasks.has(key)) tasks.set(key, { start: fen, line, opening: name });
  });
  return [...tasks.values()];
}

/**
 * A line of good moves for one side: from a balanced start, or from these moves while the book knows the answer.
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
      // The first move of a game is no question.
      if (moves.length && ranked[0].pv[0] !== 'pass') tasks.push({ start: board.fen, line: ranked[0].pv.slice(0, 12) });
      moves.push(ranked[0].pv[0]);
    }
  }
  return tasks;
}
