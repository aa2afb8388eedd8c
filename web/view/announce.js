// What a screen reader is told as it happens, and the notices that everybody sees.

import { h, icon, put } from './dom.js';
import { text } from '../text/en.js';

/** How long a notice stays that is not an error. */
const STAY = 6000;

/** @param {Actions} act */
export function mountAnnouncer(act) {
  const live = h('div.unseen', { 'aria-live': 'polite', role: 'status' });
  const message = h('span');
  const undo = h('button.small', { type: 'button', onclick: act.former }, text.undo);
  const analyze = h('button.small.primary', { type: 'button', onclick: act.analyze }, text.graph.analyze);
  const close = h('button.plain', { type: 'button', 'aria-label': text.close, onclick: act.dismiss }, icon('close'));
  const toast = h('div.toast', { hidden: true }, message, undo, analyze, close);
  const lost = h('div.lost', { role: 'alert', hidden: true });
  let notice = /** @type {any} */ (null);
  let timer = 0;
  let spoken = '';
  return {
    elements: [live, toast, lost],
    /** @param {State} state */
    update(state) {
      lost.hidden = state.connection !== 'lost' && state.connection !== 'refused';
      put(lost, lost.hidden ? '' : state.connection === 'lost' ? text.connection.lost : text.connection.failed);
      if (state.notice !== notice) {
        notice = state.notice;
        clearTimeout(timer);
        toast.hidden = !notice;
        toast.className = `toast ${notice?.kind ?? ''}`;
        toast.setAttribute('role', notice?.kind === 'error' ? 'alert' : 'status');
        put(message, notice ? noticeText(notice) : '');
        analyze.hidden = notice?.kind !== 'over';
        undo.hidden = notice?.kind !== 'loaded' || !state.former;
        if (notice && !['error', 'over'].includes(notice.kind)) timer = setTimeout(act.dismiss, STAY);
      }
      const now = speech(state);
      if (now && now !== spoken) put(live, now);
      spoken = now || spoken;
    },
  };
}

/** @param {any} notice */
function noticeText(notice) {
  if (notice.kind === 'pass') return text.say.pass(notice.side);
  if (notice.kind === 'over') return text.say.over(notice.result);
  if (notice.kind === 'back') return text.connection.back;
  return notice.text;
}

/** The position in words. @param {State} state */
function speech({ game, flagged }) {
  const node = game.nodes[game.current];
  const { facts } = node;
  if (!facts) return '';
  const words = [];
  const placed = node.move === 'pass' && node.parent !== null ? game.nodes[node.parent] : node;
  const mover = placed.parent === null ? null : game.nodes[placed.parent].facts?.side;
  if (mover && placed.move) words.push(text.say.played(mover, placed.move));
  if (placed !== node && placed.facts) words.push(text.say.pass(placed.facts.side));
  words.push(text.say.count(facts.black, facts.white));
  if (flagged) words.push(text.say.flag(flagged));
  else words.push(facts.result === null ? text.say.turn(facts.side) : text.say.over(facts.result));
  return `${words.join('. ')}.`;
}
