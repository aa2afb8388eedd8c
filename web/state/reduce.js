// Every change of the state, as a pure function of the state and an action. What clicks, keys,
// the engine and the clock do are actions alike.

import * as tree from './tree.js';
import { playersClock, tick } from './clock.js';
import { analysisDone, analysisPly, consequences } from './facts.js';
import { engineIsToMove } from './wanted.js';

/** @param {State} state @param {any} action @returns {State} */
export function reduce(state, action) {
  const handle = handlers[action.type];
  if (!handle) throw new TypeError(`no such action: ${action.type}`);
  return handle(state, action);
}

/** @param {State} state @param {Game} game @returns {State} */
const withGame = (state, game) => (game === state.game ? state : { ...state, game });

/** Goes somewhere without playing. @param {State} state @param {number} id */
function goTo(state, id) {
  if (!state.game.nodes[id]) return state;
  const game = tree.visit(state.game, tree.settle(state.game, id));
  return { ...state, game, live: false, lend: null, preview: null, notice: null, clock: playersClock(state.clock, game, null) };
}

/** Whether people move in this node, or the facts are not known yet. */
function isPeoples(/** @type {State} */ state, /** @type {number} */ id) {
  const side = state.game.nodes[id].facts?.side;
  return !side || state.players[side].kind === 'human';
}

const somebodyPlaysEngine = (/** @type {State} */ { players }) =>
  players.black.kind === 'engine' || players.white.kind === 'engine';

const noAnalysis = (/** @type {State} */ { analysis }) => ({
  status: /** @type {const} */ ('none'), run: analysis.run, line: [], left: 0, sums: null,
});

/** The state in which another game begins; what was before can be brought back. @param {State} state @returns {State} */
const cleared = (state) => {
  const { game, names, analysis, players, clock, seed, flagged } = state;
  return {
    ...state,
    former: { game, names, analysis, players, seed, flagged, clock: clock && playersClock(clock, game, null) },
    names: { black: '', white: '', about: '' },
    round: state.round + 1,
    flagged: null,
    lend: null,
    analysis: noAnalysis(state),
    preview: null,
    dialog: null,
    notice: null,
  };
};

