/**
 * Loads the engine: fetches `engine.bin` and restores the module from it. `web/wasm/pack.mjs`
 * has packed it. Decompressed here, so that any host of files will do, whatever it knows of
 * compression.
 */
import { ACCUMULATORS, CONTEXTS, ROW, rowsOfFile, unpackWeights } from './weights.js';

/**
 * Where the module is kept as it was restored: a later visit need not do that again. A host may have
 * other pages in other folders.
 */
const KEPT = `outflank-engine ${new URL('..', import.meta.url)}`;

/** @returns {Promise<WebAssembly.Module>} */
export async function load() {
  const url = new URL('../engine.bin', import.meta.url);
  const response = await fetch(url);
  // So `outflank gui` answers where a page has no token.
  if (response.status === 403) throw new Error('open the address that outflank gui prints');
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}: reload the page`);
  const packed = await response.arrayBuffer();
  // Not from a host without TLS, and not in every private window; it is restored each time there.
  const place = await placeFor(packed, url).catch(() => null);
  const kept = place && (await recall(place).catch(() => null));
  if (kept) return kept;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = unpack(new Uint8Array(await new Response(stream).arrayBuffer()));
  const module = await WebAssembly.compile(bytes);
  if (place) keep(place, bytes).catch(() => {});
  return module;
}

/** The address under which it is kept, another one for each build. @param {ArrayBuffer} packed @param {URL} url */
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

/** Keeps this one and no other. @param {URL} place @param {Uint8Array<ArrayBuffer>} bytes */
async function keep(place, bytes) {
  const cache = await caches.open(KEPT);
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(place, new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
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
