// The graph of the score for Black over the game, with the loss of each move below. A click goes to
// the move. Also the gauge beside the board.

import { attr, h, put, s } from './dom.js';
import { text } from '../text/text.js';
import { isMarked, lineThrough } from '../state/tree.js';
import { shownWorth, totals, worth } from '../state/facts.js';

const WIDTH = 600;
const HEIGHT = 120;
/** The baseline of the losses, and the maximum height of a bar. */
const BASE = 166;
const BAR = 40;

/** The height of a score. Close scores are spread, decided ones compressed. @param {number} discs for Black */
const heightOf = (discs) => HEIGHT / 2 - (discs / (Math.abs(discs) + 10)) * HEIGHT * 0.56;
/** @param {number} lost in discs */
const barOf = (lost) => (lost / (lost + 6)) * BAR;

/** @param {Actions} act */
export function mountGraph(act) {
  const half = (/** @type {string} */ id, /** @type {number} */ y) => s('clipPath', { id }, s('rect', { x: 0, y, width: WIDTH, height: HEIGHT / 2 }));
  const area = { black: s('path.area.black', { 'clip-path': 'url(#upper)' }), white: s('path.area.white', { 'clip-path': 'url(#lower)' }) };
  const curve = s('path.curve');
  const bars = s('g.bars');
  const dots = s('g.dots');
  const here = s('path.here');
  const svg = s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${BASE + 2}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    half('upper', 0), half('lower', HEIGHT / 2),
    s('rect.back', { width: WIDTH, height: HEIGHT }),
    area.black, area.white,
    s('path.zero', { d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s('rect.back', { y: BASE - BAR, width: WIDTH, height: BAR }),
    bars, curve, here, dots,
  );
  const tip = h('div.tip', { hidden: true });
  const chart = h('div.chart', { role: 'slider', tabindex: 0, 'aria-label': text.graph.label, 'aria-valuemin': 0 }, svg, tip);
  const empty = h('p.quiet', {}, text.graph.empty);
  const analyze = h('button.small', { onclick: act.analyze });
  const sums = h('div.sums');
  let line = /** @type {GameNode[]} */ ([]);
  const nearest = (/** @type {PointerEvent} */ event) => {
    const box = chart.getBoundingClientRect();
    const i = Math.round(((event.clientX - box.left) / box.width) * Math.max(1, line.length - 1));
    return line[Math.min(line.length - 1, Math.max(0, i))];
  };
  const go = (/** @type {PointerEvent} */ event) => act.goto(nearest(event).id);
  let pressed = { clientX: 0, clientY: 0 };
  chart.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    chart.setPointerCapture(event.pointerId);
    pressed = event;
  });
  chart.addEventListener('click', go);
  chart.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    // A vertical swipe scrolls the page.
    const isAlong = Math.abs(event.clientX - pressed.clientX) > Math.abs(event.clientY - pressed.clientY);
    if (event.buttons === 1 && isAlong) go(event);
    showTip(tip, line, nearest(event));
  });
  chart.addEventListener('pointerleave', () => (tip.hidden = true));
  return {
    element: h('section.box.graph', { 'aria-label': text.graph.label }, chart, empty, sums, h('div.doing', {}, analyze)),
    /** @param {State} state */
    update(state) {
      const { game, analysis } = state;
      line = lineThrough(game, game.current).map((id) => game.nodes[id]);
      const x = (/** @type {number} */ i) => (i / Math.max(1, line.length - 1)) * WIDTH;
      const points = line.flatMap((node, i) => {
        const value = worth(node);
        return value ? [{ x: x(i), y: heightOf(value.black), node }] : [];
      });
      const path = points.map((point, i) => `${i ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('');
      attr(curve, 'd', path || null);
      const closed = points.length > 1 ? `${path}V${HEIGHT / 2}H${points[0].x}Z` : null;
      attr(area.black, 'd', closed);
      attr(area.white, 'd', closed);
      bars.replaceChildren(...line.flatMap((node, i) => (node.loss ? [bar(node, line[i - 1], x(i))] : [])));
      dots.replaceChildren(
        ...points.filter(({ node }) => isMarked(node)).map(({ x: cx, y, node }) => s(`path.dot.${node.mark}`, { d: `M${cx} ${y}h0` })),
      );
      const at = line.findIndex((node) => node.id === game.current);
      attr(here, 'd', `M${x(at)} 0V${BASE}`);
      attr(chart, 'aria-valuemax', line.length - 1);
      attr(chart, 'aria-valuenow', at);
      attr(chart, 'aria-valuetext', describe(line[at], at));
      chart.hidden = points.length < 2;
      empty.hidden = !chart.hidden;
      analyze.hidden = line.length < 2 || analysis.status === 'running';
      const isOver = line.at(-1)?.facts?.result != null;
      analyze.className = `small${isOver && analysis.status === 'none' ? ' primary' : ''}`;
      put(analyze, { none: text.graph.analyze, stopped: text.graph.continue, done: text.graph.again, running: '' }[analysis.status]);
      drawSums(sums, line, analysis);
    },
  };
}

/** @param {GameNode} node @param {GameNode} parent @param {number} x */
function bar(node, parent, x) {
  const height = barOf(/** @type {number} */ (node.loss));
  return s(`path.bar.${parent.facts?.side ?? 'black'}`, { d: `M${x.toFixed(1)} ${BASE}v${(-height).toFixed(1)}` });
}

/** @param {GameNode} node @param {number} i */
function describe(node, i) {
  const value = worth(node);
  return text.graph.value(i, value ? text.engineBox.worth(value) : text.graph.unknown);
}

/** @param {HTMLElement} tip @param {GameNode[]} line @param {GameNode} node */
function showTip(tip, line, node) {
  const value = worth(node);
  tip.hidden = !value;
  if (!value) return;
  const i = line.indexOf(node);
  const lost = node.loss ? `, ${text.moves.lost(node.loss)}` : '';
  const move = node.move ? `${i}. ${node.move === 'pass' ? text.moves.pass : node.move}` : text.moves.start;
  put(tip, `${move}  ${text.engineBox.worth(value)}${lost}`);
  const share = i / Math.max(1, line.length - 1);
  Object.assign(tip.style, { left: `${share * 100}%`, transform: `translateX(${-share * 100}%)` });
}

/** @param {HTMLElement} element @param {GameNode[]} line @param {State['analysis']} analysis */
function drawSums(element, line, { status, level }) {
  const sums = totals(line);
  element.hidden = !sums.analysed || status === 'running';
  if (element.hidden) return;
  const count = (/** @type {any} */ of, /** @type {string} */ mark) =>
    h(`span.${mark}`, { title: text.moves.markName[mark] }, `${text.moves.mark[mark]} ${of[mark]}`);
  element.replaceChildren(
    h('span.quiet', {}, text.graph.analysed(sums.analysed, sums.moves, level)),
    .../** @type {const} */ (['black', 'white']).map((side) => {
      const of = sums[side];
      return h(
        'div',
        {},
        h(`span.chip.${side}`, { 'aria-hidden': 'true' }),
        h('span.unseen', {}, text.side[side]),
        h('strong', {}, `${Math.round(of.lost)} ${text.graph.lost}`),
        h('span.marks', {}, count(of, 'inaccuracy'), count(of, 'mistake'), count(of, 'blunder')),
      );
    }),
  );
}

/** A vertical bar beside the board that shows who leads, as on lichess. */
export function mountGauge() {
  const black = h('div');
  const number = h('span');
  const element = h('div.gauge', { 'aria-hidden': 'true' }, black, number);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const value = shownWorth(state);
      element.classList.toggle('off', value === undefined);
      // A lead of ten discs fills three quarters.
      put(number, value ? String(Math.round(Math.abs(value.black))) : '');
      attr(number, 'class', !value || value.black > 0 ? 'black' : 'white');
      if (value !== null) black.style.setProperty('height', `${50 + 50 * Math.tanh((value?.black ?? 0) / 18)}%`);
    },
  };
}
