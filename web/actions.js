// The actions of the views and the keys.

import { correction, ranked } from './state/facts.js';
import { Lost } from './state/client.js';
import { gameOf, namesOf, readRecords } from './state/bring.js';
import { createStudy } from './study.js';
import { readLink } from './state/notation.js';
import { isAsked } from './state/study.js';
import { keepEntry, newEntry, readLibrary, reopened } from './state/library.js';
import { keepGame } from './state/shelf.js';
import { childBy, placed } from './state/tree.js';
import { engineIsGone, engineIsToMove } from './state/wanted.js';
import { text } from './text/text.js';
import { indexOf, turnedBy } from './view/board.js';
import { person } from './view/players.js';

/** The name of pasted text among files. */
const PASTED = 'text';

/** The place of an unreadable record. @param {Reply} record */
function placeOf({ file, line, game }) {
  const name = decodeURIComponent(file);
  if (game) return text.open.inGame(name, game);
  if (name !== PASTED) return text.open.inLine(name, line);
  return line > 1 ? text.open.inLine('', line) : '';
}

/** The ply after the first move with this number of discs on the board. @param {Reply} record @param {number} discs */
function plyOf({ start, moves }, discs) {
  let count = start.replace(/ .*/, '').replace(/[^XO]/gi, '').length;
  return 1 + moves.findIndex((/** @type {string} */ move) => move !== 'pass' && count++ === discs);
}

/**
 * @param {Store} store
 * @param {ReturnType<typeof import('./state/director.js').createDirector>} director
 */
