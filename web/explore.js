// Fills the engine's index with the added files, games and books, and the library.

import { movesOf } from './state/library.js';
import { sendFiles } from './state/bring.js';
import { addFiles, dropFiles, keptFiles, keptGames } from './state/shelf.js';
import { keptName } from './view/players.js';

/** Maximum size of the files in one request, in bytes. */
const AT_ONCE = 14 << 20;

/** @param {Store} store @param {{ask: (lines: string[]) => Promise<Reply[]>, fail: (error: Error) => void}} engine */
export function createExplorer(store, { ask, fail }) {
  const { dispatch } = store;
  /** Settles when the running fill ends. @type {Promise<void> | null} */
  let filling = null;

  /** Indexes files. Skips unreadable records and returns their number. @param {Upload[]} files */
  async function index(files) {
    let { games, positions } = store.get().explorer;
    let failed = 0;
    for (const some of batches(files)) {
      const replies = await ask([...sendFiles(some), 'index']);
      const error = replies.find(({ reply }) => reply === 'error');
      if (error) throw new Error(error.message);
      const [indexed] = replies.filter(({ reply }) => reply === 'indexed');
      ({ games, positions } = indexed);
      failed += indexed.failed;
    }
    dispatch({ type: 'indexed', games, positions });
    return failed;
  }

  /** Fills the index after the session has started. */
  const fill = () => (filling ??= indexKept().finally(() => (filling = null)));

  async function indexKept() {
    const own = (await keptGames()).map(recordOf).filter(({ moves }) => moves.length);
    const text = own.map((record) => JSON.stringify(record)).join('\n');
    await index([...(await keptFiles()), { name: 'library', bytes: new TextEncoder().encode(text) }]);
  }

  const watch = () => {
    const { explorer, connection } = store.get();
    if (explorer.on && explorer.status === 'empty' && connection === 'ready' && !filling) fill().catch(fail);
  };
  store.subscribe(watch);
  return {
    watch,
    /** @param {Upload[]} files */
    async add(files) {
      if (store.get().explorer.status === 'empty') await fill();
      dispatch({ type: 'indexing' });
      try {
        await index(files);
        await addFiles(files);
      } catch (error) {
        dispatch({ type: 'indexed', ...store.get().explorer });
        throw error;
      }
    },
    /** Adds files if all of them are books. Returns whether they are. @param {Upload[]} files */
    async addBooks(files) {
      if (store.get().explorer.status === 'empty') await fill();
      if (await index(files)) return false;
      await addFiles(files);
      return true;
    },
    /** Removes the added files. */
    async clear() {
      await dropFiles();
      await ask(['index clear']);
      dispatch({ type: 'unindexed' });
    },
    /** Fetches a game by its number. @param {ExploredGame} game @returns {Promise<Reply>} */
    game: async ({ game }) => (await ask([`explore game ${game}`]))[0],
  };
}

/** The files in batches for one request each. Every batch includes the WTHOR name files. @param {Upload[]} files */
function batches(files) {
  const areNames = (/** @type {Upload} */ { name }) => /\.(jou|trn)$/i.test(name);
  const names = files.filter(areNames);
  const all = /** @type {Upload[][]} */ ([]);
  let left = 0;
  for (const file of files.filter((each) => !areNames(each))) {
    left -= file.bytes.length;
    if (left < 0 || !all.length) {
      all.push([...names]);
      left = AT_ONCE - file.bytes.length;
    }
    all[all.length - 1].push(file);
  }
  return all;
}

/** A game of the library as a JSON record. @param {KeptGame} kept */
function recordOf(kept) {
  const { at, game: { start } } = kept;
  const date = new Date(at).toISOString().slice(0, 10);
  return { black: keptName(kept, 'black'), white: keptName(kept, 'white'), event: kept.name, date, start: start === 'startpos' ? undefined : start, moves: movesOf(kept) };
}
