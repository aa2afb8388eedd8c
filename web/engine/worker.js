/**
 * The worker. The first message contains the ring and the module (each may be `null`), later ones
 * contain lines. Posts replies as strings. With a ring, lines are in the ring, and a message only
 * announces them.
 */
import { bestStopChannel, startSession } from './core.js';
import { load } from './load.js';
import { Ring } from './ring.js';

/** @param {string} text */
const onReply = (text) => postMessage({ reply: text });

/** Rethrows a failure outside the promise, because `onerror` does not see rejections. @param {Promise<void>} work */
const report = (work) => work.catch((error) => setTimeout(() => { throw error; }));

onmessage = ({ data }) => report(begin(data));

/** @param {{memory: SharedArrayBuffer | null, known: WebAssembly.Module | null}} first */
async function begin({ memory, known }) {
  const ring = memory && new Ring(memory);
  const stopChannel = ring ? 'shared' : bestStopChannel();
  const module = known ?? (await load());
  const session = await startSession(module, { stopChannel, onReply, take: ring ? () => ring.take() : undefined });
  onmessage = ({ data: line }) => report(ring ? session.run() : session.send(line));
  // A worker without a stop channel is replaced after a stop. Its successor reuses the module.
  postMessage({ ready: stopChannel, module: stopChannel === 'none' ? module : null });
}
