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

/** What is known of the value of a position. */
interface Worth {
  /** in discs, for the side to move */
  score: number;
  certainty: 'exact' | 'wld' | 'selective';
  /** missing where that is of no interest, as in an analysis */
  depth?: number;
}

/** What a search found out. */
interface Value extends Worth {
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
  ply?: Worth;
  /** what the move that led here lost, in discs */
  loss?: number | null;
  /** `best`, `inaccuracy`, `mistake` or `blunder` */
  mark?: string | null;
  /** the evaluation and its parts */
  explained?: any;
  /** what the source of the game says of this move, at the start of the whole game */
  comment?: string;
  /** what the clocks showed, in milliseconds */
  clock?: { black: number; white: number };
  /** who has lost on time here */
  flagged?: Side;
}

/** What was lost by the analysed moves of a line, in discs, and how many have each mark. */
interface Totals {
  moves: number;
  analysed: number;
  black: Record<string, number>;
  white: Record<string, number>;
}

/** Where the state is kept, and what tells of its changes. */
interface Store {
  get: () => State;
  dispatch: (action: any) => void;
  subscribe: (watcher: (state: State, before: State) => void) => void;
}

/** A request to the engine that is running. */
interface EngineRequest {
  /** whether that was the last reply */
  onReply: (reply: Reply) => boolean;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** What somebody wants to know of the engine. */
interface Question {
  lines: string[];
  /** the last reply, if the last line searches */
  until?: string;
  done: (replies: Reply[]) => void;
  fail: (error: Error) => void;
}

/** A line of a record: the game or a variation of it. */
interface RecordLine {
  moves: string[];
  /** one for each move, or none at all */
  notes?: { comment?: string }[];
  /** `ply` moves of this line stand before the variation */
  variations?: (RecordLine & { ply: number })[];
}

/** A game as it is kept. */
interface SavedGame {
  start: string;
  moves: string;
  /** the way to the position that is looked at, by the indexes of the branches */
  at: number[];
  review?: (object | null)[];
}

/** Makes an element of a tag with classes. */
type Maker = (what: string, attributes?: Record<string, any>, ...children: (Node | string | null | undefined | false)[]) => any;

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
  /** the node in which the game goes on, while another one is looked at */
  home?: number;
}

interface Notice {
  kind: string;
  text?: string;
  side?: Side;
  result?: number;
}

/** A line that is shown on the board without being played. */
interface Preview {
  moves: string[];
  /** the discs at its end, as in `Facts`; empty if they cannot be had, missing until they are known */
  board?: string;
}

interface Settings {
  theme: string;
  board: string;
  animate: boolean;
  coordinates: boolean;
  showLegal: boolean;
  /** for how many seconds the values of a position are searched for; 0 for no end */
  hintTime: number;
  /** the level of the analysis of a game */
  analysisLevel: number;
  /** options of the engine that were changed, by name */
  options: Record<string, string>;
}

/** All that the page knows. */
interface State {
  connection: 'connecting' | 'ready' | 'lost' | 'refused';
  /** why there is no engine, and what to do, if it is lost or refused */
  trouble: string;
  engine: { name: string; options: Record<string, any> };
  game: Game;
  /** counts the games: nodes of another one have the same numbers */
  round: number;
  /** the game before another one took its place */
  former: any;
  names: { black: string; white: string };
  players: { black: Player; white: Player };
  /** whether the engine may move where it is to move: not after going back */
  live: boolean;
  /** whether the game came from elsewhere and has not been continued here: moves before its end are variations, which the engine does not answer */
  review: boolean;
  /** the node in which the engine was asked for one move, whoever plays */
  lend: number | null;
  clock: Clock | null;
  /** whether the values of the moves are shown */
  hints: boolean;
  /** whether it is shown what the evaluation is made of */
  explain: boolean;
  analysis: {
    status: 'none' | 'running' | 'stopped' | 'done';
    run: number;
    line: number[];
    left: number;
    /** the level of all marks in the game */
    level: number;
  };
  /** what the engine is busy with, and what it has said last */
  thinking: any;
  preview: Preview | null;
  settings: Settings;
  /** the records of a file to choose from */
  found: Reply[];
  /** what could not be read of it */
  unread: string;
  dialog: string | null;
  notice: Notice | null;
}

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
  content: Node;
  /** when it is about to be shown */
  open?: (state: State) => void | Promise<void>;
  /** when it is no longer shown */
  close?: () => void;
}

/** What a person has chosen, dropped or pasted. */
interface Upload {
  name: string;
  bytes: Uint8Array;
}
