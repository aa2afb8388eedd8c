// What the browser keeps in addition to the current game: the games of the user, and the tasks to repeat.
// Without IndexedDB, as in private windows of some browsers, they last as long as the page.

const DAY = 24 * 60 * 60 * 1000;
/** Days until a task comes back, by the number of times it was solved in a row. */
const DAYS = [1, 1, 3, 7, 16, 35, 90];

/** @type {Record<string, Map<string, any>>} */
const standIn = { cards: new Map(), games: new Map() };
/** @type {Promise<IDBDatabase | null> | undefined} */
let opened;

/** @returns {Promise<IDBDatabase | null>} */
const database = () => (opened ??= new Promise((resolve) => {
  try {
    const request = indexedDB.open('outflank', 1);
    request.onupgradeneeded = () => Object.keys(standIn).forEach((name) => request.result.createObjectStore(name, { keyPath: 'id' }));
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => resolve(null);
  } catch {
    resolve(null);
  }
}));

/** @param {'cards' | 'games'} name @returns {Promise<any[]>} */
async function all(name) {
  const db = await database();
  if (!db) return [...standIn[name].values()];
  return new Promise((resolve) => {
    const request = db.transaction(name).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve([]);
  });
}

/** @param {'cards' | 'games'} name @param {any} item */
async function put(name, item) {
  const db = await database();
  if (!db) return standIn[name].set(item.id, item);
  await new Promise((resolve) => {
    const change = db.transaction(name, 'readwrite');
    change.oncomplete = change.onerror = change.onabort = resolve;
    change.objectStore(name).put(item);
  });
}

/** The user's games, latest first. @returns {Promise<KeptGame[]>} */
export const keptGames = async () => (await all('games')).sort((a, b) => b.at - a.at);

/** @param {Omit<KeptGame, 'id'>} game */
export const keepGame = (game) => put('games', { ...game, id: `${game.at}` });

/** The tasks that are due, longest due first. @param {number} now @returns {Promise<Card[]>} */
export const dueCards = async (now = Date.now()) => (await all('cards')).filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);

/** Remembers how a task went. A solved one comes back later each time. @param {Task} task @param {boolean} solved */
export async function remember(task, solved, now = Date.now()) {
  const known = /** @type {Card | undefined} */ ((await all('cards')).find(({ id }) => id === task.start));
  // A task that is not due yet is only moved back.
  const times = solved ? (known && known.due > now ? known.times : (known?.times ?? 0) + 1) : 0;
  await put('cards', { id: task.start, task, times, due: now + DAYS[Math.min(times, DAYS.length - 1)] * DAY });
}
