// What the views and the keys can do.

import { ranked } from './state/facts.js';
import { engineIsToMove } from './state/wanted.js';
import { text } from './text/en.js';

/** @typedef {import('./state/initial.js').State} State */
/** @typedef {ReturnType<typeof createActions>} Actions */

/**
 * @param {{get: () => State, dispatch: (action: any) => void}} store
 * @param {ReturnType<typeof import('./state/director.js').createDirector>} director
 */
export function createActions(store, director) {
  const { dispatch } = store;
  const here = () => store.get().game.nodes[store.get().game.current];
  const act = {
    /** @param {string} move */
    play(move) {
      const { facts } = here();
      if (!facts || engineIsToMove(store.get())) return;
      if (!facts.legal.includes(move)) return;
      const at = Date.now();
      director.moved(at);
      dispatch({ type: 'play', move, at });
    },
    /** Shows how play would go on. @param {string | null} square */
    hover(square) {
      const value = square && store.get().hints ? here().values?.[square] : null;
      if (value || store.get().preview) dispatch({ type: 'preview', moves: value ? value.pv : null });
    },
    preview: (/** @type {string[] | null} */ moves) => dispatch({ type: 'preview', moves }),
    line: (/** @type {string[]} */ moves) => dispatch({ type: 'line', id: here().id, moves }),
    goto: (/** @type {number} */ id) => dispatch({ type: 'goto', id }),
    go: (/** @type {string} */ type) => dispatch({ type }),
    mistake: (by = 1) => dispatch({ type: 'mistake', by }),
    promote: () => dispatch({ type: 'promote', id: here().id }),
    remove: () => dispatch({ type: 'remove', id: here().id }),
    toggle: (/** @type {string} */ key) => dispatch({ type: 'toggle', key }),
    analyze: () => dispatch({ type: 'analyze' }),
    halt: () => dispatch({ type: 'halt' }),
    moveNow: () => director.stop(),
    resume: () => dispatch({ type: 'resume', at: Date.now() }),
    /** The best move that is known, or one that the engine finds. */
    engineMove() {
      const { facts } = here();
      if (!facts?.legal.length || engineIsToMove(store.get())) return;
      if (store.get().players[facts.side].kind === 'engine') return act.resume();
      const best = store.get().hints ? ranked(here())[0]?.[0] : null;
      if (best) act.play(best);
      else dispatch({ type: 'lend' });
    },
    dialog: (/** @type {string | null} */ name) => dispatch({ type: 'dialog', name }),
    setting: (/** @type {string} */ key, /** @type {any} */ value) => dispatch({ type: 'setting', key, value }),
    option: (/** @type {string} */ name, /** @type {any} */ value) => dispatch({ type: 'option', name, value }),
    dismiss: () => dispatch({ type: 'notice' }),
    former: () => dispatch({ type: 'former' }),
    /** @param {string} message */
    error: (message) => dispatch({ type: 'notice', kind: 'error', text: message }),
    /** @param {any} game the action without its type */
    start: (game) => dispatch({ type: 'new', at: Date.now(), seed: Math.floor(Math.random() * 2 ** 32), ...game }),
    ask: director.ask,
    state: store.get,
    /** Looks for what the address brings. */
    arrive() {},
    /** @type {Record<string, (key: string) => void>} */
    keys: {
      back: () => act.go('back'),
      forward: () => act.go('forward'),
      first: () => act.go('first'),
      last: () => act.go('last'),
      undo: () => act.go('undo'),
      redo: () => act.go('redo'),
      main: () => act.go('main'),
      sibling: (key) => dispatch({ type: 'sibling', by: key === 'ArrowUp' ? -1 : 1 }),
      mistake: (key) => act.mistake(key === 'm' ? 1 : -1),
      hints: () => act.toggle('hints'),
      explain: () => act.toggle('explain'),
      analyze: () => act.analyze(),
      engineMove: () => act.engineMove(),
      halt: () => act.halt(),
      board: () => /** @type {HTMLElement | null} */ (document.querySelector('.cell[tabindex="0"]'))?.focus(),
      new: () => act.dialog('new'),
      open: () => act.dialog('open'),
      share: () => act.dialog('share'),
      edit: () => act.dialog('edit'),
      help: () => act.dialog('help'),
    },
  };
  return act;
}
