// The engine panel: score, depth, best lines, and the stop button.

import { attr, h, icon, put } from './dom.js';
import { score, text } from '../text/en.js';
import { ranked, shownWorth } from '../state/facts.js';
import { engineIsToMove } from '../state/wanted.js';

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
  const lines = h('ol.lines', { 'aria-label': text.engineBox.lines });
  const terms = h('div.terms', { hidden: true, tabindex: 0, role: 'group', 'aria-label': text.engineBox.explain }, h('p.quiet', {}, text.engineBox.terms), h('dl'));
  const hint = h('p.quiet');
  const element = h(
    'section.box.engine',
    { 'aria-label': text.engineBox.label },
    h('div.head', {}, lead, status, h('span.gap'), stop),
    h('div.head', {}, hints, explain, h('span.gap'), now, resume),
    lines,
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
      attr(hints, 'aria-pressed', String(state.hints));
      attr(explain, 'aria-pressed', String(state.explain));
      put(lead, value ? text.engineBox.worth(value) : '');
      put(status, statusOf(state, value));
      const kind = state.thinking?.kind;
      stop.hidden = !kind && !engineIsToMove(state);
      now.hidden = kind !== 'go';
      const idle = !state.live && !kind && node.facts?.legal.length && !node.flagged && state.players[node.facts.side].kind === 'engine';
      resume.hidden = !idle;
      const best = state.hints && !engineIsToMove(state) ? ranked(node).slice(0, LINES) : [];
      const waits = state.hints && state.analysis.status === 'running' && !best.length;
      put(hint, waits ? text.engineBox.later : text.engineBox.off);
      hint.hidden = !waits && (state.hints || state.explain || Boolean(value));
      const now_ = JSON.stringify(best.map(([move, each]) => [move, each.score, each.pv, each.certainty]));
      // Do not replace a button while it is pressed.
      if (now_ !== drawn && !lines.matches(':active')) {
        lines.replaceChildren(...best.map(([, each]) => line(each, act)));
        drawn = now_;
      }
      lines.hidden = !state.hints;
      drawTerms(terms, state, node);
    },
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
  if (info) return [certainty(info), text.engineBox.depth(info.depth), text.engineBox.speed(info.nps)].filter(Boolean).join(' · ');
  if (!value) return '';
  const depth = value.depth ? text.engineBox.depth(value.depth) : '';
  return [certainty(value), depth].filter(Boolean).join(' · ');
}

/** @param {any} value */
const certainty = ({ certainty: sure }) => (sure === 'exact' ? text.engineBox.exact : '');

/** @param {Value} value @param {any} act */
function line(value, act) {
  const exact = value.certainty === 'exact';
  const moves = value.pv.map((move, i) =>
    h('button.step', { tabindex: i ? -1 : 0, onclick: () => act.line(value.pv.slice(0, i + 1)) }, move === 'pass' ? text.moves.pass : move),
  );
  return h(
    'li',
    {
      onpointerenter: () => act.preview(value.pv),
      onpointerleave: () => act.preview(null),
      onfocusin: () => act.preview(value.pv),
      onfocusout: () => act.preview(null),
      onkeydown: walk,
    },
    h(`span.score${exact ? '.exact' : ''}`, { title: exact ? text.engineBox.exact : null }, score(value.score, exact)),
    h('span.pv', {}, ...moves),
  );
}

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
      h('div', {}, h('dt', {}, name), h('dd', {}, score(each))),
    ),
  );
}