export function createActions(store, director) {
  const { dispatch } = store;
  const here = () => store.get().game.nodes[store.get().game.current];
  /** The files opened last. @type {Upload[]} */
  let brought = [];
  /** @type {Promise<ReturnType<typeof import('./explore.js').createExplorer>> | undefined} */
  let loaded;
  const explorer = () => (loaded ??= import('./explore.js').then(({ createExplorer }) => createExplorer(store, { ask: director.ask, fail: act.fail })));
  const study = createStudy(store, { ask: director.ask, fail: (error) => act.fail(error) });
  const act = {
    study,
    /** @param {string} move */
    play(move) {
      if (store.get().drawing) return dispatch({ type: 'draw', square: move });
      const { facts, flagged } = here();
      if (engineIsGone(store.get()) || !facts) return;
      if (facts.legal.includes(move) && study.answer(move)) return;
      if (facts.result === null && !flagged) {
        if (engineIsToMove(store.get())) return act.say(text.say.wait);
        if (facts.board[indexOf(move)] !== '-') return act.say(text.say.taken(move));
        if (!facts.legal.includes(move)) return act.say(text.say.flipsNothing(move, facts.side));
      }
      if (flagged || !facts.legal.includes(move)) return;
      const at = Date.now();
      director.moved(at);
      dispatch({ type: 'play', move, at });
    },
    say: (/** @type {string} */ words) => dispatch({ type: 'notice', kind: 'said', text: words }),
    /** Previews the line after a move, or its flips if values are off. @param {string | null} square */
    hover(square) {
      const state = store.get();
      const { values, facts, flagged } = here();
      const isOpen = square && !flagged && !state.drawing && facts?.legal.includes(square) && !engineIsGone(state) && !engineIsToMove(state);
      const moves = state.hints ? square && values?.[square]?.pv : isOpen && state.settings.previewFlips ? [square] : null;
      if (moves || state.preview) dispatch({ type: 'preview', moves: moves || null });
    },
    preview: (/** @type {string[] | null} */ moves) => dispatch({ type: 'preview', moves }),
    line(/** @type {string[]} */ moves) {
      if (!engineIsGone(store.get())) dispatch({ type: 'line', id: here().id, moves });
    },
    /** Plays the better line at a mistake, and shows its first move. */
    better() {
      const found = correction(store.get().game);
      if (!found || engineIsGone(store.get())) return;
      dispatch({ type: 'line', id: found.parent, moves: found.line });
      dispatch({ type: 'goto', id: childBy(store.get().game, found.parent, found.line[0]) });
    },
    /** Plays moves from a node. */
    lineFrom: (/** @type {number} */ id, /** @type {string[]} */ moves) => dispatch({ type: 'line', id, moves }),
    goto: (/** @type {number} */ id) => dispatch({ type: 'goto', id }),
    go: (/** @type {PlainAction} */ type) => dispatch({ type }),
    mistake: (by = 1) => dispatch({ type: 'mistake', by }),
    /** Starts another game with the same settings. */
    rematch(swap = false) {
      const { players: { black, white }, clock, hints, setup } = store.get();
      const players = swap ? { black: white, white: black } : { black, white };
      dispatch({ type: 'new', at: Date.now(), ...setup, players, clock: clock && { base: clock.base, increment: clock.increment }, hints });
    },
    /** Resigns for the person, or between two people for the side to move. */
    resign() {
      const { facts } = here();
      if (facts) dispatch({ type: 'flag', side: person(store.get()) ?? facts.side, resigned: true, at: Date.now() });
    },
    /** Allows or refuses taking back. */
    agree: (/** @type {boolean} */ yes) => dispatch(yes ? { type: 'undo', agreed: true } : { type: 'refuse' }),
    promote: () => dispatch({ type: 'promote', id: here().id }),
    remove: () => dispatch({ type: 'remove', id: here().id }),
    /** @param {string} comment */
    comment: (comment) => dispatch({ type: 'comment', id: placed(store.get().game).id, comment }),
    draw: () => isAsked(store.get()) || dispatch({ type: 'drawing' }),
    mark: (/** @type {string} */ from, /** @type {string} */ to) => dispatch({ type: 'mark', from, to }),
    /** Keeps the game on the board in the library under this name. @param {string} name */
    async keep(name) {
      const kept = { ...(store.get().kept ?? newEntry('', false)), name };
      // Even if another tab has deleted it.
      await keepEntry(store.get(), { ...kept, isNew: true });
      dispatch({ type: 'kept', kept: { ...kept, isNew: false } });
    },
    /** Opens a game of the library. @param {KeptGame} entry */
    openKept({ id, name, played, names, players, level, game }) {
      dispatch({ type: 'load', ...reopened(store.get(), game, level), names, players, kept: { id, name, played }, notice: text.open.loaded(name) });
    },
    /** @param {KeptGame} entry @param {string} name */
    async renameKept(entry, name) {
      await keepGame({ ...entry, name, at: Date.now() });
      if (store.get().kept?.id === entry.id) dispatch({ type: 'kept', kept: { id: entry.id, name, played: entry.played } });
    },
    explorer: {
      async toggle() {
        dispatch({ type: 'explorer' });
        if (store.get().explorer.on) (await explorer()).watch();
      },
      /** @param {Upload[]} files */
      async add(files) {
        if (!store.get().explorer.on) dispatch({ type: 'explorer' });
        await (await explorer()).add(files);
      },
      filter: (/** @type {GameFilter} */ filter) => dispatch({ type: 'filter', filter }),
      clear: () => void explorer().then(({ clear }) => clear()).catch(act.fail),
      /** Opens a game after its move in the position. @param {ExploredGame} game */
      async open(game) {
        const { facts } = here();
        const record = await (await explorer()).game(game);
        const placed = Number(facts?.black) + Number(facts?.white);
        dispatch({ type: 'load', game: gameOf(/** @type {any} */ (record), plyOf(record, placed)), names: namesOf(/** @type {any} */ (game)), notice: text.open.loaded('') });
      },
    },
    /** Adds the opened files to the explorer. */
    exploreBrought() {
      act.dialog(null);
      act.explorer.add(brought).catch(act.fail);
    },
    unkeep: () => dispatch({ type: 'kept', kept: null }),
    toggle: (/** @type {'hints' | 'explain'} */ key) => dispatch({ type: 'toggle', key }),
    analyze: () => dispatch({ type: 'analyze' }),
    halt: () => dispatch({ type: 'halt' }),
    moveNow: () => director.stop(),
    resume: () => dispatch({ type: 'resume', at: Date.now() }),
    /** Plays the best known move, or lets the engine find one. */
    engineMove() {
      const { facts } = here();
      if (!facts?.legal.length || engineIsToMove(store.get()) || isAsked(store.get())) return;
      const { players, review } = store.get();
      if (players[facts.side].kind === 'engine' && !review) return act.resume();
      const best = store.get().hints ? ranked(here())[0]?.[0] : null;
      if (best) act.play(best);
      else dispatch({ type: 'lend' });
    },
    dialog: (/** @type {string | null} */ name) => dispatch({ type: 'dialog', name }),
    /** @template {keyof Settings} Key @param {Key} key @param {Settings[Key]} value */
    setting: (key, value) => dispatch({ type: 'settings', settings: { [key]: value } }),
    /** Reloads the page with its game. @param {string} language */
    language(language) {
      dispatch({ type: 'settings', settings: { language } });
      location.reload();
    },
    option: (/** @type {string} */ name, /** @type {OptionValue} */ value) => dispatch({ type: 'option', name, value }),
    dismiss: () => dispatch({ type: 'notice' }),
    former: () => dispatch({ type: 'former' }),
    /** Reports in the panel that the engine is lost. @param {Error} error */
    fail(error) {
      if (!(error instanceof Lost)) dispatch({ type: 'notice', kind: 'error', text: error.message });
    },
    /** @param {NewGame} game */
    start(game) {
      const { dialog, game: { nodes } } = store.get();
      // Ignore a second press before the redraw.
      if (!dialog) return;
      dispatch({ type: 'new', at: Date.now(), ...game });
      if (nodes[0].children.length) dispatch({ type: 'notice', kind: 'loaded', text: text.titles.new });
    },
    /** Asks the engine. The promise never settles if the dialog that asked is closed first. @type {typeof director.ask} */
    async ask(...question) {
      const { dialog } = store.get();
      const replies = await director.ask(...question);
      return dialog && dialog !== store.get().dialog ? new Promise(() => {}) : replies;
    },
    state: store.get,
    /** Opens files, or reports their errors. @param {Upload[]} files */
    async bring(files) {
      const library = files.filter(({ name }) => /\.json$/i.test(name)).map(({ bytes }) => readLibrary(new TextDecoder().decode(bytes))).find(Boolean);
      if (library) {
        await Promise.all(library.map(keepGame));
        return act.dialog('library');
      }
      brought = files;
      const { records, wrong, left } = await readRecords(act.ask, files);
      const unread = [wrong.length && text.open.wrong(placeOf(wrong[0]), wrong[0].reason, wrong.length - 1), left && text.open.left(left)].filter(Boolean).join('; ');
      if (!records.length) {
        // A book has no records.
        const isBook = wrong.length === files.length && files[0].name !== PASTED && (await (await explorer()).addBooks(files));
        if (!isBook) throw new Error(unread || text.open.nothing);
        if (!store.get().explorer.on) dispatch({ type: 'explorer' });
        return act.dialog(null);
      }
      if (records.length > 1) return dispatch({ type: 'found', records, unread });
      act.load(records[0]);
      if (unread) dispatch({ type: 'notice', kind: 'loaded error', text: unread });
    },
    /** Opens typed or pasted text. @param {string} pasted */
    async bringText(pasted) {
      const link = /^\s*https?:\S*(#\S+)\s*$/.exec(pasted);
      if (link && (await act.follow(link[1]))) return;
      await act.bring([{ name: PASTED, bytes: new TextEncoder().encode(pasted) }]);
    },
    /** @param {Reply} record */
    load(record, index = store.get().found.indexOf(record)) {
      const names = namesOf(record);
      const title = [names.black && names.white && `${names.black} – ${names.white}`, names.about].filter(Boolean).join(', ');
      dispatch({ type: 'load', game: gameOf(/** @type {Reply & RecordLine & {start: string}} */ (record)), names, index, notice: text.open.loaded(title) });
    },
    /** Opens the next or previous game of the file. */
    nextGame(by = 1) {
      const { found, opened } = store.get();
      if (found[opened + by]) act.load(found[opened + by]);
    },
    /** @param {string} fen */
    setUp: (fen) => dispatch({ type: 'load', game: gameOf({ start: fen, moves: [] }), notice: text.open.loaded('') }),
    /** Opens the game of a link. Returns false without one. @param {string} hash */
    async follow(hash) {
      const link = readLink(hash);
      if (!link) return false;
      const [reply] = await act.ask([`position ${link.position}`, 'history']);
      if (reply.reply === 'error') throw new Error(reply.message);
      dispatch({ type: 'load', game: gameOf(/** @type {Reply & RecordLine & {start: string}} */ (reply), link.ply), notice: text.open.loaded('') });
      return true;
    },
    /** Opens the game in the page address and removes it from the address. */
    arrive() {
      const { hash, pathname, search } = location;
      if (hash.length < 2) return;
      history.replaceState(history.state, '', pathname + search);
      act.bringText(`${location.protocol}//${hash}`).catch(act.fail);
    },
    /** @type {Record<string, (key: string) => void>} */
    keys: {
      back: () => act.go('back'),
      forward: () => act.go('forward'),
      first: () => act.go('first'),
      last: () => act.go('last'),
      undo: () => act.go('undo'),
      redo: () => act.go('redo'),
      main: () => act.go('main'),
      sibling: (key) => dispatch({ type: 'sibling', by: key === 'ArrowUp' ? -1 : 1 }),
      mistake: (key) => act.mistake(key === 'm' ? 1 : -1),
      better: () => act.better(),
      turn: () => act.setting('view', turnedBy(store.get().settings.view, 2)),
      hints: () => act.toggle('hints'),
      explain: () => act.toggle('explain'),
      analyze: () => act.analyze(),
      engineMove: () => act.engineMove(),
      halt: () => (store.get().drawing ? act.draw() : act.halt()),
      board: () => /** @type {HTMLElement | null} */ (document.querySelector('.cell[tabindex="0"]'))?.focus(),
      type() {
        const field = /** @type {HTMLElement} */ (document.querySelector('.typed'));
        field.hidden = false;
        field.focus();
      },
      new: () => act.dialog('new'),
      open: () => act.dialog('open'),
      share: () => act.dialog('share'),
      edit: () => act.dialog('edit'),
      study: () => act.dialog('study'),
      library: () => act.dialog('library'),
      explorer: () => void act.explorer.toggle().catch(act.fail),
      note: () => isAsked(store.get()) || act.dialog('note'),
      draw: () => act.draw(),
      nextTask: () => study.next(),
      solve: () => study.reveal(),
      help: () => act.dialog('help'),
    },
  };
  return act;
}
