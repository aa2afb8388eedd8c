// The dialogs that open a game or choose one from a file. Handles pasted and dropped games.

import { h, put } from './dom.js';
import { text } from '../text/en.js';

/** Maximum number of games shown. The name filter finds the others. */
const MOST = 200;

/** @param {Actions} act @returns {Dialog} */
export function mountOpen(act) {
  const words = text.open;
  const area = h('textarea', { 'aria-label': words.label, placeholder: words.example, spellcheck: 'false' });
  const files = h('input.unseen', { type: 'file', multiple: true, tabindex: -1, 'aria-hidden': 'true' });
  const choose = h('button.small', { type: 'button', onclick: () => files.click() }, words.file);
  const trouble = h('p.error', { role: 'alert' });
  const form = h('form.content', {}, h('p.quiet', {}, words.label), area, h('p.quiet', {}, words.hint), trouble,
    h('footer', {}, files, choose, h('span.gap'), h('button.primary', { type: 'submit' }, words.button)));
  const tell = (/** @type {Error} */ error) => put(trouble, error.message);
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

/** The list of the games in a file. @param {Actions} act @returns {Dialog} */
export function mountGames(act) {
  const words = text.games;
  const filter = h('input', { type: 'search', placeholder: words.filter, 'aria-label': words.filter });
  const count = h('p.quiet', { role: 'status' });
  const trouble = h('p.error');
  const list = h('ul.found');
  const draw = () => {
    const { found } = act.state();
    const wanted = filter.value.toLowerCase().split(/\s+/);
    const matching = found.filter((record) => wanted.every((/** @type {string} */ word) => describe(record).includes(word)));
    const shown = matching.slice(0, MOST);
    put(count, words.some(shown.length, matching.length));
    list.replaceChildren(...shown.map((record) => h('li', {}, row(record, act))));
  };
  filter.addEventListener('input', draw);
  return {
    content: h('div.content', {}, trouble, filter, count, list),
    open() {
      filter.value = '';
      put(trouble, act.state().unread);
      draw();
    },
  };
}

/** @param {Reply} record */
const describe = ({ black, white, event, date }) => `${black} ${white} ${event} ${date}`.toLowerCase();

/** @param {Reply} record @param {Actions} act */
function row(record, act) {
  const { black, white, event, date, result, moves } = record;
  const players = black || white ? `${black || '?'} – ${white || '?'}` : moves.slice(0, 8).join(' ') || text.games.position;
  return h('button.game', { onclick: () => act.load(record) },
    h('strong', {}, players),
    h('span', {}, result ?? ''),
    h('small', {}, [event, date, text.games.moves(moves.length)].filter(Boolean).join(' · ')));
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
  /** Text dragged into a field belongs to the field. */
  const isFields = (/** @type {DragEvent} */ event) => inField(event) && !event.dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', (event) => {
    cover.hidden = Boolean(isFields(event));
    if (!cover.hidden) event.preventDefault();
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) cover.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    cover.hidden = true;
    if (isFields(event)) return;
    event.preventDefault();
    take(event.dataTransfer);
  });
}

/** @param {Actions} act @param {File[]} files */
async function bringFiles(act, files) {
  const read = async (/** @type {File} */ file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  await act.bring(await Promise.all(files.map(read)));
}
