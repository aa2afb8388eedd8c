// The types of the page, known to all of its files. For readers and for TypeScript's checks
// (`scripts/test-web.sh`); no browser ever sees this.

type Side = 'black' | 'white';

/** What the engine says of a position. */
interface Facts {
  /** 64 characters, `X` black, `O` white, `-` empty, row by row from a1 */
  board: string;
  /** the side to move */
  side: Side;
  /** the legal moves, `['pass']`, or none if the game is over */
  legal: string[];
  black: number;
  white: number;
  empties: number;
  /** Black's discs less White's once the game is over */
  result: number | null;
  opening: string | null;
}

/** What a search found out. */
interface Value {
  /** in discs, for the side to move */
  score: number;
  certainty: 'exact' | 'wld' | 'selective';
  /** in per cent */
  selectivity: number;
  depth: number;
  pv: string[];
}

/** The position after a move. */
interface GameNode {
  id: number;
  parent: number | null;
  /** the move that led here */
  move: string | null;
  /** the first is the main line */
  children: number[];
  /** the child that was visited last */
  next?: number;
  facts?: Facts;
  /** by move */
  values?: Record<string, Value>;
  /** how long the values were searched for, in seconds, once that is over */
  valued?: string;
  /** from the analysis of the game */
  ply?: Value & { best: string | null };
  /** what the move that led here lost, in discs */
  loss?: number | null;
  /** `best`, `inaccuracy`, `mistake` or `blunder` */
  mark?: string | null;
  /** the evaluation and its parts */
  explained?: any;
  /** what the clocks showed, in milliseconds */
  clock?: { black: number; white: number };
}

/** A game with its variations. */
interface Game {
  /** `startpos` or a FEN */
  start: string;
  nodes: Record<number, GameNode>;
  current: number;
  nextId: number;
}

type Player =
  | { kind: 'human' }
  | { kind: 'engine'; by: 'level' | 'skill' | 'style' | 'time'; value: number | string };

/** Times in milliseconds; `since` is when the side to move began to think. */
interface Clock {
  base: number;
  increment: number;
  black: number;
  white: number;
  since: number | null;
}

interface Notice {
  kind: string;
  text?: string;
  side?: string;
  result?: number;
}

/** A line that is shown on the board without being played. */
interface Preview {
  moves: string[];
  /** the discs at its end, as in `Facts`; empty if they cannot be had, missing until they are known */
  board?: string;
}

type State = ReturnType<typeof import('./state/initial.js').initialState>;
type Actions = ReturnType<typeof import('./actions.js').createActions>;

/** A reply of the engine, as `protocol.md` has them. */
interface Reply {
  reply: string;
  [key: string]: any;
}

interface Host {
  send: (line: string) => void;
}

/** What the engine is to do. */
interface Activity {
  kind: string;
  /** the same as long as it need not be stopped */
  key: string;
  [more: string]: any;
}

interface Dialog {
  title: string;
  content: Node;
  /** when it is about to be shown */
  open?: (state: State) => void | Promise<void>;
  /** at each change while it is shown */
  update?: (state: State) => void;
}

/** A part of a picture of the board. */
interface Shape {
  kind: 'rect' | 'circle' | 'text';
  x: number;
  y: number;
  size: number;
  fill: string;
  text?: string;
}

/** What a person has chosen, dropped or pasted. */
interface Upload {
  name: string;
  bytes: Uint8Array;
}
