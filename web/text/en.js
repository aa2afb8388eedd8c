// All texts of the page. For another language, translate a copy of this file.

const signed = (/** @type {number} */ n) => (n > 0 ? `plus ${n}` : n < 0 ? `minus ${-n}` : '0');
const plural = (/** @type {number} */ n, /** @type {string} */ word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const sentence = (/** @type {string} */ words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
const side = { black: 'Black', white: 'White' };
/** The titles of the dialogs. */
const titles = {
  new: 'New game',
  open: 'Open a game or a position',
  games: 'Choose a game',
  share: 'Copy or save',
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
      if (black === 0) return won ? 'Draw' : 'Even';
      return `${black > 0 ? 'Black' : 'White'} ${won ? 'wins' : `+${fixed(Math.abs(black))}`}`;
    },
    exact: 'exact',
    depth: (/** @type {number} */ depth) => `depth ${depth}`,
    speed: (/** @type {number} */ nps) => `${compact(nps)}/s`,
    analyzing: (/** @type {number} */ left) => `Analysing: ${plural(left, 'position')} left`,
    lines: 'Best lines',
    terms: 'In discs for the side to move. Blue squares are good for it, orange ones bad.',
    total: 'sum',
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
    opponents: { skill: 'A player of your strength', level: 'The full engine', style: 'A style of play', time: 'The engine by time' },
    skill: (/** @type {number | string} */ n) => `Strength ${n} of 10`,
    level: (/** @type {number | string} */ n) => `Level ${n}`,
    time: (/** @type {number | string} */ n) => `${n} s a move`,
    style: 'Style',
    kinds: { engine: 'Engine', people: 'Another person here', engines: 'Nobody: engine against engine', analysis: 'Nobody: analyse' },
    random: 'by chance',
    opening: 'Opening',
    openings: { standard: 'From the start', balanced: 'Balanced by chance', named: 'A named opening', here: 'From this position' },
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
    main: 'Back to the game from a variation',
    hints: 'Values on the squares',
    explain: 'Why? Evaluation by squares',
    analyze: 'Analyse the game',
    engineMove: 'Let the engine move',
    halt: 'Stop the engine',
    board: 'To the board: arrows and Enter, Esc leaves it',
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
    showLegal: 'Show legal moves',
    hintTime: 'Search for values',
    seconds: (/** @type {number} */ n) => (n === 0 ? 'until stopped' : `${n} s`),
    analysisLevel: 'Level of the analysis',
    engine: 'Engine',
  },

  open: {
    label: 'Moves, a board, GGF, SGF, PGN, OBF, JSON, a table or a link',
    example: 'f5d6c3d3c4…',
    button: 'Open',
    file: 'Choose files…',
    hint: 'Also WTHOR files (.wtb, with .jou and .trn for the names), ZIP archives, and texts with many games. Everything can be pasted or dropped anywhere on the page.',
    pasted: 'text',
    nothing: 'There is no game and no position in it.',
    wrong: (/** @type {any} */ { file, line, column, game, reason }, /** @type {number} */ more) =>
      `${decodeURIComponent(file)}, ${game ? `game ${game}` : `line ${line}, column ${column}`}: ${reason}${more ? ` (and ${more} more)` : ''}`,
    left: (/** @type {number} */ n) => `${plural(n, 'more game')} not listed`,
    loaded: (/** @type {string} */ title) => (title ? `Opened: ${title}` : 'Opened'),
    drop: 'Drop it to open it',
  },

  games: {
    filter: 'Find a player, event or year',
    some: (/** @type {number} */ shown, /** @type {number} */ all) => (shown < all ? `${shown} of ${all} games; narrow it down` : plural(all, 'game')),
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

/** A number with at most one decimal. @param {number} n */
export function fixed(n) {
  return (Math.round(n * 10) / 10).toFixed(Number.isInteger(n) ? 0 : 1);
}

/** A score with its sign, as shown on the squares. @param {number} n @param {boolean} whole */
export function score(n, whole = false) {
  const digits = whole ? String(Math.abs(Math.round(n))) : Math.abs(n).toFixed(1);
  return Number(digits) === 0 ? digits : `${n > 0 ? '+' : '−'}${digits}`;
}

/** A short form such as 12.3M. @param {number} n */
export function compact(n) {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(n);
}
