// The tree of moves as text, for saving and for links: `f5 d6 (f4 e3) c3`. A variation follows the
// move that it replaces, in parentheses.

import { worth } from './facts.js';
import { addMove, firstLine, followFirst, lineThrough, movesTo, newGame, pathTo, visit } from './tree.js';

/**
 * The nodes after a node and the parentheses of variations, in writing order.
 * @param {Game} game @param {number} [id] @returns {Generator<number | string>}
 */
function* inOrder(game, id = 0) {
  const [main, ...others] = game.nodes[id].children;
  if (main === undefined) return;
  yield main;
  for (const other of others) {
    yield '(';
    yield other;
    yield* inOrder(game, other);
    yield ')';
  }
  yield* inOrder(game, main);
}

/** @param {Game} game */
export function writeMoves(game) {
  const words = [...inOrder(game)].map((each) => (typeof each === 'number' ? game.nodes[each].move : each));
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

/**
 * Parses the text of `writeMoves`. Throws on an invalid move.
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
  // Adding the variations has changed the line that `forward` follows.
  return followFirst(game);
}

/** @param {Game} game @returns {SavedGame} */
export function save(game) {
  const { start, nodes, current } = game;
  const review = [0, ...inOrder(game)].filter((each) => typeof each === 'number').map((id) => {
    const { ply, loss, mark, comment, marks, clock, flagged, resigned } = nodes[id];
    return ply || mark || comment || marks || clock || flagged ? { ply, loss, mark, comment, marks, clock, flagged, resigned } : null;
  });
  const path = pathTo(game, current);
  const at = path.slice(1).map((id, i) => nodes[path[i]].children.indexOf(id));
  return { start, moves: writeMoves(game), at, review };
}

/** @param {SavedGame} saved @returns {Game} */
export function restore({ start, moves, at, review = [] }) {
  const game = readMoves(start, moves);
  // Nodes are numbered in reading order.
  review.forEach((found, i) => Object.assign(game.nodes[i] ?? {}, found));
  let id = 0;
  for (const index of at) id = game.nodes[id].children[index] ?? id;
  return visit(game, id);
}

/** The value of a position for a side, if known. Undefined at the end of a game. @param {Side | undefined} side @param {GameNode} node */
function scoreFor(side, node) {
  const value = node.facts?.result === null ? worth(node)?.black : undefined;
  return value === undefined ? undefined : side === 'white' ? -value : value;
}

/**
 * A line of nodes with its comments, marks, values and variations.
 * @param {Game} game @param {number[]} line starts with the node before its first move
 * @param {number} [from] the first ply whose variations are included @returns {RecordLine}
 */
function recordLine(game, line, from = 0) {
  const nodes = line.slice(1).map((id) => game.nodes[id]);
  const notes = nodes.map((node, i) => ({ comment: node.comment, marks: node.marks, score: scoreFor(game.nodes[line[i]].facts?.side, node) }));
  const variations = line.slice(0, -1).flatMap((id, ply) => {
    const others = game.nodes[id].children.filter((child) => ply >= from && child !== line[ply + 1]);
    return others.map((other) => ({ ply, ...recordLine(game, [id, ...firstLine(game, other)], 1) }));
  });
  return {
    moves: nodes.map(({ move }) => /** @type {string} */ (move)),
    notes: notes.some(({ comment, marks, score }) => comment || marks || score !== undefined) ? notes : undefined,
    variations: variations.length ? variations : undefined,
  };
}

/**
 * The line through a node as a JSON record for the engine, with the names of the players, comments,
 * marks, values and variations.
 * @param {Game} game @param {number} id @param {{black: string, white: string}} names
 */
export function writeRecord(game, id, { black, white }) {
  const start = game.start === 'startpos' ? undefined : game.start;
  const record = { black, white, start, comment: game.nodes[0].comment, marks: game.nodes[0].marks, ...recordLine(game, pathTo(game, id)) };
  // The engine would read text after # as a comment.
  return JSON.stringify(record).replaceAll('#', '\\u0023');
}

/**
 * The fragment of a link: the moves of the line, an unusual start, and the number of moves before
 * the shown position if it is not the last one.
 * @param {Game} game
 */
export function writeLink(game) {
  const line = lineThrough(game, game.current);
  const moves = movesTo(game, /** @type {number} */ (line.at(-1))).filter((move) => move !== 'pass').join('');
  const start = game.start === 'startpos' ? '' : `${game.start.replaceAll(' ', '_')}~`;
  const ply = line.indexOf(game.current);
  return `#${start}${moves}${ply < line.length - 1 ? `@${ply}` : ''}`;
}

/**
 * The arguments of `position` for the game of a link, and the ply to show. Null if the link contains
 * no game.
 * @param {string} hash
 */
export function readLink(hash) {
  let text;
  try {
    text = decodeURIComponent(hash).replace(/^#|\s/g, '');
  } catch {
    return null;
  }
  const found = /^(?:([1-8xo/]+_[xo])~?)?((?:[a-h][1-8])*)(?:@(\d+))?$/i.exec(text);
  if (!found || !(found[1] || found[2])) return null;
  const [, start, moves, ply] = found;
  return {
    position: `${start ? `fen ${start.replace('_', ' ')}` : 'startpos'}${moves ? ` moves ${moves}` : ''}`,
    ply: ply === undefined ? undefined : Number(ply),
  };
}