/** @type {Record<string, (state: State, action: any) => State>} */
const handlers = {
  // The engine
  connected: (state, { name, options }) => ({
    ...state,
    connection: 'ready',
    engine: { name, options },
    notice: state.connection === 'lost' ? { kind: 'back' } : state.connection === 'refused' ? null : state.notice,
  }),
  lost: (state) => ({ ...state, connection: 'lost', thinking: null }),
  refused: (state, { text }) => ({ ...state, connection: 'refused', thinking: null, notice: { kind: 'error', text } }),
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
    const next = { ...state, thinking: thinking ?? state.thinking };
    return node && thinking.kind === 'hint' ? withGame(next, tree.change(state.game, id, { values })) : next;
  },
  valued: (state, { id, valued }) => withGame(state, tree.change(state.game, id, { valued })),
  explained: (state, { id, explained }) => withGame(state, tree.change(state.game, id, { explained })),
  thinking: (state, { thinking }) => ({ ...state, thinking }),
  ply: (state, { run, reply }) => analysisPly(state, run, reply),
  analyzed: (state, { run, reply, stopped }) => analysisDone(state, run, reply, stopped),

  // Playing
  new(state, { start, moves = [], players, clock, seed, at, hints = false }) {
    const [game, current] = tree.addLine(tree.newGame(start), 0, moves);
    return {
      ...cleared(state),
      game: { ...game, current },
      players: players ?? state.players,
      seed,
      live: true,
      clock: clock ? { ...clock, black: clock.base, white: clock.base, since: at } : null,
      hints,
      explain: false,
    };
  },
  play(state, { move, at }) {
    const from = state.game.nodes[state.game.current];
    if (state.flagged || !from.facts?.legal.includes(move)) return state;
    let [game, id] = tree.addMove(state.game, from.id, move);
    const clock = tick(state.clock, from.facts.side, at);
    if (clock) game = tree.change(game, id, { clock: { black: clock.black, white: clock.white } });
    if (somebodyPlaysEngine(state)) game = tree.promote(game, id);
    game = tree.visit(game, tree.settle(game, id));
    return { ...state, game, live: true, lend: null, clock, preview: null, notice: null };
  },
  flag: (state, { side }) => ({ ...state, flagged: side, live: false, clock: state.clock && { ...state.clock, [side]: 0, since: null } }),
  resume: (state, { at }) => ({ ...state, live: true, clock: state.clock && { ...state.clock, since: at } }),
  lend: (state) => ({ ...state, lend: state.game.current }),
  halt: (state) => ({
    ...state,
    lend: null,
    // The engine may be to move where the facts are not known yet.
    live: state.live && !(state.game.nodes[state.game.current].facts ? engineIsToMove(state) : somebodyPlaysEngine(state)),
    hints: state.thinking?.kind === 'hint' ? false : state.hints,
    analysis: state.analysis.status === 'running' ? { ...state.analysis, status: 'stopped' } : state.analysis,
  }),

  // Moving through the game
  goto: (state, { id }) => goTo(state, id),
  back: (state) => goTo(state, tree.before(state.game, state.game.current)),
  forward(state) {
    const next = tree.following(state.game.nodes[state.game.current]);
    return next === undefined ? state : goTo(state, next);
  },
  first: (state) => goTo(state, 0),
  last: (state) => goTo(state, /** @type {number} */ (tree.lineThrough(state.game, state.game.current).at(-1))),
  undo(state) {
    let id = tree.before(state.game, state.game.current);
    while (!isPeoples(state, id) && id !== 0) id = tree.before(state.game, id);
    return { ...goTo(state, id), flagged: null };
  },
  redo(state) {
    const line = tree.lineThrough(state.game, state.game.current);
    const ahead = line.slice(line.indexOf(state.game.current) + 1);
    const id = ahead.find((at) => isPeoples(state, at) && tree.settle(state.game, at) === at) ?? ahead.at(-1);
    return id === undefined ? state : goTo(state, id);
  },
  /** To the sibling before or behind. */
  sibling(state, { by }) {
    const node = state.game.nodes[state.game.current];
    if (node.parent === null) return state;
    const { children } = state.game.nodes[node.parent];
    const id = children[children.indexOf(node.id) + by];
    return id === undefined ? state : goTo(state, id);
  },
  /** To the next move with a mark, or the one before. */
  mistake(state, { by }) {
    const line = tree.lineThrough(state.game, state.game.current);
    const here = line.indexOf(state.game.current);
    const marked = line.filter((id, i) => (i - here) * by > 0 && tree.isMarked(state.game.nodes[id]));
    const id = by > 0 ? marked[0] : marked.at(-1);
    return id === undefined ? state : goTo(state, id);
  },
  /** Back from a variation to the move of the main line where it left. */
  main(state) {
    const main = tree.mainLine(state.game);
    const left = tree.pathTo(state.game, state.game.current).filter((id) => main.includes(id)).at(-1);
    return goTo(state, left ?? 0);
  },
  line: (state, { id, moves }) => {
    const [game, end] = tree.addLine(state.game, id, moves);
    return goTo({ ...state, game }, end);
  },
  promote: (state, { id }) => withGame(state, tree.promote(state.game, id)),
  remove(state, { id }) {
    const game = tree.remove(state.game, id);
    const { analysis } = state;
    const isCut = analysis.status === 'running' && !analysis.line.every((each) => game.nodes[each]);
    return { ...withGame(state, game), live: false, preview: null, analysis: isCut ? noAnalysis(state) : analysis };
  },

  // Games from elsewhere
  load(state, { game, names, notice }) {
    const people = /** @type {const} */ ({ kind: 'human' });
    const next = cleared(state);
    return {
      ...next,
      game,
      names: { ...next.names, ...names },
      players: { black: people, white: people },
      live: false,
      clock: null,
      notice: notice ? { kind: 'loaded', text: notice } : null,
    };
  },
  found: (state, { records, unread }) => ({ ...state, found: records, unread, dialog: 'games' }),
  former(state) {
    return state.former ? { ...state, ...state.former, round: state.round + 1, former: null, live: false, notice: null } : state;
  },

  // What is shown
  analyze(state) {
    const line = tree.lineThrough(state.game, state.game.current);
    if (line.length < 2) return state;
    return { ...state, notice: null, analysis: { status: 'running', run: state.analysis.run + 1, line, left: line.length, sums: null } };
  },
  toggle: (state, { key }) => ({ ...state, [key]: !state[/** @type {'hints' | 'explain'} */ (key)], preview: null }),
  setting: (state, { key, value }) => ({ ...state, settings: { ...state.settings, [key]: value } }),
  option: (state, { name, value }) => ({
    ...state,
    settings: { ...state.settings, options: { ...state.settings.options, [name]: String(value) } },
  }),
  preview(state, { moves, board }) {
    const { preview } = state;
    if (!moves) return preview ? { ...state, preview: null } : state;
    // What is said of a line that is no longer shown comes too late.
    if (board !== undefined) return preview?.moves === moves ? { ...state, preview: { moves, board } } : state;
    return preview?.moves === moves ? state : { ...state, preview: { moves } };
  },
  // What was wrong before is no longer of interest behind a dialog.
  dialog: (state, { name }) => ({ ...state, dialog: name, notice: name ? null : state.notice }),
  notice: (state, { kind, text }) => ({ ...state, notice: kind ? { kind, text } : null }),
};
