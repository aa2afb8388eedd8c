/**
 * Loads the engine: fetches `engine.bin` and restores the module from it. `web/wasm/pack.mjs`
 * has packed it. Decompressed here, so that any host of files will do, whatever it knows of
 * compression.
 */
import { ACCUMULATORS, CONTEXTS, INPUTS, ROW_BYTES, unpackWeights } from './weights.js';

/** @returns {Promise<WebAssembly.Module>} */
export async function load() {
  const url = new URL('../engine.bin', import.meta.url);
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return WebAssembly.compile(unpack(bytes));
}

/**
 * The module.
 *
 * @param {Uint8Array} bytes what was packed: four numbers, the module without its weights, the
 *     weights up to the rows, how far before it each row has its like (byte by byte), the model
 *     of the rest (counts, coefficients), and the rest
 */
export function unpack(bytes) {
  let end = 0;
  const next = (/** @type {number} */ length) => new Uint8Array(bytes.subarray(end, (end += length)));
  const [codeLength, at, beforeRows, count] = new Uint32Array(next(16).buffer);
  const code = next(codeLength);
  const module = new Uint8Array(codeLength + beforeRows + count * ROW_BYTES);
  module.set(code.subarray(0, at));
  module.set(next(beforeRows), at);
  module.set(code.subarray(at), at + beforeRows + count * ROW_BYTES);
  if (count === 0) return module;

  const planes = Array.from({ length: 4 }, () => next(count));
  const distances = new Uint32Array(count);
  planes.forEach((plane, byte) => plane.forEach((value, row) => (distances[row] |= value << (8 * byte))));
  const counts = new Uint32Array(next(4 * CONTEXTS).buffer);
  const coefficients = new Int16Array(next(2 * ACCUMULATORS * INPUTS).buffer);
  unpackWeights({ bytes: module, at: at + beforeRows, distances }, coefficients, counts, bytes.subarray(end));
  return module;
}
