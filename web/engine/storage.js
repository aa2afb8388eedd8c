/**
 * What is kept for this tab (`sessionStorage`), or for all tabs of this host (`localStorage`). Where
 * the browser keeps nothing for this host, the very names are errors; then it lasts as long as the page.
 *
 * @typedef {'sessionStorage' | 'localStorage'} Keeper
 */

/** @type {Map<string, string>} */
const standIn = new Map();

/** @param {Keeper} keeper @param {string} key @returns {string | null} */
export function read(keeper, key) {
  try {
    return globalThis[keeper].getItem(key);
  } catch {
    return standIn.get(key) ?? null;
  }
}

/** Without room nothing is kept. @param {Keeper} keeper @param {string} key @param {string} value */
export function put(keeper, key, value) {
  try {
    globalThis[keeper].setItem(key, value);
  } catch {
    standIn.set(key, value);
  }
}
