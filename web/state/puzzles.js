// Endgame puzzles: positions of quick games with a single best move, proven by the solver.

import { newGame, positionCommand } from './tree.js';

/** Empty squares of the puzzles by grade. */
const EMPTIES = /** @type {Record<string, [number, number]>} */ ({ easy: [5, 8], medium: [8, 10], hard: [10, 12] });
/** Number of random plies at the start of a game. */
const RANDOM = 10;
/** Maximum loss of a move of the quick games, in discs. */
const SLACK = 4;
/** Minimum lead of the best move, in discs. */
const LEAD = 2;

/**
 * A puzzle of this grade. Null if it is no longer wanted.
 * @param {(lines: string[], until?: string) => Promise<Reply[]>} ask
 * @param {string} grade @param {() => boolean} isOver @param {() => number} random below 1
 * @returns {Promise<Task | null>}
 */
export async function findPuzzle(ask, grade, isOver, random = Math.random) {
  const [least, most] = EMPTIES[grade];
  for (;;) {
    const moves = /** @type {string[]} */ ([]);
    for (;;) {
      if (isOver()) return null;
      const position = positionCommand(newGame(), 0, moves);
      const [{ empties, fen, result }] = await ask([position, 'd']);
      if (result !== null || empties < least) break;
      if (empties <= most) {
        const puzzle = await prove(ask, position, fen, grade);
        if (puzzle) return puzzle;
      }
      const values = await valuesOf(ask, position, moves.length < RANDOM ? 1 : 2);
      if (!values.length) moves.push('pass');
      else moves.push(pick(values.filter(([, score]) => moves.length < RANDOM || score >= values[0][1] - SLACK), random)[0]);
    }
  }
}

/** @template T @param {T[]} from @param {() => number} random */
const pick = (from, random) => from[Math.floor(random() * from.length)];

/**
 * The values of the moves at a depth, best first. Each has its line.
 * @param {(lines: string[], until?: string) => Promise<Reply[]>} ask @param {string} position @param {number} depth
 * @returns {Promise<[string, number, string[], string][]>}
 */
async function valuesOf(ask, position, depth) {
  const replies = await ask([position, `hint 64 depth ${depth}`], 'bestmove');
  const best = new Map();
  // With 12 empties or fewer, every search solves the position. A book value has the depth of its own search.
  for (const { reply, score, bound, pv, certainty, depth: reached, book } of replies) {
    if (reply === 'info' && (book || reached <= depth) && bound === null && pv?.length && pv[0] !== 'pass') best.set(pv[0], [pv[0], score, pv, certainty]);
  }
  return [...best.values()].sort((a, b) => b[1] - a[1]);
}

/**
 * The puzzle of a position, if it has a single best move and the difficulty of the grade.
 * @param {(lines: string[], until?: string) => Promise<Reply[]>} ask
 * @param {string} position @param {string} fen @param {string} grade @returns {Promise<Task | null>}
 */
async function prove(ask, position, fen, grade) {
  const quick = await valuesOf(ask, position, 1);
  if (quick.length < 3) return null;
  const values = await valuesOf(ask, position, 60);
  const [best, second] = values;
  if (!values.every(([, , , certainty]) => certainty === 'exact') || best[1] - second[1] < LEAD) return null;
  const isObvious = quick[0][0] === best[0];
  if (isObvious !== (grade === 'easy')) return null;
  // In a hard puzzle, only the best move wins, or only the best move avoids a loss.
  if (grade === 'hard' && !(best[1] >= 0 && second[1] < 0) && !(best[1] > 0 && second[1] <= 0)) return null;
  return { start: fen, line: best[2], values: Object.fromEntries(values.map(([move, score]) => [move, score])) };
}
