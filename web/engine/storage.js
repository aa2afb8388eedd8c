/**
 * Data kept for this tab (`sessionStorage`) or for all tabs of this host (`localStorage`). If the
 * browser blocks storage or has no room, data lasts as long as the page.
 * 
 * @typedef {'sessionStorage' | 'localStorage'} Keeper
 */

/** Data that could not be stored. @type {Map<string, string>} */
const standIn = new Map();

/** @param {Keeper} keeper @param {string} key @returns {string | null} */
export function read(keeper, key) {
  const kept = standIn.get(keeper + key);
  if (kept !== undefined) return kept;
  try {
    return globalThis[keeper].getItem(key);
  } catch {
    return null;
  }
}

/** @param {Keeper} keeper @param {string} key @param {string} value */
export function put(keeper, key, value) {
  try {
    globalThis[keeper].setItem(key, value);
    standIn.delete(keeper + key);
  } catch {
    standIn.set(keeper + key, value);
  }
}
