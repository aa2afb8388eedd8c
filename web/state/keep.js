// The initial state, and the state kept between visits. A tab restores its own game, a new tab the
// latest game of all tabs.

import { atHome, stopped } from './clock.js';
import { keepEntry, newEntry, reopened } from './library.js';
import { save } from './notation.js';
import { newGame } from './tree.js';
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
  kept: null,
  drawing: null,
  explorer: { on: false, status: 'empty', games: 0, positions: 0, version: 0, filter: { player: '', from: '', to: '' } },
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
    return { ...state, ...rest, live, ...reopened(state, kept.game, level) };
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
    const { study, ...rest } = store.get();
    // A study lasts as long as the page.
    const state = atHome(/** @type {State} */ ({ ...rest, ...study?.former }));
    const { game, players, names, hints, live, review, setup, analysis, kept } = state;
    const all = JSON.stringify({ game: save(game), players, names, hints, live, review, setup, kept, clock: stopped(state, Date.now()), level: analysis.level });
    storage.put('sessionStorage', GAME, all);
    storage.put('localStorage', GAME, all);
    if (kept) keepEntry(state, kept).then(() => store.dispatch({ type: 'stored', id: kept.id }));
  };
  store.subscribe((state, before) => {
    const { facts, flagged } = state.game.nodes[state.game.current];
    const ended = before.live && !state.live && !state.review && (flagged || facts?.result != null);
    if (ended && !state.kept && Object.values(state.players).some(({ kind }) => kind === 'human')) {
      // Once all subscribers know of the end.
      queueMicrotask(() => {
        store.dispatch({ type: 'kept', kept: newEntry('', true) });
        write();
      });
    }
    if (state.settings !== before.settings) storage.put('localStorage', SETTINGS, JSON.stringify(state.settings));
    const parts = /** @type {const} */ (['game', 'players', 'hints', 'live', 'kept']);
    if (parts.some((part) => state[part] !== before[part])) timer ||= setTimeout(write, 300);
  });
  addEventListener('pagehide', write);
  // The last visit may have ended before the game was in the library.
  if (store.get().kept?.isNew) write();
  // All tabs share the latest settings.
  addEventListener('storage', ({ key }) => {
    if (key === SETTINGS) store.dispatch({ type: 'settings', settings: read('localStorage', SETTINGS) });
  });
}

/** @param {storage.Keeper} keeper @param {string} key */
function read(keeper, key) {
  try {
    return JSON.parse(storage.read(keeper, key) ?? 'null');
  } catch {
    return null;
  }
}
