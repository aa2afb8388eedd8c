// The announcements for screen readers, and the visible notices.

import { h, icon, put } from './dom.js';
import { placed } from '../state/tree.js';
import { engineIsGone } from '../state/wanted.js';
import { text } from '../text/text.js';

/** How long a notice and an error stay without pointer and focus, in milliseconds. */
const STAY = 6000;
const STAY_ERROR = 20_000;

/** @param {Actions} act */
export function mountAnnouncer(act) {
  const live = h('div.unseen', { 'aria-live': 'polite', role: 'status' });
  const message = h('span');
  const undo = h('button.small', { onclick: act.former }, text.undo);
  const close = h('button.plain', { 'aria-label': text.close, onclick: act.dismiss }, icon('close'));
  const toast = h('div.toast', { hidden: true }, message, undo, close);
  const trouble = h('p.trouble', { role: 'alert', hidden: true });
  let notice = /** @type {any} */ (null);
  let timer = 0;
  let spoken = '';
  const leave = () => {
    if (toast.matches(':hover, :focus-within')) timer = setTimeout(leave, STAY);
    else act.dismiss();
  };
  return {
    elements: [live, toast],
    /** @param {State} state */
    update(state) {
      // An open dialog hides the rest of the page and makes it inert.
      const dialog = document.querySelector('dialog[open]');
      const above = dialog ?? document.body;
      if (toast.parentElement !== above) above.append(toast);
      const place = dialog ?? document.querySelector('.panel');
      if (trouble.parentElement !== place) place?.prepend(trouble);
      trouble.hidden = !engineIsGone(state);
      put(trouble, trouble.hidden ? '' : text.connection[state.connection === 'lost' ? 'lost' : 'refused'](state.trouble));
      if (state.notice !== notice) {
        notice = state.notice;
        clearTimeout(timer);
        if (!notice && toast.matches(':focus-within')) act.keys.board('g');
        toast.hidden = !notice;
        toast.className = `toast ${notice?.kind ?? ''}`;
        toast.setAttribute('role', notice?.kind.includes('error') ? 'alert' : 'status');
        put(message, notice ? noticeText(notice) : '');
        undo.hidden = !notice?.kind.includes('loaded') || !state.former;
        if (notice) timer = setTimeout(leave, notice.kind.includes('error') ? STAY_ERROR : STAY);
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
  if (notice.kind === 'back') return text.connection.back;
  return notice.text;
}

/** The position in words. @param {State} state */
function speech({ game }) {
  const node = game.nodes[game.current];
  const { facts, flagged, resigned } = node;
  if (!facts) return '';
  const words = [];
  const last = placed(game);
  const mover = last.parent === null ? null : game.nodes[last.parent].facts?.side;
  if (mover && last.move) words.push(text.say.played(mover, last.move));
  if (last !== node && last.facts) words.push(text.say.pass(last.facts.side));
  words.push(text.say.count(facts.black, facts.white));
  if (flagged) words.push(resigned ? text.result.resigned(flagged) : text.say.flag(flagged));
  else words.push(facts.result === null ? text.say.turn(facts.side) : text.say.over(facts.result));
  return `${words.join('. ')}.`;
}
