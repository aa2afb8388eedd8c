// Finds the tasks of a study and checks the answers. The engine judges all moves.

import { correction } from './state/facts.js';
import { remember } from './state/shelf.js';
import { ownGame } from './state/history.js';
import { isMarked, lineThrough, movesTo, newGame, positionCommand } from './state/tree.js';
import { isAsked, taskOf } from './state/study.js';
import { findPuzzle } from './state/puzzles.js';
import { LESSON } from './state/lesson.js';

/** The level at which games are searched for mistakes. */
const LEVEL = 10;
/** The depth at which a tried move is compared with the best one. */
const DEPTH = 12;
/** Maximum loss of a right answer, in discs. */
const FAIR = 1;
/** How long the answer of an opening stays on the board, in milliseconds. */
const WAIT = 1200;

/** @param {string} board 64 characters and the side to move */
export const fenOf = (board) => `${board.slice(0, 64).match(/.{8}/g)?.map((row) => row.replace(/-+/g, (gap) => `${gap.length}`)).join('/')} ${board.slice(65)}`;

/** @param {Store} store @param {{ask: (lines: string[], until?: string) => Promise<Reply[]>, fail: (error: Error) => void}} engine */
export function createStudy(store, { ask, fail }) {
  const { dispatch } = store;
  /** The number of the running study. A search for tasks ends when it changes. */
  let run = 0;
  const isOver = (/** @type {number} */ mine) => mine !== run || !store.get().study;

  /** Analyses games one after the other and adds their mistakes as tasks. @param {{start: string, moves: string[], sides: Side[]}[]} games */
  async function learn(games) {
    const mine = ++run;
    dispatch({ type: 'study', kind: 'mistakes', tasks: [], left: games.length });
    for (const [i, { start, moves, sides }] of games.entries()) {
      const replies = await ask([positionCommand(newGame(start), 0, moves), `analyze level ${LEVEL}`], 'analysis');
      if (isOver(mine)) return;
      dispatch({ type: 'studied', tasks: mistakesOf(replies, sides), left: games.length - i - 1 });
    }
  }

  /** Finds one more puzzle. @param {string} grade @param {number} mine */
  async function prepare(grade, mine) {
    const task = await findPuzzle(ask, grade, () => isOver(mine));
    if (task && !isOver(mine)) dispatch({ type: 'studied', tasks: [task], left: 1 });
  }

  return {
    learn: (/** @type {Parameters<typeof learn>[0]} */ games) => void learn(games).catch(fail),
    /** Studies the mistakes of the game on the board. Reuses a finished analysis. @param {Side[]} sides */
    thisGame(sides) {
      const { game, analysis } = ownGame(store.get());
      const line = /** @type {number[]} */ (lineThrough(game, game.current));
      const isAnalysed = analysis.status === 'done' && line.every((id) => !isMarked(game.nodes[id]) || game.nodes[Number(game.nodes[id].parent)].ply?.pv);
      if (!isAnalysed) return void learn([{ start: game.start, moves: line.slice(1).map((id) => /** @type {string} */ (game.nodes[id].move)), sides }]).catch(fail);
      run++;
      const tasks = line.flatMap((id) => {
        const found = game.nodes[id].move === 'pass' ? null : correction(game, id);
        const facts = found && game.nodes[found.parent].facts;
        if (!facts || !sides.includes(facts.side)) return [];
        return [{ start: fenOf(`${facts.board} ${facts.side === 'black' ? 'X' : 'O'}`), line: found.line, played: found.move, loss: found.loss }];
      });
      dispatch({ type: 'study', kind: 'mistakes', tasks });
    },
    /** @param {Card[]} cards */
    repeat(cards) {
      run++;
      dispatch({ type: 'study', kind: 'repeat', tasks: cards.map(({ task }) => task) });
    },
    /** @param {string} grade */
    puzzles(grade) {
      const mine = ++run;
      dispatch({ type: 'study', kind: 'puzzles', tasks: [], left: 1, grade });
      prepare(grade, mine).then(() => (isOver(mine) ? undefined : prepare(grade, mine))).catch(fail);
    },
    /**
     * Trains the openings that begin with these moves, the `book` from the current position, or `balanced` starts.
     * @param {string} repertoire @param {Side[]} sides @param {{name: string, moves: string[]}[]} openings
     */
    async openings(repertoire, sides, openings) {
      const mine = ++run;
      const { game } = ownGame(store.get());
      const from = repertoire === 'balanced' ? null : game.start === 'startpos' ? movesTo(game, game.current) : [];
      dispatch({ type: 'study', kind: 'openings', tasks: [], left: 1 });
      try {
        const { namedTasks, goodTasks } = await import('./state/trainer.js');
        const isGuided = repertoire === 'balanced' || repertoire === 'book';
        const tasks = isGuided ? await goodTasks(ask, from, sides, () => isOver(mine)) : await namedTasks(ask, openings, repertoire, sides);
        if (!isOver(mine)) dispatch({ type: 'studied', tasks, left: 0 });
      } catch (error) {
        fail(/** @type {Error} */ (error));
      }
    },
    lesson() {
      run++;
      dispatch({ type: 'study', kind: 'lesson', tasks: LESSON });
    },
    next() {
      const { study } = store.get();
      dispatch({ type: 'task' });
      // Keep one puzzle ready.
      if (study?.kind === 'puzzles' && study.at + 2 >= study.tasks.length) prepare(/** @type {string} */ (study.grade), run).catch(fail);
    },
    leave() {
      run++;
      dispatch({ type: 'leave' });
    },
    /** Shows the solution. */
    reveal() {
      const { study } = store.get();
      const task = taskOf(store.get());
      if (!study || !task || (study.status !== 'asked' && study.status !== 'wrong')) return;
      end(task, null, 'shown', 0);
    },
    /** Answers the task. Returns false if the board is free for any move. @param {string} move */
    answer(move) {
      const state = store.get();
      const task = taskOf(state);
      if (!state.study || (task && !isAsked(state) && state.study.status !== 'checking')) return false;
      if (task && isAsked(state)) check(task, move).catch(fail);
      return true;
    },
  };

  /** @param {Task} task @param {string} move */
  async function check(task, move) {
    const known = lossOf(task, move);
    if (known === null) dispatch({ type: 'tried', move, status: 'checking' });
    const loss = known ?? (await compare(task, move));
    if (taskOf(store.get()) !== task) return;
    if (loss < FAIR) end(task, move, 'right', loss);
    else {
      if (task.step === undefined && store.get().study?.first !== store.get().study?.at) remember(task, false);
      dispatch({ type: 'tried', move, status: 'wrong', loss });
    }
  }

  /** @param {Task} task @param {string | null} move @param {'right' | 'shown'} status @param {number} loss */
  function end(task, move, status, loss) {
    const { study } = store.get();
    if (task.step === undefined && study?.first !== study?.at) remember(task, status === 'right');
    dispatch({ type: 'tried', move, status, loss });
    const first = move ?? task.line[0];
    if (task.step === undefined && first === task.line[0]) dispatch({ type: 'line', id: 0, moves: task.line });
    else dispatch({ type: 'line', id: 0, moves: [first] });
    dispatch({ type: 'goto', id: store.get().game.nodes[0].children[0] });
    // Openings continue without a click.
    if (task.opening && status === 'right') setTimeout(() => taskOf(store.get()) === task && dispatch({ type: 'task' }), WAIT);
  }

  /** @param {Task} task @param {string} move */
  async function compare(task, move) {
    const replies = await ask([`position fen ${task.start}`, `hint 2 searchmoves ${move} ${task.line[0]} depth ${DEPTH}`], 'bestmove');
    const score = (/** @type {string} */ of) => replies.findLast(({ reply, pv, bound }) => reply === 'info' && bound === null && pv?.[0] === of)?.score ?? 0;
    return Math.max(0, score(task.line[0]) - score(move));
  }
}

/** The loss of a move, if it is known without the engine. @param {Task} task @param {string} move */
function lossOf({ step, line, values, played, loss, opening }, move) {
  if (step !== undefined) return line.length && !line.includes(move) ? 64 : 0;
  if (move === line[0]) return 0;
  if (opening) return 64;
  if (values) return values[line[0]] - values[move];
  return move === played ? Number(loss) : null;
}

/** The mistakes of these sides in an analysed game. @param {Reply[]} replies @param {Side[]} sides @returns {Task[]} */
function mistakesOf(replies, sides) {
  const plies = replies.filter(({ reply, side, mark, pv, played }) => reply === 'ply' && sides.includes(side) && mark && mark !== 'best' && pv?.length && pv[0] !== played);
  return plies.reverse().map(({ board, pv, played, loss }) => ({ start: fenOf(board), line: pv.slice(0, 12), played, loss }));
}
