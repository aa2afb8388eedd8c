// What is kept when the page is left: this tab's game comes back to this tab, the last game of
// all to a new one.

import { initialState, defaultSettings } from './initial.js';
import { stopped } from './clock.js';
import { restore, save } from './notation.js';

const KEY = 'outflank';

/** @returns {State} */
export function loadState() {
  const state = initialState();
  const settings = read(localStorage, `${KEY}-settings`);
  if (settings) state.settings = { ...defaultSettings, ...settings };
  const kept = read(sessionStorage, `${KEY}-game`) ?? read(localStorage, `${KEY}-game`);
  if (!kept) return state;
  try {
    const { players, names, seed, hints, clock, flagged, sums } = kept;
    const game = restore(kept.game);
    // At its end the game goes on; further back it was being looked at.
    const live = !game.nodes[game.current].children.length;
    const analysis = sums ? { ...state.analysis, status: /** @type {const} */ ('done'), sums } : state.analysis;
    const runs = clock && live && !flagged;
    return { ...state, game, players, names, seed, hints, clock: runs ? { ...clock, since: Date.now() } : clock, flagged, live, analysis };
  } catch {
    return state;
  }
}

/** Keeps the game whenever it changes. @param {Store} store */
export function saveState(store) {
  let timer = 0;
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    const { game, players, names, seed, hints, clock, flagged, analysis } = store.get();
    const side = game.nodes[game.current].facts?.side;
    const time = clock && side ? stopped(clock, side, Date.now()) : clock;
    const kept = JSON.stringify({ game: save(game), players, names, seed, hints, flagged, clock: time, sums: analysis.sums });
    put(sessionStorage, `${KEY}-game`, kept);
    put(localStorage, `${KEY}-game`, kept);
  };
  store.subscribe((state, before) => {
    if (state.settings !== before.settings) put(localStorage, `${KEY}-settings`, JSON.stringify(state.settings));
    if (state.game !== before.game || state.players !== before.players || state.hints !== before.hints) timer ||= setTimeout(write, 300);
  });
  addEventListener('pagehide', write);
}

/** @param {Storage} storage @param {string} key */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Without room or permission nothing is kept, and the page works all the same. */
function put(/** @type {Storage} */ storage, /** @type {string} */ key, /** @type {string} */ value) {
  try {
    storage.setItem(key, value);
  } catch {
    // As said above.
  }
}
