/**
 * Loads the engine: fetches `engine.bin` and restores the module from it. `web/wasm/pack.mjs`
 * has packed it. Decompressed here, so that any host of files will do, whatever it knows of
 * compression.
 */

/** The bytes of a row of the network. */
export const COLUMNS = 32;

/** The stages with linear weights. */
export const STAGES = 5;

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
 * @param {Uint8Array} bytes what was packed: five numbers, the module without its weights, the
 *     weights up to the rows, how far before it each row has its like (byte by byte), the
 *     different rows (column by column), their linear weights (low bytes, then high ones)
 */
export function unpack(bytes) {
  let end = 0;
  const next = (length) => bytes.subarray(end, (end += length));
  const [codeLength, at, beforeRows, count, different] = new Uint32Array(new Uint8Array(next(20)).buffer);
  const code = next(codeLength);
  const module = new Uint8Array(codeLength + beforeRows + count * (COLUMNS + 2 * STAGES));
  module.set(code.subarray(0, at));
  module.set(next(beforeRows), at);
  const rows = at + beforeRows;
  const linear = rows + COLUMNS * count;
  module.set(code.subarray(at), linear + 2 * STAGES * count);

  const distances = Array.from({ length: 4 }, () => next(count));
  const indices = new Uint32Array(count);
  for (let row = 0, index = 0; row < count; row += 1) {
    const [a, b, c, d] = distances;
    const distance = a[row] | (b[row] << 8) | (c[row] << 16) | (d[row] << 24);
    indices[row] = distance === 0 ? index++ : indices[row - distance];
  }
  /** Spreads a byte of the linear weight of each different row over all rows. */
  const spread = (start) => {
    const column = next(different);
    for (let row = 0; row < count; row += 1) module[start + 2 * row] = column[indices[row]];
  };
  const columns = next(COLUMNS * different);
  for (let row = 0, to = rows; row < count; row += 1) {
    for (let from = indices[row]; from < columns.length; from += different) module[to++] = columns[from];
  }
  for (const byte of [0, 1]) {
    for (let stage = 0; stage < STAGES; stage += 1) spread(linear + 2 * stage * count + byte);
  }
  return module;
}
