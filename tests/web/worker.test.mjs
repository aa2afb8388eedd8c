// The connection to the worker, with a fake worker.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const workers = [];
globalThis.Worker = class {
  constructor() {
    workers.push(this);
  }
  postMessage() {}
  terminate() {}
};
globalThis.navigator ??= /** @type {any} */ ({});
const { connectWorker } = await import('../../web/engine/wasm.js');

test('a failing worker is lost each time, and refused in the end', async () => {
  const states = [];
  connectWorker({ onLine() {}, onStatus: ({ state }) => states.push(state) });
  await null;
  for (let i = 0; i < 3; i++) {
    workers.at(-1).onmessage({ data: { ready: 'none' } });
    workers.at(-1).onerror({ preventDefault() {}, message: 'out of memory' });
  }
  const round = ['connecting', 'ready', 'lost'];
  assert.deepEqual(states, [...round, ...round, ...round, 'refused']);
  assert.equal(workers.length, 3);
});

test('a worker that never started is only refused', async () => {
  const states = [];
  connectWorker({ onLine() {}, onStatus: ({ state }) => states.push(state) });
  await null;
  workers.at(-1).onerror({ preventDefault() {} });
  assert.deepEqual(states, ['connecting', 'refused']);
});
