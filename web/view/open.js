// The dialogs that open a game or choose one from a file. Handles pasted and dropped games.

import { h, put, select } from './dom.js';
import { plain } from '../state/bring.js';
import { text } from '../text/text.js';

/** Number of games shown at once. */
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
  const filter = h('input', { type: 'search', placeholder: words.filter, 'aria-label': words.filter, autofocus: true });
  const order = select(Object.entries(words.orders), () => draw());
  order.setAttribute('aria-label', words.sort);
  const count = h('p.quiet', { role: 'status' });
  const trouble = h('p.error');
  const list = h('ul.found');
  const more = h('button.small', { onclick: () => draw(shown + MOST) }, words.more);
  let listed = /** @type {any} */ (null);
  const explore = h('button.small', { onclick: act.exploreBrought }, words.explore);
  let shown = MOST;
  /** @param {number} [most] */
  function draw(most = MOST) {
    const { found, opened } = act.state();
    shown = most;
    const wanted = filter.value.toLowerCase().split(/\s+/);
    const matching = found.filter((record) => wanted.every((/** @type {string} */ word) => describe(record).includes(word)));
    const key = keys[order.value];
    if (key) matching.sort((a, b) => collator.compare(key(a), key(b)));
    put(count, words.some(Math.min(most, matching.length), matching.length));
    more.hidden = matching.length <= most;
    list.replaceChildren(...matching.slice(0, most).map((record) => h('li', {}, row(record, act, record === found[opened]))));
  }
  filter.addEventListener('input', () => draw());
  return {
    content: h('div.content', {}, trouble, h('div.sort', {}, filter, order), h('div.doing', {}, count, h('span.gap'), explore), list, more),
    open() {
      const { found, unread } = act.state();
      put(trouble, unread);
      // The same list keeps its filter and length.
      if (listed !== found) filter.value = '';
      draw(listed === found ? shown : MOST);
      listed = found;
      list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    },
  };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
/** Sort keys. @type {Record<string, (record: Reply) => string>} */
const keys = {
  players: ({ black, white }) => `${black} ${white}`,
  date: ({ date }) => String(date),
  result: ({ result }) => String(100 - (result ?? -100)),
};

/** @param {Reply} record */
const describe = ({ black, white, event, date }) => `${black} ${white} ${event} ${date}`.toLowerCase();

/** @param {Reply} record @param {Actions} act @param {boolean} isOpen */
function row(record, act, isOpen) {
  const { black, white, event, date, result, moves } = record;
  const players = black || white ? `${plain(black) || '?'} – ${plain(white) || '?'}` : moves.slice(0, 8).join(' ') || text.games.position;
  return h('button.game', { onclick: () => act.load(record), 'aria-current': isOpen ? 'true' : null },
    h('strong', {}, players),
    h('span', {}, result ?? ''),
    h('small', {}, [plain(event), date, text.games.moves(moves.length)].filter(Boolean).join(' · ')));
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

/** @param {File[]} files @returns {Promise<Upload[]>} */
export const readFiles = (files) => Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));

/** @param {Actions} act @param {File[]} files */
async function bringFiles(act, files) {
  await act.bring(await readFiles(files));
}
