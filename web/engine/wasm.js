/**
 * The engine as WebAssembly in a Web Worker, as the page sees it.
 */
import { Ring, newRing } from './ring.js';

/** @typedef {import('./host.js').Listener} Listener */
/** @typedef {import('./host.js').Engine} Engine */

/** How often a line that the ring has no room for is tried again, in milliseconds. */
const RETRY = 20;

/** How many times a worker may fail, before it is no longer started again. */
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
  let way = '';
  let failures = 0;
  let isClosed = false;
  const search = new RunningSearch();

  keepOffline();

  function start() {
    onStatus({ state: 'connecting' });
    backlog = [];
    way = '';
    const memory = globalThis.crossOriginIsolated ? newRing() : null;
    ring = memory && new Ring(memory);
    const mine = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker = mine;
    mine.onmessage = ({ data: { reply, ready, module } }) => {
      if (worker !== mine) return;
      if (ready) {
        way = ready;
        known = module;
        deliver('json on');
        onStatus({ state: 'ready', engine: 'wasm' });
        return;
      }
      search.heard(reply);
      onLine(reply);
    };
    mine.onerror = (event) => {
      event.preventDefault();
      if (worker === mine) failed(event.message);
    };
    mine.postMessage({ memory, known });
  }

  /** @param {string} [reason] */
  function failed(reason) {
    const detail = reason || 'the engine cannot be loaded';
    const wasReady = way !== '';
    failures += 1;
    end();
    if (!wasReady || failures >= MAX_FAILURES) {
      onStatus({ state: 'refused', detail });
      return;
    }
    onStatus({ state: 'lost', detail });
    start();
  }

  function end() {
    worker?.terminate();
    worker = null;
    way = '';
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
      if (way === '') return;
      if (way === 'none' && search.isRunning && /^\s*stop\b/.test(line)) {
        // The worker hears nothing before its end. What it has found so far is its answer.
        end();
        onLine(search.answer());
        onStatus({ state: 'lost', detail: 'the engine was stopped' });
        start();
        return;
      }
      search.asked(line);
      deliver(line);
    },
    close() {
      isClosed = true;
      end();
    },
  };
}

/** What a search has found so far, for an answer in its place. */
class RunningSearch {
  #count = 0;
  #move = '';

  get isRunning() {
    return this.#count > 0;
  }

  /** @param {string} line */
  asked(line) {
    if (/^\s*go\b/.test(line)) this.#count += 1;
  }

  /** @param {string} reply */
  heard(reply) {
    if (reply.startsWith('{"reply":"bestmove"')) {
      this.#count = Math.max(0, this.#count - 1);
    } else if (reply.startsWith('{"reply":"info","multipv":1,')) {
      this.#move = JSON.parse(reply).pv[0] ?? '';
    }
  }

  answer() {
    this.#count = 0;
    return JSON.stringify({ reply: 'bestmove', move: this.#move });
  }
}

/** Keeps the page for use without a network, and lets the host isolate it from the next visit. */
function keepOffline() {
  // Not from a file, and not in every private window; the page works without.
  navigator.serviceWorker?.register(new URL('../sw.js', import.meta.url)).catch(() => {});
}
