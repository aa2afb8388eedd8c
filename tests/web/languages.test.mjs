// Every language has every text of the English table.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { languages } from '../../web/text/text.js';

const { text: english } = await import('../../web/text/en.js');

/** The paths of all texts, with their types. */
const shape = (at, path = 'text') =>
  at && typeof at === 'object' ? Object.entries(at).flatMap(([key, each]) => shape(each, `${path}.${key}`)) : [`${path}: ${typeof at}`];

/** Example arguments of a text. @param {string} path */
function example(path) {
  if (path === 'board.square') return ['d3', ['legal']];
  if (path === 'edit.square') return ['d3', 'black'];
  if (path === 'engineBox.worth') return [{ black: 3, certainty: 'exact' }];
  if (path === 'say.flipsNothing') return ['d3', 'white'];
  if (path === 'study.nearly') return ['d3', 'c4'];
  if (path === 'open.wrong') return ['a file', 'a reason', 2];
  if (/say\.(turn|played|pass|flag)|moves\.none|result\.(time|resigned)|plea\.asks|study\.(improve|best|only|good|opening$)/.test(path)) return ['black', 'd3'];
  if (/connection|taken|erred|wrong|right|shown|mistake$|notOpening|loaded|inGame|inLine|gauged/.test(path)) return ['d3', 2, 3];
  return [3, 4, 5];
}

/** All texts, functions called with example arguments. */
function* sample(at, path = '') {
  if (typeof at === 'string') yield [path, at];
  else if (typeof at === 'function') yield [path, at(...example(path))];
  else for (const [key, each] of Object.entries(at)) yield* sample(each, path ? `${path}.${key}` : key);
}

for (const [code, [name, load]] of Object.entries(languages)) {
  const { text } = await load();

  test(`${name} is complete`, () => {
    assert.equal(text.lang, code);
    assert.deepEqual(shape(text), shape(english));
    for (const [path, words] of sample(text)) assert.ok(words.trim() && !/undefined|NaN|\[object/.test(words) || path === 'moves.mark.best', `${path}: ${words}`);
  });

  test(`${name} is translated`, () => {
    if (code === 'en') return;
    const same = [...sample(text)].filter(([path, words], i) => words === [...sample(english)][i][1] && /\p{Ll}{3}/u.test(words) && !/^name$|example|square$|[vV]alue$/.test(path));
    assert.deepEqual(same, []);
  });
}
