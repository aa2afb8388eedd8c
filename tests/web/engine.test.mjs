/**
 * The engine as WebAssembly against the native one, and its stop channels.
 *
 *   scripts/web.sh && cargo build --release && node --test tests/web/engine.test.mjs
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { startSession } from '../../web/engine/core.js';
import { unpack } from '../../web/engine/load.js';
import { Ring, newRing } from '../../web/engine/ring.js';

const ROOT = new URL('../../', import.meta.url);
const NATIVE = new URL('target/release/outflank', ROOT).pathname;
const STATIC = new URL('target/web/', ROOT);

/** Positions from the opening to the end of the game. */
const GAMES = ['', 'f5d6c3', 'f5d6c3d3c4f4c5b3c2e3d2c6b4', 'f5f6e6f4e3d6g4d3c3h3c4g3f3c5b4c6d7b5e2f1a4a3g5e7f7h6a5d2'];

const BUILT = new URL('target/wasm/wasm32-wasip1/release/outflank_wasm.wasm', ROOT);
const unpacked = unpack(inflateRawSync(readFileSync(new URL('engine.bin', STATIC))));
const module = new WebAssembly.Module(unpacked);

/** The replies to `lines`, without times. @param {string[]} replies */
function essence(replies) {
  const timed = new Set(['time', 'nps']);
  const parsed = replies.flatMap((text) => text.split('\n')).map((line) => JSON.parse(line));
  return parsed.map((reply) => JSON.stringify(reply, (key, value) => (timed.has(key) ? undefined : value)));
}

/** @param {string[]} lines */
async function wasm(lines) {
  /** @type {string[]} */
  const replies = [];
  const session = await startSession(module, { stopChannel: 'none', onReply: (text) => replies.push(text) });
  for (const line of lines) await session.send(line);
  return essence(replies);
}

/** The options of the opening book, which the module lacks. */
const OF_BOOK = /^{"reply":"option","name":"(Book|OwnBook|BookVariety|BookDepth)"/;

/** The limits of memory and threads in the module. @type {Record<string, number>} */
const MOST = { Hash: 256, Threads: 1 };

/** An option with its limit in the module. @param {string} reply */
const limited = (reply) => reply.replace(/(?<="name":"(\w+)".*"max":)\d+/, (max, name) => String(MOST[name] ?? max));

/** @param {string[]} lines */
function native(lines) {
  const input = ['ugi', ...lines, ''].join('\n');
  const output = execFileSync(NATIVE, ['--hash', '16', '--threads', '1', '--no-book'], { input, encoding: 'utf8' });
  const start = output.indexOf('{');
  return essence(output.slice(start).trim().split('\n')).filter((reply) => !OF_BOOK.test(reply)).map(limited);
}

test('the same moves, scores and node counts as native', { skip: !existsSync(NATIVE) && 'not built' }, async () => {
  for (const game of GAMES) {
    const lines = ['json on', `position start moves ${game}`, 'go depth 12'];
    const expected = native(lines);
    assert.match(expected.at(-1) ?? '', /^{"reply":"bestmove"/);
    assert.deepEqual(await wasm(lines), expected, game);
  }
});

test('the same replies as native', { skip: !existsSync(NATIVE) && 'not built' }, async () => {
  const lines = [
    'json on', 'position start moves f5d6c3', 'd', 'moves', 'eval explain', 'options', 'nonsense',
    'setoption name MultiPV value 3', 'go depth 6', 'setoption name Skill value 3', 'setoption name Seed value 7', 'go depth 4',
    'history', 'perft 6',
  ];
  assert.deepEqual(await wasm(lines), native(lines));
});

test('files are refused and memory is limited', async () => {
  const replies = await wasm(['json on', 'setoption name EvalFile value x', 'setoption name Hash value 512']);
  assert.equal(replies.length, 2);
  for (const reply of replies) assert.match(reply, /^{"reply":"error".* in this session/);
});

test('a search reads lines from shared memory', async () => {
  const ring = new Ring(newRing());
  /** @type {string[]} */
  const replies = [];
  let isAsked = false;
  const take = () => {
    // The search is running.
    if (!isAsked && replies.some((text) => text.startsWith('info'))) {
      isAsked = true;
      ring.push('isready');
      ring.push('stop');
    }
    return ring.take();
  };
  const session = await startSession(module, { stopChannel: 'shared', onReply: (text) => replies.push(text), take });
  ring.push('go infinite');
  await session.run();
  assert.ok(replies.includes('readyok'));
  assert.match(replies.at(-1) ?? '', /^bestmove /);
});

test('the packed module is below 4 MB and unpacks to the same bytes', { skip: !existsSync(BUILT) && 'not built' }, () => {
  assert.ok(readFileSync(BUILT).equals(unpacked));
  const entries = readdirSync(STATIC, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = entries.map((entry) => gzipSync(readFileSync(`${entry.parentPath ?? entry.path}/${entry.name}`)).length);
  assert.ok(bytes.reduce((sum, each) => sum + each) < 4e6, `${bytes}`);
});

test('scripts/web.sh works below a package.json with "type": "commonjs"', { skip: !existsSync(BUILT) && 'not built' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'outflank-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    for (const path of ['scripts', 'web', 'crates/engine/src/eval/weights/pattern.bin', BUILT.pathname.slice(ROOT.pathname.length)]) {
      cpSync(new URL(path, ROOT), join(folder, 'outflank', path), { recursive: true });
    }
    // The module already exists.
    writeFileSync(join(folder, 'cargo'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    execFileSync(join(folder, 'outflank/scripts/web.sh'), { env, stdio: 'pipe' });
    assert.ok(existsSync(join(folder, 'outflank/target/web/engine.bin')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a ring keeps lines in order when it wraps around', () => {
  const ring = new Ring(newRing());
  const text = new TextDecoder();
  assert.equal(ring.take(), null);
  for (let round = 0; round < 200; round += 1) {
    const lines = [`${round}`, 'é'.repeat(round * 100), ''];
    for (const line of lines) assert.ok(ring.push(line));
    for (const line of lines) assert.equal(text.decode(ring.take() ?? undefined), line);
  }
  let count = 0;
  while (ring.push('x'.repeat(1000))) count += 1;
  assert.ok(count > 200);
  for (; count > 0; count -= 1) assert.equal(ring.take()?.length, 1000);
  assert.equal(ring.take(), null);
});

test('the service worker caches exactly the existing files', () => {
  const source = readFileSync(new URL('sw.js', STATIC), 'utf8');
  const list = source.slice(source.indexOf('['), source.indexOf(']')).match(/"[^"]+"/g) ?? [];
  const entries = readdirSync(STATIC, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`);
  const names = files.map((file) => `./${file.slice(STATIC.pathname.length).replace(/^\//, '')}`);
  assert.deepEqual(list.map((text) => JSON.parse(text)).sort(), names.filter((name) => name !== './sw.js').sort());
});
