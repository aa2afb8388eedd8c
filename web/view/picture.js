// The board as a picture that stands alone.

import { nameOf } from './board.js';
import { placed } from '../state/tree.js';

const SQUARE = 60;
const FRAME = 24;
const SIZE = 8 * SQUARE + 2 * FRAME;

/** @param {State} state */
export function toSvg(state) {
  const { facts } = state.game.nodes[state.game.current];
  const last = placed(state.game).move;
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const rect = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ fill) =>
    `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${color(fill)}"/>`;
  const circle = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r, /** @type {string} */ fill) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    `<text x="${x}" y="${y + 5}" font-size="14" fill="${color('labels')}">${text}</text>`;
  const parts = [rect(0, 0, SIZE, 'frame'), rect(FRAME, FRAME, 8 * SQUARE, 'grid')];
  for (let i = 0; i < 64; i++) {
    const [x, y] = [FRAME + (i % 8) * SQUARE, FRAME + Math.floor(i / 8) * SQUARE];
    const [middleX, middleY] = [x + SQUARE / 2, y + SQUARE / 2];
    const disc = facts?.board[i];
    parts.push(rect(x + 1, y + 1, SQUARE - 2, 'ground'));
    if (disc === 'X' || disc === 'O') parts.push(circle(middleX, middleY, 25, color(disc === 'X' ? 'black-disc' : 'white-disc')));
    if (nameOf(i) === last) parts.push(circle(middleX, middleY, 6, '#e0563b'));
  }
  for (let i = 0; i < 8; i++) {
    const along = FRAME + i * SQUARE + SQUARE / 2;
    parts.push(label(along, FRAME / 2, 'abcdefgh'[i]), label(FRAME / 2, along, String(i + 1)));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" text-anchor="middle">\n${parts.join('\n')}\n</svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** @param {State} state @returns {Promise<Blob>} */
export async function toPng(state) {
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
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
