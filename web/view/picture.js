// Pictures of the board and of a whole game, and the score sheet for the printer.

import { h, s } from './dom.js';
import { discOf, nameOf } from './board.js';
import { recordedName, resultOf } from './players.js';
import { openingOf } from './moves.js';
import { finalCount } from '../text/numbers.js';
import { named, text } from '../text/text.js';
import { lineThrough, placed } from '../state/tree.js';

/** Sizes in the picture. */
const SQUARE = 60;
const FRAME = 24;
const SIZE = 8 * SQUARE + 2 * FRAME;
const CAPTION = 34;
/** The board on the score sheet. */
const PAPER = { ground: '#fff', grid: '#666', frame: '#fff', labels: '#333' };

/** @typedef {{disc: Side | '', number?: number, last?: boolean}} Drawn a square */

/** The moves of the shown line without passes, with their sides. @param {State} state */
function movesOf({ game }) {
  const line = lineThrough(game, game.current).map((id) => game.nodes[id]);
  return line.slice(1).flatMap((node, i) => (node.move && node.move !== 'pass' ? [{ ...node, move: node.move, side: line[i].facts?.side ?? /** @type {const} */ ('black') }] : []));
}

/** The last position of the shown line. @param {State} state */
const endOf = ({ game }) => game.nodes[/** @type {number} */ (lineThrough(game, game.current).at(-1))];

/** @param {State} state @param {Side} side */
const playerOf = (state, side) => recordedName(state, side) || text.side[side];

/** The title of a game: the players, the result, the opening. @param {State} state */
function titleOf(state) {
  const { facts } = endOf(state);
  const result = facts?.result == null ? '' : finalCount(facts.result).join('–');
  const opening = openingOf({ ...state.game, current: endOf(state).id });
  return [`${playerOf(state, 'black')} – ${playerOf(state, 'white')}`, result, opening && named(opening)].filter(Boolean).join(' · ');
}

/** The current board. @param {State} state */
export function boardPicture(state) {
  const { facts } = state.game.nodes[state.game.current];
  const last = placed(state.game).move;
  return draw(Array.from({ length: 64 }, (_, i) => ({ disc: discOf(facts?.board, i), last: nameOf(i) === last })));
}

/** The shown line: each move as a numbered disc on its square. @param {State} state */
export const gamePicture = (state) => draw(numbered(state), titleOf(state));

/** @param {State} state @returns {Drawn[]} */
function numbered(state) {
  const { board } = state.game.nodes[0].facts ?? {};
  const moves = movesOf(state);
  const numbers = new Map(moves.map(({ move, side }, i) => [move, { disc: side, number: i + 1 }]));
  return Array.from({ length: 64 }, (_, i) => numbers.get(nameOf(i)) ?? { disc: discOf(board, i) });
}

/** @param {Drawn[]} squares row by row from a1 @param {string} [caption] @param {Record<string, string>} [colors] instead of those of the page */
function draw(squares, caption, colors = {}) {
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => colors[name] ?? style.getPropertyValue(`--${name}`).trim();
  const rect = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ name) =>
    s('rect', { x, y, width: size, height: size, fill: color(name) });
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words, /** @type {number} */ size, /** @type {string} */ fill) =>
    s('text', { x, y: y + size * 0.36, 'font-size': size, fill }, words);
  const height = SIZE + (caption ? CAPTION : 0);
  const svg = s('svg', { width: SIZE, height, viewBox: `0 0 ${SIZE} ${height}`, 'font-family': 'sans-serif', 'text-anchor': 'middle' },
    caption ? s('rect', { width: SIZE, height, fill: '#fff' }) : null, rect(0, 0, SIZE, 'frame'), rect(FRAME, FRAME, 8 * SQUARE, 'grid'));
  squares.forEach(({ disc, number, last }, i) => {
    const [x, y] = [FRAME + (i % 8) * SQUARE, FRAME + Math.floor(i / 8) * SQUARE];
    const [cx, cy] = [x + SQUARE / 2, y + SQUARE / 2];
    svg.append(rect(x + 1, y + 1, SQUARE - 2, 'ground'));
    if (disc) svg.append(s('circle', { cx, cy, r: 25, fill: color(`${disc}-disc`), stroke: color('grid') }));
    if (number) svg.append(write(cx, cy, String(number), 24, disc === 'black' ? '#fff' : '#111'));
    if (last) svg.append(s('circle', { cx, cy, r: 6, fill: '#e0563b' }));
  });
  for (let i = 0; i < 8; i++) {
    const along = FRAME + i * SQUARE + SQUARE / 2;
    svg.append(write(along, FRAME / 2, nameOf(i)[0], 14, color('labels')), write(FRAME / 2, along, `${i + 1}`, 14, color('labels')));
  }
  if (caption) {
    const title = write(SIZE / 2, SIZE + CAPTION / 2, caption, 15, '#111');
    // A long title is condensed. Letters are about half as wide as high.
    if (caption.length > 64) title.setAttribute('textLength', String(SIZE - 20));
    if (caption.length > 64) title.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    svg.append(title);
  }
  return svg;
}

/** @param {SVGElement} picture */
const toSvg = (picture) => new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });

/** @param {SVGElement} picture @returns {Promise<Blob>} */
async function toPng(picture) {
  const image = new Image();
  image.src = URL.createObjectURL(toSvg(picture));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement('canvas');
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}

/** Buttons that save a picture. @param {string} label @param {() => SVGElement} make @param {string} name of the file */
export const saveButtons = (label, make, name) => h('div.doing', { role: 'group', 'aria-label': label },
  h('button.small', { onclick: async () => saveFile(await toPng(make()), `${name}.png`) }, text.share.png),
  h('button.small', { onclick: () => saveFile(toSvg(make()), `${name}.svg`) }, text.share.svg));

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Prints the score sheet of the shown line instead of the page. @param {State} state */
export function printSheet(state) {
  const moves = movesOf(state);
  const row = (/** @type {number} */ i) => {
    const { move, side, mark, loss } = moves[i];
    const lost = loss && mark && mark !== 'best' ? `${text.moves.mark[mark]} ${text.moves.lost(loss)}` : '';
    return h('li', {}, h('b', {}, String(i + 1)), h(`span.chip.${side}`), h('span', {}, move), h('small', {}, lost));
  };
  const sheet = h('div.sheet', {},
    h('h2', {}, titleOf(state)),
    h('p', {}, [state.review ? '' : resultOf(state), state.names.about ?? new Date().toLocaleDateString(text.lang)].filter(Boolean).join(' · ')),
    draw(numbered(state), '', PAPER),
    h('ol', {}, ...moves.map((_, i) => row(i))));
  document.documentElement.dataset.print = 'sheet';
  document.body.append(sheet);
  addEventListener('afterprint', () => {
    sheet.remove();
    delete document.documentElement.dataset.print;
  }, { once: true });
  print();
}
