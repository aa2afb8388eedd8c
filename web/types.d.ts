// The types of the page, global in all files. For readers and for the TypeScript checks in
// `scripts/test-web.sh`. Not shipped to browsers.

type Side = 'black' | 'white';

/** The engine's facts about a position. */
interface Facts {
  /** 64 characters, `X` black, `O` white, `-` empty, row by row from a1 */
  board: string;
  /** the side to move */
  side: Side;
  /** the legal moves, or `['pass']`; empty if the game is over */
  legal: string[];
  black: number;
  white: number;
  empties: number;
  /** Black's discs minus White's; null before the end of the game */
  result: number | null;
  opening: string | null;
  /** the squares of stable discs */
  stable?: string[];
}

/** The known value of a position. */
interface Worth {
  /** in discs, for the side to move */
  score: number;
  certainty: 'exact' | 'wld' | 'selective';
  /** missing if irrelevant, as in an analysis */
  depth?: number;
  /** whether it comes from the opening book */
  book?: boolean;
}

/** The result of a search. */
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
  /** the child visited last */
  next?: number;
  facts?: Facts;
  /** by move */
  values?: Record<string, Value>;
  /** the finished search for the values: lines and limit */
  valued?: string;
  /** the moves of indexed games and of books in this position */
  explored?: Explored & { version: number };
  /** from the analysis of the game */
  ply?: Worth & { pv?: string[] };
  /** the loss of the move that led here, in discs */
  loss?: number | null;
  /** `best`, `inaccuracy`, `mistake` or `blunder` */
  mark?: string | null;
  /** the evaluation and its parts */
  explained?: any;
  /** the comment on this move; at the start, the comment on the game */
  comment?: string;
  /** the marked squares (`d3`) and arrows (`d3f5`) of this position */
  marks?: string[];
  /** the times on the clocks, in milliseconds */
  clock?: { black: number; white: number };
  /** the side that has lost here, on time or by resigning */
  flagged?: Side;
  resigned?: boolean;
}

/** The losses of the analysed moves of a line, in discs, and the number of moves with each mark. */
interface Totals {
  moves: number;
  analysed: number;
  black: Record<string, number>;
  white: Record<string, number>;
}

/** The data of each action. Times (`at`) are in milliseconds. */
interface ActionOf {
  connected: { name: string; options: State['engine']['options']; at: number };
  lost: { connection: State['connection']; text: string; at: number };
  refused: { text: string };
  facts: { id: number; facts: Facts };
  impossible: { id: number; message: string };
  infos: { id: number; infos: (Reply & Value)[]; thinking: State['thinking'] };
  valued: { id: number; valued: string };
  explained: { id: number; explained: Reply };
  thinking: { thinking: State['thinking'] };
  ply: { run: number; reply: Reply };
  analyzed: { run: number; stopped: boolean };

  new: NewGame & { at: number };
  play: { move: string; at: number };
  flag: { side: Side; resigned?: boolean; at: number };
  resume: { at: number };
  lend: {};
  halt: {};

  goto: { id: number | undefined };
  back: {};
  forward: {};
  first: {};
  last: {};
  undo: { agreed?: boolean };
  refuse: {};
  redo: {};
  sibling: { by: number };
  mistake: { by: number };
  main: {};
  line: { id: number; moves: string[] };
  promote: { id: number };
  remove: { id: number };

  load: { game: Game; names?: State['names']; notice?: string; index?: number; players?: State['players']; analysis?: State['analysis']; kept?: State['kept'] };
  found: { records: Reply[]; unread: string };
  former: { former?: object };

  analyze: {};
  toggle: { key: 'hints' | 'explain' };
  settings: { settings: Partial<Settings> };
  option: { name: string; value: OptionValue };
  preview: { moves: string[] | null; board?: string };
  dialog: { name: string | null };
  notice: { kind?: string; text?: string };

  kept: { kept: State['kept'] };
  stored: { id: string };
  comment: { id: number; comment: string };
  drawing: {};
  draw: { square: string };
  mark: { from: string; to: string };

  explorer: {};
  filter: { filter: GameFilter };
  indexing: {};
  indexed: { games: number; positions: number };
  unindexed: {};
  explored: { id: number; explored: Explored };

  study: { kind: Study['kind']; tasks: Task[]; left?: number; grade?: string };
  studied: { tasks: Task[]; left: number };
  task: { by?: number };
  tried: { move: string | null; status: Study['status']; loss?: number };
  leave: {};
}

