// The buttons that walk through the game.

import { h, icon } from './dom.js';
import { text } from '../text/en.js';
import { following } from '../state/tree.js';

/** @param {Actions} act */
export function mountNav(act) {
  const button = (/** @type {'first'} */ what) =>
    h('button.plain', { type: 'button', title: text.nav[what], 'aria-label': text.nav[what], onclick: () => act.go(what) }, icon(what));
  const backward = ['undo', 'first', 'back'].map((what) => button(/** @type {'first'} */ (what)));
  const onward = ['forward', 'last', 'redo'].map((what) => button(/** @type {'first'} */ (what)));
  return {
    element: h('div.nav', { role: 'toolbar', 'aria-label': text.moves.label }, ...backward, ...onward),
    /** @param {State} state */
    update({ game }) {
      const node = game.nodes[game.current];
      for (const each of backward) each.disabled = node.parent === null;
      for (const each of onward) each.disabled = following(node) === undefined;
    },
  };
}
