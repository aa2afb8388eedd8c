// The files of the page are small, complete and within its content security policy.

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

test('files have at most 300 lines, tables of texts 500, and all together less than 200 KB', () => {
  for (const [name, text] of files) assert.ok(text.split('\n').length <= (name.startsWith('text/') ? 500 : 300), name);
  const bytes = files.reduce((sum, [, text]) => sum + gzipSync(text, { level: 9 }).length, 0);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
});

test('every file is referenced, and every referenced file exists', () => {
  const all = readdirSync(web, { recursive: true }).filter((name) => /\.(css|html|js|svg|png|webmanifest)$/.test(name) && !/^wasm\b/.test(name));
  const reached = ['index.html'];
  for (const name of reached) {
    const source = readFileSync(join(web, name), 'utf8');
    for (const [, path] of source.matchAll(/['"]([\w./-]+\.(?:css|js|svg|png|webmanifest))['"]/g)) {
      // A bare name in a script is a file beside the page, or a file to save.
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

test('a page under a notch has safe-area margins', () => {
  const all = files.map(([, text]) => text).join();
  assert.equal(all.includes('viewport-fit=cover'), all.includes('safe-area-inset'));
});

test('the markup has no inline scripts or styles', () => {
  for (const [name, text] of files.filter(([name]) => name.endsWith('.html'))) {
    assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|<script>/, name);
  }
  for (const [name, text] of files) assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|\beval\(/, name);
});

test('every used text exists', async () => {
  const { text } = await import('../../web/text/en.js');
  for (const [name, source] of files.filter(([, source]) => source.includes("text/text.js'"))) {
    for (const [, path] of source.matchAll(/(?<!['"/])\btext((?:\.[a-zA-Z]+)+)/g)) {
      const value = path.slice(1).split('.').reduce((at, key) => (at && typeof at === 'object' ? at[key] : at && ''), text);
      assert.notEqual(value, undefined, `${name}: text${path}`);
    }
  }
});
