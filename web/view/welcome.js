// The first steps, shown on an empty game.

import { h, icon } from './dom.js';
import { text } from '../text/text.js';

/** A game between two weak skills of the engine, with mistakes. */
const EXAMPLE = 'f5d6c5f4e3c4c3c6d3f3g4b5f6c2b3f2d2g6g5e2b4a4e6a3g3h6h4h3h2h5h7d7f7e7e8d8c8c7b8g8g7f8h8b7c1d1e1g1f1b1b6a7a8g2a6a5a2b2a1h1';

/** @param {Actions} act */
export function mountWelcome(act) {
  const offer = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {() => void} */ onclick) => h('button.small', { onclick }, icon(picture), name);
  const element = h('section.box.welcome', { 'aria-label': text.welcome.label },
    offer('study', text.study.lesson, act.study.lesson),
    offer('skip', text.study.puzzles, () => act.study.puzzles('easy')),
    offer('open', text.bar.open, () => act.dialog('open')),
    offer('play', text.welcome.example, () => act.bringText(EXAMPLE).catch(act.fail)));
  return {
    element,
    /** @param {State} state */
    update({ game, study }) {
      element.hidden = Boolean(study || game.nodes[0].children.length);
    },
  };
}
