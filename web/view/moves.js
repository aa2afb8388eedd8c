// The moves of the game and its variations, and the navigation buttons.

import { attr, h, icon, put } from './dom.js';
import { score } from '../text/numbers.js';
import { studyTools } from './marks.js';
import { named, text } from '../text/text.js';
import { following, isMain, isMarked, lineThrough, mainLine, pathTo, placed } from '../state/tree.js';

/** @param {Actions} act */
export function mountMoves(act) {
  const list = h('div.list', { role: 'group', 'aria-label': text.moves.label, tabindex: 0 });
  const opening = h('p.opening');
  const comment = h('p.comment', { role: 'note', 'aria-label': text.moves.comment, tabindex: 0 });
  const tools = h(
    'div.tools',
    {},
    h('button.small', { onclick: () => act.go('main') }, icon('main'), text.moves.main),
    h('button.small', { title: text.moves.promote, 'aria-label': text.moves.promote, onclick: act.promote }, icon('promote')),
    h('button.small', { title: text.moves.remove, 'aria-label': text.moves.remove, onclick: act.remove }, icon('remove')),
  );
  const all = h('button.small', { title: text.titles.games, onclick: () => act.dialog('games') });
  const turn = (/** @type {'previous' | 'next'} */ what, /** @type {number} */ by) => h('button.small', { title: text.games[what], 'aria-label': text.games[what], onclick: () => act.nextGame(by) }, icon(by < 0 ? 'back' : 'forward'));
  const ofFile = h('div.tools.of', {}, turn('previous', -1), all, turn('next', 1));
  list.addEventListener('click', (/** @type {Event} */ event) => {
    const id = /** @type {HTMLElement} */ (event.target).closest('button')?.dataset.id;
    if (id !== undefined) act.goto(Number(id));
  });
  const typed = h('input.typed', { type: 'text', hidden: true, maxlength: 2, autocomplete: 'off', 'aria-label': text.moves.typed, placeholder: text.moves.typed });
  typed.addEventListener('input', () => {
    if (typed.value.length < 2) return;
    const square = typed.value.toLowerCase();
    typed.value = '';
    if (/^[a-h][1-8]$/.test(square)) act.play(square);
    else act.say(text.say.noSquare(square));
  });
  typed.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && typed.blur());
  typed.addEventListener('blur', () => {
    typed.hidden = true;
    typed.value = '';
  });
  const study = studyTools(act);
  let drawn = '';
  let shown = '';
  let away = false; // The user has scrolled away from the current move.
  const showCurrent = () => {
    list.scrollBy(wayToCurrent(list));
    away = false;
  };
  list.addEventListener('scroll', () => {
    const { left, top } = wayToCurrent(list);
    away = left !== 0 || top !== 0;
  });
  // The graph below the list grows when it first has content.
  new ResizeObserver(() => away || showCurrent()).observe(list);
  return {
    element: h('section.box.moves', { 'aria-label': text.moves.label }, ofFile, study.element, opening, typed, list, comment, tools),
    /** @param {State} state */
    update(state) {
      const { game, round, found, opened } = state;
      study.update(state);
      ofFile.hidden = opened < 0;
      put(all, text.games.at(opened + 1, found.length));
      attr(ofFile.firstElementChild, 'aria-disabled', opened < 1);
      attr(ofFile.lastElementChild, 'aria-disabled', opened + 1 >= found.length);
      const sketch = sketchOf(game);
      if (sketch !== drawn) list.replaceChildren(...mainRows(game));
      drawn = sketch;
      for (const button of list.querySelectorAll('button[aria-current]')) button.removeAttribute('aria-current');
      const current = list.querySelector(`button[data-id="${game.current}"]`);
      if (current) attr(current, 'aria-current', 'true');
      tools.hidden = isMain(game, game.current);
      const said = placed(game).comment ?? '';
      put(comment, said);
      comment.hidden = !said;
      // Do not scroll the list while the user does.
      if (shown !== (shown = [round, game.current, tools.hidden].join())) {
        showCurrent();
        comment.scrollTop = 0;
      }
      put(opening, named(openingOf(game)));
    },
  };
}

/** The content of the list, without the move values. @param {Game} game */
const sketchOf = (game) =>
  Object.values(game.nodes).map(({ id, move, children, loss, mark, comment, facts }) => [id, move, children, loss, mark, !comment, facts?.side].join()).join(';');

/** The last known opening name on the line. @param {Game} game */
export const openingOf = (game) => pathTo(game, game.current).map((id) => game.nodes[id].facts?.opening).findLast(Boolean) ?? '';

