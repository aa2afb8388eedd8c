/**
 * The worker: gets the ring and the module (or `null`) in the first message, lines in the others,
 * and posts replies as strings. With a ring, lines are in it, and messages only say that there are some.
 */
import { bestStopChannel, startSession } from './core.js';
import { load } from './load.js';
import { Ring } from './ring.js';

/** @param {string} text */
const onReply = (text) => postMessage({ reply: text });

/** What ends the engine is reported by the worker's `onerror`, which hears of no promise. @param {Promise<void>} work */
const report = (work) => work.catch((error) => setTimeout(() => { throw error; }));

onmessage = ({ data }) => report(begin(data));

/** @param {{memory: SharedArrayBuffer | null, known: WebAssembly.Module | null}} first */
async function begin({ memory, known }) {
  const ring = memory && new Ring(memory);
  const stopChannel = ring ? 'shared' : bestStopChannel();
  const module = known ?? (await load());
  const session = await startSession(module, { stopChannel, onReply, take: ring ? () => ring.take() : undefined });
  onmessage = ({ data: line }) => report(ring ? session.run() : session.send(line));
  // One that can only be ended has a successor, which need not load it again.
  postMessage({ ready: stopChannel, module: stopChannel === 'none' ? module : null });
}
