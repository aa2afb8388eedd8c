// Balanced random starts as in XOT: random moves, then one that keeps the balance.

import { newGame, positionCommand } from './tree.js';

const PLIES = 7;
const DEPTH = 10;
/** Maximum imbalance of a start, in discs. */
const EVEN = 1;
const TRIES = 20;

/**
 * @param {(lines: string[], until?: string) => Promise<Reply[]>} ask
 * @param {() => number} random below 1
 * @returns {Promise<string[]>} moves from the usual start
 */
export async function balancedStart(ask, random = Math.random) {
  const position = (/** @type {string[]} */ moves) => positionCommand(newGame(), 0, moves);
  const pick = (/** @type {string[]} */ from) => from[Math.floor(random() * from.length)];
  let nearest = { moves: /** @type {string[]} */ ([]), score: Infinity };
  for (let i = 0; i < TRIES; i++) {
    const moves = [];
    while (moves.length < PLIES) {
      const [legal] = await ask([position(moves), 'moves']);
      if (!legal.moves.length) break;
      moves.push(pick(legal.moves));
    }
    const replies = await ask([position(moves), `hint 64 depth ${DEPTH}`], 'bestmove');
    const infos = replies.filter(({ reply, depth, book, pv }) => reply === 'info' && (book || depth === DEPTH) && pv?.length);
    const even = infos.filter(({ score }) => Math.abs(score) <= EVEN).map(({ pv }) => pv[0]);
    if (even.length) return [...moves, pick(even)];
    for (const { score, pv } of infos) {
      if (Math.abs(score) < nearest.score) nearest = { moves: [...moves, pv[0]], score: Math.abs(score) };
    }
  }
  return nearest.moves;
}
