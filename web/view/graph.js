// The graph of the lead over the game: Black's above the middle, White's below. A click goes to the
// move. Also the gauge beside the board.

import { attr, h, put, s } from './dom.js';
import { text } from '../text/text.js';
import { isMarked, lineThrough } from '../state/tree.js';
import { shownWorth, totals, worth } from '../state/facts.js';

const WIDTH = 600;
const HEIGHT = 160;
/** The leads with a line and a number, in discs. */
const TICKS = [20, 8, 3, 0, -3, -8, -20];

/** The height of a score. Close scores are spread, decided ones compressed. @param {number} discs for Black */
const heightOf = (discs) => HEIGHT / 2 - (discs / (Math.abs(discs) + 10)) * HEIGHT * 0.56;

/** @typedef {{x: number, y: number, node: GameNode, value: Worth}} Point */

/** The curve through some points. It skips to the next pair where `isDrawn` is false. @param {Point[]} points @param {(one: Point, two: Point) => boolean} [isDrawn] */
const curveOf = (points, isDrawn = () => true) =>
  points.map(({ x, y }, i) => `${i && isDrawn(points[i - 1], points[i]) ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') || null;

/** @param {Actions} act */
export function mountGraph(act) {
  const half = (/** @type {string} */ id, /** @type {number} */ y) => s('clipPath', { id }, s('rect', { x: 0, y, width: WIDTH, height: HEIGHT / 2 }));
  const area = { black: s('path.area.black', { 'clip-path': 'url(#upper)' }), white: s('path.area.white', { 'clip-path': 'url(#lower)' }) };
  // An estimate is a thin line, a book value dashed, a proven value thick.
  const curve = s('path.curve');
  const book = s('path.gaps');
  const proven = s('path.proven');
  const columns = s('path.tick');
  const dots = s('g.dots');
  const here = s('path.here');
  const now = s('path.now');
  const svg = s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    half('upper', 0), half('lower', HEIGHT / 2),
    s('rect.back', { width: WIDTH, height: HEIGHT }),
    area.black, area.white,
    s('path.tick', { d: TICKS.map((tick) => `M0 ${heightOf(tick)}H${WIDTH}`).join('') }), columns,
    s('path.zero', { d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    curve, book, proven, here, dots, now,
  );
  const leads = h('div.leads', { 'aria-hidden': 'true' }, h('span.chip.black'), h('span.chip.white'), ...TICKS.map((tick) => {
    const label = h(`span${Math.abs(tick) === 3 ? '.between' : ''}`, {}, String(Math.abs(tick)));
    label.style.setProperty('top', `${(heightOf(tick) / HEIGHT) * 100}%`);
    return label;
  }));
  const numbers = h('div.numbers', { 'aria-hidden': 'true' });
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
  const plot = h('div.plot', {}, leads, chart, numbers);
  return {
    element: h('section.box.graph', { 'aria-label': text.graph.label }, plot, empty, h('div.foot', {}, sums, h('div.doing', {}, analyze))),
    /** @param {State} state */
    update(state) {
      const { game, analysis } = state;
      line = lineThrough(game, game.current).map((id) => game.nodes[id]);
      const x = (/** @type {number} */ i) => (i / Math.max(1, line.length - 1)) * WIDTH;
      const points = line.flatMap((node, i) => {
        const value = worth(node);
        return value ? [{ x: x(i), y: heightOf(value.black), node, value }] : [];
      });
      const path = curveOf(points);
      attr(curve, 'd', path);
      attr(book, 'd', curveOf(points, (one, two) => Boolean(one.value.book && two.value.book)));
      attr(proven, 'd', curveOf(points, (one, two) => one.value.certainty === 'exact' && two.value.certainty === 'exact'));
      const closed = points.length > 1 ? `${path}V${HEIGHT / 2}H${points[0].x}Z` : null;
      attr(area.black, 'd', closed);
      attr(area.white, 'd', closed);
      dots.replaceChildren(
        ...points.filter(({ node }) => isMarked(node)).map(({ x: cx, y, node }) => s(`path.dot.${node.mark}`, { d: `M${cx} ${y}h0` })),
      );
      const at = line.findIndex((node) => node.id === game.current);
      attr(here, 'd', `M${x(at)} 0V${HEIGHT}`);
      const point = points.find(({ node }) => node.id === game.current);
      attr(now, 'd', point ? `M${point.x} ${point.y}h0` : null);
      const tens = line.flatMap((_, i) => (i && i % 10 === 0 ? [i] : []));
      attr(columns, 'd', tens.map((i) => `M${x(i)} 0V${HEIGHT}`).join('') || null);
      if (numbers.children.length !== tens.length || numbers.dataset.of !== `${line.length}`) numbers.replaceChildren(...tens.map((i) => numberAt(i, x(i) / WIDTH)));
      numbers.dataset.of = `${line.length}`;
      attr(chart, 'aria-valuemax', line.length - 1);
      attr(chart, 'aria-valuenow', at);
      attr(chart, 'aria-valuetext', describe(line[at], at));
      plot.hidden = points.length < 2;
      empty.hidden = !plot.hidden;
      analyze.hidden = line.length < 2 || analysis.status === 'running';
      const isOver = line.at(-1)?.facts?.result != null;
      analyze.className = `small${isOver && analysis.status === 'none' ? ' primary' : ''}`;
      put(analyze, { none: text.graph.analyze, stopped: text.graph.continue, done: text.graph.again, running: '' }[analysis.status]);
      drawSums(sums, line, analysis);
    },
  };
}

/** The number of a move below the graph. @param {number} i @param {number} share of the width */
function numberAt(i, share) {
  const number = h('span', {}, String(i));
  number.style.setProperty('left', `${share * 100}%`);
  return number;
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
  put(tip, `${move}  ${text.engineBox.worth(value)}${value.book ? `, ${text.engineBox.book}` : ''}${lost}`);
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
