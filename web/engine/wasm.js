/**
 * The engine as WebAssembly in a Web Worker.
 */

/** @typedef {import('./host.js').Listener} Listener */
/** @typedef {import('./host.js').Engine} Engine */

/**
 * Starts the engine in a worker.
 *
 * @param {Listener} listener
 * @returns {Engine}
 */
export function connectWorker({ onStatus }) {
  queueMicrotask(() => onStatus({ state: 'refused', detail: 'the engine is not in this folder' }));
  return { send() {}, close() {} };
}
