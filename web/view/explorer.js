// The explorer: the moves of indexed games and of books in the shown position, and these games.

import { attr, h, icon, put } from './dom.js';
import { plain } from '../state/bring.js';
import { readFiles } from './open.js';
import { score } from '../text/numbers.js';
import { text } from '../text/text.js';

const words = text.explorer;

/** @param {Actions} act */
export function mountExplorer(act) {
  const count = h('span.quiet', { role: 'status' });
  const files = h('input.unseen', { type: 'file', multiple: true, tabindex: -1, 'aria-hidden': 'true' });
  const label = h('span', {}, words.add);
  const add = h('button.small', { title: words.add, 'aria-label': words.add, onclick: () => files.click() }, icon('new'), label);
  const empty = h('p.quiet', {}, words.empty);
  const clear = h('button.plain', { title: words.clear, 'aria-label': words.clear, onclick: () => act.explorer.clear() }, icon('remove'));
  const close = h('button.plain', { title: text.close, 'aria-label': text.close, onclick: act.explorer.toggle }, icon('close'));
  const moves = h('div.continuations', { role: 'group', 'aria-label': text.moves.label });
  const games = h('ul.found', { 'aria-label': words.latest });
  const list = h('div.known', { tabindex: 0, role: 'group', 'aria-label': words.label }, empty, moves, games);
  files.addEventListener('change', () => {
    readFiles([...files.files]).then(act.explorer.add).catch(act.fail);
    files.value = '';
  });
  const player = h('input', { type: 'search', placeholder: words.player, 'aria-label': words.player });
  const [from, to] = [words.from, words.to].map((name) => h('input', { type: 'number', placeholder: name, 'aria-label': name, min: 0, max: 9999 }));
  const filter = h('form.filter', {}, player, from, to);
  filter.addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
  filter.addEventListener('input', () => [from, to].every((year) => year.validity.valid) && act.explorer.filter({ player: player.value, from: from.value, to: to.value }));
  let drawn = /** @type {Explored | undefined | null} */ (null);
  return {
    element: h('section.box.explorer', { 'aria-label': words.label }, h('div.head', {}, h('strong', {}, words.label), count, h('span.gap'), files, add, clear, close), filter, list),
    /** @param {State} state */
    update({ explorer: { status, games: all, positions, version }, game }) {
      const { explored } = game.nodes[game.current];
      const isEmpty = !all && !positions;
      clear.hidden = isEmpty;
      label.hidden = !isEmpty;
      filter.hidden = !all;
      empty.hidden = !isEmpty || status !== 'ready';
      put(count, status !== 'ready' ? words.loading : [all && words.games(all), positions && words.positions(positions)].filter(Boolean).join(' · '));
      if (status === 'ready' && explored?.version !== version) return;
      if (drawn === (drawn = explored)) return;
      const rows = explored ? rowsOf(explored, act) : [];
      moves.replaceChildren(...rows);
      attr(moves, 'data-book', explored?.book.length ? '' : null);
      games.replaceChildren(...(explored?.latest ?? []).map((each) => h('li', {}, link(each, act))));
      if (!isEmpty && !rows.length) moves.replaceChildren(h('p.quiet', {}, words.none));
      list.scrollTop = 0;
    },
  };
}

/** The moves of games, then the other moves of books with the counts of the book. @param {Explored} explored @param {Actions} act */
function rowsOf({ games, moves, book }, act) {
  const others = book.filter(({ move }) => !moves.some((each) => each.move === move));
  const total = games ? 0 : book.reduce((sum, known) => sum + gamesOf(known), 0);
  return [
    ...moves.map((each) => row(each, games, book.find(({ move }) => move === each.move), act)),
    ...others.map((known) => row({ ...known, games: gamesOf(known) }, total, known, act)),
  ];
}

/** @param {BookMove} known */
const gamesOf = ({ black, draws, white }) => black + draws + white;

/**
 * A move with its value in the book, its share of `all` games and their results.
 * @param {ExploredMove} counts @param {number} all @param {BookMove | undefined} value @param {Actions} act
 */
function row({ move, games, black, draws, white }, all, value, act) {
  const known = black + draws + white || 1;
  const share = (/** @type {number} */ n) => `${Math.round((100 * n) / known)} %`;
  const part = (/** @type {string} */ what, /** @type {number} */ n) => {
    const width = (100 * n) / known;
    const element = h(`span.${what}`, {}, width >= 18 ? share(n) : '');
    element.style.width = `${width}%`;
    return element;
  };
  return h('button.continuation', { onclick: () => act.play(move) },
    h('strong', {}, move), value && worth(value),
    h('span.count', {}, games ? `${games}` : ''), h('small.quiet', {}, all ? `${Math.round((100 * games) / all)} %` : ''),
    h('span.unseen', {}, games ? words.results(share(black), share(draws), share(white)) : ''),
    games ? h('span.results', { 'aria-hidden': 'true' }, part('black', black), part('draws', draws), part('white', white)) : null);
}

/** The value of a move in the book. @param {BookMove} known */
function worth(known) {
  const { depth = 0, certainty } = known;
  const isExact = certainty === 'exact';
  const games = gamesOf(known);
  const about = [text.engineBox.book, isExact ? text.engineBox.exact : text.engineBox.depth(depth), games && words.games(games)];
  return h('span.worth', { title: about.filter(Boolean).join(', ') },
    h(`span.score.${isExact ? 'exact' : 'book'}`, {}, score(known.score, isExact)));
}

/** @param {ExploredGame} game @param {Actions} act */
function link(game, act) {
  const { black, white, event, date, result, move } = game;
  return h('button.game', { onclick: () => act.explorer.open(game) },
    h('strong', {}, black || white ? `${plain(black) || '?'} – ${plain(white) || '?'}` : plain(event) || text.library.unnamed),
    h('span', {}, result ?? ''),
    h('small', {}, [move, date, black || white ? plain(event) : ''].filter(Boolean).join(' · ')));
}
