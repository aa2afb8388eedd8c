/**
 * The model that packs and unpacks the weights of the engine.
 *
 * The bytes of a network row resemble noise. Two steps make them compressible. First subtract a
 * prediction from each byte, based on the linear weight of the row. Then group the bytes by the size
 * of their predecessors in the row, so that deflate finds a code for each group. Rejected variants:
 * docs/search.md.
 */

/** Bytes per row: one for each accumulator, then the linear weight. */
export const ROW = 32;
export const ACCUMULATORS = ROW - 2;

/** The marker in a weights file of a row that equals an earlier one. */
export const SAME = 255;

/** A coefficient of 1. */
export const COEFFICIENT_ONE = 4096;

/** The number of size classes, in steps of half an octave. */
const SIZES = 16;
const HIGH = 0;
const LOW = HIGH + 1;
const UNSEEN = LOW + 3;
const ACCUMULATOR = UNSEEN + 1;
export const CONTEXTS = ACCUMULATOR + SIZES;

/** @param {number} value */
const size = (value) => Math.min(31 - Math.clz32(value * value + 1), SIZES - 1);

/**
 * The place of the weights.
 * 
 * @typedef {object} Place
 * @property {Uint8Array} bytes
 * @property {number} at the offset of the first row
 * @property {Uint32Array} distances the distance of each row from an earlier equal one; 0 without
 */

/**
 * Visits all weights, for packing or unpacking.
 * 
 * @param {Place} place the weights to read or write
 * @param {Int16Array} coefficients of the prediction of each accumulator, in `COEFFICIENT_ONE`
 * @param {(context: number, symbol: number) => number} code returns the next symbol; for packing
 *     the given one, for unpacking the stored one
 * @param {(linear: number, start: number) => void} [onRow] receives the linear weight of each row,
 *     whose accumulators begin at `start`
 */
export function codeWeights({ bytes, at, distances }, coefficients, code, onRow) {
  for (let row = 0; row < distances.length; row += 1) {
    const start = at + ROW * row;
    const like = distances[row];
    if (like > 0) {
      bytes.copyWithin(start, start - ROW * like, start - ROW * (like - 1));
      continue;
    }
    const high = (bytes[start + ROW - 1] = code(HIGH, bytes[start + ROW - 1]));
    const kind = high === 0 ? 0 : high === 255 ? 1 : 2;
    const low = (bytes[start + ROW - 2] = code(LOW + kind, bytes[start + ROW - 2]));
    const linear = 256 * ((high << 24) >> 24) + ((low << 24) >> 24);

    // The running sum of sizes, initialized with two virtual values.
    let sum = 2 + (Math.min(Math.abs(linear), 255) >> 2);
    for (let index = 0; index < ACCUMULATORS; index += 1) {
      let guess = 0;
      let context = UNSEEN;
      // Rows that occurred in no training game have no weights.
      if (linear !== 0) {
        guess = Math.floor((coefficients[index] * linear) / COEFFICIENT_ONE + 0.5);
        guess = Math.max(-128, Math.min(127, guess));
        context = ACCUMULATOR + size(((8 * sum) / (index + 2)) | 0);
      }
      const symbol = code(context, (bytes[start + index] - guess) & 255);
      bytes[start + index] = symbol + guess;
      sum += Math.abs((symbol << 24) >> 24);
    }
    onRow?.(linear, start);
  }
}

/**
 * Unpacks the rows of a weights file; the format is in
 * crates/engine/src/eval/pattern/packing.rs.
 * 
 * @param {Place} place
 */
export function rowsOfFile({ bytes, at, distances }) {
  const file = new Uint8Array(5 * distances.length + (bytes.length - at));
  const view = new DataView(file.buffer);
  let end = 0;
  for (let row = 0; row < distances.length; row += 1) {
    if (distances[row] > 0) {
      file[end] = SAME;
      view.setUint32(end + 1, row - distances[row], true);
      end += 5;
      continue;
    }
    const start = at + ROW * row;
    const numbers = Int8Array.from(bytes.subarray(start, start + ROW));
    const [low, high] = numbers.subarray(ACCUMULATORS);
    // The largest magnitude determines the width.
    const magnitudes = numbers.subarray(0, ACCUMULATORS).map((number) => number ^ (number >> 7));
    const isZero = numbers.subarray(0, ACCUMULATORS).every((number) => number === 0);
    const width = isZero ? 0 : 33 - Math.clz32(Math.max(...magnitudes));
    file[end] = width;
    view.setInt16(end + 1, 256 * high + low, true);
    end += 3;
    let [bits, count] = [0, 0];
    for (let index = 0; index < ROW; index += 1) {
      const number = index < ACCUMULATORS ? numbers[index] : 0;
      bits |= (number & ((1 << width) - 1)) << count;
      for (count += width; count >= 8; count -= 8) {
        file[end++] = bits;
        bits >>>= 8;
      }
    }
  }
  return file.subarray(0, end);
}

/**
 * Unpacks weights.
 * 
 * @param {Place} place the destination
 * @param {Int16Array} coefficients
 * @param {Uint32Array} counts the number of symbols in each context
 * @param {Uint8Array} symbols the symbols, grouped by context
 */
export function unpackWeights(place, coefficients, counts, symbols) {
  const next = new Uint32Array(CONTEXTS);
  for (let context = 1; context < CONTEXTS; context += 1) next[context] = next[context - 1] + counts[context - 1];
  codeWeights(place, coefficients, (context) => symbols[next[context]++]);
}
