// Holds one plain object. Only a pure function changes it, and the drawing code subscribes to it.

/**
 * @template S, A
 * @param {(state: S, action: A) => S} reduce
 * @param {S} initial
 */
export function createStore(reduce, initial) {
  let state = initial;
  const watchers = new Set();
  return {
    get: () => state,
    /** @param {A} action */
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state !== before) for (const watcher of watchers) watcher(state, before);
    },
    /** @param {(state: S, before: S) => void} watcher */
    subscribe(watcher) {
      watchers.add(watcher);
    },
  };
}

/**
 * Draws at most once per frame, for any number of changes.
 * @template S
 * @param {{get: () => S, subscribe: (watcher: () => void) => void}} store
 * @param {(state: S) => void} draw
 */
export function drawEachFrame(store, draw) {
  let pending = false;
  const frame = () => {
    pending = false;
    draw(store.get());
  };
  store.subscribe(() => {
    if (!pending) {
      pending = true;
      // A hidden page gets no frames, but must be up to date when shown.
      if (document.hidden) setTimeout(frame, 100);
      else requestAnimationFrame(frame);
    }
  });
  draw(store.get());
}
