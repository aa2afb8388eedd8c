// Back and Forward of the browser go to the previous and next game of this visit.

import { playersClock } from './clock.js';

/** The parts of the state that make a game. @param {State} state */
export const snapshot = ({ game, names, analysis, players, review, opened, kept, setup, clock }) => ({
  game,
  names,
  analysis,
  players,
  review,
  opened,
  kept,
  setup,
  clock: playersClock(clock, game, null),
});

/** The game of the user, also during a study. @param {State} state */
export const ownGame = (state) => state.study?.former ?? snapshot(state);

/** @param {Store} store */
export function followHistory(store) {
  /** The games by their entry in the history. @type {Map<number, object>} */
  const games = new Map();
  let entry = 0;
  let last = 0;
  let moving = false;
  history.replaceState({ entry }, '');
  store.subscribe((state, before) => {
    // The tasks of a study have no entries.
    if (state.round === before.round || moving || state.study || state.game === before.study?.former.game) return;
    games.set(entry, ownGame(before));
    entry = ++last;
    // A typed address already has an entry.
    if (history.state) history.pushState({ entry }, '');
    else history.replaceState({ entry }, '');
  });
  addEventListener('popstate', ({ state }) => {
    const former = games.get(state?.entry);
    if (!former || state.entry === entry) return;
    games.set(entry, ownGame(store.get()));
    entry = state.entry;
    moving = true;
    store.dispatch({ type: 'former', former });
    moving = false;
  });
}
