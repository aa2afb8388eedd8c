/**
 * The model by which the weights of the engine are packed and unpacked.
 *
 * The bytes of a row of the network look like noise, so that what helps is to know how loud it
 * is: a guess from the row's linear weight is taken off each byte, and bytes whose
 * predecessors in the row are as large stand together, where deflate finds a code that suits
 * them. Of what was tried beside that, arithmetic coding saved one per cent more and guesses
 * from the accumulators before one another one; each took longer than all the rest.
 */

/** Bytes of a row: one for each accumulator, then the linear weight. */
export const ROW = 32;
export const ACCUMULATORS = ROW - 2;

/** What a file of weights says of a row that equals an earlier one. */
export const SAME = 255;

/** A coefficient of 1. */
export const COEFFICIENT_ONE = 4096;

/** Sizes are told apart in steps of half an octave. */
const SIZES = 16;
const HIGH = 0;
const LOW = HIGH + 1;
const UNSEEN = LOW + 3;
const ACCUMULATOR = UNSEEN + 1;
export const CONTEXTS = ACCUMULATOR + SIZES;

/** @param {number} value */
const size = (value) => Math.min(31 - Math.clz32(value * value + 1), SIZES - 1);

/**
 * Where the weights are.
 *
 * @typedef {object} Place
 * @property {Uint8Array} bytes
 * @property {number} at where the first row begins
 * @property {Uint32Array} distances how far before it each row has its like; 0 if nowhere
 */

/**
 * Goes through all weights, packing or unpacking.
 *
 * @param {Place} place the weights, to be read or to be written
 * @param {Int16Array} coefficients of the guess for each accumulator, in `COEFFICIENT_ONE`
 * @param {(context: number, symbol: number) => number} code says which symbol comes next. Who
 *     packs returns the one that is given; who unpacks does not look at it
 * @param {(linear: number, start: number) => void} [onRow] sees the linear weight of each row,
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

    // The sum of the sizes so far, begun as if there had been two.
    let sum = 2 + (Math.min(Math.abs(linear), 255) >> 2);
    for (let index = 0; index < ACCUMULATORS; index += 1) {
      let guess = 0;
      let context = UNSEEN;
      // Rows that no game has shown have no weights at all.
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
 * The rows as they stand in a file of weights: crates/engine/src/eval/pattern/packing.rs tells how.
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
    // The number with the most bits, without its sign, decides.
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
 * @param {Place} place what is written
 * @param {Int16Array} coefficients
 * @param {Uint32Array} counts how many symbols there are in each context
 * @param {Uint8Array} symbols those of each context together
 */
export function unpackWeights(place, coefficients, counts, symbols) {
  const next = new Uint32Array(CONTEXTS);
  for (let context = 1; context < CONTEXTS; context += 1) next[context] = next[context - 1] + counts[context - 1];
  codeWeights(place, coefficients, (context) => symbols[next[context]++]);
}
