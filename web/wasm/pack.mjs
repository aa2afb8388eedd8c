/**
 * Packs the module for the way to the browser: node pack.mjs MODULE WEIGHTS OUTPUT
 *
 * Nearly all of it is weights, and deflate finds little in them. In `engine.bin` rows that the
 * symmetries of a pattern share stand once, and bytes of one column stand together, where runs
 * and frequencies are all that there is to find: 4.2 MB in place of 7.7. `web/engine/load.js`
 * puts the module together again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { COLUMNS, STAGES, unpack } from '../engine/load.js';

/** The format of weights whose layout is known here, `VERSION` in src/eval/pattern/file.rs. */
const FORMAT = 3;

/** What stands before the rows in that format. */
const BEFORE_ROWS = 128 + 8 * 2176;

const [moduleFile, weightsFile, output] = process.argv.slice(2);
const module = readFileSync(moduleFile);
const weights = readFileSync(weightsFile);
const at = module.indexOf(weights);
if (at < 0) throw new Error(`${moduleFile} does not contain ${weightsFile}`);

const rowCount = (weights.length - BEFORE_ROWS) / (COLUMNS + 2 * STAGES);
const isKnown = weights.readUInt32LE(8) === FORMAT && Number.isInteger(rowCount);
const parts = isKnown ? packed(BEFORE_ROWS, rowCount) : packed(weights.length, 0);
// Pieces that end with a flush can be joined.
const pieces = parts.map(([bytes, strategy], index) => {
  const finishFlush = index < parts.length - 1 ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  return deflateRawSync(bytes, { level: 9, memLevel: 9, strategy, finishFlush });
});
const compressed = Buffer.concat(pieces);
if (!module.equals(unpack(inflateRawSync(compressed)))) throw new Error('the module is not restored');
writeFileSync(output, compressed);

/**
 * The parts of the file, each with the strategy of deflate that suits it.
 *
 * @param {number} beforeRows
 * @param {number} count the number of rows
 * @returns {[Uint8Array, number][]}
 */
function packed(beforeRows, count) {
  const key = (row) => weights.toString('latin1', beforeRows + COLUMNS * row, beforeRows + COLUMNS * (row + 1));
  const linear = (stage, row) => weights.readInt16LE(beforeRows + COLUMNS * count + 2 * (stage * count + row));
  // How far before it each row has its like; 0 where it stands itself.
  const distances = new Uint8Array(4 * count);
  const unique = [];
  const firsts = new Map();
  for (let row = 0; row < count; row += 1) {
    const all = key(row) + Array.from({ length: STAGES }, (_, stage) => linear(stage, row));
    const first = firsts.get(all) ?? row;
    if (first === row) {
      firsts.set(all, row);
      unique.push(row);
    }
    for (let byte = 0; byte < 4; byte += 1) {
      distances[byte * count + row] = (row - first) >>> (8 * byte);
    }
  }
  const columns = new Uint8Array(COLUMNS * unique.length);
  const low = new Uint8Array(STAGES * unique.length);
  const high = new Uint8Array(STAGES * unique.length);
  unique.forEach((row, index) => {
    for (let column = 0; column < COLUMNS; column += 1) {
      columns[column * unique.length + index] = weights[beforeRows + COLUMNS * row + column];
    }
    for (let stage = 0; stage < STAGES; stage += 1) {
      low[stage * unique.length + index] = linear(stage, row);
      high[stage * unique.length + index] = linear(stage, row) >> 8;
    }
  });
  const numbers = new Uint32Array([module.length - weights.length, at, beforeRows, count, unique.length]);
  const code = Buffer.concat([module.subarray(0, at), module.subarray(at + weights.length)]);
  const { Z_DEFAULT_STRATEGY, Z_RLE } = constants;
  return [
    [new Uint8Array(numbers.buffer), Z_DEFAULT_STRATEGY],
    [code, Z_DEFAULT_STRATEGY],
    [weights.subarray(0, beforeRows), Z_DEFAULT_STRATEGY],
    [distances, Z_DEFAULT_STRATEGY],
    [columns, Z_RLE],
    [low, Z_RLE],
    [high, Z_DEFAULT_STRATEGY],
  ];
}
