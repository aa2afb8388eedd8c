// The dialog that shares the game as text, link or image.

import { h, put } from './dom.js';
import { text } from '../text/text.js';
import { token } from '../engine/socket.js';
import { boardPicture, gamePicture, printSheet, saveButtons } from './picture.js';
import { recordedName } from './players.js';
import { writeLink, writeRecord } from '../state/notation.js';
import { lineThrough, positionCommand } from '../state/tree.js';

const words = text.share;
const formats = /** @type {(keyof typeof words.formats)[]} */ (Object.keys(words.formats));
/** The formats of the whole game. `transcript` holds the shown line, all others the current position. */
const ofGame = ['ggf', 'pgn', 'sgf', 'json'];

/** @param {Actions} act @returns {Dialog} */
export function mountShare(act) {
  const rows = Object.fromEntries(formats.map((format) => [format, row(words.formats[format])]));
  const pictures = [
    h('h3', {}, words.picture), saveButtons(words.picture, () => boardPicture(act.state()), 'outflank'),
    h('h3', {}, words.game), saveButtons(words.game, () => gamePicture(act.state()), 'outflank-game'),
    h('div.doing', {}, h('button.small', { onclick: () => printSheet(act.state()) }, words.sheet)),
  ];
  return {
    content: h('div.content', {}, ...formats.map((format) => rows[format].element), h('p.quiet', {}, words.variations), ...pictures),
    async open(state) {
      const { game } = state;
      for (const format of formats) rows[format].set('');
      // Only this machine can reach the pages of `outflank gui`.
      rows.link.element.hidden = token() !== null;
      rows.link.set(location.href.replace(/#.*/, '') + writeLink(game));
      const end = /** @type {number} */ (lineThrough(game, game.current).at(-1));
      const names = { black: recordedName(state, 'black'), white: recordedName(state, 'white') };
      const record = writeRecord(game, end, names);
      for (const format of formats.filter((each) => each !== 'link')) {
        const lines = ofGame.includes(format)
          ? [`convert ${format} ${record}`]
          : [positionCommand(game, format === 'transcript' ? end : game.current), `convert ${format}`];
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
    /** @param {string} text @param {string} [why] why it is unavailable */
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
    // Fallback for pages without clipboard access. The field cannot hold line breaks.
    field.addEventListener('copy', (event) => {
      event.clipboardData?.setData('text/plain', value);
      event.preventDefault();
    }, { once: true });
    field.select();
    document.execCommand('copy');
  }
}
