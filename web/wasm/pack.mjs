/**
 * Packs the module for the browser: node pack.mjs MODULE WEIGHTS OUTPUT
 *
 * Most of the module is weights, which deflate compresses poorly. `engine.bin` stores equal rows
 * once, as the weights file does. The model of `web/engine/weights.js` codes the other rows. This script
 * fits it. `web/engine/load.js` restores the module.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { unpack } from '../engine/load.js';
import { ACCUMULATORS, COEFFICIENT_ONE, CONTEXTS, ROW, SAME, codeWeights } from '../engine/weights.js';

/** The supported weights format, `VERSION` in crates/engine/src/eval/pattern/file.rs. */
const FORMAT = 8;

/** The number of bytes before the rows in that format. */
const BEFORE_ROWS = 128 + 9 * 1280;

const [moduleFile, weightsFile, output] = process.argv.slice(2);
const module = readFileSync(moduleFile);
const weights = readFileSync(weightsFile);
const at = module.indexOf(weights);
if (at < 0) throw new Error(`${moduleFile} does not contain ${weightsFile}`);

const format = weights.readUInt32LE(8);
if (format !== FORMAT) throw new Error(`${weightsFile} has format ${format}: expected ${FORMAT}`);
const parts = packed(rowsOf(weights.subarray(BEFORE_ROWS)));
// Flushed pieces can be concatenated.
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
 * @param {import('../engine/weights.js').Place} rows
 * @returns {Uint8Array[]}
 */
function packed(rows) {
  const numbers = new Uint32Array([module.length - weights.length, at, BEFORE_ROWS, rows.distances.length]);
  const code = Buffer.concat([module.subarray(0, at), module.subarray(at + weights.length)]);
  const planes = [0, 8, 16, 24].map((shift) => Uint8Array.from(rows.distances, (distance) => distance >>> shift));
  const coefficients = fit(rows);
  const symbols = symbolsOf(rows, coefficients);
  const counts = Uint32Array.from(symbols, ({ length }) => length);
  const coded = symbols.filter(({ length }) => length > 0);
  const model = [bytesOf(counts), bytesOf(coefficients), ...coded];
  return [bytesOf(numbers), code, weights.subarray(0, BEFORE_ROWS), ...planes, ...model];
}

/** @param {Uint32Array | Int16Array} numbers */
function bytesOf(numbers) {
  return new Uint8Array(numbers.buffer);
}

/**
 * The rows of a weights file, packed by crates/engine/src/eval/pattern/packing.rs.
 * 
 * @param {Buffer} file
 * @returns {import('../engine/weights.js').Place}
 */
function rowsOf(file) {
  const bytes = [];
  const distances = [];
  for (let at = 0; at < file.length; ) {
    const row = distances.length;
    const width = file[at];
    if (width === SAME) {
      const like = file.readUInt32LE(at + 1);
      distances.push(row - like);
      bytes.push(...bytes.slice(ROW * like, ROW * (like + 1)));
      at += 5;
      continue;
    }
    distances.push(0);
    let [bits, count] = [0, 0];
    const linear = file.readInt16LE(at + 1);
    at += 3;
    for (let index = 0; index < ROW; index += 1) {
      for (; count < width; count += 8) bits |= file[at++] << count;
      const number = ((bits << (32 - width)) >> (32 - width)) & (width === 0 ? 0 : 255);
      if (index < ACCUMULATORS) bytes.push(number);
      bits >>>= width;
      count -= width;
    }
    const low = (linear << 24) >> 24;
    bytes.push(low & 255, ((linear - low) >> 8) & 255);
  }
  return { bytes: Uint8Array.from(bytes), at: 0, distances: Uint32Array.from(distances) };
}

/**
 * Fits the coefficients of the predictions by least squares.
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
