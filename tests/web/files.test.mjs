// What holds of the files of the page: small, alone, and nothing that its policy forbids.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const files = readdirSync(web, { recursive: true })
  .filter((name) => /\.(css|html|js|svg|webmanifest)$/.test(name) && !/^(wasm|engine)\b/.test(name))
  .map((name) => [name, readFileSync(join(web, name), 'utf8')]);

test('no file has more than 300 lines, no table of texts more than 500, and all travel in less than 200 KB', () => {
  for (const [name, text] of files) assert.ok(text.split('\n').length <= (name.startsWith('text/') ? 500 : 300), name);
  const bytes = files.reduce((sum, [, text]) => sum + gzipSync(text, { level: 9 }).length, 0);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
});

test('every file is asked for by another, and every file that is asked for is there', () => {
  const all = readdirSync(web, { recursive: true }).filter((name) => /\.(css|html|js|svg|png|webmanifest)$/.test(name) && !/^wasm\b/.test(name));
  const reached = ['index.html'];
  for (const name of reached) {
    const source = readFileSync(join(web, name), 'utf8');
    for (const [, path] of source.matchAll(/['"]([\w./-]+\.(?:css|js|svg|png|webmanifest))['"]/g)) {
      // A mere name in a script is one beside the page, or that of a file to save.
      const mere = name.endsWith('.js') && !path.startsWith('.');
      const other = mere ? path : join(dirname(name), path);
      assert.ok(mere || all.includes(other), `${name} asks for ${path}`);
      if (all.includes(other) && !reached.includes(other)) reached.push(other);
    }
  }
  assert.deepEqual(reached.sort(), all.sort());
});

test('the markup preloads all modules but those loaded on demand', () => {
  const modules = ['main.js'];
  for (const name of modules) {
    for (const [, path] of readFileSync(join(web, name), 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '([^']+)';/gm)) {
      const other = join(dirname(name), path);
      if (!modules.includes(other)) modules.push(other);
    }
  }
  const preloaded = [...readFileSync(join(web, 'index.html'), 'utf8').matchAll(/modulepreload" fetchpriority="low" href="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(preloaded, modules.slice(1).sort());
});

test('nothing is fetched from other hosts', () => {
  for (const [name, text] of files) {
    const hosts = [...text.matchAll(/https?:\/\/[^\s'"`)]+/g)].map(([url]) => url);
    assert.deepEqual(hosts.filter((url) => url !== 'http://www.w3.org/2000/svg'), [], name);
  }
});

test('a page that reaches under a notch keeps its distance there', () => {
  const all = files.map(([, text]) => text).join();
  assert.equal(all.includes('viewport-fit=cover'), all.includes('safe-area-inset'));
});

test('there are no scripts and styles inside of the markup', () => {
  for (const [name, text] of files.filter(([name]) => name.endsWith('.html'))) {
    assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|<script>/, name);
  }
  for (const [name, text] of files) assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|\beval\(/, name);
});

test('every text that is used is there', async () => {
  const { text } = await import('../../web/text/en.js');
  for (const [name, source] of files.filter(([, source]) => source.includes("text/text.js'"))) {
    for (const [, path] of source.matchAll(/(?<!['"/])\btext((?:\.[a-zA-Z]+)+)/g)) {
      const value = path.slice(1).split('.').reduce((at, key) => (at && typeof at === 'object' ? at[key] : at && ''), text);
      assert.notEqual(value, undefined, `${name}: text${path}`);
    }
  }
});
