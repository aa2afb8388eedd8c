/**
 * Loads the engine: the module, compressed with gzip. Decompressed here, so that any host of
 * files will do, whatever it knows of compression.
 */
const ENGINE = new URL('../engine.bin', import.meta.url);

/** @returns {Promise<WebAssembly.Module>} */
export async function load() {
  const response = await fetch(ENGINE);
  if (!response.ok || !response.body) throw new Error(`${ENGINE.pathname}: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
