// The dialog that begins a study.

import { h, put, select } from './dom.js';
import { named, text } from '../text/text.js';
import { plain } from '../state/bring.js';
import { dueCards, keptGames } from '../state/shelf.js';
import { movesOf, peopleIn } from '../state/library.js';
import { ownGame } from '../state/history.js';
import { person } from './players.js';

const words = text.study;
/** Maximum number of games in a study. */
const GAMES = 20;
const both = /** @type {Side[]} */ (['black', 'white']);

/** @param {Actions} act @returns {Dialog} */
export function mountStudies(act) {
  const row = (/** @type {string} */ name, /** @type {string} */ about, /** @type {(Node)[]} */ ...more) => {
    const title = h('strong', {}, name);
    const text = h('p.quiet', {}, about);
    return { title, text, element: h('div.choice', {}, h('div', {}, title, text), h('div.doing', {}, ...more)) };
  };
  const go = (/** @type {() => void} */ begin) => h('button.small', { onclick: begin, autofocus: begin === act.study.lesson }, text.new.start);
  let games = /** @type {KeptGame[]} */ ([]);
  let cards = /** @type {Card[]} */ ([]);
  const names = select([]);
  names.setAttribute('aria-label', text.new.opponent);
  const lesson = row(words.lesson, words.lessonAbout, go(act.study.lesson));
  const own = row(words.thisGame, words.thisGameAbout, go(() => {
    const game = ownGame(act.state());
    const me = person(game);
    act.study.thisGame(me && !game.review ? [me] : both);
  }));
  const kept = row('', words.myGamesAbout, go(() => act.study.learn(games.slice(0, GAMES).map((game) => ({ start: game.game.start, moves: movesOf(game), sides: peopleIn(game) })))));
  const file = row('', words.fileAbout, names, go(() => act.study.learn(ofPlayer(act.state().found, names.value))));
  const repeat = row(words.repeat, '', go(() => act.study.repeat(cards)));
  const grades = Object.entries(words.grades).map(([grade, name]) => h('button.small', { onclick: () => act.study.puzzles(grade) }, name));
  const puzzles = row(words.puzzles, words.puzzlesAbout, ...grades);
  const repertoire = select([]);
  repertoire.setAttribute('aria-label', words.repertoire);
  const colour = select([['both', words.bothSides], ...both.map((/** @type {Side} */ side) => /** @type {[string, string]} */ ([side, text.side[side]]))]);
  colour.setAttribute('aria-label', text.new.colour);
  let known = /** @type {{name: string, moves: string[]}[]} */ ([]);
  const openings = row(words.openings, words.openingsAbout, repertoire, colour, go(() => act.study.openings(repertoire.value, colour.value === 'both' ? both : [colour.value], known)));
  const explorer = row(text.titles.explorer, text.explorer.about, go(() => {
    act.dialog(null);
    if (!act.state().explorer.on) act.keys.explorer('w');
  }));
  const enable = (/** @type {ReturnType<typeof row>} */ { element }, /** @type {boolean} */ on) => (element.querySelector('button').disabled = !on);
  return {
    content: h('div.content', {}, ...[lesson, own, kept, file, puzzles, openings, repeat, explorer].map(({ element }) => element)),
    async open(state) {
      const { found } = state;
      const { game } = ownGame(state);
      enable(own, game.nodes[0].children.length > 0);
      file.element.hidden = !found.length;
      put(file.title, words.file(found.length));
      const players = [...new Set(found.flatMap(({ black, white }) => [black, white]).filter(Boolean))].sort((a, b) => a.localeCompare(b));
      names.replaceChildren(h('option', { value: '' }, words.everyone), ...players.map((name) => h('option', { value: name }, plain(name))));
      const [all, due] = await Promise.all([keptGames(), dueCards()]);
      games = all.filter(({ played }) => played);
      cards = due;
      put(kept.title, words.myGames(Math.min(GAMES, games.length)));
      kept.element.hidden = !games.length;
      put(repeat.text, words.repeatAbout(cards.length));
      enable(repeat, cards.length > 0);
      if (!known.length) {
        known = /** @type {any[]} */ ((await act.ask(['openings'])).filter(({ reply }) => reply === 'opening'));
        const listed = known.map(({ name, moves }) => [moves.join(' '), named(name)]).sort(([, a], [, b]) => a.localeCompare(b));
        const { engine, settings } = act.state();
        const hasBook = engine.options.OwnBook && (settings.options.OwnBook ?? engine.options.OwnBook.value) === 'true';
        const book = hasBook ? [['book', words.ofBook]] : [];
        for (const [value, name] of [...book, ['balanced', text.new.openings.balanced], ['', words.allOpenings], ...listed]) repertoire.append(h('option', { value }, name));
      }
    },
  };
}

/** The first games of a player, with the sides to judge. @param {Reply[]} found @param {string} name */
function ofPlayer(found, name) {
  const games = found.filter(({ black, white, moves }) => moves.length && (!name || black === name || white === name)).slice(0, GAMES);
  return games.map(({ start, moves, black, white }) => ({
    start,
    moves,
    sides: name ? both.filter((side) => ({ black, white })[side] === name) : both,
  }));
}
