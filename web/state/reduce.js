// Every change of the state, as a pure function of the state and an action. Clicks, keys, the
// engine and the clock all dispatch actions.

import * as tree from './tree.js';
import { atHome, goesOn, playersClock, stopped, tick } from './clock.js';
import { adapt, analysisDone, analysisPly, consequences } from './facts.js';
import { ownGame } from './history.js';
import { emptied, noteActions } from './notes.js';
import { isAsked, studyActions } from './study.js';
import { engineIsToMove, engineTakesPart } from './wanted.js';

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  const handle = /** @type {(state: State, action: Action) => State} */ (handlers[action.type]);
  if (!handle) throw new TypeError(`no such action: ${action.type}`);
  return handle(state, action);
}

/** @param {State} state @param {Game} game @returns {State} */
const withGame = (state, game) => (game === state.game ? state : { ...state, game });

/** The state in which the engine does not move. The clocks show the times of this position. @param {State} state @param {Game} game @returns {State} */
const atRest = (state, game) => ({ ...state, game, live: false, lend: null, takenBack: null, preview: null, clock: playersClock(state.clock, game, null) });

/** Goes to an existing node without playing. At the current node, play continues. */
function goTo(/** @type {State} */ state, id = -1) {
  if (!state.game.nodes[id]) return state;
  const game = tree.visit(state.game, tree.settle(state.game, id));
  return game.current === state.game.current ? state : { ...atRest(state, game), notice: null };
}

/**
 * Shows a node. A game with clocks continues meanwhile. Its current position stays shown while the
 * engine is to move or the facts are unknown.
 */
function look(/** @type {State} */ state, id = -1) {
  const there = goTo(state, id);
  const { clock, game } = state;
  if (there === state || !clock || !goesOn(state)) return there;
  const { home = game.current } = clock;
  if (game.current === home && (!game.nodes[home].facts || engineIsToMove(state))) return state;
  const away = { ...there, clock: { ...clock, home } };
  return there.game.current === home ? atHome(away) : away;
}

/** Whether people move in this node, or its facts are still unknown. */
function isPeoples(/** @type {State} */ state, /** @type {number} */ id) {
  const side = state.game.nodes[id].facts?.side;
  return !side || state.review || state.players[side].kind === 'human';
}

/** Whether taking back needs the consent of the other person. @param {State} state */
const asksFirst = ({ settings, live, review, players: { black, white }, game }) =>
  settings.askUndo && live && !review && game.current !== 0 && black.kind === 'human' && white.kind === 'human';

/** The players, with the current strength of the adapting one. @param {State['players']} players @param {number} value */
const adapting = ({ black, white }, value) => {
  const now = (/** @type {Player} */ player) => (player.kind === 'engine' && player.by === 'adapt' ? { ...player, value } : player);
  return { black: now(black), white: now(white) };
};

const noAnalysis = (/** @type {State} */ { analysis }) => ({ ...analysis, status: /** @type {const} */ ('none'), line: [], left: 0 });

/** The state before another game begins. The former game can be restored. @param {State} state @returns {State} */
const cleared = (state) => ({
  ...state,
  former: ownGame(state),
  study: null,
  names: { black: '', white: '' },
  round: state.round + 1,
  lend: null,
  takenBack: null,
  setup: {},
  opened: -1,
  kept: null,
  drawing: null,
  analysis: noAnalysis(state),
  preview: null,
  dialog: null,
  notice: null,
});

