// The engine panel: score, depth, best lines, and the stop button.

import { attr, h, icon, put, select } from './dom.js';
import { score } from '../text/numbers.js';
import { named, text } from '../text/text.js';
import { correction, ranked, shownWorth } from '../state/facts.js';
import { placed } from '../state/tree.js';
import { engineIsToMove, engineTakesPart, isMatch } from '../state/wanted.js';
import { resultOf } from './players.js';
import { EVERY, mountTuning, progressOf } from './tuning.js';

/** The number of lines shown of a search of every move. */
const LINES = 3;

/** @param {Actions} act */
export function mountEngine(act) {
  const lead = h('output.lead');
  const status = h('span.status');
  const hints = toggle('eye', text.engineBox.hints, text.engineBox.hintsTitle, () => act.toggle('hints'));
  const explain = toggle('heat', text.engineBox.explain, text.engineBox.explainTitle, () => act.toggle('explain'));
  const stop = h('button.small.stop', { title: text.engineBox.stopTitle, 'aria-label': text.engineBox.stop, onclick: act.halt }, icon('stop'));
  const now = h('button.small', { onclick: act.moveNow }, text.engineBox.moveNow);
  const resume = h('button.small.primary', { onclick: act.resume }, icon('play'), text.engineBox.resume);
  const takeBack = h('button.small', { title: text.keys.undo, onclick: () => act.go('undo') }, icon('undo'), text.engineBox.takeBack);
  const pause = h('button.small', { onclick: act.halt }, icon('pause'), text.match.pause);
  const pace = select([0, 500, 1000, 2000, 5000].map((ms) => [`${ms}`, text.match.pace(ms / 1000)]), (value) => act.setting('pace', Number(value)));
  const match = h('label.match', {}, h('span.quiet', {}, text.match.label), pace);
  const resign = mountResign(act);
  const plea = h('span');
  const asked = h('div.plea', { role: 'alert', hidden: true }, plea,
    h('button.small.primary', { onclick: () => act.agree(true) }, text.plea.allow), h('button.small', { onclick: () => act.agree(false) }, text.plea.refuse));
  const over = [
    h('button.small.primary', { onclick: () => act.rematch() }, text.result.rematch),
    h('button.small', { onclick: () => act.rematch(true) }, text.result.swap),
    h('button.small', { onclick: act.analyze }, text.graph.analyze),
    h('button.small', { onclick: () => act.dialog('new') }, text.titles.new),
  ];
  const verdict = h('div.verdict', { hidden: true });
  let judged = '';
  const legend = h('p.quiet.legend', {}, text.engineBox.legend, ...Object.entries(text.engineBox.legendKinds).map(([kind, name]) => h(`span.${kind}`, {}, name)));
  const lines = h('ol.lines', { 'aria-label': text.engineBox.lines });
  const tuning = mountTuning(act);
  const progress = h('progress', { 'aria-label': text.engineBox.progress, max: 1, hidden: true });
  const terms = h('div.terms', { hidden: true, tabindex: 0, role: 'group', 'aria-label': text.engineBox.explain }, h('p.quiet', {}, text.engineBox.terms), h('dl'));
  const hint = h('p.quiet');
  const element = h(
    'section.box.engine',
    { 'aria-label': text.engineBox.label },
    h('div.head', {}, lead, status, h('span.gap'), tuning.button, stop),
    progress,
    h('div.head', {}, hints, explain, ...over, match, h('span.gap'), resign.element, takeBack, now, pause, resume),
    asked,
    tuning.element,
    verdict,
    lines,
    legend,
    hint,
    terms,
  );
  let drawn = '';
  return {
    element,
    /** @param {State} state */
    update(state) {
      const node = state.game.nodes[state.game.current];
      const value = shownWorth(state);
      tuning.update(state);
      const done = state.thinking?.kind === 'hint' && state.thinking.info ? progressOf(state.settings.limit, state.thinking.info, node.facts?.empties ?? 0) : null;
      progress.hidden = done === null;
      progress.value = done ?? 0;
      attr(hints, 'aria-pressed', String(state.hints));
      attr(explain, 'aria-pressed', String(state.explain));
      const result = state.review ? '' : resultOf(state);
      put(lead, result || (value ? text.engineBox.worth(value) : ''));
      hints.hidden = explain.hidden = Boolean(result);
      for (const each of over) each.hidden = !result;
      over[1].hidden ||= !engineTakesPart(state);
      over[2].hidden ||= state.analysis.status !== 'none';
      const isRunning = state.live && isMatch(state);
      match.hidden = !isMatch(state) || Boolean(result) || state.review;
      pause.hidden = !isRunning;
      pace.value = String(state.settings.pace);
      asked.hidden = state.undoAsked !== state.game.current;
      const wish = placed(state.game);
      if (!asked.hidden && wish.parent !== null) put(plea, text.plea.asks(state.game.nodes[wish.parent].facts?.side ?? 'black', wish.move ?? ''));
      resign.update(state);
      takeBack.hidden = state.review || !state.game.nodes[0].children.length;
      // `disabled` would lose the focus.
      attr(takeBack, 'aria-disabled', node.parent === null);
      const found = correction(state.game);
      verdict.hidden = !found;
      if (judged !== (judged = found ? `${state.round} ${node.id} ${found.line}` : '') && found) verdict.replaceChildren(...correct(found, act));
      put(status, statusOf(state, value));
      const kind = state.thinking?.kind;
      stop.hidden = isRunning || (!kind && !engineIsToMove(state));
      now.hidden = isRunning || kind !== 'go';
      const idle = !state.live && !state.study && !kind && node.facts?.legal.length && !node.flagged && state.players[node.facts.side].kind === 'engine';
      resume.hidden = !idle;
      const best = state.hints && !result && !engineIsToMove(state) ? ranked(node).slice(0, state.settings.lines === EVERY ? LINES : state.settings.lines) : [];
      const waits = state.hints && state.analysis.status === 'running' && !best.length;
      put(hint, waits ? text.engineBox.later : text.engineBox.off);
      hint.hidden = !waits && (state.hints || state.explain || Boolean(value) || Boolean(result));
      const now_ = JSON.stringify(best.map(([move, each]) => [move, each.score, each.pv, each.certainty]));
      // Do not replace a button while it is pressed.
      if (now_ !== drawn && !lines.matches(':active')) {
        lines.replaceChildren(...best.map(([, each]) => line(each, act)));
        drawn = now_;
      }
      lines.hidden = legend.hidden = !state.hints || Boolean(result);
      drawTerms(terms, state, node);
    },
  };
}

