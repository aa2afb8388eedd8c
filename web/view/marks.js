// Comments and marks. The marks of a position are squares and arrows.

import { h, icon, put, s } from './dom.js';
import { indexOf, squareAt } from './board.js';
import { text } from '../text/text.js';
import { isAsked } from '../state/study.js';
import { placed } from '../state/tree.js';

const words = text.library;

/** Draws the marks of the position. */
export function drawMarks() {
  const element = s('g.marked', { 'aria-hidden': 'true' });
  let drawn = '';
  return {
    element,
    /** @param {State} state */
    update({ game, drawing, settings: { view } }) {
      const { marks = [] } = game.nodes[game.current];
      const all = drawing?.from ? [...marks, drawing.from] : marks;
      if (drawn === (drawn = `${view} ${all}`)) return;
      const places = Array.from({ length: 64 }, (_, place) => squareAt(place, view));
      const at = (/** @type {string} */ name) => {
        const i = places.findIndex((square) => square === indexOf(name));
        return [(i % 8) * 100 + 50, Math.floor(i / 8) * 100 + 50];
      };
      element.replaceChildren(...all.map((mark) => (mark.length === 2 ? ring(at(mark)) : arrow(at(mark.slice(0, 2)), at(mark.slice(2))))));
    },
  };
}

/** @param {number[]} at */
const ring = ([cx, cy]) => s('rect', { x: cx - 45, y: cy - 45, width: 90, height: 90, rx: 14 });

/** @param {number[]} from @param {number[]} to */
function arrow([x, y], [tx, ty]) {
  const length = Math.hypot(tx - x, ty - y);
  const [dx, dy] = [(tx - x) / length, (ty - y) / length];
  /** The point at the distance `back` from the tip along the shaft, and `side` away from the shaft. */
  const point = (/** @type {number} */ back, /** @type {number} */ side) => `${(tx - dx * back - dy * side).toFixed(1)} ${(ty - dy * back + dx * side).toFixed(1)}`;
  return s('path', { d: `M${point(length - 20, 0)}L${point(30, 0)}M${point(34, 26)}L${point(2, 0)}L${point(34, -26)}` });
}

/** The right mouse button marks a square, or draws an arrow. @param {HTMLElement} grid @param {Actions} act */
export function listenToMarks(grid, act) {
  const at = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).dataset.square;
  let from = /** @type {string | undefined} */ (undefined);
  grid.addEventListener('contextmenu', (event) => event.preventDefault());
  grid.addEventListener('mousedown', (event) => (from = event.button === 2 ? at(event) : undefined));
  grid.addEventListener('mouseup', (event) => {
    const to = at(event);
    if (event.button === 2 && from && to) act.mark(from, to);
  });
}

/** The marks of a square in words, for screen readers. @param {string} name @param {string[]} marks */
export function spokenMarks(name, marks) {
  return marks.filter((mark) => mark.startsWith(name)).map((mark) => (mark === name ? words.marked : words.arrow(mark.slice(2))));
}

/** The tools for comments and marks. @param {Actions} act */
export function studyTools(act) {
  const name = h('button.small.name', { title: text.titles.library, onclick: () => act.dialog('library') });
  const comment = h('button.small', { title: text.titles.note, 'aria-label': text.titles.note, onclick: () => act.dialog('note') }, icon('edit'));
  const draw = h('button.small', { title: words.draw, 'aria-label': words.draw, onclick: act.draw }, icon('mark'));
  const hint = h('p.quiet', { role: 'status' });
  const element = h('div.tools.of.study', {}, name, comment, draw, hint);
  return {
    element,
    /** Without a keyboard, the tools are there before the game is kept. @param {State} state */
    update(state) {
      const { kept, drawing, game } = state;
      element.hidden = !kept && !drawing && (isAsked(state) || !game.nodes[0].children.length);
      element.classList.toggle('touch', !kept && !drawing);
      put(name, kept ? kept.name || words.unnamed : words.keep);
      draw.setAttribute('aria-pressed', String(Boolean(drawing)));
      put(hint, drawing ? words.drawing : '');
      hint.hidden = !drawing;
    },
  };
}

/** The dialog for the comment on the last move, or on the game at its start. @param {Actions} act @returns {Dialog} */
export function mountComment(act) {
  const area = h('textarea', { 'aria-label': text.titles.note });
  const form = h('form.content', {}, area, h('footer', {}, h('button.primary', { type: 'submit' }, words.keep)));
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    act.comment(area.value.trim());
    act.dialog(null);
  });
  return {
    content: form,
    open({ game }) {
      area.value = placed(game).comment ?? '';
      setTimeout(() => area.focus());
    },
  };
}
