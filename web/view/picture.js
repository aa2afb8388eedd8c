// The board as a picture that stands alone, from one list of shapes for SVG and PNG.

import { nameOf } from './board.js';
import { placed } from '../state/tree.js';

const SQUARE = 60;
const FRAME = 24;
const SIZE = 8 * SQUARE + 2 * FRAME;

/** @param {State} state @returns {Shape[]} */
function shapes(state) {
  const { facts } = state.game.nodes[state.game.current];
  const last = placed(state.game).move;
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const all = /** @type {Shape[]} */ ([
    { kind: 'rect', x: 0, y: 0, size: SIZE, fill: color('frame') },
    { kind: 'rect', x: FRAME, y: FRAME, size: 8 * SQUARE, fill: color('grid') },
  ]);
  for (let i = 0; i < 64; i++) {
    const [x, y] = [FRAME + (i % 8) * SQUARE, FRAME + Math.floor(i / 8) * SQUARE];
    const disc = facts?.board[i];
    all.push({ kind: 'rect', x: x + 1, y: y + 1, size: SQUARE - 2, fill: color('ground') });
    const middle = { x: x + SQUARE / 2, y: y + SQUARE / 2 };
    if (disc === 'X' || disc === 'O') all.push({ kind: 'circle', ...middle, size: 25, fill: color(disc === 'X' ? 'black-disc' : 'white-disc') });
    if (nameOf(i) === last) all.push({ kind: 'circle', ...middle, size: 6, fill: '#e0563b' });
  }
  for (let i = 0; i < 8; i++) {
    const along = FRAME + i * SQUARE + SQUARE / 2;
    all.push({ kind: 'text', x: along, y: FRAME / 2, size: 14, fill: color('labels'), text: 'abcdefgh'[i] });
    all.push({ kind: 'text', x: FRAME / 2, y: along, size: 14, fill: color('labels'), text: String(i + 1) });
  }
  return all;
}

/** @param {State} state */
export function toSvg(state) {
  const parts = shapes(state).map(({ kind, x, y, size, fill, text }) => {
    if (kind === 'rect') return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${fill}"/>`;
    if (kind === 'circle') return `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}"/>`;
    return `<text x="${x}" y="${y + 5}" font-size="${size}" fill="${fill}">${text}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" text-anchor="middle">\n${parts.join('\n')}\n</svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** @param {State} state @returns {Promise<Blob>} */
export function toPng(state) {
  const canvas = document.createElement('canvas');
  const scale = 2;
  canvas.width = canvas.height = SIZE * scale;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(scale, scale);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { kind, x, y, size, fill, text } of shapes(state)) {
    context.fillStyle = fill;
    if (kind === 'rect') context.fillRect(x, y, size, size);
    else if (kind === 'text') {
      context.font = `${size}px sans-serif`;
      context.fillText(text ?? '', x, y);
    } else {
      context.beginPath();
      context.arc(x, y, size, 0, 2 * Math.PI);
      context.fill();
    }
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
