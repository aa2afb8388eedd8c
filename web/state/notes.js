// The actions on comments, marks and the explorer.

import { change } from './tree.js';

/** The explorer of a new session, without games and books. @param {State} state @returns {State['explorer']} */
export const emptied = ({ explorer }) => ({ ...explorer, status: 'empty', games: 0, positions: 0, version: explorer.version + 1 });

/** Sets or removes a mark of the position. @param {State} state @param {string} from @param {string} to @returns {State} */
function mark(state, from, to) {
  const { game } = state;
  const { marks = [] } = game.nodes[game.current];
  const name = from === to ? to : `${from}${to}`;
  const more = marks.includes(name) ? marks.filter((each) => each !== name) : [...marks, name];
  return { ...state, game: change(game, game.current, { marks: more.length ? more : undefined }) };
}

/** @type {Handlers<'kept' | 'stored' | 'comment' | 'drawing' | 'draw' | 'mark' | 'explorer' | 'filter' | 'indexing' | 'indexed' | 'unindexed' | 'explored'>} */
export const noteActions = {
  /** Links the game to its library entry; null unlinks it. */
  kept: (state, { kept }) => ({ ...state, kept }),
  /** The new entry is in the library. */
  stored: (state, { id }) => (state.kept?.isNew && state.kept.id === id ? { ...state, kept: { ...state.kept, isNew: false } } : state),
  comment: (state, { id, comment }) => ({ ...state, game: change(state.game, id, { comment: comment || undefined }) }),
  /** Switches between playing and marking squares. */
  drawing: (state) => ({ ...state, drawing: state.drawing ? null : { from: null }, notice: null }),
  /** Marks a square chosen twice, or draws an arrow between two squares. */
  draw(state, { square }) {
    const from = state.drawing?.from;
    return from ? mark({ ...state, drawing: { from: null } }, from, square) : { ...state, drawing: { from: square } };
  },
  mark: (state, { from, to }) => mark(state, from, to),

  explorer: (state) => ({ ...state, explorer: { ...state.explorer, on: !state.explorer.on } }),
  filter: (state, { filter }) => ({ ...state, explorer: { ...state.explorer, filter, version: state.explorer.version + 1 } }),
  indexing: (state) => ({ ...state, explorer: { ...state.explorer, status: 'loading' } }),
  indexed: (state, { games, positions }) => ({ ...state, explorer: { ...state.explorer, status: 'ready', games, positions, version: state.explorer.version + 1 } }),
  unindexed: (state) => ({ ...state, explorer: emptied(state) }),
  explored: (state, { id, explored }) => ({ ...state, game: change(state.game, id, { explored: { ...explored, version: state.explorer.version } }) }),
};
