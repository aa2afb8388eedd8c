// The dialog for a new game.

import { checkbox, field, h, put, segments, select } from './dom.js';
import { playerName } from './players.js';
import { named, text } from '../text/text.js';
import { balancedStart } from '../state/balanced.js';
import { movesTo } from '../state/tree.js';

/** Time controls: minutes, and seconds per move. */
const CLOCKS = [[1, 0], [3, 2], [5, 0], [10, 0], [15, 10], [30, 0]];
const words = text.new;
/** Elo of the skills 0 to 9 above random moves: the 95 % intervals of docs/figures.md, rounded. */
const ELO = [[60, 110], [260, 310], [470, 520], [650, 700], [870, 930], [1070, 1130], [1240, 1310], [1450, 1530], [1600, 1680], [1750, 1840]];
const human = /** @type {const} */ ({ kind: 'human' });

/** @param {Actions} act @returns {Dialog} */
export function mountNew(act) {
  const who = segments(words.who, Object.entries(words.kinds), show);
  const colour = segments(words.colour, Object.entries({ ...text.side, random: words.random }), () => {});
  const engine = enginePicker(words.opponent);
  const both = { black: enginePicker(text.side.black), white: enginePicker(text.side.white) };
  const opening = segments(words.opening, Object.entries(words.openings), show);
  const names = select([]);
  const name = field(words.choose, names);
  const clock = select([['', words.noClock], ...CLOCKS.map(([m, s]) => /** @type {[string, string]} */ ([`${m} ${s}`, words.clockValue(m, s)]))]);
  const clockField = field(words.clock, clock);
  const consent = checkbox(words.consent, (on) => act.setting('askUndo', on));
  const start = h('button.primary', { type: 'submit', autofocus: true }, words.start);
  const trouble = h('p.error', { role: 'alert' });
  const form = h('form.content', { novalidate: true }, who.element, engine.element, both.black.element, both.white.element,
    colour.element, opening.element, name, clockField, consent.element, trouble, h('footer', {}, start));

  /** The number of the current request. A new request or closing the dialog cancels the previous one. */
  let attempt = 0;

  function show() {
    const kind = who.get();
    engine.element.hidden = kind !== 'engine';
    colour.element.hidden = kind !== 'engine';
    both.black.element.hidden = both.white.element.hidden = kind !== 'engines';
    clockField.hidden = kind === 'analysis';
    consent.element.hidden = kind !== 'people';
    name.hidden = opening.get() !== 'named';
  }

  /** @returns {{black: Player, white: Player}} */
  function players() {
    const kind = who.get();
    if (kind === 'engines') return { black: both.black.get(), white: both.white.get() };
    if (kind !== 'engine') return { black: human, white: human };
    const mine = colour.get() === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : colour.get();
    return mine === 'black' ? { black: human, white: engine.get() } : { black: engine.get(), white: human };
  }

  /** @param {Actions['ask']} ask */
  async function from(ask) {
    const { game } = act.state();
    if (opening.get() === 'here') return { start: game.start, moves: movesTo(game, game.current) };
    if (opening.get() === 'named') return { moves: names.value.split(' ') };
    if (opening.get() === 'standard') return {};
    put(start, words.looking);
    return { moves: await balancedStart(ask) };
  }

  /** Fetches the engine's styles and named openings. */
  async function load() {
    if (names.options.length) return;
    const openings = (await act.ask(['openings'])).filter(({ reply }) => reply === 'opening');
    openings.sort((a, b) => named(a.name).localeCompare(named(b.name)));
    names.replaceChildren(...openings.map((each) => h('option', { value: each.moves.join(' ') }, named(each.name))));
    for (const picker of [engine, both.black, both.white]) picker.fill(act.state().engine.options.Strategy.vars);
  }

  form.addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    const mine = ++attempt;
    put(trouble, '');
    try {
      if ([...form.querySelectorAll('select:empty')].some((list) => list.checkVisibility())) {
        put(start, text.connection.connecting);
        await load();
      }
      if (mine !== attempt) return;
      const place = await from((...question) => (mine === attempt ? act.ask(...question) : new Promise(() => {})));
      if (mine !== attempt) return;
      const [minutes, seconds] = clock.value.split(' ').map(Number);
      const analysis = who.get() === 'analysis';
      const times = clock.value && !analysis ? { base: minutes * 60_000, increment: seconds * 1000 } : null;
      act.start({ ...place, players: players(), clock: times, hints: analysis });
    } catch (error) {
      if (mine !== attempt) return;
      put(trouble, /** @type {Error} */ (error).message);
      put(start, words.start);
    }
  });

  return {
    content: form,
    open(state) {
      const { black, white } = state.players;
      const kinds = `${black.kind} ${white.kind}`;
      who.set(kinds === 'engine engine' ? 'engines' : kinds === 'human human' ? (state.hints ? 'analysis' : 'people') : 'engine');
      for (const [side, player] of /** @type {[Side, Player][]} */ (Object.entries({ black, white }))) {
        if (player.kind !== 'engine') continue;
        engine.set(player);
        both[side].set(player);
      }
      if (colour.get() !== 'random' && (!colour.get() || kinds !== 'human human')) colour.set(kinds === 'engine human' ? 'white' : 'black');
      if (!opening.get() || opening.get() === 'here') opening.set('standard');
      consent.input.checked = state.settings.askUndo;
      put(trouble, '');
      put(start, words.start);
      show();
      return load();
    },
    close: () => attempt++,
  };
}

