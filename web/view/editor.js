// The dialog that sets up a position.

import { attr, h, put, segments } from './dom.js';
import { discOf, nameOf, walkSquares } from './board.js';
import { START } from '../state/tree.js';
import { text } from '../text/text.js';

const words = text.edit;
const marks = /** @type {Record<string, string>} */ ({ black: 'X', white: 'O', empty: '-' });

/** @param {Actions} act @returns {Dialog} */
export function mountEditor(act) {
  let board = START.board.split('');
  const disc = (/** @type {Side} */ side) => h('span', {}, h(`span.chip.${side}`), text.side[side]);
  const tool = segments(words.tool, [['black', disc('black')], ['white', disc('white')], ['empty', words.nothing]], () => {});
  const side = segments(words.side, [['X', text.side.black], ['O', text.side.white]], () => {});
  const trouble = h('p.error', { role: 'alert' });
  const cells = board.map((_, i) => h('button.place', { tabindex: i ? -1 : 0, onclick: () => place(i) }, h('span')));
  const grid = h('div.setup', { role: 'group', 'aria-label': words.board }, ...cells);
  walkSquares(grid, cells);
  const use = h('button.primary', { onclick: () => take().catch(act.fail) }, words.use);
  const small = (/** @type {string} */ name, /** @type {() => string[]} */ make) =>
    h('button.small', { onclick: () => show(make()) }, name);

  /** @param {string[]} next */
  function show(next) {
    board = next;
    put(trouble, '');
    cells.forEach((cell, i) => {
      const name = discOf(board, i);
      attr(cell.firstElementChild, 'class', name ? `chip ${name}` : '');
      attr(cell, 'aria-label', words.square(nameOf(i), name && text.side[name]));
    });
  }

  /** Places a disc. A second click removes it. @param {number} i */
  function place(i) {
    const mark = marks[tool.get() ?? 'empty'];
    show(board.with(i, board[i] === mark ? '-' : mark));
  }

  async function take() {
    const [first, reply] = await act.ask([`position ${board.join('')} ${side.get()}`, 'd']);
    if (first.reply === 'error') return put(trouble, first.message);
    const { fen } = reply ?? first;
    act.setUp(fen);
  }

  return {
    content: h('div.content', {}, grid, tool.element, side.element,
      h('div.doing', {}, small(words.clear, () => Array(64).fill('-')), small(words.start, () => START.board.split('')),
        small(words.turn, () => board.map((each) => ({ X: 'O', O: 'X' })[each] ?? each))),
      trouble, h('footer', {}, use)),
    open({ game }) {
      const { facts } = game.nodes[game.current];
      show((facts ?? START).board.split(''));
      side.set(facts?.side === 'white' ? 'O' : 'X');
      if (!tool.get()) tool.set('black');
    },
  };
}
