// The dialog that gives the game away: as text in each format, as a link, as a picture.

import { h, put } from './dom.js';
import { save, toPng, toSvg } from './picture.js';
import { text } from '../text/en.js';
import { recordedName } from './players.js';
import { writeLink, writeRecord } from '../state/notation.js';
import { lineThrough, positionCommand } from '../state/tree.js';

const words = text.share;
const formats = /** @type {(keyof typeof words.formats)[]} */ (Object.keys(words.formats));
/** What the whole line is written in; the others show the current position. */
const ofGame = ['transcript', 'ggf', 'pgn', 'json'];

/** @param {Actions} act @returns {Dialog} */
export function mountShare(act) {
  const rows = Object.fromEntries(formats.map((format) => [format, row(words.formats[format])]));
  const picture = h('div.doing', {},
    h('button.small', { onclick: async () => save(await toPng(act.state()), 'outflank.png') }, words.png),
    h('button.small', { onclick: () => save(toSvg(act.state()), 'outflank.svg') }, words.svg));
  return {
    content: h('div.content', {}, ...formats.map((format) => rows[format].element), h('p.quiet', {}, words.variations), h('h3', {}, words.picture), picture),
    async open(state) {
      const { game } = state;
      for (const format of formats) rows[format].set('');
      rows.link.set(location.href.replace(/#.*/, '') + writeLink(game));
      const end = /** @type {number} */ (lineThrough(game, game.current).at(-1));
      const names = { black: recordedName(state, 'black'), white: recordedName(state, 'white') };
      const record = writeRecord(game, end, names);
      for (const format of formats.filter((each) => each !== 'link')) {
        const lines = ofGame.includes(format)
          ? [`convert ${format} ${record}`]
          : [positionCommand(game, game.current), `convert ${format}`];
        const [reply] = await act.ask(lines);
        rows[format].set(reply.reply === 'converted' ? reply.text : '', reply.message);
      }
    },
  };
}

/** @param {string} name */
function row(name) {
  const field = h('input', { type: 'text', readonly: true, 'aria-label': name });
  let value = '';
  const copy = h('button.small', { 'aria-label': `${words.copy}: ${name}` }, words.copy);
  copy.addEventListener('click', async () => {
    await copyText(value, field);
    put(copy, words.copied);
    setTimeout(() => put(copy, words.copy), 1500);
  });
  field.addEventListener('focus', () => field.select());
  return {
    element: h('div.copy', {}, h('span', {}, name), field, copy),
    /** @param {string} text @param {string} [why] it cannot be had */
    set(text, why = '') {
      value = text;
      field.value = text;
      field.placeholder = why;
      copy.disabled = !text;
    },
  };
}

/** @param {string} value @param {HTMLInputElement} field */
async function copyText(value, field) {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    // Where the clipboard is not open to pages, the old way.
    field.select();
    document.execCommand('copy');
  }
}