/** Selects an engine player: the kind of limit and its value. @param {string} label */
function enginePicker(label) {
  const by = select(Object.entries(words.opponents));
  const amount = h('input', { type: 'range' });
  const style = select([]);
  /** The chosen style, also while the list is loading. */
  let chosen = '';
  const shown = h('output');
  const amountField = h('div.amount', {}, amount, shown);
  const grade = h('p.quiet');
  const ranges = /** @type {Record<string, [number, number, number]>} */ ({ skill: [0, 10, 5], level: [1, 40, 10], time: [1, 30, 3], adapt: [0, 10, 3] });
  const update = () => {
    style.hidden = by.value !== 'style';
    amountField.hidden = by.value === 'style' || by.value === 'adapt';
    put(shown, playerName({ by: by.value, value: amount.value }));
    const n = Number(amount.value);
    const grades = { skill: n < ELO.length ? words.gauged(words.grades[n], ELO[n][0], ELO[n][1]) : words.fullStrength, level: words.deep(n), time: words.fullStrength, style: '', adapt: words.adapts };
    put(grade, grades[/** @type {'skill'} */ (by.value)]);
    amount.setAttribute('aria-valuetext', shown.textContent ?? '');
  };
  const setRange = (/** @type {string} */ kind) => {
    const [min, max, value] = ranges[kind] ?? ranges.skill;
    Object.assign(amount, { min, max });
    amount.value = String(value);
  };
  amount.setAttribute('aria-label', label);
  style.setAttribute('aria-label', words.style);
  by.addEventListener('change', () => {
    setRange(by.value);
    update();
  });
  amount.addEventListener('input', update);
  setRange('skill');
  update();
  return {
    element: h('div.picker', {}, field(label, by), amountField, style, grade),
    /** @param {string[]} strategies */
    fill(strategies) {
      const styles = strategies.filter((each) => each !== 'full');
      style.replaceChildren(...styles.map((each) => h('option', { value: each, selected: each === chosen }, words.styles[each] ?? each)));
    },
    /** @returns {Player} */
    get: () => ({ kind: 'engine', by: by.value, value: by.value === 'style' ? style.value : Number(amount.value) }),
    /** @param {any} player */
    set(player) {
      by.value = player.by;
      setRange(player.by);
      if (player.by === 'style') chosen = style.value = player.value;
      else amount.value = String(player.value);
      update();
    },
  };
}
