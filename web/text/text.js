// All texts, in the chosen language. English is built in, the others load. Changing it reloads the page.

import { read } from '../engine/storage.js';
import * as english from './en.js';

/** The languages by code: the name, and the loader of the table. @type {Record<string, [string, () => Promise<{text: typeof import('./en.js').text, names?: Record<string, string>}>]>} */
export const languages = {
  en: ['English', async () => english],
  ja: ['日本語', () => import('./ja.js')],
  de: ['Deutsch', () => import('./de.js')],
  fr: ['Français', () => import('./fr.js')],
  es: ['Español', () => import('./es.js')],
  it: ['Italiano', () => import('./it.js')],
  zh: ['简体中文', () => import('./zh.js')],
};

/** The language of the setting, or the first supported language of the browser. */
function chosen() {
  const kept = /"language":"(\w+)"/.exec(read('localStorage', 'outflank-settings') ?? '')?.[1] ?? '';
  const wanted = [kept, ...(globalThis.navigator?.languages ?? [])].map((each) => each.split('-')[0]);
  return wanted.find((each) => each in languages) ?? 'en';
}

const table = await languages[chosen()][1]();

export const { text } = table;

/** Translates a name from the engine, such as that of an opening. @param {string} name */
export const named = (name) => table.names?.[name] ?? name;
