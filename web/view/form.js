// The parts of forms.

import { h } from './dom.js';

let last = 0;

/** A label and what it is for. @param {string} label @param {HTMLElement} input */
export function field(label, input) {
  input.id ||= `field-${++last}`;
  return h('div.field', {}, h('label', { for: input.id }, label), input);
}

/**
 * A choice from a list.
 * @param {[string, string][]} options value and text @param {(value: string) => void} [onchange]
 */
export function select(options, onchange) {
  const element = h('select', {}, ...options.map(([value, name]) => h('option', { value }, name)));
  element.addEventListener('change', () => onchange?.(element.value));
  return element;
}

/** A switch. @param {string} label @param {(on: boolean) => void} onchange */
export function checkbox(label, onchange) {
  const input = h('input', { type: 'checkbox' });
  input.addEventListener('change', () => onchange(input.checked));
  return { input, element: h('label.check', {}, input, label) };
}

/**
 * A few choices side by side, of which one is on.
 * @param {string} label @param {[string, string | Node][]} options @param {(value: string) => void} onchange
 */
export function segments(label, options, onchange) {
  const name = `segments-${++last}`;
  const inputs = options.map(([value]) => h('input', { type: 'radio', name, value }));
  const element = h(
    'fieldset.segments',
    {},
    h('legend', {}, label),
    h('div', {}, ...options.map(([, shown], i) => h('label', {}, inputs[i], h('span', {}, shown)))),
  );
  element.addEventListener('change', () => onchange(inputs.find((input) => input.checked).value));
  return {
    element,
    get: () => inputs.find((input) => input.checked)?.value,
    /** @param {string} value */
    set: (value) => inputs.forEach((input) => (input.checked = input.value === value)),
  };
}
