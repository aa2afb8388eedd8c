// Games and positions from files and text. The engine parses them.

import { addMove, change, followFirst, newGame, settle, visit } from './tree.js';

const START = '8/8/8/3OX3/3XO3/8/8/8 X';
/** Bytes per `file` line, well below the limit; a multiple of three. */
const PIECE = 30_000;

/**
 * Reads the records in files.
 * @param {(lines: string[]) => Promise<Reply[]>} ask @param {Upload[]} files
 * @returns {Promise<{records: Reply[], wrong: Reply[], left: number}>} the readable records, the errors, and the number of records left out
 */
export async function readRecords(ask, files) {
  const replies = await ask([...sendFiles(files), 'records']);
  const error = replies.find(({ reply }) => reply === 'error');
  if (error) throw new Error(error.message);
  const found = replies.filter(({ reply }) => reply === 'record');
  const left = (replies.at(-1)?.records ?? 0) - found.length;
  return { records: found.filter(({ moves }) => moves), wrong: found.filter(({ reason }) => reason), left };
}

/** The lines that send files to the engine. @param {Upload[]} files */
export const sendFiles = (files) => files.flatMap(({ name, bytes }) => {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(`file ${encodeURIComponent(name)} ${base64(bytes.subarray(at, at + PIECE))}`);
  }
  return pieces;
});

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text);
}

/** `startpos` or the FEN. @param {string} fen */
const startOf = (fen) => (fen === START ? 'startpos' : fen);

/**
 * The game of a record, at its end or after `ply` moves.
 * @param {RecordLine & {start: string, comment?: string, marks?: string[]}} record @param {number} [ply]
 */
export function gameOf({ start, comment, marks, moves, ...more }, ply) {
  const fresh = change(newGame(startOf(start)), 0, { comment: comment || undefined, marks });
  const [whole, line] = addRecordLine(fresh, 0, { moves, ...more });
  // Adding the variations has changed the line that `forward` follows.
  const game = followFirst(whole);
  return visit(game, settle(game, line[Math.min(ply ?? Infinity, moves.length)]));
}

/**
 * Adds a line after a node, with its comments, marks and variations.
 * @param {Game} game @param {number} from @param {RecordLine} line
 * @returns {[Game, number[]]} the game and the nodes of the line
 */
function addRecordLine(game, from, { moves, notes = [], variations = [] }) {
  const line = [from];
  moves.forEach((move, i) => {
    const [next, id] = addMove(game, line[i], move);
    const { comment, marks } = next.nodes[id];
    game = change(next, id, { comment: comment || notes[i]?.comment, marks: marks ?? notes[i]?.marks });
    line.push(id);
  });
  for (const { ply, ...variation } of variations) [game] = addRecordLine(game, line[ply], variation);
  return [game, line];
}

/** A name without bidirectional control characters. @param {string | undefined} name */
export const plain = (name) => (name ?? '').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** @param {Reply} record */
export const namesOf = ({ black, white, event, date }) => ({ black: plain(black), white: plain(white), about: [event, date].filter(Boolean).map(plain).join(', ') });
