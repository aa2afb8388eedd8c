// The dialog that opens a game, and what is pasted or dropped anywhere on the page.

import { h, put } from './dom.js';
import { text } from '../text/en.js';

/** @param {Actions} act @returns {Dialog} */
export function mountOpen(act) {
  const words = text.open;
  const area = h('textarea', { 'aria-label': words.label, placeholder: words.example, spellcheck: 'false' });
  const files = h('input.unseen', { type: 'file', multiple: true, tabindex: -1, 'aria-hidden': 'true' });
  const choose = h('button.small', { type: 'button', onclick: () => files.click() }, words.file);
  const form = h('form.content', {}, h('p.quiet', {}, words.label), area, h('p.quiet', {}, words.hint),
    h('footer', {}, files, choose, h('span.gap'), h('button.primary', { type: 'submit' }, words.button)));
  const trouble = h('p.error', { role: 'alert' });
  const tell = (/** @type {Error} */ error) => put(trouble, error.message);
  form.insertBefore(trouble, form.lastChild);
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    put(trouble, '');
    if (area.value.trim()) act.bringText(area.value).catch(tell);
  });
  files.addEventListener('change', () => {
    put(trouble, '');
    bringFiles(act, [...files.files]).catch(tell);
    files.value = '';
  });
  return {
    content: form,
    open() {
      area.value = '';
      put(trouble, '');
      setTimeout(() => area.focus());
    },
  };
}

/** @param {Actions} act */
export function listenToGifts(act) {
  const cover = h('div.drop', { hidden: true }, text.open.drop);
  document.body.append(cover);
  const take = (/** @type {DataTransfer | null} */ data) => {
    const words = data?.getData('text/plain') ?? '';
    if (data?.files.length) bringFiles(act, [...data.files]).catch(act.fail);
    else if (words.trim()) act.bringText(words).catch(act.fail);
  };
  const inField = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest?.('input, textarea');
  document.addEventListener('paste', (event) => {
    if (!inField(event)) take(event.clipboardData);
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
    take(event.dataTransfer);
  });
}

/** @param {Actions} act @param {File[]} files */
async function bringFiles(act, files) {
  const read = async (/** @type {File} */ file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  await act.bring(await Promise.all(files.map(read)));
}
