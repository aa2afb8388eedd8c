// The library, the files of the explorer, and the tasks to repeat, kept in IndexedDB. Without it, as
// in private windows of some browsers, they last as long as the page.

/** Days until the next repetition, by the number of solutions in a row. */
const DAYS = [1, 3, 7, 16, 35, 90];

/** @type {Record<string, Map<string, any>>} */
const standIn = { cards: new Map(), library: new Map(), files: new Map() };
/** @type {Promise<IDBDatabase | null> | undefined} */
let opened;

/** @returns {Promise<IDBDatabase | null>} */
const database = () => (opened ??= new Promise((resolve) => {
  try {
    const request = indexedDB.open('outflank', 3);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of Object.keys(standIn)) result.objectStoreNames.contains(name) || result.createObjectStore(name, { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => resolve(null);
  } catch {
    resolve(null);
  }
}));

/** @typedef {'cards' | 'library' | 'files'} Shelf */

/** @param {Shelf} name @returns {Promise<any[]>} */
async function all(name) {
  const db = await database();
  if (!db) return [...standIn[name].values()];
  return new Promise((resolve) => {
    const request = db.transaction(name).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve([]);
  });
}

/**
 * Changes a store. Without a database, `alone` changes its replacement in memory.
 * @param {Shelf} name @param {(store: IDBObjectStore) => void} change @param {(items: Map<string, any>) => void} alone
 */
async function edit(name, change, alone) {
  const db = await database();
  if (!db) return alone(standIn[name]);
  await new Promise((resolve) => {
    const transaction = db.transaction(name, 'readwrite');
    transaction.oncomplete = transaction.onerror = transaction.onabort = resolve;
    change(transaction.objectStore(name));
  });
}

/** @param {Shelf} name @param {KeptGame | Card | Upload & {id: string}} item */
const put = (name, item) => edit(name, (store) => store.put(item), (items) => items.set(item.id, item));

/** The games of the library, latest first. @returns {Promise<KeptGame[]>} */
export const keptGames = async () => (await all('library')).sort((a, b) => b.at - a.at);

/** @param {KeptGame} game */
export const keepGame = (game) => put('library', game);

/** @param {string} id */
export const dropGame = (id) => edit('library', (store) => store.delete(id), (items) => items.delete(id));

/** The files of the explorer. @returns {Promise<Upload[]>} */
export const keptFiles = () => all('files');

/** @param {Upload[]} files */
export const addFiles = (files) => Promise.all(files.map((file) => put('files', { ...file, id: file.name })));

export const dropFiles = () => edit('files', (store) => store.clear(), (items) => items.clear());

/** The tasks that are due, longest due first. @param {number} now @returns {Promise<Card[]>} */
export const dueCards = async (now = Date.now()) => (await all('cards')).filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);

/** Schedules a task for repetition. The interval grows with each solution. @param {Task} task @param {boolean} solved */
export async function remember(task, solved, now = Date.now()) {
  // Two openings may require different moves in the same position.
  const id = task.opening ? `${task.start} ${task.line[0]}` : task.start;
  const known = /** @type {Card | undefined} */ ((await all('cards')).find((card) => card.id === id));
  // An early solution does not count: it only delays the task.
  const times = solved ? (known && known.due > now ? known.times : (known?.times ?? 0) + 1) : 0;
  await put('cards', { id, task, times, due: dayAfter(now, DAYS[Math.min(times, DAYS.length - 1)]) });
}

/** The start of a later day: what was missed in the evening is due the next morning. @param {number} now @param {number} days */
function dayAfter(now, days) {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  return date.setDate(date.getDate() + days);
}
