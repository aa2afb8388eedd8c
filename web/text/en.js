// The texts in English, from which the other languages are translated.

import { compact, finalCount, fixed } from './numbers.js';

const signed = (/** @type {number} */ n) => (n > 0 ? `plus ${n}` : n < 0 ? `minus ${-n}` : '0');
const plural = (/** @type {number} */ n, /** @type {string} */ word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const sentence = (/** @type {string} */ words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
const side = { black: 'Black', white: 'White' };
/** The titles of the dialogs. */
const titles = {
  new: 'New game',
  open: 'Open a game or a position',
  games: 'Games of the file',
  share: 'Share or save',
  edit: 'Set up a position',
  settings: 'Settings',
  help: 'Keys',
};

export const text = {
  lang: 'en',
  name: 'Outflank',
  side,
  titles,
  you: 'You',

  bar: {
    ...titles,
    open: 'Open',
    share: 'Share',
    edit: 'Set up',
    menu: 'Menu',
  },

  connection: {
    connecting: 'Starting the engine…',
    lost: (/** @type {string} */ why) => `${sentence(why)} Your game is kept.`,
    back: 'The engine is back.',
    refused: (/** @type {string} */ why) => sentence(why),
  },

  board: {
    label: 'Board. Arrow keys move between squares, Enter plays.',
    square: (/** @type {string} */ name, /** @type {string[]} */ more) => [name, ...more].join(', '),
    empty: 'empty',
    legal: 'legal',
    last: 'last move',
    value: signed,
    exact: 'exact',
    depth: (/** @type {number} */ depth) => `d${depth}`,
    book: 'book',
    better: 'better move',
    win: 'win',
    draw: 'draw',
    loss: 'loss',
  },

  say: {
    turn: (/** @type {Side} */ who) => `${side[who]} to move`,
    played: (/** @type {Side} */ who, /** @type {string} */ move) => `${side[who]} played ${move}`,
    pass: (/** @type {Side} */ who) => `${side[who]} has no move and passes`,
    count: (/** @type {number} */ black, /** @type {number} */ white) => `Black ${black}, White ${white}`,
    over: (/** @type {number} */ result) =>
      result === 0 ? 'Game over: a draw' : `Game over: ${result > 0 ? 'Black' : 'White'} wins by ${Math.abs(result)}`,
    flag: (/** @type {Side} */ who) => `${side[who]} has lost on time`,
    thinking: 'thinking…',
    yours: 'your move',
    taken: (/** @type {string} */ square) => `${square} is taken.`,
    flipsNothing: (/** @type {string} */ square, /** @type {Side} */ who) => `${square} flips nothing for ${side[who]}. The dots show the legal moves.`,
    wait: 'The engine is to move.',
  },

  result: {
    you: (/** @type {number} */ won, /** @type {number} */ mine, /** @type {number} */ theirs) => `${won > 0 ? 'You won' : won < 0 ? 'You lost' : 'A draw'} ${mine}–${theirs}`,
    side: (/** @type {number} */ result) => {
      const [black, white] = finalCount(result);
      return result === 0 ? `A draw ${black}–${white}` : result > 0 ? `Black wins ${black}–${white}` : `White wins ${white}–${black}`;
    },
    yourTime: (/** @type {boolean} */ won) => (won ? 'You won on time' : 'You lost on time'),
    time: (/** @type {Side} */ loser) => `${side[loser]} has lost on time`,
    rematch: 'Rematch',
    swap: 'Swap colours',
  },

  engineBox: {
    label: 'Engine',
    hints: 'Values',
    hintsTitle: 'Value of each move (h)',
    explain: 'Why?',
    explainTitle: 'Which squares the evaluation sees as good or bad (x)',
    off: 'Turn on values to see what each move is worth.',
    later: 'Values come when the analysis is over.',
    stop: 'Stop',
    stopTitle: 'Stop (Esc)',
    moveNow: 'Move now',
    resume: 'Continue the game',
    worth: (/** @type {{black: number, certainty: string}} */ { black, certainty }) => {
      const won = certainty === 'wld';
      const exact = certainty === 'exact';
      if (black === 0) return won || exact ? 'A draw' : 'Even';
      const leader = black > 0 ? 'Black' : 'White';
      return won ? `${leader} wins` : `${leader} ${exact ? 'wins by' : 'ahead by'} ${fixed(Math.abs(black))}`;
    },
    exact: 'exact',
    book: 'from the book',
    depth: (/** @type {number} */ depth) => `depth ${depth}`,
    speed: (/** @type {number} */ nps) => `${compact(nps)}/s`,
    analyzing: (/** @type {number} */ left) => `Analysing: ${plural(left, 'position')} left`,
    lines: 'Best lines',
    terms: 'In discs for the side to move. Blue squares are good for it, orange ones bad.',
    total: 'sum',
    legend: '+4: the side to move ends 4 discs ahead.',
    legendKinds: { exact: 'exact', book: 'book', estimate: 'estimate' },
    takeBack: 'Take back',
    erred: (/** @type {string} */ move, /** @type {number} */ loss) => `${move} loses ${fixed(loss)}.`,
    better: 'Better:',
    betterTitle: 'Play the better line (l)',
  },

  moves: {
    label: 'Moves',
    none: (/** @type {Side} */ who) => `No moves yet. ${side[who]} begins.`,
    start: 'Start',
    pass: 'pass',
    comment: 'Comment',
    promote: 'Make this the main line',
    remove: 'Delete from here',
    main: 'Back to the game',
    mark: /** @type {Record<string, string>} */ ({ best: '', inaccuracy: '?!', mistake: '?', blunder: '??' }),
    markName: /** @type {Record<string, string>} */ ({ inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' }),
    lost: (/** @type {number} */ loss) => `lost ${fixed(loss)}`,
  },

  graph: {
    label: 'Score through the game',
    value: (/** @type {number} */ move, /** @type {string} */ score) => `after move ${move}: ${score}`,
    unknown: 'not known',
    analyze: 'Analyse the game',
    again: 'Analyse again',
    continue: 'Go on with the analysis',
    empty: 'Analyse the game to see where it was won and lost.',
    lost: 'discs lost',
    analysed: (/** @type {number} */ done, /** @type {number} */ all, /** @type {number} */ level) =>
      `${done < all ? `${done} of ` : ''}${plural(all, 'move')} at level ${level}`,
    next: 'Next mistake',
  },

  new: {
    who: 'Play against',
    colour: 'You play',
    opponents: { skill: 'By strength', level: 'By depth', style: 'By style', time: 'By time' },
    grades: ['absolute beginner', 'beginner', 'novice', 'novice', 'casual player', 'casual player', 'strong casual player', 'club player', 'strong club player', 'expert'],
    gauged: (/** @type {string} */ grade, /** @type {number} */ elo) => `${grade}, about ${elo} Elo above random moves`,
    fullStrength: 'the whole engine',
    deep: (/** @type {number} */ n) => `looks ${plural(n, 'move')} ahead`,
    styles: /** @type {Record<string, string>} */ ({
      random: 'Random moves', 'top-left': 'First from the top left', 'bottom-right': 'First from the bottom right', center: 'Close to the centre',
      edge: 'Close to the edge', 'edge-exclusive': 'Corners and edges', 'shallow-score': 'Greedy: most flips', 'minmax-score': 'Greedy, expects the reply',
      'deep-score': 'Greedy, five moves ahead', 'deep-heuristic': 'Discs, edges and corners', 'deep-negative': 'Tries to lose',
      'classic-d1': 'Classic, 1 move ahead', 'classic-d2': 'Classic, 2 moves ahead', 'classic-d3': 'Classic, 3 moves ahead',
      'classic-d4': 'Classic, 4 moves ahead', 'classic-d5': 'Classic, 5 moves ahead', budget: 'Mobility and corners',
    }),
    skill: (/** @type {number | string} */ n) => `Strength ${n} of 10`,
    level: (/** @type {number | string} */ n) => `Level ${n}`,
    time: (/** @type {number | string} */ n) => `${n} s a move`,
    style: 'Style',
    kinds: { engine: 'The engine', people: 'A person here', engines: 'Engine against engine', analysis: 'Nobody, just analyse' },
    random: 'by chance',
    opening: 'Opening',
    openings: { standard: 'From the start', balanced: 'Random, balanced', named: 'A named opening', here: 'From this position' },
    choose: 'Name',
    clock: 'Clock',
    noClock: 'none',
    clockValue: (/** @type {number} */ minutes, /** @type {number} */ seconds) => `${minutes} min${seconds ? ` + ${seconds} s` : ''}`,
    start: 'Start',
    opponent: 'Opponent',
    looking: 'Looking for a balanced start…',
  },

  player: {
    flag: 'lost on time',
    won: (/** @type {number} */ by) => `wins by ${by}`,
    draw: 'draw',
    passed: 'passes',
  },

  keys: {
    back: 'Back one move',
    forward: 'Forward one move',
    first: 'To the start',
    last: 'To the end',
    sibling: 'Other variation',
    undo: 'Take back (yours and the engine’s)',
    redo: 'Redo',
    mistake: 'Next mistake (with Shift: the one before)',
    better: 'The better line at a mistake',
    main: 'Back to the game from a variation',
    hints: 'Values on the squares',
    explain: 'Why? Evaluation by squares',
    analyze: 'Analyse the game',
    engineMove: 'Let the engine move',
    halt: 'Stop the engine',
    board: 'To the board: arrows and Enter, Esc leaves it',
    turn: 'Turn the board',
    ...titles,
  },
  keyNames: { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' },

  help: {
    more: 'The wheel of the mouse walks through the game, too, where the page does not scroll. A game or a position can be pasted (Ctrl+V) or dropped anywhere on the page.',
  },

  settings: {
    theme: 'Colours',
    themes: { auto: 'as the system', light: 'light', dark: 'dark' },
    board: 'Board',
    boards: { green: 'green', blue: 'blue', wood: 'wood', grey: 'grey' },
    animate: 'Animate flips',
    coordinates: 'Coordinates',
    turned: 'Turn the board by 180°',
    previewFlips: 'Preview the flips under the pointer',
    showLegal: 'Show legal moves',
    hintTime: 'Search for values',
    seconds: (/** @type {number} */ n) => (n === 0 ? 'until stopped' : `${n} s`),
    analysisLevel: 'Level of the analysis',
    engine: 'Engine',
    language: 'Language',
    ofBrowser: 'as the browser',
    options: /** @type {Record<string, string>} */ ({
      Hash: 'Memory for positions, in MiB', Threads: 'Threads', Evaluator: 'Evaluation', OwnBook: 'Use the opening book',
      BookVariety: 'Most that a book move may lose, in 1/100 disc', BookDepth: 'Moves of a game that may come from the book',
    }),
  },

  open: {
    label: 'Moves, a board, GGF, SGF, PGN, OBF, JSON, a table or a link',
    example: 'f5d6c3d3c4…',
    button: 'Open',
    file: 'Choose files…',
    hint: 'Also WTHOR files (.wtb, with .jou and .trn for the names), ZIP archives, and texts with many games. Everything can be pasted or dropped anywhere on the page.',
    nothing: 'There is no game and no position in it.',
    wrong: (/** @type {string} */ where, /** @type {string} */ reason, /** @type {number} */ more) =>
      `${where ? `${where}: ` : 'Cannot read this: '}${reason}${more ? ` (and ${more} more)` : ''}`,
    inGame: (/** @type {string} */ file, /** @type {number} */ game) => `${file}, game ${game}`,
    inLine: (/** @type {string} */ file, /** @type {number} */ line) => (file ? `${file}, line ${line}` : `Line ${line}`),
    left: (/** @type {number} */ n) => `${plural(n, 'more game')} not listed`,
    loaded: (/** @type {string} */ title) => (title ? `Opened: ${title}` : 'Opened'),
    drop: 'Drop it to open it',
  },

  games: {
    filter: 'Find a player, event or year',
    some: (/** @type {number} */ shown, /** @type {number} */ all) => (shown < all ? `${shown} of ${plural(all, 'game')}` : plural(all, 'game')),
    more: 'Show more',
    sort: 'Sort by',
    orders: { file: 'order of the file', players: 'players', date: 'date', result: 'result' },
    at: (/** @type {number} */ i, /** @type {number} */ all) => `Game ${i} of ${all}`,
    previous: 'Previous game',
    next: 'Next game',
    moves: (/** @type {number} */ n) => plural(n, 'move'),
    position: 'position',
  },

  share: {
    copy: 'Copy',
    copied: 'Copied',
    formats: { link: 'Link', transcript: 'Moves', ggf: 'GGF', pgn: 'PGN', board: 'Board', fen: 'FEN', obf: 'OBF', json: 'JSON' },
    png: 'Save as PNG',
    svg: 'Save as SVG',
    picture: 'Picture of the board',
    variations: 'PGN and JSON have all variations and comments, GGF the comments on the line that is shown.',
  },

  edit: {
    tool: 'Put on the board',
    nothing: 'nothing',
    side: 'To move',
    clear: 'Clear',
    start: 'Start',
    turn: 'Change all colours',
    use: 'Use this position',
    square: (/** @type {string} */ name, /** @type {string} */ disc) => `${name}, ${disc || 'empty'}`,
    board: 'Board to set up',
  },

  close: 'Close',
  undo: 'Undo',
};