type ActionName = keyof ActionOf;
type Action = { [Name in ActionName]: { type: Name } & ActionOf[Name] }[ActionName];
/** Reducers by action. */
type Handlers<Names extends ActionName = ActionName> = { [Name in Names]: (state: State, action: ActionOf[Name]) => State };

/** Actions without data. */
type PlainAction = { [Name in ActionName]: {} extends ActionOf[Name] ? Name : never }[ActionName];

interface NewGame {
  start?: string;
  moves?: string[];
  /** default: the current ones */
  players?: State['players'];
  clock?: { base: number; increment: number } | null;
  hints?: boolean;
}

/** The value of an option of the engine. */
type OptionValue = string | number | boolean;

/** Holds the state and reports its changes. */
interface Store {
  get: () => State;
  dispatch: (action: Action) => void;
  subscribe: (watcher: (state: State, before: State) => void) => void;
}

/** A running request to the engine. */
interface EngineRequest {
  /** returns whether that was the last reply */
  onReply: (reply: Reply) => boolean;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** A question to the engine. */
interface Question {
  lines: string[];
  /** the name of the last reply, if the last line searches */
  until?: string;
  done: (replies: Reply[]) => void;
  fail: (error: Error) => void;
}

/** A line of a record: the game or a variation of it. */
interface RecordLine {
  moves: string[];
  /** one for each move, or empty */
  notes?: { comment?: string; marks?: string[]; score?: number }[];
  /** `ply` is the number of moves of this line before the variation */
  variations?: (RecordLine & { ply: number })[];
}

/** A saved game. */
interface SavedGame {
  start: string;
  moves: string;
  /** the path to the shown position, as the indexes of branches */
  at: number[];
  review?: (object | null)[];
}

/** Creates an element from a tag with classes. */
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
  | { kind: 'engine'; by: 'level' | 'skill' | 'style' | 'time' | 'adapt'; value: number | string };

/** Times in milliseconds. `since` is when the side to move began to think. */
interface Clock {
  base: number;
  increment: number;
  black: number;
  white: number;
  since: number | null;
  /** the node of the game in progress, while another one is shown */
  home?: number;
}

/** A position that asks for the best move. */
interface Task {
  /** FEN */
  start: string;
  /** the best line; in the lesson the accepted moves, or empty for any move */
  line: string[];
  /** the mistake of a game, and its loss */
  played?: string;
  loss?: number;
  /** the name of the opening that contains the move */
  opening?: string;
  /** the proven values of all moves */
  values?: Record<string, number>;
  /** the number of the step of the lesson */
  step?: number;
}

interface Study {
  kind: 'mistakes' | 'repeat' | 'puzzles' | 'lesson' | 'openings';
  tasks: Task[];
  /** the index of the shown task; at the end their number */
  at: number;
  /** games or puzzles still to search */
  left: number;
  /** of puzzles */
  grade?: string;
  status: 'asked' | 'checking' | 'wrong' | 'right' | 'shown';
  tried: string | null;
  /** of the tried move, in discs */
  loss?: number;
  /** the task whose first answer has been counted */
  first?: number;
  solved: number;
  missed: number;
  /** the game before the study */
  former: any;
}

/** A game, analysis or study of the library. */
interface KeptGame {
  id: string;
  /** of the last change, in milliseconds */
  at: number;
  /** empty for an unnamed game of this browser */
  name: string;
  /** whether it was finished in this browser */
  played: boolean;
  names: State['names'];
  players: State['players'];
  /** the level of the analysis */
  level: number;
  game: SavedGame;
}

/** A move of indexed games in a position, and their results. */
interface ExploredMove {
  move: string;
  games: number;
  black: number;
  draws: number;
  white: number;
}

/** An indexed game, its number in the index, and its move in the position. */
interface ExploredGame {
  game: number;
  move: string;
  black: string;
  white: string;
  event: string;
  date: string;
  result: string | null;
}

/** The games that count in the explorer. Empty is any. */
interface GameFilter {
  player: string;
  /** years */
  from: string;
  to: string;
}

/** A move of a book, with the results of the games that the book counts. */
interface BookMove extends Worth {
  move: string;
  black: number;
  draws: number;
  white: number;
}

interface Explored {
  games: number;
  moves: ExploredMove[];
  book: BookMove[];
  latest: ExploredGame[];
}

/** A task to repeat. */
interface Card {
  id: string;
  task: Task;
  /** times solved in a row */
  times: number;
  /** the date of the next repetition, in milliseconds */
  due: number;
}

interface Notice {
  kind: string;
  text?: string;
  side?: Side;
  result?: number;
}

/** A line previewed on the board. */
interface Preview {
  moves: string[];
  /** the discs at its end, as in `Facts`; empty if unavailable, missing while unknown */
  board?: string;
}

interface Settings {
  theme: string;
  board: string;
  animate: boolean;
  coordinates: boolean;
  showLegal: boolean;
  /** the view of the board: 0 to 3 quarter turns, from 4 on mirrored */
  view: number;
  /** whether discs show their move numbers */
  moveNumbers: boolean;
  /** whether stable discs have marks */
  stable: boolean;
  /** whether the pointer shows the flips of a move */
  previewFlips: boolean;
  /** a code, or `auto` */
  language: string;
  /** the limit of the search for values, as in the protocol */
  limit: string;
  /** the number of moves with values; 64 for every move */
  lines: number;
  /** the level of the analysis of a game */
  analysisLevel: number;
  sound: boolean;
  /** whether taking back needs the consent of the other person */
  askUndo: boolean;
  /** the strength of the adapting opponent */
  adapted: number;
  /** the time between moves of engine against engine, in milliseconds */
  pace: number;
  /** changed engine options by name */
  options: Record<string, string>;
}

/** The state of the page. */
interface State {
  connection: 'connecting' | 'ready' | 'lost' | 'refused';
  /** if the engine is lost or refused: why, and what to do */
  trouble: string;
  engine: { name: string; options: Record<string, any> };
  game: Game;
  /** the number of the game; node numbers repeat in other games */
  round: number;
  /** the previous game */
  former: any;
  names: { black: string; white: string; about?: string };
  players: { black: Player; white: Player };
  /** whether the engine moves when it is to move; false after going back */
  live: boolean;
  /** whether an opened game is under review: moves before its end are variations without engine replies */
  review: boolean;
  /** the node at which the user requested one engine move */
  lend: number | null;
  /** the node after taking back. The next move replaces the moves after it */
  takenBack: number | null;
  /** the node at which a person asked to take back the last move */
  undoAsked: number | null;
  /** the start and the opening of the game, for a rematch */
  setup: { start?: string; moves?: string[] };
  clock: Clock | null;
  /** whether move values are shown */
  hints: boolean;
  /** whether the terms of the evaluation are shown */
  explain: boolean;
  analysis: {
    status: 'none' | 'running' | 'stopped' | 'done';
    run: number;
    line: number[];
    left: number;
    /** the level of all marks of the game */
    level: number;
  };
  /** the current work of the engine, and its latest reply */
  thinking: any;
  preview: Preview | null;
  study: Study | null;
  settings: Settings;
  /** the explorer: the numbers of indexed games and of positions in books; `version` counts changes of the index and of the filter */
  explorer: { on: boolean; status: 'empty' | 'loading' | 'ready'; games: number; positions: number; version: number; filter: GameFilter };
  /** the records of a file, to choose from */
  found: Reply[];
  /** the index of the shown game among them, or -1 */
  opened: number;
  /** the library entry of the game on the board, which receives its changes; `isNew` until it is in the library */
  kept: { id: string; name: string; played: boolean; isNew?: boolean } | null;
  /** set while clicks mark squares; `from` is the start of an arrow */
  drawing: { from: string | null } | null;
  /** the errors of unreadable records */
  unread: string;
  dialog: string | null;
  notice: Notice | null;
}

type Actions = ReturnType<typeof import('./actions.js').createActions>;

/** A reply of the engine, as described in `protocol.md`. */
interface Reply {
  reply: string;
  [key: string]: any;
}

interface Host {
  send: (line: string) => void;
}

/** An activity of the engine. */
interface Activity {
  kind: string;
  /** equal keys need no restart */
  key: string;
  [more: string]: any;
}

interface Dialog {
  content: Node;
  /** called before it is shown */
  open?: (state: State) => void | Promise<void>;
  /** called after it is hidden */
  close?: () => void;
}

/** Chosen, dropped or pasted content. */
interface Upload {
  name: string;
  bytes: Uint8Array;
}
