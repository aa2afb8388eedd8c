// A bar beside the board that shows who leads, as lichess has it.

import { h } from './dom.js';
import { worth } from '../state/facts.js';

export function mountGauge() {
  const black = h('div');
  const element = h('div.gauge', { 'aria-hidden': 'true' }, black);
  let last = 0;
  return {
    element,
    /** @param {State} state */
    update(state) {
      const node = state.game.nodes[state.game.current];
      const shown = state.hints || state.analysis.status !== 'none' || node.facts?.result != null;
      const value = shown ? worth(node, state.hints) : null;
      element.classList.toggle('off', !shown);
      if (shown && !value) return;
      last = value?.black ?? 0;
      // Ten discs ahead fill three quarters.
      black.style.setProperty('height', `${50 + 50 * Math.tanh(last / 18)}%`);
    },
  };
}
