// The board: an SVG drawing, and over it a grid of buttons for mouse, keyboard and screen reader.

import { attr, h, put, s } from './dom.js';
import { score } from '../text/numbers.js';
import { text } from '../text/text.js';
import { correction, ranked } from '../state/facts.js';
import { pathTo, placed } from '../state/tree.js';
import { engineIsGone, engineIsToMove } from '../state/wanted.js';
import { drawMarks, listenToMarks, spokenMarks } from './marks.js';

const FILES = 'abcdefgh';
/** @param {number} i @returns {string} */
export const nameOf = (i) => FILES[i % 8] + (1 + Math.floor(i / 8));
/** @param {string} name */
export const indexOf = (name) => FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
const indexes = Array.from({ length: 64 }, (_, i) => i);

/**
 * The square shown at a place, in one of eight views: 0 to 3 quarter turns, from 4 on mirrored.
 * @param {number} place @param {number} view
 */
export function squareAt(place, view) {
  let [x, y] = [place % 8, Math.floor(place / 8)];
  for (let turns = view % 4; turns > 0; turns--) [x, y] = [y, 7 - x];
  return view < 4 ? x + 8 * y : y + 8 * x;
}

/** The view after some quarter turns. @param {number} view @param {number} turns */
export const turnedBy = (view, turns) => (view & 4) | ((view + turns) & 3);

/** The view with left and right changed. @param {number} view */
export const mirrored = (view) => ((view & 4) ^ 4) | ((1 - view) & 3);

/** The wheel distance for a move, in pixels. A notch of a mouse is longer. */
const WHEEL = 40;

/** In units of the drawing: a square is 100 wide, the frame 34. */
const FRAME = 34;

/** @param {Actions} act */
export function mountBoard(act) {
  const squares = indexes.map(square);
  const labels = s('g.labels', { 'aria-hidden': 'true' });
  for (const i of indexes.slice(0, 8)) {
    labels.append(s('text', { x: i * 100 + 50, y: -10 }), s('text', { x: -17, y: i * 100 + 58 }));
  }
  const marks = drawMarks();
  const drawing = s(
    'svg.drawing',
    { viewBox: `${-FRAME} ${-FRAME} ${800 + FRAME + 12} ${800 + FRAME + 12}`, 'aria-hidden': 'true' },
    s('rect.frame', { x: -FRAME, y: -FRAME, width: 800 + FRAME + 12, height: 800 + FRAME + 12, rx: 10 }),
    labels,
    ...squares.map(({ ground }) => ground),
    s('path.grid', { d: indexes.slice(0, 9).map((i) => `M0 ${i * 100}h800M${i * 100} 0v800`).join('') }),
    ...[200, 600].flatMap((x) => [200, 600].map((y) => s('circle.star', { cx: x, cy: y, r: 7 }))),
    ...squares.map(({ top }) => top),
    marks.element,
  );
  const cells = indexes.map((i) => h('button.cell', { role: 'gridcell', tabindex: i === 19 ? 0 : -1, 'data-square': nameOf(i) }));
  const rows = indexes.slice(0, 8).map((row) => h('div.row', { role: 'row' }, ...cells.slice(row * 8, row * 8 + 8)));
  const grid = h('div.cells', { role: 'grid', 'aria-label': text.board.label }, ...rows);
  listen(grid, cells, act);
  listenToMarks(grid, act);
  const element = h('div.board', {}, drawing, grid);
  let view = -1;
  /** Names the squares and the labels. @param {number} now */
  const turn = (now) => {
    view = now;
    const names = indexes.map((place) => nameOf(squareAt(place, now)));
    cells.forEach((cell, place) => attr(cell, 'data-square', names[place]));
    // The files are along the top, unless the view exchanges files and rows.
    const top = names[0][0] === names[1][0] ? 1 : 0;
    [...labels.children].forEach((each, n) => put(each, n % 2 ? names[(n >> 1) * 8][1 - top] : names[n >> 1][top]));
  };
  return {
    element,
    /** @param {State} state */
    update(state) {
      const node = state.game.nodes[state.game.current];
      // Keep the previous drawing until the engine has sent the facts.
      attr(grid, 'aria-busy', node.facts ? null : 'true');
      if (!node.facts) return;
      const views = viewsOf(state);
      const jumps = view !== state.settings.view;
      if (jumps) turn(state.settings.view);
      element.classList.toggle('still', !state.settings.animate || jumps);
      attr(element, 'data-side', node.facts.side);
      for (const at of indexes) {
        const shown = views[squareAt(at, view)];
        draw(squares[at], shown);
        attr(cells[at], 'aria-label', label(shown));
        attr(cells[at], 'aria-disabled', shown.legal || state.drawing ? null : 'true');
      }
      marks.update(state);
      labels.classList.toggle('hidden', !state.settings.coordinates);
    },
  };
}

