// The box of a study: the task, the judgement of the answer, and the buttons.

import { attr, h, icon, put } from './dom.js';
import { named, text } from '../text/text.js';
import { isAsked, taskOf } from '../state/study.js';

const words = text.study;

/** @param {Actions} act */
export function mountTask(act) {
  const place = h('span.quiet');
  const question = h('p');
  const answer = h('p.answer', { 'aria-live': 'polite', role: 'status' });
  const solve = h('button.small', { title: text.keys.solve, onclick: act.study.reveal }, words.solve);
  const next = h('button.small.primary', { title: text.keys.nextTask, onclick: act.study.next }, words.next, icon('forward'));
  const leave = h('button.small', { onclick: act.study.leave }, words.leave);
  return {
    element: h('section.box.task', { 'aria-label': words.label, hidden: true }, h('div.head', {}, h('strong'), h('span.gap'), place), question, answer, h('div.doing', {}, next, solve, leave)),
    /** @param {State} state */
    update(state) {
      const box = /** @type {HTMLElement} */ (question.parentElement);
      const { study } = state;
      box.hidden = !study;
      if (!study) return;
      const task = taskOf(state);
      const side = task && (task.start.endsWith(' O') ? 'white' : 'black');
      put(/** @type {Element} */ (box.querySelector('strong')), titles[study.kind]);
      put(place, study.kind === 'puzzles' ? words.number(study.at + 1) : task ? words.progress(study.at + 1, study.tasks.length) : '');
      put(question, task && side ? ask(task, side) : waiting(study));
      put(answer, task ? reply(study, task) : '');
      attr(answer, 'class', `answer ${study.status}`);
      solve.hidden = !task || !isAsked(state) || task.step !== undefined;
      next.hidden = !task || isAsked(state) || study.status === 'checking';
    },
  };
}

/** @type {Record<Study['kind'], string>} */
const titles = { mistakes: words.thisGame, repeat: words.repeat, puzzles: words.puzzles, lesson: words.lesson, openings: words.openings };

/** The task in words. @param {Task} task @param {Side} side */
function ask({ step, values, line, played, opening }, side) {
  if (step !== undefined) return words.steps[step][0];
  if (opening) return words.opening(side, named(opening));
  if (played) return words.improve(side, played);
  if (!values) return words.good(side);
  const [best, second] = ranked(values);
  if (best > 0 && second <= 0) return words.onlyWin(side);
  return line.length && best === 0 ? words.onlyDraw(side) : words.best(side);
}

/** The values, best first. @param {Record<string, number>} values */
const ranked = (values) => Object.values(values).sort((a, b) => b - a);

/** The text without a task. @param {Study} study */
function waiting({ kind, tasks, left, solved, missed }) {
  if (kind === 'puzzles') return words.making;
  if (left) return kind === 'openings' ? words.making : words.searching(left);
  if (!tasks.length) return kind === 'openings' ? words.noBook : words.nothing;
  return words.done(solved, solved + missed);
}

/** The judgement of the answer. @param {Study} study @param {Task} task */
function reply({ status, tried, loss = 0 }, { step, line, values, played, opening, loss: lost = 0 }) {
  if (status === 'asked') return '';
  if (status === 'checking') return words.checking;
  if (step !== undefined) return status === 'wrong' ? words.again : words.steps[step][1];
  if (status === 'wrong' && opening) return words.notOpening(tried ?? '', named(opening));
  if (status === 'wrong') return words.wrong(tried ?? '', loss);
  const said = status === 'shown' ? words.shown(line[0]) : tried === line[0] ? words.right(line[0]) : words.nearly(tried ?? '', line[0]);
  const why = values ? words.ends(ranked(values)[0], ranked(values)[1]) : played ? words.mistake(played, lost) : '';
  return `${said} ${why} ${words.follow}`;
}
