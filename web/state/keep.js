// The initial state, and the state kept between visits. A tab restores its own game, a new tab the
// latest game of all tabs.

import { atHome, stopped } from './clock.js';
import { restore, save } from './notation.js';
import { keepGame } from './shelf.js';
import { mainLine, movesTo, newGame } from './tree.js';
import * as storage from '../engine/storage.js';

const GAME = 'outflank-game';
const SETTINGS = 'outflank-settings';

/** @returns {State} */
export const initialState = () => ({
  connection: 'connecting',
  trouble: '',
  engine: { name: '', options: {} },
  game: newGame(),
  round: 0,
  former: null,
  names: { black: '', white: '' },
  players: {
    black: { kind: 'human' },
    white: { kind: 'engine', by: 'skill', value: 5 },
  },
  live: true,
  review: false,
  lend: null,
  takenBack: null,
  undoAsked: null,
  setup: {},
  clock: null,
  hints: false,
  explain: false,
  analysis: { status: 'none', run: 0, line: [], left: 0, level: 0 },
  thinking: null,
  preview: null,
  study: null,
  settings: {
    theme: 'auto',
    board: 'green',
    animate: true,
    coordinates: true,
    showLegal: true,
    view: 0,
    moveNumbers: false,
    stable: false,
    previewFlips: true,
    language: 'auto',
    limit: 'movetime 10000',
    lines: 64,
    analysisLevel: 14,
    sound: false,
    askUndo: false,
    adapted: 3,
    pace: 500,
    options: {},
  },
  found: [],
  opened: -1,
  unread: '',
  dialog: null,
  notice: null,
});

/** @returns {State} */
export function loadState() {
  const state = initialState();
  state.settings = { ...state.settings, ...read('localStorage', SETTINGS) };
  const kept = read('sessionStorage', GAME) ?? read('localStorage', GAME);
  if (!kept) return state;
  try {
    const { level = state.settings.analysisLevel, live = false, ...rest } = kept;
    const game = restore(kept.game);
    const marks = mainLine(game).slice(1).map((id) => Boolean(game.nodes[id].mark));
    const status = marks.includes(true) ? (marks.includes(false) ? 'stopped' : 'done') : 'none';
    return { ...state, ...rest, live, game, analysis: { ...state.analysis, status, level } };
  } catch {
    return state;
  }
}

/** @param {Store} store */
export function saveState(store) {
  let timer = 0;
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    const { study, ...all } = store.get();
    // A study lasts as long as the page.
    const state = atHome(/** @type {State} */ ({ ...all, ...study?.former }));
    const { game, players, names, hints, live, review, setup, analysis } = state;
    const kept = JSON.stringify({ game: save(game), players, names, hints, live, review, setup, clock: stopped(state, Date.now()), level: analysis.level });
    storage.put('sessionStorage', GAME, kept);
    storage.put('localStorage', GAME, kept);
  };
  store.subscribe((state, before) => {
    const { facts, flagged } = state.game.nodes[state.game.current];
    const ended = before.live && !state.live && !state.review && (flagged || facts?.result != null);
    if (ended) keepEnded(state);
    if (state.settings !== before.settings) storage.put('localStorage', SETTINGS, JSON.stringify(state.settings));
    const parts = /** @type {const} */ (['game', 'players', 'hints', 'live']);
    if (parts.some((part) => state[part] !== before[part])) timer ||= setTimeout(write, 300);
  });
  addEventListener('pagehide', write);
  // All tabs share the latest settings.
  addEventListener('storage', ({ key }) => {
    if (key === SETTINGS) store.dispatch({ type: 'settings', settings: read('localStorage', SETTINGS) });
  });
}

/** Keeps a game of people that has ended. @param {State} state */
function keepEnded({ game, players }) {
  const sides = /** @type {Side[]} */ (['black', 'white']).filter((side) => players[side].kind === 'human');
  if (sides.length) keepGame({ at: Date.now(), start: game.start, moves: movesTo(game, game.current), sides });
}

/** @param {storage.Keeper} keeper @param {string} key */
function read(keeper, key) {
  try {
    return JSON.parse(storage.read(keeper, key) ?? 'null');
  } catch {
    return null;
  }
}
