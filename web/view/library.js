// The dialog of the library. Keeps the game on the board. Lists, opens, renames and deletes games.

import { h, icon, put } from './dom.js';
import { plain } from '../state/bring.js';
import { readLibrary, writeLibrary } from '../state/library.js';
import { ownGame } from '../state/history.js';
import { dropGame, keepGame, keptGames } from '../state/shelf.js';
import { text } from '../text/text.js';
import { keptName } from './players.js';
import { saveFile } from './picture.js';

const words = text.library;

/** @param {Actions} act @returns {Dialog} */
export function mountLibrary(act) {
  const name = h('input', { type: 'text', 'aria-label': words.name, placeholder: words.name, maxlength: 100 });
  const keep = h('button.small.primary', { type: 'submit' });
  const own = h('form.sort', {}, name, keep);
  const filter = h('input', { type: 'search', placeholder: words.find, 'aria-label': words.find });
  const status = h('p.quiet', { role: 'status' });
  const undo = h('button.small', { hidden: true, onclick: () => restoreGame().catch(act.fail) }, text.undo);
  const trouble = h('p.error', { role: 'alert' });
  const list = h('ul.found');
  const files = h('input.unseen', { type: 'file', accept: '.json', tabindex: -1, 'aria-hidden': 'true' });
  const open = h('button.small', { onclick: () => files.click() }, words.import);
  const save = h('button.small', { onclick: () => saveFile(new Blob([writeLibrary(games)], { type: 'application/json' }), 'outflank-library.json') }, words.export);
  let games = /** @type {KeptGame[]} */ ([]);
  let dropped = /** @type {KeptGame | null} */ (null);

  async function load() {
    games = await keptGames();
    draw();
  }

  function draw() {
    const { kept } = act.state();
    const wanted = filter.value.toLowerCase().split(/\s+/);
    const found = games.filter((game) => wanted.every((/** @type {string} */ word) => describe(game).includes(word)));
    put(status, games.length ? text.games.some(found.length, games.length) : words.empty);
    save.disabled = !games.length;
    list.replaceChildren(...found.map((game) => row(game, game.id === kept?.id)));
  }

  /** @param {KeptGame} game @param {boolean} isOpen */
  function row(game, isOpen) {
    const { players, date, moves } = about(game);
    const title = game.name || players || words.unnamed;
    const button = h('button.game', { 'aria-current': isOpen ? 'true' : null, onclick: () => act.openKept(game) },
      h('strong', {}, title),
      h('small', {}, [game.name && players, date, text.games.moves(moves)].filter(Boolean).join(' · ')));
    const tool = (/** @type {'edit' | 'remove'} */ what, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button.plain', { title: label, 'aria-label': `${label}: ${title}`, onclick }, icon(what));
    const item = h('li.kept', {}, button, tool('edit', words.rename, () => rename(item, game)), tool('remove', words.remove, () => drop(game).catch(act.fail)));
    return item;
  }

  /** Replaces a row with a field for the name. @param {HTMLElement} item @param {KeptGame} game */
  function rename(item, game) {
    const field = h('input', { type: 'text', 'aria-label': words.name, maxlength: 100, value: game.name });
    const form = h('form.sort', {}, field, h('button.small.primary', { type: 'submit' }, words.rename));
    form.addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      act.renameKept(game, field.value.trim()).then(load).catch(act.fail);
    });
    item.replaceChildren(form);
    field.focus();
  }

  /** @param {KeptGame} game */
  async function drop(game) {
    dropped = game;
    await dropGame(game.id);
    if (act.state().kept?.id === game.id) act.unkeep();
    await load();
    put(status, words.removed(game.name || about(game).players));
    undo.hidden = false;
    undo.focus();
  }

  async function restoreGame() {
    if (dropped) await keepGame(dropped);
    undo.hidden = true;
    await load();
    filter.focus();
  }

  own.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    act.keep(name.value.trim()).then(() => act.dialog(null)).catch(act.fail);
  });
  filter.addEventListener('input', draw);
  files.addEventListener('change', async () => {
    put(trouble, '');
    try {
      const brought = readLibrary(await files.files[0].text());
      if (!brought) throw new Error(words.notLibrary);
      for (const game of brought) await keepGame(game);
      await load();
      put(status, words.imported(brought.length));
    } catch (error) {
      put(trouble, /** @type {Error} */ (error).message);
    }
    files.value = '';
  });
  return {
    content: h('div.content', {}, own, h('p.quiet', {}, words.hint), filter, h('div.doing', {}, status, undo), trouble, list, h('footer', {}, files, open, save)),
    async open(state) {
      const { kept } = ownGame(state);
      put(trouble, '');
      undo.hidden = true;
      filter.value = '';
      name.value = kept?.name ?? '';
      put(keep, kept ? words.rename : words.keep);
      own.hidden = Boolean(state.study);
      await load();
      name.focus();
    },
  };
}

/** @param {KeptGame} kept */
function about(kept) {
  const { at, game: { moves } } = kept;
  const [black, white] = /** @type {Side[]} */ (['black', 'white']).map((side) => plain(keptName(kept, side)));
  return { players: black || white ? `${black || '?'} – ${white || '?'}` : '', date: new Date(at).toLocaleDateString(), moves: moves.replace(/\([^()]*\)/g, '').split(' ').filter((each) => each && each !== 'pass').length };
}

/** The searched text: names, players, date and comments. @param {KeptGame} kept */
function describe(kept) {
  const { players, date } = about(kept);
  const comments = (kept.game.review ?? []).map((each) => /** @type {GameNode | null} */ (each)?.comment ?? '');
  return [kept.name, players, date, ...comments].join(' ').toLowerCase();
}
