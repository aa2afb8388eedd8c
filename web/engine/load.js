/**
 * Loads the engine: fetches `engine.bin`, packed by `web/wasm/pack.mjs`, and restores the module.
 * It decompresses the file itself, so any file host works.
 */
import { ACCUMULATORS, CONTEXTS, ROW, rowsOfFile, unpackWeights } from './weights.js';

/**
 * The cache of the restored module, for later visits. The name contains the folder, because a host
 * may serve several pages.
 */
const KEPT = `outflank-engine ${new URL('..', import.meta.url)}`;

/** @returns {Promise<WebAssembly.Module>} */
export async function load() {
  const url = new URL('../engine.bin', import.meta.url);
  const response = await fetch(url);
  // The reply of `outflank gui` to a page without a token.
  if (response.status === 403) throw new Error('open the address that outflank gui prints');
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}: reload the page`);
  const packed = await response.arrayBuffer();
  // Unavailable without TLS and in some private windows. The module is then restored on each visit.
  const place = await placeFor(packed, url).catch(() => null);
  const kept = place && (await recall(place).catch(() => null));
  if (kept) return kept;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = unpack(new Uint8Array(await new Response(stream).arrayBuffer()));
  const module = await WebAssembly.compile(bytes);
  if (place) keep(place, bytes).catch(() => {});
  return module;
}

/** The cache key, unique for each build. @param {ArrayBuffer} packed @param {URL} url */
async function placeFor(packed, url) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', packed));
  const name = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return new URL(`${name}.wasm`, url);
}

/** @param {URL} place */
async function recall(place) {
  const response = await (await caches.open(KEPT)).match(place);
  return response ? WebAssembly.compileStreaming(response) : null;
}

/** Keeps this module and deletes the others. @param {URL} place @param {Uint8Array<ArrayBuffer>} bytes */
async function keep(place, bytes) {
  const cache = await caches.open(KEPT);
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(place, new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
}

/**
 * Restores the module.
 * 
 * @param {Uint8Array} bytes the packed file: four numbers, the module without its weights, the
 *     weights before the rows, the distance of each row from an earlier equal one (bytewise), the
 *     model of the remaining weights (counts, coefficients), and the remaining weights
 */
export function unpack(bytes) {
  let end = 0;
  const next = (/** @type {number} */ length) => new Uint8Array(bytes.subarray(end, (end += length)));
  const [codeLength, at, beforeRows, count] = new Uint32Array(next(16).buffer);
  const code = next(codeLength);
  const start = next(beforeRows);
  const planes = Array.from({ length: 4 }, () => next(count));
  const distances = new Uint32Array(count);
  planes.forEach((plane, byte) => plane.forEach((value, row) => (distances[row] |= value << (8 * byte))));
  const counts = new Uint32Array(next(4 * CONTEXTS).buffer);
  const coefficients = new Int16Array(next(2 * ACCUMULATORS).buffer);
  const rows = { bytes: new Uint8Array(count * ROW), at: 0, distances };
  unpackWeights(rows, coefficients, counts, bytes.subarray(end));
  return concatenated([code.subarray(0, at), start, rowsOfFile(rows), code.subarray(at)]);
}

/** @param {Uint8Array[]} parts */
function concatenated(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
