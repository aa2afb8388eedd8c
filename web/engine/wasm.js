/**
 * The engine as WebAssembly in a Web Worker, as the page sees it.
 */
import { Ring, newRing } from './ring.js';

/** @typedef {import('./host.js').Listener} Listener */
/** @typedef {import('./host.js').Engine} Engine */

/** The retry interval for lines while the ring is full, in milliseconds. */
const RETRY = 20;

/** The number of worker failures before giving up. */
const MAX_FAILURES = 3;

/**
 * Starts the engine in a worker.
 *
 * @param {Listener} listener
 * @returns {Engine}
 */
export function connectWorker({ onLine, onStatus }) {
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Ring | null} */
  let ring = null;
  /** @type {string[]} */
  let backlog = [];
  /** @type {WebAssembly.Module | null} */
  let known = null;
  let stopChannel = '';
  let failures = 0;
  let isClosed = false;
  const jobs = new RunningJobs();

  keepOffline();

  function start() {
    onStatus({ state: 'connecting' });
    backlog = [];
    stopChannel = '';
    const memory = globalThis.crossOriginIsolated ? newRing() : null;
    ring = memory && new Ring(memory);
    const mine = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker = mine;
    mine.onmessage = ({ data: { reply, ready, module } }) => {
      if (worker !== mine) return;
      if (ready) {
        stopChannel = ready;
        known = module;
        deliver('json on');
        onStatus({ state: 'ready', engine: 'wasm' });
        return;
      }
      jobs.heard(reply);
      onLine(reply);
    };
    mine.onerror = (event) => {
      event.preventDefault();
      if (worker === mine) failed(event.message?.replace(/^Uncaught (Error: )?/, '') || 'the engine cannot be loaded: reload the page');
    };
    mine.postMessage({ memory, known });
  }

  /** @param {string} reason */
  function failed(reason) {
    const wasReady = stopChannel !== '';
    failures += 1;
    end();
    if (wasReady) onStatus({ state: 'lost', detail: `the engine failed and starts again (${reason})` });
    if (!wasReady) onStatus({ state: 'refused', detail: reason });
    else if (failures >= MAX_FAILURES) onStatus({ state: 'refused', detail: `the engine failed ${failures} times (${reason}): reload the page` });
    else start();
  }

  function end() {
    worker?.terminate();
    worker = null;
    stopChannel = '';
    return jobs.end();
  }

  /** @param {string} line */
  function deliver(line) {
    if (!ring) {
      worker?.postMessage(line);
      return;
    }
    backlog.push(line);
    flush();
  }

  function flush() {
    if (!ring || !worker) return;
    while (backlog.length > 0 && ring.push(backlog[0])) backlog.shift();
    worker.postMessage(null);
    if (backlog.length > 0) setTimeout(flush, RETRY);
  }

  queueMicrotask(() => isClosed || start());

  return {
    send(line) {
      if (stopChannel === '') return;
      if (stopChannel === 'none' && jobs.isRunning && /^\s*stop\b/.test(line)) {
        // The worker does not receive `stop`: end it, and answer with its latest result.
        const answer = end();
        if (answer) onLine(answer);
        start();
        return;
      }
      jobs.asked(line);
      deliver(line);
    },
    close() {
      isClosed = true;
      end();
    },
  };
}

/** The unanswered commands and the latest result of a search. Answers them when the worker is ended. */
class RunningJobs {
  /** Commands without an answer. @type {string[]} */
  #commands = [];
  #move = '';

  get isRunning() {
    return this.#commands.length > 0;
  }

  /** @param {string} line */
  asked(line) {
    const command = /^\s*(go|hint|solve|analy[sz]e)\b/.exec(line);
    if (command) this.#commands.push(command[1]);
  }

  /** @param {string} reply */
  heard(reply) {
    if (/^{"reply":"(bestmove|analysis|error)"/.test(reply)) {
      this.#commands.shift();
      this.#move = '';
    } else if (reply.startsWith('{"reply":"info","multipv":1,')) {
      this.#move = JSON.parse(reply).pv[0] ?? '';
    }
  }

  /** The answer of a search stopped by ending its worker. An analysis has already sent its plies. */
  end() {
    const isSearch = !this.#commands[0]?.startsWith('analy');
    const answer = JSON.stringify({ reply: 'bestmove', move: this.#move });
    this.#commands = [];
    this.#move = '';
    return isSearch ? answer : null;
  }
}

/** Caches the page for offline use. The host can isolate it from the next visit on. */
function keepOffline() {
  // Fails for pages from files and in some private windows. The page works without it.
  navigator.serviceWorker?.register(new URL('../sw.js', import.meta.url)).catch(() => {});
}
