// The dialog that opens a game, and what is pasted or dropped anywhere on the page.

import { h } from './dom.js';
import { text } from '../text/en.js';

/** @typedef {import('../actions.js').Actions} Actions */

/** @param {Actions} act @returns {import('./dialogs.js').Dialog} */
export function mountOpen(act) {
  const words = text.open;
  const area = h('textarea', { 'aria-label': words.label, placeholder: words.example, spellcheck: 'false' });
  const files = h('input.unseen', { type: 'file', multiple: true, tabindex: -1, 'aria-hidden': 'true' });
  const choose = h('button.small', { type: 'button', onclick: () => files.click() }, words.file);
  const form = h('form.content', {}, h('p.quiet', {}, words.label), area, h('p.quiet', {}, words.hint),
    h('footer', {}, files, choose, h('span.gap'), h('button.primary', { type: 'submit' }, words.button)));
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    if (area.value.trim()) act.bringText(area.value);
  });
  files.addEventListener('change', () => {
    bringFiles(act, [...files.files]);
    files.value = '';
  });
  return {
    title: words.title,
    content: form,
    open() {
      area.value = '';
      setTimeout(() => area.focus());
    },
  };
}

/** @param {Actions} act */
export function listenToGifts(act) {
  const cover = h('div.drop', { hidden: true }, text.open.drop);
  document.body.append(cover);
  const inField = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest?.('input, textarea');
  document.addEventListener('paste', (event) => {
    if (inField(event)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length) bringFiles(act, files);
    else if (pasted.trim()) act.bringText(pasted);
  });
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    cover.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) cover.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    cover.hidden = true;
    const files = [...(event.dataTransfer?.files ?? [])];
    const dropped = event.dataTransfer?.getData('text/plain') ?? '';
    if (files.length) bringFiles(act, files);
    else if (dropped.trim()) act.bringText(dropped);
  });
}

/** @param {Actions} act @param {File[]} files */
async function bringFiles(act, files) {
  const read = async (/** @type {File} */ file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  act.bring(await Promise.all(files.map(read)));
}
