// All texts, in the chosen language. Only its table is loaded. The page reloads for another one.

import { read } from '../engine/storage.js';

/** The languages by code: the name, and what loads the table. @type {Record<string, [string, () => Promise<{text: typeof import('./en.js').text}>]>} */
export const languages = {
  en: ['English', () => import('./en.js')],
  ja: ['日本語', () => import('./ja.js')],
};

/** The language of the setting, or the first of the browser that there is. */
function chosen() {
  const kept = /"language":"(\w+)"/.exec(read('localStorage', 'outflank-settings') ?? '')?.[1] ?? '';
  const wanted = [kept, ...(globalThis.navigator?.languages ?? [])].map((each) => each.split('-')[0]);
  return wanted.find((each) => each in languages) ?? 'en';
}

export const { text } = await languages[chosen()][1]();