/** The button to resign. Needs two presses. @param {Actions} act */
function mountResign(act) {
  const words = h('span');
  const element = h('button.small', {}, icon('flag'), words);
  let isSure = false;
  const show = (/** @type {boolean} */ sure) => {
    isSure = sure;
    put(words, sure ? text.resign.sure : '');
    attr(element, 'aria-label', sure ? text.resign.sure : text.resign.name);
    attr(element, 'title', text.resign.name);
  };
  element.addEventListener('click', () => {
    if (isSure) act.resign();
    show(!isSure);
    if (isSure) setTimeout(show, 5000, false);
  });
  show(false);
  return {
    element,
    /** @param {State} state */
    update: (state) => (element.hidden = !state.live || state.review || isMatch(state) || !state.game.nodes[0].children.length),
  };
}

/** @param {string} picture @param {string} name @param {string} title @param {() => void} onclick */
function toggle(picture, name, title, onclick) {
  return h('button.toggle', { title, 'aria-pressed': 'false', onclick }, icon(picture), name);
}

/** @param {State} state @param {any} value */
function statusOf(state, value) {
  const { thinking, connection, analysis } = state;
  if (connection === 'connecting') return text.connection.connecting;
  if (thinking?.kind === 'analyze') return text.engineBox.analyzing(analysis.left);
  const { info } = thinking ?? {};
  if (thinking?.kind === 'go') {
    if (!info) return text.say.thinking;
    const words = [text.say.thinking, text.engineBox.depth(info.depth)];
    if (state.hints) words.push(score(info.score), ...info.pv.slice(0, 5));
    return words.join(' ');
  }
  if (info && state.settings.limit === 'exact' && info.certainty !== 'exact') {
    return text.engineBox.proving(info.depth, state.game.nodes[state.game.current].facts?.empties ?? 0, info.selectivity);
  }
  if (info) return [certainty(info), text.engineBox.depth(info.depth), text.engineBox.speed(info.nps)].filter(Boolean).join(' · ');
  if (!value) return thinking ? text.say.thinking : turnOf(state);
  const depth = value.depth ? text.engineBox.depth(value.depth) : '';
  return [certainty(value), depth].filter(Boolean).join(' · ');
}

