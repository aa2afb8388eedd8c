// The tree of moves as text, for saving and for links: `f5 d6 (f4 e3) c3`. A variation stands
// in parentheses behind the move that it replaces.

import { addMove, movesTo, newGame, visit } from './tree.js';

/** @typedef {import('./tree.js').Game} Game */

/** @param {Game} game @returns {string} */
export function writeMoves(game) {
  const words = /** @type {string[]} */ ([]);
  const write = (/** @type {number} */ id) => {
    const [main, ...others] = game.nodes[id].children;
    if (main === undefined) return;
    words.push(/** @type {string} */ (game.nodes[main].move));
    for (const other of others) {
      words.push('(', /** @type {string} */ (game.nodes[other].move));
      write(other);
      words.push(')');
    }
    write(main);
  };
  write(0);
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

/**
 * Reads what `writeMoves` has written; what is no move is an error.
 * @param {string} start @param {string} text @returns {Game}
 */
export function readMoves(start, text) {
  let game = newGame(start);
  let at = 0;
  const forks = /** @type {number[]} */ ([]);
  for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (word === '(') {
      forks.push(at);
      at = game.nodes[at].parent ?? 0;
    } else if (word === ')') {
      const fork = forks.pop();
      if (fork === undefined) throw new SyntaxError('unexpected )');
      at = fork;
    } else if (/^([a-h][1-8]|pass)$/.test(word)) {
      [game, at] = addMove(game, at, word);
    } else {
      throw new SyntaxError(word);
    }
  }
  // Reading has visited the variations last; the main line is what lies ahead.
  for (const node of Object.values(game.nodes)) delete node.next;
  return game;
}

/** What is kept of a game when the page is left. @param {Game} game */
export function save(game) {
  return { start: game.start, moves: writeMoves(game), at: indexes(game) };
}

/** @param {{start: string, moves: string, at: number[]}} saved @returns {Game} */
export function restore({ start, moves, at }) {
  const game = readMoves(start, moves);
  let id = 0;
  for (const index of at) id = game.nodes[id].children[index] ?? id;
  return visit(game, id);
}

/** Which child leads to the current node, from the start on. @param {Game} game */
function indexes(game) {
  const path = [];
  for (let at = game.current; game.nodes[at].parent !== null; ) {
    const parent = game.nodes[/** @type {number} */ (game.nodes[at].parent)];
    path.push(parent.children.indexOf(at));
    at = parent.id;
  }
  return path.reverse();
}

/** The part of a link behind `#`: the moves to the current position, and the start if unusual. */
export function writeLink(/** @type {Game} */ game) {
  const moves = movesTo(game, game.current).filter((move) => move !== 'pass').join('');
  if (game.start === 'startpos') return `#${moves}`;
  const start = game.start.replaceAll(' ', '_');
  return `#${start}${moves ? `~${moves}` : ''}`;
}

/**
 * What `position` needs to show the game of a link, or null if the link holds none.
 * @param {string} hash
 */
export function readLink(hash) {
  let text;
  try {
    text = decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return null;
  }
  if (/^([a-h][1-8])+$/i.test(text)) return { start: 'startpos', moves: text.toLowerCase() };
  const [start, moves = ''] = text.split('~');
  const fen = start.replaceAll('_', ' ');
  if (!/^[1-8xo]+(\/[1-8xo]+){7} [xo]$/i.test(fen) || !/^([a-h][1-8])*$/i.test(moves)) return null;
  return { start: fen, moves: moves.toLowerCase() };
}
