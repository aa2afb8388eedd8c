// The settings of the page and the options of the engine.

import { checkbox, field, h, segments, select } from './dom.js';
import { mirrored, turnedBy } from './board.js';
import { languages, text } from '../text/text.js';

/** Options that the page sets itself or does not offer. */
const OWN = new Set([
  'Book', 'Clear Hash', 'EvalFile', 'Hash', 'Level', 'MoveOverhead', 'MultiPV', 'Ponder', 'Seed', 'Skill', 'Strategy', 'Threads',
]);

/** @param {Actions} act @returns {Dialog} */
export function mountSettings(act) {
  const words = text.settings;
  const choice = (/** @type {'theme' | 'board'} */ key, /** @type {Record<string, string>} */ names) =>
    segments(words[key], Object.entries(names), (value) => act.setting(key, value));
  const theme = choice('theme', words.themes);
  const board = choice('board', words.boards);
  const checks = /** @type {const} */ (['animate', 'coordinates', 'showLegal', 'previewFlips', 'moveNumbers', 'stable', 'sound']).map((key) => ({ key, ...checkbox(words[key], (on) => act.setting(key, on)) }));
  const turn = (/** @type {string} */ name, /** @type {(view: number) => number} */ change) => h('button.small', { onclick: () => act.setting('view', change(act.state().settings.view)) }, name);
  const view = h('div.doing', {}, turn(words.turn, (at) => turnedBy(at, 1)), turn(words.mirror, mirrored));
  const level = select([4, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26].map((n) => [String(n), String(n)]), (value) => act.setting('analysisLevel', Number(value)));
  const language = select([['auto', words.ofBrowser], ...Object.entries(languages).map(([code, [name]]) => /** @type {[string, string]} */ ([code, name]))], (value) => act.language(value));
  const engine = h('div.fields');
  return {
    content: h('div.content', {}, field(words.language, language), theme.element, board.element, view, ...checks.map(({ element }) => element),
      h('h3', {}, words.engine), field(words.analysisLevel, level), engine),
    open(state) {
      const { settings } = state;
      language.value = settings.language;
      theme.set(settings.theme);
      board.set(settings.board);
      for (const { key, input } of checks) input.checked = settings[key];
      level.value = String(settings.analysisLevel);
      const options = Object.values(state.engine.options).filter(({ name }) => !OWN.has(name));
      engine.replaceChildren(...options.map((option) => optionField(option, settings.options[option.name] ?? option.value ?? option.default, act)));
    },
  };
}

/** @param {any} option @param {string} value @param {Actions} act */
export function optionField({ name, type, help: described, vars, min, max }, value, act) {
  const help = text.settings.options[name] ?? described;
  if (type === 'check') {
    const { input, element } = checkbox(help, (on) => act.option(name, on));
    input.checked = String(value) === 'true';
    return element;
  }
  const isNumber = type === 'spin';
  const input = vars
    ? select(vars.map((/** @type {string} */ each) => [each, each]))
    : h('input', { type: isNumber ? 'number' : 'text', min, max, required: isNumber });
  input.value = value;
  // Browsers accept 1e1 as a number, too.
  input.addEventListener('change', () => input.reportValidity() && act.option(name, isNumber ? input.valueAsNumber : input.value));
  return field(help, input);
}
