// Creates and connects the state, the engine and the views.

import { connect } from './engine/host.js';
import { createStore, drawEachFrame } from './state/store.js';
import { outOfTime } from './state/clock.js';
import { reduce } from './state/reduce.js';
import { createDirector } from './state/director.js';
import { followHistory } from './state/history.js';
import { loadState, saveState } from './state/keep.js';
import { createActions } from './actions.js';
import { mountPage } from './view/page.js';
import { listenToGifts } from './view/open.js';
import { listenToKeys } from './view/keys.js';

/** @type {Host} */
const host = { send: (line) => engine.send(line) };
// The engine import has removed the token from the address. The rest may be a game.
const store = createStore(reduce, loadState());
const director = createDirector(store, host);
const act = createActions(store, director);
const page = mountPage(document.body, act);

const engine = connect({
  onLine: director.receive,
  onStatus({ state, detail = '' }) {
    if (state === 'ready') director.open();
    else if (state === 'refused') store.dispatch({ type: 'refused', text: detail });
    else director.lose(state, detail);
  },
});

drawEachFrame(store, page.update);
setInterval(() => {
  const side = outOfTime(store.get(), Date.now());
  if (side) store.dispatch({ type: 'flag', side, at: Date.now() });
  page.tick(store.get());
}, 100);
listenToKeys(act.keys);
saveState(store);
followHistory(store);
listenToGifts(act);
addEventListener('hashchange', act.arrive);
act.arrive();