/** One square of the drawing. @param {number} i */
function square(i) {
  const [x, y] = [(i % 8) * 100, Math.floor(i / 8) * 100];
  const at = `translate(${x + 50} ${y + 50})`;
  const ground = s('g', { transform: at }, s('rect.ground', { x: -50, y: -50, width: 100, height: 100 }), s('rect.heat', { x: -50, y: -50, width: 100, height: 100, 'fill-opacity': 0 }));
  const disc = s('g.disc', {}, s('ellipse.shade', { cy: 5, rx: 42, ry: 42 }), s('circle.face.face-white', { r: 42 }), s('circle.face.face-black', { r: 42 }));
  const hint = s('g.hint.none', {}, s('rect', { x: -42, y: -27, width: 84, height: 54, rx: 12 }), s('text.score', { y: 3 }), s('text.sub', { y: 20 }));
  const ghost = s('g.ghost.none', {}, s('circle', { r: 38 }), s('text', { y: 12 }));
  const better = s('circle.better', { r: 45 });
  const number = s('text.number', { y: 12 });
  const top = s('g.square', { transform: at }, s('circle.dot', { r: 11 }), disc, s('circle.stable', { r: 33 }), s('circle.last', { r: 10 }), number, s('circle.flip', { r: 13 }), better, hint, ghost);
  return { ground, top, disc, hint, ghost, number, heat: ground.lastChild };
}

/** @param {State} state */
function viewsOf(state) {
  const node = state.game.nodes[state.game.current];
  const { facts } = node;
  const last = placed(state.game).move;
  const legal = new Set(node.flagged || engineIsGone(state) || engineIsToMove(state) ? [] : facts?.legal);
  const values = state.hints && !engineIsToMove(state) ? ranked(node) : [];
  const best = values[0]?.[1].score ?? 0;
  const heat = state.explain ? heatOf(node.explained) : null;
  const ghosts = ghostsOf(state);
  const better = correction(state.game)?.line[0];
  const stable = new Set(state.settings.stable ? facts?.stable : []);
  const moves = state.settings.moveNumbers ? pathTo(state.game, node.id).map((id) => state.game.nodes[id].move).filter((move) => move && move !== 'pass') : [];
  // Without values, a previewed move only marks its flips.
  const after = state.preview?.board;
  const isPlayedOut = state.hints || (state.preview?.moves.length ?? 0) > 1;
  return indexes.map((i) => {
    const name = nameOf(i);
    const value = values.find(([move]) => move === name)?.[1];
    return {
      name,
      disc: discOf(facts?.board, i),
      // A previewed line shows the board at its end, as soon as the engine has sent it.
      shownDisc: discOf((isPlayedOut && after) || facts?.board, i),
      flips: Boolean(after && !isPlayedOut && discOf(facts?.board, i) && after[i] !== facts?.board[i]),
      better: name === better,
      stable: stable.has(name),
      number: moves.indexOf(name) + 1,
      legal: legal.has(name),
      shown: state.settings.showLegal && legal.has(name),
      last: name === last,
      far: last ? distance(i, indexOf(last)) : 0,
      value,
      lost: value ? best - value.score : 0,
      heat: heat?.[i] ?? 0,
      ghost: ghosts.get(name),
      marks: spokenMarks(name, node.marks ?? []),
    };
  });
}

/** The distance in king moves. @param {number} i @param {number} j */
const distance = (i, j) => Math.max(Math.abs((i % 8) - (j % 8)), Math.abs(Math.floor(i / 8) - Math.floor(j / 8)));

/** The side of the disc on a square, if any. @param {string | string[] | undefined} board @param {number} i @returns {Side | ''} */
export function discOf(board, i) {
  return { X: /** @type {const} */ ('black'), O: /** @type {const} */ ('white') }[board?.[i] ?? ''] ?? '';
}

/** The weight of each square in the evaluation, -1 to 1. @param {any} explained */
function heatOf(explained) {
  const sums = new Array(64).fill(0);
  for (const { parts } of explained?.terms ?? []) {
    for (const { squares, score: share } of parts ?? []) {
      for (const name of squares) sums[indexOf(name)] += share / squares.length;
    }
  }
  const most = Math.max(0.5, ...sums.map(Math.abs));
  return sums.map((sum) => sum / most);
}

/** The numbered moves of a previewed line. @param {State} state */
function ghostsOf({ preview, game }) {
  const ghosts = new Map();
  let side = game.nodes[game.current].facts?.side;
  let number = 0;
  for (const move of preview?.moves ?? []) {
    const owner = discOf(preview?.board, indexOf(move)) || side;
    if (move !== 'pass') ghosts.set(move, { side: owner, number: preview?.moves.length === 1 ? 0 : ++number });
    side = side === 'black' ? 'white' : 'black';
  }
  return ghosts;
}

