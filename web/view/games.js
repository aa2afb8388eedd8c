// The list of the games in a file.

import { h, put } from './dom.js';
import { text } from '../text/en.js';

/** How many are shown at once; one that is not among them is found by its names. */
const MOST = 200;
const words = text.games;

/** @param {Actions} act @returns {Dialog} */
export function mountGames(act) {
  const filter = h('input', { type: 'search', placeholder: words.filter, 'aria-label': words.filter });
  const count = h('p.quiet', { role: 'status' });
  const trouble = h('p.error');
  const list = h('ul.found');
  const draw = () => {
    const { found } = act.state();
    const wanted = filter.value.toLowerCase().split(/\s+/);
    const matching = found.filter((record) => wanted.every((/** @type {string} */ word) => describe(record).includes(word)));
    const shown = matching.slice(0, MOST);
    put(count, words.some(shown.length, matching.length));
    list.replaceChildren(...shown.map((record) => h('li', {}, row(record, act))));
  };
  filter.addEventListener('input', draw);
  return {
    content: h('div.content', {}, trouble, filter, count, list),
    open() {
      filter.value = '';
      put(trouble, act.state().unread);
      draw();
    },
  };
}

/** @param {Reply} record */
const describe = ({ black, white, event, date }) => `${black} ${white} ${event} ${date}`.toLowerCase();

/** @param {Reply} record @param {Actions} act */
function row(record, act) {
  const { black, white, event, date, result, moves } = record;
  const players = black || white ? `${black || '?'} – ${white || '?'}` : moves.slice(0, 8).join(' ') || words.position;
  return h('button.game', { onclick: () => act.load(record) },
    h('strong', {}, players),
    h('span', {}, result ?? ''),
    h('small', {}, [event, date, words.moves(moves.length)].filter(Boolean).join(' · ')));
}
