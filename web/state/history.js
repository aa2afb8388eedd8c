// Lets the Back and Forward of the browser go to the previous and the next game of this visit.

/** The parts of the state that make a game. @param {State} state */
const gameOf = ({ game, names, analysis, players, review, opened, setup, clock }) =>
  ({ game, names, analysis: analysis.status === 'running' ? { ...analysis, status: 'stopped' } : analysis, players, review, opened, setup, clock: clock && { ...clock, since: null } });

/** @param {Store} store */
export function followHistory(store) {
  /** The games by their entry in the history. @type {Map<number, object>} */
  const games = new Map();
  let entry = 0;
  let last = 0;
  let moving = false;
  history.replaceState({ entry }, '');
  store.subscribe((state, before) => {
    if (state.round === before.round || moving) return;
    games.set(entry, gameOf(before));
    entry = ++last;
    // A typed address has made an entry already.
    if (history.state) history.pushState({ entry }, '');
    else history.replaceState({ entry }, '');
  });
  addEventListener('popstate', ({ state }) => {
    const former = games.get(state?.entry);
    if (!former || state.entry === entry) return;
    games.set(entry, gameOf(store.get()));
    entry = state.entry;
    moving = true;
    store.dispatch({ type: 'former', former });
    moving = false;
  });
}
