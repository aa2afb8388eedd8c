// What there is before anything has happened, and what of it is kept when the page is left.

import { newGame } from './tree.js';

/** @type {Settings} */
export const defaultSettings = {
  theme: 'auto',
  board: 'green',
  animate: true,
  coordinates: true,
  showLegal: true,
  hintTime: 10,
  analysisLevel: 14,
  options: {},
};

/** @returns {State} */
export const initialState = () => ({
  connection: 'connecting',
  engine: { name: '', options: {} },
  game: newGame(),
  round: 0,
  former: null,
  names: { black: '', white: '', about: '' },
  players: {
    black: { kind: 'human' },
    white: { kind: 'engine', by: 'skill', value: 5 },
  },
  seed: 0,
  live: true,
  lend: null,
  clock: null,
  flagged: null,
  hints: false,
  explain: false,
  analysis: { status: 'none', run: 0, line: [], left: 0, sums: null },
  thinking: null,
  preview: null,
  settings: defaultSettings,
  found: [],
  unread: '',
  dialog: null,
  notice: null,
});
