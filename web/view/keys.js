// The key bindings. The help shows the same table.

import { text } from '../text/text.js';

/** @type {[string[], keyof typeof text.keys][]} */
export const keys = [
  [['ArrowLeft'], 'back'],
  [['ArrowRight'], 'forward'],
  [['Home'], 'first'],
  [['End'], 'last'],
  [['ArrowUp', 'ArrowDown'], 'sibling'],
  [['u'], 'undo'],
  [['r'], 'redo'],
  [['m', 'M'], 'mistake'],
  [['l'], 'better'],
  [['b'], 'main'],
  [['h'], 'hints'],
  [['x'], 'explain'],
  [['a'], 'analyze'],
  [['Space'], 'engineMove'],
  [['Escape', 's'], 'halt'],
  [['g'], 'board'],
  [['/'], 'type'],
  [['f'], 'turn'],
  [['n'], 'new'],
  [['o'], 'open'],
  [['c'], 'share'],
  [['e'], 'edit'],
  [['t'], 'study'],
  [['k'], 'library'],
  [['w'], 'explorer'],
  [['i'], 'note'],
  [['d'], 'draw'],
  [['p'], 'nextTask'],
  [['v'], 'solve'],
  [['?'], 'help'],
];

/**
 * @param {Record<string, (key: string) => void>} act by the second column of the table
 */
export function listenToKeys(act) {
  const table = new Map(keys.flatMap(([names, what]) => names.map((name) => [name, what])));
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    // A dialog that was just closed may still have the focus.
    if (target.matches('input, select, textarea') && !target.closest('dialog')) return;
    const name = event.key === ' ' ? 'Space' : event.key;
    // The focused button or list handles its own keys.
    if (name === 'Space' && target.closest('button')) return;
    if (/Up|Down|Home|End|Space/.test(name) && target.matches('.terms, .list, .comment')) return;
    const what = table.get(name);
    if (!what) return;
    event.preventDefault();
    act[what](name);
  });
  // Without this, a clicked button would receive Space. Clicks from the keyboard have detail 0.
  document.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.detail && !target.closest('dialog')) target.closest('button')?.blur();
  });
}
