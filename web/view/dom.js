// Creates elements and form controls. Never parses HTML, because names in records may contain it.

/** @param {(tag: string) => Element} create @returns {Maker} */
const maker = (create) => (what, attributes = {}, ...children) => {
  const [tag, ...classes] = what.split('.');
  const element = create(tag);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
};

/** Creates an HTML element from a tag with classes: `h('button.primary', { onclick }, 'Play')`. */
export const h = maker((tag) => document.createElement(tag));

/** Creates an SVG element, like `h`. */
export const s = maker((tag) => document.createElementNS('http://www.w3.org/2000/svg', tag));

/** Sets an attribute if it differs, or removes it. @param {Element} element @param {string} name @param {any} value */
export function attr(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Sets the text if it differs. @param {Element} element @param {string} value */
export function put(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

/** A line icon for a button. @param {string} name */
export function icon(name) {
  return s('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: strokes[name] }));
}

/** @type {Record<string, string>} */
const strokes = {
  new: 'M12 5v14M5 12h14',
  open: 'M3 18V6h6l2 2h8v2M3 18l3-8h16l-3 8z',
  share: 'M12 15V5m-4 4 4-4 4 4M5 14v5h14v-5',
  edit: 'M5 19h3L19 8l-3-3L5 16zM14 7l3 3',
  settings: 'M4 7h9m5 0h2M4 17h3m5 0h8M13 5v4h4V5zM7 15v4h4v-4z',
  study: 'M3 9l9-4 9 4-9 4zM7 11v5c3 2.5 7 2.5 10 0v-5M21 9v6',
  help: 'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1 1-1.1 1.8M12 17v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  first: 'M7 6v12M18 6l-8 6 8 6z',
  back: 'M16 6l-8 6 8 6z',
  forward: 'M8 6l8 6-8 6z',
  last: 'M17 6v12M6 6l8 6-8 6z',
  undo: 'M8 5 4 9l4 4M4 9h9a5.5 5.5 0 0 1 0 11H8',
  redo: 'M16 5l4 4-4 4M20 9h-9a5.5 5.5 0 0 0 0 11h5',
  stop: 'M7 7h10v10H7z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  flag: 'M6 21V4h12l-3 4 3 4H6',
  close: 'M6 6l12 12M18 6 6 18',
  promote: 'M12 19V5m-5 5 5-5 5 5',
  remove: 'M5 7h14M9 7V5h6v2m-8 0 1 12h8l1-12',
  main: 'M5 12h12M9 8l-4 4 4 4M19 5v14',
  eye: 'M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  heat: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  skip: 'M5 6l7 6-7 6zM13 6l7 6-7 6z',
  library: 'M5 4v16M9 4v16M13 5l5 15M3 20h18',
  mark: 'M4 4h7v7H4zM13 20l7-7m-6 0h6v6',
};

let last = 0;

/** @param {string} label @param {HTMLElement} input */
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

/** @param {string} label @param {(on: boolean) => void} onchange */
export function checkbox(label, onchange) {
  const input = h('input', { type: 'checkbox' });
  input.addEventListener('change', () => onchange(input.checked));
  return { input, element: h('label.check', {}, input, label) };
}

/**
 * A row of choices, one of them selected.
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