/** @type {Handlers} */
const handlers = {
  ...studyActions,
  ...noteActions,

  // The engine
  connected: (state, { name, options, at }) => ({
    ...state,
    clock: state.clock && goesOn(state) ? { ...state.clock, since: at } : state.clock,
    connection: 'ready',
    engine: { name, options },
    explorer: emptied(state),
    notice: state.connection === 'lost' ? { kind: 'back' } : state.notice,
  }),
  lost: (state, { connection, text, at }) => ({ ...state, connection, trouble: text, thinking: null, clock: stopped(state, at) }),
  refused: (state, { text }) => ({ ...state, connection: 'refused', trouble: text, thinking: null }),
  facts: (state, { id, facts }) => consequences(withGame(state, tree.change(state.game, id, { facts })), id),
  impossible(state, { id, message }) {
    const game = id === 0 ? tree.newGame() : tree.remove(state.game, id);
    return { ...state, game, notice: { kind: 'error', text: message } };
  },
  infos(state, { id, infos, thinking }) {
    const node = state.game.nodes[id];
    const values = { ...node?.values };
    for (const info of infos) {
      if (info.pv?.length && info.bound === null) values[info.pv[0]] = info;
    }
    const next = { ...state, thinking };
    return node && thinking.kind === 'hint' ? withGame(next, tree.change(state.game, id, { values })) : next;
  },
  valued: (state, { id, valued }) => withGame(state, tree.change(state.game, id, { valued })),
  explained: (state, { id, explained }) => withGame(state, tree.change(state.game, id, { explained })),
  thinking: (state, { thinking }) => ({ ...state, thinking }),
  ply: analysisPly,
  analyzed: analysisDone,

  // Playing
  new(state, { start, moves = [], players, clock, at, hints = false }) {
    const [game, current] = tree.addLine(tree.newGame(start), 0, moves);
    return {
      ...cleared(state),
      game: { ...game, current },
      players: adapting(players ?? state.players, state.settings.adapted),
      undoAsked: null,
      setup: { start, moves },
      live: true,
      review: false,
      clock: clock ? { ...clock, black: clock.base, white: clock.base, since: at } : null,
      hints,
      explain: false,
    };
  },
  play(state, { move, at }) {
    const from = state.game.nodes[state.game.current];
    if (from.flagged || !from.facts?.legal.includes(move)) return state;
    let [game, id] = tree.addMove(state.game, from.id, move);
    // A move at an earlier position undoes the later moves and their time.
    const clock = tick(state.clock?.home === undefined ? state : atRest(state, state.game), from.facts.side, at);
    if (clock) game = tree.change(game, id, { clock: { black: clock.black, white: clock.white }, flagged: undefined, resigned: undefined });
    const review = state.review && !(tree.isMain(state.game, from.id) && !from.children.length);
    if ((engineTakesPart(state) && !review) || state.takenBack === from.id) game = tree.promote(game, id);
    game = tree.visit(game, tree.settle(game, id));
    const live = !review || !engineTakesPart(state);
    // The engine may move before the user sees Undo.
    const notice = state.notice?.kind === 'loaded' ? state.notice : null;
    return consequences({ ...state, game, live, review, lend: null, takenBack: null, undoAsked: null, clock, preview: null, notice }, game.current);
  },
  /** A side loses on time, or resigns. */
  flag(state, { side, resigned, at }) {
    const clock = resigned ? stopped(state, at) : { .../** @type {Clock} */ (state.clock), [side]: 0 };
    const game = tree.change(state.game, clock?.home ?? state.game.current, { flagged: side, resigned });
    const lost = { ...state, game, live: false, lend: null, clock: clock && { ...clock, since: null, home: undefined }, notice: null };
    return adapt(lost, side === 'white' ? 64 : -64);
  },
  resume(state, { at }) {
    const home = atHome(state);
    return home !== state || state.game.nodes[state.game.current].flagged ? home : { ...state, live: true, review: false, clock: playersClock(state.clock, state.game, at) };
  },
  lend: (state) => ({ ...state, lend: state.game.current }),
  halt(state) {
    const { game, analysis } = state;
    const next = /** @type {State} */ ({
      ...state,
      lend: null,
      preview: null,
      hints: state.hints && state.thinking?.kind !== 'hint',
      analysis: analysis.status === 'running' ? { ...analysis, status: 'stopped' } : analysis,
    });
    // The engine may be to move if the facts are unknown.
    const stops = game.nodes[game.current].facts ? engineIsToMove(next) : state.live && engineTakesPart(state);
    return stops ? atRest(next, game) : next;
  },

  // Moving through the game
  goto: (state, { id }) => look(state, id),
  back: (state) => look(state, tree.before(state.game, state.game.current)),
  forward: (state) => look(state, tree.following(state.game.nodes[state.game.current])),
  first: (state) => look(state, 0),
  last: (state) => look(state, tree.lineThrough(state.game, state.game.current).at(-1)),
  /** Takes back a move, or asks the other person first. */
  undo(state, { agreed }) {
    const { current, nodes } = state.game;
    if (!agreed && asksFirst(state)) return { ...state, undoAsked: current };
    let id = tree.before(state.game, current);
    while (!isPeoples(state, id) && id !== 0) id = tree.before(state.game, id);
    // Undo a loss on time even without a move to undo.
    const game = tree.change(state.game, current, { flagged: undefined, resigned: undefined });
    const next = goTo(nodes[current].flagged ? { ...atRest(state, game), notice: null } : state, id);
    return next === state || state.review ? next : { ...next, takenBack: next.game.current };
  },
  refuse: (state) => ({ ...state, undoAsked: null }),
  redo(state) {
    const line = tree.lineThrough(state.game, state.game.current);
    const ahead = line.slice(line.indexOf(state.game.current) + 1);
    return look(state, ahead.find((at) => isPeoples(state, at) && tree.settle(state.game, at) === at) ?? ahead.at(-1));
  },
  /** Goes to the next or previous sibling. */
  sibling(state, { by }) {
    const node = state.game.nodes[state.game.current];
    if (node.parent === null) return state;
    const { children } = state.game.nodes[node.parent];
    return look(state, children[children.indexOf(node.id) + by]);
  },
  /** Goes to the next or previous mistake of the line. Wraps around. */
  mistake(state, { by }) {
    const line = tree.lineThrough(state.game, state.game.current);
    const here = line.indexOf(state.game.current);
    const ahead = [...line.slice(here + 1), ...line.slice(0, here)];
    const marked = ahead.filter((id) => tree.isMarked(state.game.nodes[id]));
    return look(state, by > 0 ? marked[0] : marked.at(-1));
  },
  /** Goes to the main-line move that the variation replaces, and follows the main line. */
  main(state) {
    const main = tree.mainLine(state.game);
    const fork = tree.pathTo(state.game, state.game.current).findLast((id) => main.includes(id));
    return look(withGame(state, tree.followMain(state.game)), fork);
  },
  line: (state, { id, moves }) => {
    const [game, end] = tree.addLine(state.game, id, moves);
    return look({ ...state, game }, end);
  },
  promote: (state, { id }) => withGame(state, tree.promote(state.game, id)),
  remove(state, { id }) {
    // Remove a pass with the move before it, because the engine would not repeat it.
    const game = tree.remove(state.game, tree.placed(state.game, id).id);
    const { analysis } = state;
    const isCut = analysis.status === 'running' && !analysis.line.every((each) => game.nodes[each]);
    const next = { ...atRest(state, game), analysis: isCut ? noAnalysis(state) : analysis };
    const home = state.clock?.home ?? -1;
    if (game.nodes[home]) next.clock = state.clock;
    return game.current === home ? atHome(next) : next;
  },

  // Games from elsewhere
  load(state, { game, names, notice, index = -1, ...more }) {
    const next = cleared(state);
    return {
      ...next,
      game,
      opened: index,
      names: { ...next.names, ...names },
      live: false,
      review: true,
      clock: null,
      notice: notice ? { kind: 'loaded', text: notice } : null,
      ...more,
    };
  },
  found: (state, { records, unread }) => ({ ...state, found: records, opened: -1, unread, dialog: 'games' }),
  former(state, { former = state.former }) {
    return former ? { ...cleared(state), ...former, former: null, live: false } : state;
  },

  // What is shown
  analyze(state) {
    const line = tree.lineThrough(state.game, state.game.current);
    const { analysis, settings: { analysisLevel: level } } = state;
    if (line.length < 2 || analysis.status === 'running' || state.study) return state;
    // Marks from different levels would contradict each other.
    const game = level === analysis.level ? state.game : tree.withoutMarks(state.game);
    return { ...state, game, notice: null, analysis: { status: 'running', run: analysis.run + 1, line, left: line.length, level } };
  },
  // The values would give the task away.
  toggle: (state, { key }) => (isAsked(state) ? state : { ...state, [key]: !state[/** @type {'hints' | 'explain'} */ (key)], preview: null }),
  settings: (state, { settings }) => ({ ...state, settings: { ...state.settings, ...settings } }),
  option: (state, { name, value }) => ({
    ...state,
    settings: { ...state.settings, options: { ...state.settings.options, [name]: String(value) } },
  }),
  preview(state, { moves, board }) {
    const { preview } = state;
    if (!moves) return preview ? { ...state, preview: null } : state;
    // Ignore replies about a line that is no longer shown.
    if (board !== undefined) return preview?.moves === moves ? { ...state, preview: { moves, board } } : state;
    return preview?.moves === moves ? state : { ...state, preview: { moves } };
  },
  // A new dialog hides earlier errors.
  dialog: (state, { name }) => ({ ...state, dialog: name, notice: name ? null : state.notice }),
  notice: (state, { kind, text }) => ({ ...state, notice: kind ? { kind, text } : null }),
};