/** How far the list must scroll to show the current move. @param {HTMLElement} list */
function wayToCurrent(list) {
  const current = list.querySelector('button[aria-current]');
  if (!current) return { left: -list.scrollLeft, top: -list.scrollTop };
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  let [left, top] = [0, 0];
  if (inner.top < outer.top) top = inner.top - outer.top - 8;
  if (inner.bottom > outer.bottom) top = inner.bottom - outer.bottom + 8;
  // On a phone the list is a strip.
  if (inner.left < outer.left || inner.right > outer.right) left = inner.left - outer.left - outer.width / 2;
  return { left, top };
}

/** The main line in rows: number, Black's move, White's move. @param {Game} game */
function mainRows(game) {
  if (!game.nodes[0].children.length) return [h('p.quiet', {}, text.moves.none(game.nodes[0].facts?.side ?? 'black'))];
  const rows = /** @type {HTMLElement[]} */ ([]);
  let row = /** @type {HTMLElement | null} */ (null);
  let number = 0;
  for (const id of mainLine(game).slice(1)) {
    const node = game.nodes[id];
    const parent = game.nodes[/** @type {number} */ (node.parent)];
    const side = parent.facts?.side ?? 'black';
    if (node.move !== 'pass') number++;
    const pair = row && side === 'white' ? row : h('div.pair', {}, h('span.number', {}, node.move === 'pass' ? '' : `${number}`));
    if (pair !== row) {
      rows.push(pair);
      if (side === 'white') pair.append(h('span.skip', {}, '…'));
    }
    pair.append(button(game, id));
    row = side === 'white' ? null : pair;
    const others = parent.children.slice(1);
    if (others.length) {
      if (row) row.append(h('span.skip', {}, '…'));
      rows.push(h('div.variations', {}, ...others.map((other) => variation(game, other, number))));
      row = null;
    }
  }
  return rows;
}

/** A variation and its own variations. @param {Game} game @param {number} id @param {number} number @returns {HTMLElement} */
function variation(game, id, number) {
  const element = h('div.variation', {});
  for (let at = /** @type {number | undefined} */ (id), first = true; at !== undefined; first = false) {
    const node = game.nodes[at];
    const parent = game.nodes[/** @type {number} */ (node.parent)];
    if (node.move !== 'pass') {
      if (first || parent.facts?.side === 'black') element.append(h('span.number', {}, `${number}.`));
      number++;
    }
    element.append(button(game, at));
    for (const other of first ? [] : parent.children.slice(1)) element.append(variation(game, other, number - 1));
    at = node.children[0];
  }
  return element;
}

/** @param {Game} game @param {number} id */
function button(game, id) {
  const { move, mark, loss, comment } = game.nodes[id];
  const sign = text.moves.mark[mark ?? 'best'];
  const points = sign && loss ? loss : 0;
  const lost = points ? text.moves.lost(points) : '';
  return h(
    `button.move${sign ? `.${mark}` : ''}${comment ? '.commented' : ''}`,
    { 'data-id': id, title: lost ? `${text.moves.markName[mark ?? 'best']}, ${lost}` : null },
    move === 'pass' ? text.moves.pass : move,
    sign ? h('b', {}, sign) : null,
    points ? h('small', {}, score(-points, points >= 9.95)) : null,
  );
}

/** The navigation buttons. @param {Actions} act */
export function mountNav(act) {
  const button = (/** @type {'first' | 'back' | 'forward' | 'last'} */ what) =>
    h('button.plain', { title: text.keys[what], 'aria-label': text.keys[what], onclick: () => act.go(what) }, icon(what));
  const backward = /** @type {const} */ (['first', 'back']).map(button);
  const onward = /** @type {const} */ (['forward', 'last']).map(button);
  const mistake = h('button.plain', { title: text.keys.mistake, 'aria-label': text.graph.next, onclick: () => act.mistake() }, icon('skip'), h('span', {}, text.graph.next));
  return {
    element: h('div.box.nav', { role: 'toolbar', 'aria-label': text.moves.label }, ...backward, ...onward, mistake),
    /** @param {State} state */
    update({ game, analysis }) {
      const hasMistake = lineThrough(game, game.current).some((id) => isMarked(game.nodes[id]));
      mistake.hidden = !hasMistake && analysis.status === 'none';
      attr(mistake, 'aria-disabled', !hasMistake);
      const node = game.nodes[game.current];
      // `disabled` would lose the focus.
      for (const each of backward) attr(each, 'aria-disabled', node.parent === null);
      for (const each of onward) attr(each, 'aria-disabled', following(node) === undefined);
    },
  };
}
