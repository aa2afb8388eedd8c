// The dialog that shares the game as text, link or image.

import { h, put, s } from './dom.js';
import { discOf, nameOf } from './board.js';
import { text } from '../text/text.js';
import { token } from '../engine/socket.js';
import { recordedName } from './players.js';
import { writeLink, writeRecord } from '../state/notation.js';
import { lineThrough, placed, positionCommand } from '../state/tree.js';

const words = text.share;
const formats = /** @type {(keyof typeof words.formats)[]} */ (Object.keys(words.formats));
/** The formats of the whole game. The format of moves holds the shown line, all others the current position. */
const ofGame = ['ggf', 'pgn', 'json'];

/** Sizes in the image. */
const SQUARE = 60;
const FRAME = 24;
const SIZE = 8 * SQUARE + 2 * FRAME;

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
    // Fallback for pages without clipboard access. The field cannot hold line breaks.
    field.addEventListener('copy', (event) => {
      event.clipboardData?.setData('text/plain', value);
      event.preventDefault();
    }, { once: true });
    field.select();
    document.execCommand('copy');
  }
}

/** The board as an image. @param {State} state */
function toSvg(state) {
  const { facts } = state.game.nodes[state.game.current];
  const last = placed(state.game).move;
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const rect = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ name) =>
    s('rect', { x, y, width: size, height: size, fill: color(name) });
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
    s('text', { x, y: y + 5, 'font-size': 14, fill: color('labels') }, name);
  const svg = s('svg', { width: SIZE, height: SIZE, viewBox: `0 0 ${SIZE} ${SIZE}`, 'font-family': 'sans-serif', 'text-anchor': 'middle' },
    rect(0, 0, SIZE, 'frame'), rect(FRAME, FRAME, 8 * SQUARE, 'grid'));
  for (let i = 0; i < 64; i++) {
    const [x, y] = [FRAME + (i % 8) * SQUARE, FRAME + Math.floor(i / 8) * SQUARE];
    const circle = (/** @type {number} */ r, /** @type {string} */ fill) => s('circle', { cx: x + SQUARE / 2, cy: y + SQUARE / 2, r, fill });
    const disc = discOf(facts?.board, i);
    svg.append(rect(x + 1, y + 1, SQUARE - 2, 'ground'));
    if (disc) svg.append(circle(25, color(`${disc}-disc`)));
    if (nameOf(i) === last) svg.append(circle(6, '#e0563b'));
  }
  for (let i = 0; i < 8; i++) {
    const along = FRAME + i * SQUARE + SQUARE / 2;
    svg.append(label(along, FRAME / 2, nameOf(i)[0]), label(FRAME / 2, along, `${i + 1}`));
  }
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}

/** @param {State} state @returns {Promise<Blob>} */
async function toPng(state) {
  const image = new Image();
  image.src = URL.createObjectURL(toSvg(state));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * SIZE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
