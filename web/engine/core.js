/**
 * A session of the engine: the WebAssembly module with its imports and exports. Runs in a
 * worker, and in Node for tests.
 */
import { wasi } from './wasi.js';

/**
 * How lines, above all `stop`, reach a running search.
 * 
 * - `shared`: through shared memory. Needs an isolated page.
 * - `suspend`: the search is suspended regularly to receive messages (JSPI).
 * - `none`: not before the search ends. To stop a search, end the worker.
 * 
 * @typedef {'shared' | 'suspend' | 'none'} StopChannel
 */

/** The time between two suspensions in milliseconds: the maximum delay of a `stop`. */
const SUSPEND_AFTER = 8;

/** The best stop channel available here. */
export function bestStopChannel() {
  if (globalThis.crossOriginIsolated) return 'shared';
  return 'Suspending' in WebAssembly ? 'suspend' : 'none';
}

/**
 * Starts a session.
 *
 * @param {WebAssembly.Module} module
 * @param {object} host
 * @param {StopChannel} host.stopChannel
 * @param {(text: string) => void} host.onReply
 * @param {() => Uint8Array | string | null} [host.take] the next line, for `shared`
 */
export async function startSession(module, { stopChannel, onReply, take = () => null }) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let isWorking = false;
  let lastYield = 0;

  const poll = {
    shared: takeLines,
    suspend: () => {
      const now = performance.now();
      if (now - lastYield < SUSPEND_AFTER) return undefined;
      return nextTask().then(() => {
        lastYield = performance.now();
      });
    },
    none: () => undefined,
  }[stopChannel];
  const instance = await WebAssembly.instantiate(module, {
    host: {
      /** @param {number} start @param {number} length */
      emit(start, length) {
        onReply(decoder.decode(new Uint8Array(memory().buffer, start, length)));
      },
      poll: stopChannel === 'suspend' ? new WebAssembly.Suspending(poll) : poll,
    },
    wasi_snapshot_preview1: wasi(memory),
  });
  const engine = /** @type {EngineExports} */ (/** @type {unknown} */ (instance.exports));
  const { reserve, feed } = engine;
  const work = stopChannel === 'suspend' ? WebAssembly.promising(engine.work) : engine.work;

  function memory() {
    return engine.memory;
  }

  /** @param {Uint8Array | string} line */
  function feedLine(line) {
    const bytes = typeof line === 'string' ? encoder.encode(line) : line;
    const start = reserve(bytes.length);
    new Uint8Array(memory().buffer, start, bytes.length).set(bytes);
    feed();
  }

  function takeLines() {
    for (let line = take(); line !== null; line = take()) feedLine(line);
  }

  /**
   * Executes the lines so far. Returns at once if a call is already running.
   */
  async function run() {
    if (isWorking) return;
    isWorking = true;
    lastYield = performance.now();
    try {
      takeLines();
      await work();
    } finally {
      isWorking = false;
    }
  }

  return {
    /** @param {string} line */
    async send(line) {
      feedLine(line);
      await run();
    },
    run,
  };
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();
/** @type {any} */ (channel.port1).unref?.(); // An open port keeps Node running.

/** Resolves after the pending messages. A timer would take 4 ms longer. @returns {Promise<void>} */
function nextTask() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
