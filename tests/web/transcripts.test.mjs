/** Plays the sessions of tests/transcripts and the examples of protocol.md to WebAssembly. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { unpack } from '../../web/engine/load.js';
import { play, skipped } from './transcript.mjs';

const ROOT = new URL('../../', import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, ROOT), 'utf8');
const module = new WebAssembly.Module(unpack(inflateRawSync(readFileSync(new URL('target/web/engine.bin', ROOT)))));

for (const name of readdirSync(new URL('tests/transcripts', ROOT)).sort()) {
  const text = read(`tests/transcripts/${name}`);
  test(name, { skip: skipped(text), timeout: 120_000 }, () => play(module, text));
}

test('the examples of protocol.md', { timeout: 120_000 }, async () => {
  const examples = [...read('protocol.md').matchAll(/^```transcript\n(.*?)^```$/gms)].map(([, text]) => text);
  const mine = examples.filter((text) => !skipped(text));
  assert.ok(mine.length > 10, `${mine.length} of ${examples.length}`);
  for (const text of mine) await play(module, text);
});