/** Who is to move, so that the panel is not empty before the first search. @param {State} state */
function turnOf({ game }) {
  const { facts, flagged } = game.nodes[game.current];
  return facts?.legal.length && !flagged ? text.say.turn(facts.side) : '';
}

/** @param {any} value */
const certainty = ({ certainty: sure, book }) => (sure === 'exact' ? text.engineBox.exact : book ? text.engineBox.book : '');

/** @param {Value} value @param {any} act */
function line(value, act) {
  const exact = value.certainty === 'exact';
  const moves = steps(value.pv, act.line);
  return h(
    'li',
    {
      onpointerenter: () => act.preview(value.pv),
      onpointerleave: () => act.preview(null),
      onfocusin: () => act.preview(value.pv),
      onfocusout: () => act.preview(null),
      onkeydown: walk,
    },
    h(`span.score${exact ? '.exact' : value.book ? '.book' : ''}`, { title: certainty(value) }, score(value.score, exact)),
    h('span.pv', {}, ...moves),
  );
}

/** The moves of a line as buttons, one tab stop. @param {string[]} moves @param {(moves: string[]) => void} play */
const steps = (moves, play) => moves.map((move, i) =>
  h('button.step', { tabindex: i ? -1 : 0, onclick: () => play(moves.slice(0, i + 1)) }, move === 'pass' ? text.moves.pass : move));

/** The loss of a mistake, and the better line. @param {NonNullable<ReturnType<typeof correction>>} found @param {Actions} act */
const correct = ({ parent, move, loss, line }, act) => [
  h('strong', {}, text.engineBox.erred(move, loss)),
  h('button.small', { title: text.engineBox.betterTitle, onclick: act.better }, `${text.engineBox.better} ${line[0]}`),
  h('span.pv', { onkeydown: walk }, ...steps(line, (moves) => act.lineFrom(parent, moves)).slice(1, 8)),
];

/** The arrow keys move along a line, which is one tab stop. @param {KeyboardEvent} event */
function walk(event) {
  const step = /** @type {HTMLElement} */ (event.target);
  const next = { ArrowLeft: step.previousElementSibling, ArrowRight: step.nextElementSibling }[event.key];
  if (next === undefined) return;
  event.stopPropagation();
  event.preventDefault();
  /** @type {HTMLElement | null} */ (next)?.focus();
}

/** The evaluation whose terms are shown. */
let shown = /** @type {any} */ (null);

/** @param {HTMLElement} list @param {State} state @param {any} node */
function drawTerms(list, state, node) {
  const { explained } = node;
  list.hidden = !state.explain || !explained;
  if (list.hidden || shown === explained) return;
  shown = explained;
  const terms = [...explained.terms].sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
  /** @type {Element} */ (list.lastElementChild).replaceChildren(
    ...[{ name: text.engineBox.total, score: explained.score }, ...terms].map(({ name, score: each }) =>
      h('div', {}, h('dt', {}, named(name)), h('dd', {}, score(each))),
    ),
  );
}