/** @param {ReturnType<typeof square>} parts @param {any} view */
function draw({ top, disc, hint, ghost, number, heat }, view) {
  attr(disc, 'class', `disc ${view.shownDisc}`);
  put(number, view.number ? String(view.number) : '');
  disc.style.setProperty('--far', view.far);
  const marks = { legal: view.shown && !view.value && !view.ghost, 'is-last': view.last, flips: view.flips, 'is-better': view.better, 'is-stable': view.stable, numbered: view.number, 'on-black': view.shownDisc === 'black' };
  attr(top, 'class', ['square', ...Object.entries(marks).flatMap(([name, on]) => (on ? [name] : []))].join(' '));
  attr(heat, 'class', `heat ${view.heat > 0 ? 'good' : 'bad'}`);
  attr(heat, 'fill-opacity', Math.abs(view.heat * 0.85).toFixed(2));
  const { value } = view;
  attr(hint, 'class', value && !view.ghost ? `hint ${lossClass(view.lost)}${value.certainty !== 'selective' ? ' proven' : value.book ? ' book' : ''}` : 'hint none');
  if (value) {
    put(hint.children[1], value.certainty === 'wld' ? wld(value.score) : score(value.score, value.certainty === 'exact' || Math.abs(value.score) >= 9.95));
    put(hint.children[2], value.certainty !== 'selective' ? text.board.exact : value.book ? text.board.book : text.board.depth(value.depth));
  }
  attr(ghost, 'class', view.ghost ? `ghost ${view.ghost.side}` : 'ghost none');
  if (view.ghost) put(ghost.children[1], view.ghost.number ? String(view.ghost.number) : '');
}

/** @param {number} won the sign of a proven result */
const wld = (won) => (won > 0 ? text.board.win : won < 0 ? text.board.loss : text.board.draw);

/** The thresholds are those of the analysis marks. @param {number} lost in discs */
function lossClass(lost) {
  return lost < 0.05 ? 'best' : lost < 1 ? 'good' : lost < 4 ? 'inaccuracy' : lost < 8 ? 'mistake' : 'blunder';
}

/** The screen reader label of a square. @param {any} view */
function label({ name, disc, legal, last, better, value, stable, number, marks }) {
  const words = [];
  if (disc) words.push(text.side[/** @type {Side} */ (disc)]);
  if (legal) words.push(text.board.legal);
  if (!disc && !legal) words.push(text.board.empty);
  if (stable) words.push(text.board.stable);
  if (number) words.push(text.board.number(number));
  if (last) words.push(text.board.last);
  if (better) words.push(text.board.better);
  if (value) words.push(text.board.value(Math.round(value.score * 10) / 10));
  if (value?.certainty === 'exact') words.push(text.board.exact);
  else if (value?.book) words.push(text.board.book);
  return text.board.square(name, [...words, ...marks]);
}

/** @param {HTMLElement} grid @param {HTMLElement[]} cells @param {Actions} act */
function listen(grid, cells, act) {
  const at = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).dataset.square ?? null;
  // A click leaves the focus, so that the arrow keys still step through the game.
  grid.addEventListener('mousedown', (event) => event.preventDefault());
  grid.addEventListener('click', (event) => {
    const name = at(event);
    if (name) act.play(name);
  });
  let turned = 0;
  grid.addEventListener('wheel', (event) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (event.ctrlKey || scrollHeight > clientHeight) return;
    event.preventDefault();
    // Some browsers report the distance in lines.
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * WHEEL;
    if (Math.abs(turned) < WHEEL) return;
    act.go(turned > 0 ? 'forward' : 'back');
    turned = 0;
  }, { passive: false });
  grid.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && act.hover(at(event)));
  grid.addEventListener('pointerleave', () => act.hover(null));
  grid.addEventListener('focusin', (event) => act.hover(at(event)));
  grid.addEventListener('focusout', () => act.hover(null));
  grid.addEventListener('keydown', (event) => {
    // Leave the board, so that the arrow keys step through the game again.
    if (event.key === 'Escape') {
      /** @type {HTMLElement} */ (event.target).blur();
      event.stopPropagation();
    }
  });
  walkSquares(grid, cells);
}

/** The arrow keys move between squares, which share one tab stop. @param {HTMLElement} grid @param {HTMLElement[]} cells */
export function walkSquares(grid, cells) {
  const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
  grid.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const i = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = Math.min(7, Math.max(0, (i % 8) + step[0])) + 8 * Math.min(7, Math.max(0, Math.floor(i / 8) + step[1]));
    for (const cell of cells) cell.tabIndex = -1;
    cells[to].tabIndex = 0;
    cells[to].focus();
  });
}
