// A study: tasks on the board, one after the other. Each asks for the best move of a position.

import { ownGame } from './history.js';
import { newGame } from './tree.js';

/** The task that is shown. @param {State} state @returns {Task | undefined} */
export const taskOf = ({ study }) => study?.tasks[study.at];

/** Whether a move on the board answers the task. @param {State} state */
export const isAsked = ({ study, game }) => Boolean(study && game.current === 0 && (study.status === 'asked' || study.status === 'wrong'));

/** The state with a task on the board. @param {State} state @param {Study} study @returns {State} */
function show(state, study) {
  const task = study.tasks[study.at];
  return {
    ...state,
    study: { ...study, status: 'asked', tried: null },
    game: newGame(task?.start),
    round: state.round + 1,
    names: { black: '', white: '' },
    analysis: { ...state.analysis, status: 'none', line: [], left: 0 },
    opened: -1,
    kept: null,
    drawing: null,
    live: false,
    review: true,
    lend: null,
    takenBack: null,
    clock: null,
    hints: false,
    explain: false,
    preview: null,
    dialog: null,
    notice: null,
  };
}

/** @type {Handlers<'study' | 'studied' | 'task' | 'tried' | 'leave'>} */
export const studyActions = {
  study: (state, { kind, tasks, left = 0, grade }) =>
    show(state, { kind, tasks, left, grade, at: 0, status: 'asked', tried: null, solved: 0, missed: 0, former: ownGame(state) }),
  /** More tasks have been found, or fewer games are left to look for them. */
  studied(state, { tasks, left }) {
    const { study } = state;
    if (!study) return state;
    const more = { ...study, tasks: [...study.tasks, ...tasks], left };
    return study.tasks.length <= study.at && tasks.length ? show(state, more) : { ...state, study: more };
  },
  /** Goes to the next task, or past the last one. */
  task: (state, { by = 1 }) => {
    const { study } = state;
    return study && study.at + by >= 0 ? show(state, { ...study, at: Math.min(study.at + by, study.tasks.length) }) : state;
  },
  /** A move was tried, or the solution was asked for. The first answer counts. */
  tried(state, { move, status, loss }) {
    const { study } = state;
    if (!study) return state;
    const isFirst = status !== 'checking' && study.first !== study.at;
    return {
      ...state,
      notice: null,
      study: {
        ...study,
        status,
        tried: move,
        loss,
        first: isFirst ? study.at : study.first,
        solved: study.solved + (isFirst && status === 'right' ? 1 : 0),
        missed: study.missed + (isFirst && status !== 'right' ? 1 : 0),
      },
    };
  },
  leave: (state) => (state.study ? { ...state, ...state.study.former, round: state.round + 1, study: null, former: null, live: false, hints: false, preview: null, notice: null } : state),
};
