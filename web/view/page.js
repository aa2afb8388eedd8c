// The page: the bar, the table with the board, and the panel.

import { attr, h, icon } from './dom.js';
import { text } from '../text/text.js';
import { mountBoard } from './board.js';
import { mountPlayer, person } from './players.js';
import { mountEngine } from './engine.js';
import { mountMoves, mountNav } from './moves.js';
import { mountGauge, mountGraph } from './graph.js';
import { isAsked } from '../state/study.js';
import { mountSound } from './sound.js';
import { mountTask } from './task.js';
import { mountWelcome } from './welcome.js';
import { mountAnnouncer } from './announce.js';
import { mountDialogs } from './dialogs.js';

/** @param {HTMLElement} body @param {Actions} act */
export function mountPage(body, act) {
  document.documentElement.lang = text.lang;
  const edit = () => act.dialog('new');
  const players = { white: mountPlayer('white', { edit }), black: mountPlayer('black', { edit }) };
  const board = mountBoard(act);
  const views = [players.white, players.black, board, mountGauge(), mountEngine(act), mountMoves(act), mountNav(act), mountGraph(act), mountTask(act), mountWelcome(act)];
  const [, , , gauge, engine, moves, nav, graph, task, welcome] = views;
  const explorer = h('div.later', { hidden: true });
  let isLoading = false;
  /** The explorer is loaded when it is first shown. */
  const loadExplorer = async () => {
    isLoading = true;
    const view = (await import('./explorer.js')).mountExplorer(act);
    explorer.replaceWith(view.element);
    views.push(view);
    view.update(act.state());
  };
  const announcer = mountAnnouncer(act);
  const sound = mountSound();
  const dialogs = mountDialogs(act);
  const name = h('h1', {}, text.name);
  body.replaceChildren(
    h('header.bar', {}, h('img.mark', { src: 'icon.svg', alt: '', width: 26, height: 26 }), name, h('span.gap'),
      h('nav', { 'aria-label': text.bar.menu }, ...['new', 'study', 'library', 'open', 'share', 'edit', 'settings', 'help'].map((what) => menuButton(what, act)))),
    h('main', {},
      h('div.table', {}, players.white.element, h('div.middle', {}, gauge.element, board.element), players.black.element),
      h('div.panel', {}, task.element, engine.element, welcome.element, moves.element, nav.element, explorer, graph.element)),
    ...announcer.elements,
    ...dialogs.elements,
  );
  return {
    /** @param {State} state */
    update(state) {
      const root = document.documentElement;
      attr(root, 'data-theme', state.settings.theme);
      attr(root, 'data-board', state.settings.board);
      attr(root, 'data-engine', state.connection);
      attr(root, 'data-task', state.study && (isAsked(state) || state.study.at >= state.study.tasks.length ? 'asked' : 'answered'));
      attr(root, 'data-explorer', state.explorer.on);
      if (state.explorer.on && !isLoading) loadExplorer().catch(act.fail);
      attr(root, 'data-below', person(state) ?? 'black');
      keepingFocus(() => views.forEach((view) => view.update(state)));
      dialogs.update(state);
      announcer.update(state);
      sound.update(state);
    },
    /** @param {State} state */
    tick(state) {
      players.black.tick(state);
      players.white.tick(state);
    },
  };
}

/**
 * Draws and keeps the focus. If the focused button is replaced, its replacement gets the focus. If
 * it is hidden, the nearest button does.
 * @param {() => void} draw
 */
function keepingFocus(draw) {
  const focused = /** @type {Element} */ (document.activeElement);
  const section = focused.closest('section');
  const box = focused.closest('ol') ?? section;
  const buttonsOf = (/** @type {Element | null} */ within) => [...(within?.querySelectorAll('button') ?? [])];
  const at = buttonsOf(box).indexOf(/** @type {HTMLButtonElement} */ (focused));
  draw();
  if (at < 0 || (focused.isConnected && focused.checkVisibility())) return;
  const buttons = buttonsOf(box);
  const near = [...buttons.slice(at), ...buttons.slice(0, at).reverse(), ...buttonsOf(section)];
  near.find((button) => button.checkVisibility())?.focus();
}

/** @param {string} what @param {Actions} act */
function menuButton(what, act) {
  const name = text.bar[/** @type {'new'} */ (what)];
  return h('button.plain', { title: name, onclick: () => act.dialog(what) }, icon(what), h('span', {}, name));
}
