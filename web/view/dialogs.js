// The dialogs, one at a time. Native dialogs handle Escape and the focus.

import { h, icon } from './dom.js';
import { text } from '../text/text.js';
import { keys } from './keys.js';
import { mountEditor } from './editor.js';
import { mountComment } from './marks.js';
import { mountNew } from './new.js';
import { mountGames, mountOpen } from './open.js';
import { mountSettings } from './settings.js';
import { mountStudies } from './studies.js';
import { mountShare } from './share.js';

/** @param {Actions} act */
export function mountDialogs(act) {
  /** @type {Record<string, Dialog>} */
  const dialogs = {
    new: mountNew(act),
    open: mountOpen(act),
    games: mountGames(act),
    share: mountShare(act),
    study: mountStudies(act),
    library: later(() => import('./library.js').then(({ mountLibrary }) => mountLibrary(act))),
    note: mountComment(act),
    edit: mountEditor(act),
    settings: mountSettings(act),
    help: mountHelp(),
  };
  let shown = /** @type {string | null} */ (null);
  let found = /** @type {any} */ (null);
  const elements = Object.fromEntries(Object.entries(dialogs).map(([name, dialog]) => [name, frame(name, dialog, act)]));
  for (const [name, element] of Object.entries(elements)) {
    // Closed by the browser. The event is late: by then the page may be about to reopen the dialog.
    element.addEventListener('close', () => shown === name && act.state().dialog === name && !element.open && act.dialog(null));
  }
  return {
    elements: Object.values(elements),
    /** @param {State} state */
    update(state) {
      if (state.dialog === shown && state.found === found) return;
      found = state.found;
      if (shown) {
        elements[shown].close();
        dialogs[shown].close?.();
      }
      shown = state.dialog;
      if (!shown) return;
      Promise.resolve(dialogs[shown].open?.(state)).catch(act.fail);
      elements[shown].showModal();
    },
  };
}

/** A dialog that is loaded when it is first opened. @param {() => Promise<Dialog>} load @returns {Dialog} */
function later(load) {
  const content = h('div');
  let loaded = /** @type {Promise<Dialog> | undefined} */ (undefined);
  return {
    content,
    async open(state) {
      loaded ??= load();
      const dialog = await loaded;
      if (!dialog.content.isConnected) content.replaceChildren(dialog.content);
      await dialog.open?.(state);
    },
  };
}

/** @param {string} name @param {Dialog} dialog @param {Actions} act */
function frame(name, { content }, act) {
  const close = () => act.dialog(null);
  const element = h(
    `dialog.${name}`,
    { 'aria-labelledby': `title-${name}` },
    h('header', {}, h('h2', { id: `title-${name}` }, text.titles[/** @type {'new'} */ (name)]), h('button.plain', { 'aria-label': text.close, onclick: close }, icon('close'))),
    content,
  );
  // A click outside closes the dialog, unless it began inside, as when selecting text.
  let pressed = /** @type {EventTarget | null} */ (null);
  element.addEventListener('pointerdown', (/** @type {Event} */ { target }) => (pressed = target));
  element.addEventListener('click', (/** @type {Event} */ { target }) => target === element && pressed === element && close());
  // Also fires when a file chooser is cancelled.
  element.addEventListener('cancel', (/** @type {Event} */ { target }) => target === element && close());
  return element;
}

/** @returns {Dialog} */
function mountHelp() {
  const name = (/** @type {string} */ key) => text.keyNames[/** @type {'Escape'} */ (key)] ?? key;
  const rows = keys.map(([names, what]) =>
    h('div', {}, h('dt', {}, ...names.map((key) => h('kbd', {}, name(key)))), h('dd', {}, text.keys[what])),
  );
  return { content: h('div.content', {}, h('dl.keys', {}, ...rows), h('p.quiet', {}, text.help.more)) };
}
