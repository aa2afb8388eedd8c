/**
 * Packs the module for the way to the browser: node pack.mjs MODULE WEIGHTS OUTPUT
 *
 * Nearly all of it is weights, in which deflate finds little. In `engine.bin` rows that are alike
 * stand once, and the others are coded by the model of
 * `web/engine/weights.js`, which is fitted to them here. `web/engine/load.js` puts the module
 * together again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { unpack } from '../engine/load.js';
import { ACCUMULATORS, COEFFICIENT_ONE, CONTEXTS, ROW, codeWeights } from '../engine/weights.js';

/** The format of weights whose layout is known here, `VERSION` in src/eval/pattern/file.rs. */
const FORMAT = 6;

/** What stands before the rows in that format. */
const BEFORE_ROWS = 128 + 9 * 1280;

const [moduleFile, weightsFile, output] = process.argv.slice(2);
const module = readFileSync(moduleFile);
const weights = readFileSync(weightsFile);
const at = module.indexOf(weights);
if (at < 0) throw new Error(`${moduleFile} does not contain ${weightsFile}`);

const rowCount = (weights.length - BEFORE_ROWS) / ROW;
const isKnown = weights.readUInt32LE(8) === FORMAT && Number.isInteger(rowCount);
const parts = isKnown ? packed(BEFORE_ROWS, rowCount) : packed(weights.length, 0);
// Pieces that end with a flush can be joined.
const pieces = parts.map((bytes, index) => {
  const finishFlush = index < parts.length - 1 ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_RLE, constants.Z_HUFFMAN_ONLY];
  const tries = strategies.map((strategy) => deflateRawSync(bytes, { level: 9, memLevel: 9, strategy, finishFlush }));
  return tries.reduce((best, each) => (each.length < best.length ? each : best));
});
const compressed = Buffer.concat(pieces);
if (!module.equals(unpack(inflateRawSync(compressed)))) throw new Error('the module is not restored');
writeFileSync(output, compressed);

/**
 * The parts of the file.
 *
 * @param {number} beforeRows
 * @param {number} count the number of rows
 * @returns {Uint8Array[]}
 */
function packed(beforeRows, count) {
  const numbers = new Uint32Array([module.length - weights.length, at, beforeRows, count]);
  const code = Buffer.concat([module.subarray(0, at), module.subarray(at + weights.length)]);
  const start = [bytesOf(numbers), code, weights.subarray(0, beforeRows)];
  if (count === 0) return start;
  const distances = findLikes(beforeRows, count);
  const planes = [0, 8, 16, 24].map((shift) => Uint8Array.from(distances, (distance) => distance >>> shift));
  const place = { bytes: Uint8Array.from(weights), at: beforeRows, distances };
  const coefficients = fit(place);
  const symbols = symbolsOf(place, coefficients);
  const counts = Uint32Array.from(symbols, ({ length }) => length);
  const coded = symbols.filter(({ length }) => length > 0);
  return [...start, ...planes, bytesOf(counts), bytesOf(coefficients), ...coded];
}

/** @param {Uint32Array | Int16Array} numbers */
function bytesOf(numbers) {
  return new Uint8Array(numbers.buffer);
}

/** How far before it each row has its like; 0 if nowhere. */
function findLikes(beforeRows, count) {
  const distances = new Uint32Array(count);
  const firsts = new Map();
  for (let index = 0; index < count; index += 1) {
    const from = beforeRows + ROW * index;
    const key = weights.toString('latin1', from, from + ROW);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else distances[index] = index - first;
  }
  return distances;
}

/**
 * The coefficients of the guesses: those with the least squares.
 *
 * @param {import('../engine/weights.js').Place} place
 */
function fit(place) {
  const given = (_context, symbol) => symbol;
  const products = new Float64Array(ACCUMULATORS);
  let squares = 1; // All may be 0.
  codeWeights(place, new Int16Array(ACCUMULATORS), given, (linear, start) => {
    squares += linear * linear;
    products.forEach((_, index) => (products[index] += linear * ((place.bytes[start + index] << 24) >> 24)));
  });
  return Int16Array.from(products, (product) => Math.round((product / squares) * COEFFICIENT_ONE));
}

/** The symbols of each context. @returns {Uint8Array[]} */
function symbolsOf(place, coefficients) {
  const contexts = new Uint16Array(ROW * place.distances.length);
  const symbols = new Uint8Array(contexts.length);
  const counts = new Uint32Array(CONTEXTS);
  let length = 0;
  codeWeights(place, coefficients, (context, symbol) => {
    contexts[length] = context;
    symbols[length] = symbol;
    counts[context] += 1;
    length += 1;
    return symbol;
  });
  const sorted = Array.from(counts, (count) => new Uint8Array(count));
  counts.fill(0);
  for (let index = 0; index < length; index += 1) {
    const context = contexts[index];
    sorted[context][counts[context]] = symbols[index];
    counts[context] += 1;
  }
  return sorted;
}
