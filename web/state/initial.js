// What there is before anything has happened, and what of it is kept when the page is left.

import { newGame } from './tree.js';

export const defaultSettings = {
  theme: 'auto',
  board: 'green',
  animate: true,
  coordinates: true,
  showLegal: true,
  /** Seconds that the values of a position are searched for; 0 for no end. */
  hintTime: 10,
  /** Level of the analysis of a game. */
  analysisLevel: 14,
  /** Options of the engine that were changed, by name. */
  options: /** @type {Record<string, string>} */ ({}),
};

export function initialState() {
  return {
    connection: /** @type {'connecting' | 'ready' | 'lost' | 'refused'} */ ('connecting'),
    engine: { name: '', options: /** @type {Record<string, any>} */ ({}) },
    game: newGame(),
    /** The game before another one took its place. */
    former: /** @type {any} */ (null),
    names: { black: '', white: '', about: '' },
    players: /** @type {{black: Player, white: Player}} */ ({
      black: { kind: 'human' },
      white: { kind: 'engine', by: 'skill', value: 5 },
    }),
    seed: 0,
    /** Whether the engine may move where it is to move: not after going back. */
    live: true,
    /** The node in which the engine was asked for one move, whoever plays. */
    lend: /** @type {number | null} */ (null),
    clock: /** @type {Clock | null} */ (null),
    /** Who has lost on time. */
    flagged: /** @type {Side | null} */ (null),
    hints: false,
    explain: false,
    analysis: {
      status: /** @type {'none' | 'running' | 'stopped' | 'done'} */ ('none'),
      run: 0,
      line: /** @type {number[]} */ ([]),
      left: 0,
      sums: /** @type {any} */ (null),
    },
    /** What the engine is busy with, and what it has said last. */
    thinking: /** @type {any} */ (null),
    /** A line of moves that is shown on the board. */
    preview: /** @type {Preview | null} */ (null),
    settings: defaultSettings,
    /** The records of a file to choose from. */
    found: /** @type {Reply[]} */ ([]),
    dialog: /** @type {string | null} */ (null),
    notice: /** @type {Notice | null} */ (null),
  };
}
