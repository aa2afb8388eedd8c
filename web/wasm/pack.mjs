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
import {
  ACCUMULATORS,
  COEFFICIENT_ONE,
  CONTEXTS,
  INPUTS,
  ROW,
  ROW_BYTES,
  codeWeights,
} from '../engine/weights.js';

/** The format of weights whose layout is known here, `VERSION` in src/eval/pattern/file.rs. */
const FORMAT = 5;

/** What stands before the rows in that format. */
const BEFORE_ROWS = 128 + 8 * 1280;

const [moduleFile, weightsFile, output] = process.argv.slice(2);
const module = readFileSync(moduleFile);
const weights = readFileSync(weightsFile);
const at = module.indexOf(weights);
if (at < 0) throw new Error(`${moduleFile} does not contain ${weightsFile}`);

const rowCount = (weights.length - BEFORE_ROWS) / ROW_BYTES;
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
    let key = weights.toString('latin1', from, from + ROW);
    for (let place = beforeRows + ROW * count + 2 * index; place < weights.length; place += 2 * count) {
      key += weights.toString('latin1', place, place + 2);
    }
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
  const coefficients = new Int16Array(ACCUMULATORS * INPUTS);
  const given = (_context, symbol) => symbol;
  const zeros = (columns) => Array.from({ length: INPUTS }, () => new Float64Array(columns));
  // Sums of products of the inputs with each other, and with the accumulators.
  const [squares, products] = [zeros(INPUTS), zeros(ACCUMULATORS)];
  codeWeights(place, coefficients, given, (inputs, start) => {
    for (let row = 0; row < INPUTS; row += 1) {
      if (inputs[row] === 0) continue;
      for (let column = 0; column < INPUTS; column += 1) squares[row][column] += inputs[row] * inputs[column];
      for (let column = 0; column < ACCUMULATORS; column += 1) {
        products[row][column] += inputs[row] * ((place.bytes[start + column] << 24) >> 24);
      }
    }
  });
  const rows = squares.map((row, index) => {
    row[index] += 1; // An input may always be 0.
    return [...row, ...products[index]];
  });
  eliminate(rows);
  rows.forEach((row, input) => {
    row.slice(INPUTS).forEach((coefficient, index) => {
      coefficients[INPUTS * index + input] = Math.round(coefficient * COEFFICIENT_ONE);
    });
  });
  return coefficients;
}

/** Solves linear equations by Gauss and Jordan. @param {number[][]} rows */
function eliminate(rows) {
  rows.forEach((row, pivot) => {
    const scale = row[pivot];
    row.forEach((value, column) => (row[column] = value / scale));
    for (const other of rows) {
      const factor = other[pivot];
      if (other !== row) row.forEach((value, column) => (other[column] -= factor * value));
    }
  });
}

/** The symbols of each context. @returns {Uint8Array[]} */
function symbolsOf(place, coefficients) {
  const contexts = new Uint16Array(ROW_BYTES * place.distances.length);
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
