// How the engine searches for values: limit, lines, threads and memory. Part of the engine panel.

import { attr, field, h, icon, select } from './dom.js';
import { optionField } from './settings.js';
import { text } from '../text/text.js';

const words = text.tuning;
/** The limits of the search, as in the protocol. @type {[string, string][]} */
const LIMITS = [
  .../** @type {[string, string][]} */ ([1, 3, 10, 30, 120].map((n) => [`movetime ${n * 1000}`, words.seconds(n)])),
  .../** @type {[string, string][]} */ ([8, 12, 16, 20, 24, 30].map((n) => [`depth ${n}`, words.depth(n)])),
  ['exact', words.exact],
  ['infinite', words.infinite],
];
/** Every legal move. */
export const EVERY = 64;

/** @param {Actions} act */
export function mountTuning(act) {
  const limit = select(LIMITS, (value) => act.setting('limit', value));
  const lines = select([...[1, 2, 3, 4, 5].map((n) => /** @type {[string, string]} */ ([`${n}`, `${n}`])), [`${EVERY}`, words.every]], (value) => act.setting('lines', Number(value)));
  const options = h('div.fields');
  const element = h('div.fields.tuning', { hidden: true, id: 'tuning', role: 'group', 'aria-label': words.label }, field(words.limit, limit), field(words.lines, lines), options);
  const button = h('button.small', { title: words.label, 'aria-label': words.label, 'aria-controls': 'tuning', 'aria-expanded': 'false' }, icon('settings'));
  button.addEventListener('click', () => {
    element.hidden = !element.hidden;
    attr(button, 'aria-expanded', String(!element.hidden));
  });
  let drawn = /** @type {State['engine'] | null} */ (null);
  return {
    button,
    element,
    /** @param {State} state */
    update({ engine, settings }) {
      limit.value = settings.limit;
      lines.value = String(settings.lines);
      if (drawn === (drawn = engine)) return;
      // Hide options with a single value.
      const offered = ['Threads', 'Hash'].map((name) => engine.options[name]).filter((option) => option && option.max > option.min);
      options.replaceChildren(...offered.map((option) => optionField(option, settings.options[option.name] ?? option.value ?? option.default, act)));
    },
  };
}

/** The confidence levels of a proof, in %. */
const STEPS = [73, 87, 95, 98, 99, 100];

/**
 * The progress of a search, 0 to 1. Null for an infinite search.
 * @param {string} limit @param {{depth: number, time: number, selectivity: number}} info @param {number} empties
 */
export function progressOf(limit, { depth, time, selectivity }, empties) {
  const [kind, most] = limit.split(' ');
  if (kind === 'movetime') return Math.min(1, time / Number(most));
  if (kind === 'depth') return Math.min(1, depth / Math.min(Number(most), empties));
  if (kind !== 'exact') return null;
  const climbed = depth < empties ? 0 : (1 + STEPS.indexOf(selectivity)) / STEPS.length;
  return (Math.min(1, depth / empties) + climbed) / 2;
}
