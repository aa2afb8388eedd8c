// The state of the page, without a browser and without an engine.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { balancedStart } from '../../web/state/balanced.js';
import { gameOf, readRecords } from '../../web/state/bring.js';
import { readLibrary, writeLibrary } from '../../web/state/library.js';
import { outOfTime } from '../../web/state/clock.js';
import { createDirector } from '../../web/state/director.js';
import { totals } from '../../web/state/facts.js';
import { initialState } from '../../web/state/keep.js';
import { readLink, readMoves, restore, save, writeLink, writeMoves, writeRecord } from '../../web/state/notation.js';
import { findPuzzle } from '../../web/state/puzzles.js';
import { goodTasks, namedTasks } from '../../web/state/trainer.js';
import { reduce } from '../../web/state/reduce.js';
import { dueCards, remember } from '../../web/state/shelf.js';
import { createStore } from '../../web/state/store.js';
import * as tree from '../../web/state/tree.js';
import { wanted } from '../../web/state/wanted.js';

const facts = (side, legal, more = {}) => ({
  board: '-'.repeat(64), side, legal, black: 2, white: 2, empties: 60, result: null, opening: null, ...more,
});
const START = facts('black', ['d3', 'c4', 'f5', 'e6']);

/** A state after these actions, connected and with the facts of the start. */
function after(...actions) {
  const first = [{ type: 'connected', name: 'test', options: {} }, { type: 'facts', id: 0, facts: START }];
  return [...first, ...actions].reduce(next, initialState());
}
const next = (state, action) => (typeof action === 'function' ? action(state) : reduce(state, action));
const play = (move) => ({ type: 'play', move, at: 0 });
const human = { kind: 'human' };
const people = (state) => ({ ...state, players: { black: human, white: human } });

test('moves with variations are written and read', () => {
  for (const text of ['', 'f5', 'f5 d6 c3', 'f5 d6 (f4 e3) (f6) c3', 'f5 (e6 f4 (d6 c5) c3) d6']) {
    assert.equal(writeMoves(readMoves('startpos', text)), text);
  }
  assert.throws(() => readMoves('startpos', 'f5 x9'), SyntaxError);
  assert.throws(() => readMoves('startpos', 'f5)'), SyntaxError);
});

test('a saved game reopens at the saved position', () => {
  let game = readMoves('startpos', 'f5 d6 (f4 e3) c3');
  game = tree.visit(game, tree.childBy(game, 1, 'f4'));
  const back = restore(JSON.parse(JSON.stringify(save(game))));
  assert.deepEqual(tree.movesTo(back, back.current), ['f5', 'f4']);
  assert.equal(writeMoves(back), writeMoves(game));
  const marked = Object.values(game.nodes).map((node) => ({ ...node, mark: `after ${node.move}`, loss: 1 }));
  const kept = restore(JSON.parse(JSON.stringify(save({ ...game, nodes: { ...marked } }))));
  for (const { move, mark } of Object.values(kept.nodes)) assert.equal(mark, `after ${move}`);
  const times = { black: 57_000, white: 60_000 };
  const timed = restore(JSON.parse(JSON.stringify(save(tree.change(game, 1, { clock: times })))));
  assert.deepEqual(timed.nodes[1].clock, times);
  const lost = restore(JSON.parse(JSON.stringify(save(tree.change(game, 1, { flagged: 'white' })))));
  assert.deepEqual([lost.nodes[0].flagged, lost.nodes[1].flagged], [undefined, 'white']);
});

test('links hold the start, the moves and the shown ply', () => {
  let game = readMoves('startpos', 'f5 d6 c3');
  assert.equal(writeLink(game), '#f5d6c3@0');
  game = tree.visit(game, 3);
  assert.equal(writeLink(game), '#f5d6c3');
  assert.deepEqual(readLink('#F5d6c3'), { position: 'startpos moves F5d6c3', ply: undefined });
  assert.deepEqual(readLink('#f5d6@1'), { position: 'startpos moves f5d6', ply: 1 });
  assert.deepEqual(readLink('#f5%20d6%0Ac3 @1'), { position: 'startpos moves f5d6c3', ply: 1 });
  const fen = 'XO6/8/8/8/8/8/8/8 X';
  const odd = writeLink(tree.newGame(fen));
  assert.deepEqual(readLink(odd), { position: `fen ${fen}`, ply: undefined });
  for (const hash of ['', '#', '#hello', '#f5;quit', '#%', '#f5\nquit']) assert.equal(readLink(hash), null, hash);
});

test('records hold the line and names with any characters', () => {
  const game = readMoves('XO6/8/8/8/8/8/8/8 O', 'pass c1');
  const record = writeRecord(game, 2, { black: 'a #1 "b"', white: '' });
  assert.doesNotMatch(record, /[#\n]/);
  assert.deepEqual(JSON.parse(record), { black: 'a #1 "b"', white: '', start: game.start, moves: ['pass', 'c1'] });
  assert.equal(JSON.parse(writeRecord(readMoves('startpos', 'f5'), 1, { black: '', white: '' })).start, undefined);
});

test('comments and variations of a record are kept, saved and written', () => {
  const record = {
    start: '8/8/8/3OX3/3XO3/8/8/8 X', comment: 'all', moves: ['f5', 'd6', 'c3'], notes: [{ comment: 'one' }, {}, {}],
    variations: [
      { ply: 1, moves: ['f4', 'e3'], notes: [{ comment: 'or this' }, {}], variations: [{ ply: 1, moves: ['c5'] }] },
      { ply: 0, moves: ['e6'] },
    ],
  };
  const game = gameOf(record);
  assert.equal(writeMoves(game), 'f5 (e6) d6 (f4 e3 (c5)) c3');
  assert.deepEqual(tree.movesTo(game, game.current), ['f5', 'd6', 'c3']);
  const first = tree.visit(game, 1);
  assert.deepEqual(tree.lineThrough(first, 1), tree.mainLine(first));
  const commented = ({ nodes }) => Object.values(nodes).filter(({ comment }) => comment).map(({ move, comment }) => `${move} ${comment}`);
  assert.deepEqual(commented(game), ['null all', 'f5 one', 'f4 or this']);
  assert.deepEqual(commented(restore(JSON.parse(JSON.stringify(save(game))))), commented(game));
  const { start, ...rest } = record;
  const { black, white, ...written } = JSON.parse(writeRecord(game, game.current, { black: '', white: '' }));
  const inOrder = { ...rest, variations: [record.variations[1], record.variations[0]] };
  assert.deepEqual(written, inOrder);
  assert.equal(writeMoves(gameOf({ start, ...written })), writeMoves(game));
});

test('a variation can be promoted to the main line and deleted', () => {
  let game = readMoves('startpos', 'f5 d6 (f4 e3) c3');
  const other = tree.childBy(game, 1, 'f4');
  assert.equal(tree.isMain(game, other), false);
  game = tree.promote(game, other);
  assert.equal(writeMoves(game), 'f5 f4 (d6 c3) e3');
  game = tree.remove(tree.visit(game, other), other);
  assert.equal(writeMoves(game), 'f5 d6 c3');
  assert.deepEqual(tree.movesTo(game, game.current), ['f5']);
});

test('only legal moves are played', () => {
  assert.deepEqual(tree.movesTo(after(play('a1')).game, 0), []);
  const state = after(people, play('f5'));
  assert.deepEqual(tree.movesTo(state.game, state.game.current), ['f5']);
});

test('a pass is played, and announced unless the user only navigates', () => {
  const played = after(people, play('f5'), { type: 'facts', id: 1, facts: facts('white', ['pass']) });
  assert.deepEqual(tree.movesTo(played.game, played.game.current), ['f5', 'pass']);
  assert.deepEqual(played.notice, { kind: 'pass', side: 'white' });
  const back = reduce(played, { type: 'back' });
  assert.equal(back.game.current, 0, 'back skips the pass');
  assert.equal(reduce(back, { type: 'forward' }).game.nodes[2].move, 'pass');
  assert.equal(reduce(back, { type: 'forward' }).game.current, 2);
});

test('deleting a move deletes the pass after it', () => {
  const played = after(people, play('f5'), { type: 'facts', id: 1, facts: facts('white', ['pass']) });
  const { game } = reduce(played, { type: 'remove', id: played.game.current });
  assert.deepEqual([game.current, Object.keys(game.nodes)], [0, ['0']]);
});

test('undo takes back both moves, and redo plays both again', () => {
  let state = after(play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6']) }, play('d6'),
    { type: 'facts', id: 2, facts: facts('black', ['c3']) }, play('c3'), { type: 'facts', id: 3, facts: facts('white', ['d3']) });
  state = reduce(state, { type: 'undo' });
  assert.equal(state.game.current, 2);
  state = reduce(state, { type: 'undo' });
  assert.equal(state.game.current, 0);
  state = reduce(state, { type: 'redo' });
  assert.equal(state.game.current, 2);
});

test('the engine replies to a move, but does not move after going back', () => {
  const state = after(play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) });
  assert.equal(wanted(state, 0).kind, 'go');
  assert.equal(wanted(state, 0).position, 'position startpos moves f5');
  assert.deepEqual(wanted(state, 0).options, { Strategy: 'full', Skill: '5', Level: '10' });
  const looking = [{ type: 'back' }, { type: 'forward' }].reduce(reduce, state);
  assert.equal(wanted(looking, 0), null);
  assert.equal(wanted(reduce(looking, { type: 'resume', at: 0 }), 0).kind, 'go');
  const lent = reduce(people(looking), { type: 'lend' });
  assert.equal(wanted(lent, 0).command, 'go movetime 1000', 'one move for a person');
});

test('going to the current node changes neither engine nor clocks', () => {
  const players = { black: { kind: 'human' }, white: { kind: 'engine', by: 'skill', value: 5 } };
  const game = { type: 'new', at: 1000, clock: { base: 60_000, increment: 0 }, players };
  const begun = [game, { type: 'facts', id: 0, facts: START }].reduce(reduce, after());
  for (const type of ['first', 'back', 'main']) assert.equal(reduce(begun, { type }), begun, type);
  assert.deepEqual(reduce(begun, { type: 'undo' }), begun);
  const played = [play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6']) }].reduce(reduce, begun);
  for (const type of ['last', 'forward', 'redo']) assert.equal(reduce(played, { type }), played, type);
  assert.equal(reduce(played, { type: 'goto', id: 1 }), played);
  assert.equal(wanted(played, 0).kind, 'go');
  const lost = reduce(begun, { type: 'flag', side: 'black' });
  const back = reduce(lost, { type: 'undo' });
  assert.deepEqual([back.game.nodes[0].flagged, back.clock.black, back.notice], [undefined, 60_000, null]);
});

test('the clocks stop only while the engine is stopped', () => {
  const players = { black: { kind: 'human' }, white: { kind: 'engine', by: 'skill', value: 5 } };
  const game = { type: 'new', at: 1000, clock: { base: 60_000, increment: 0 }, players };
  const begun = [game, { type: 'facts', id: 0, facts: START }].reduce(reduce, after());
  const played = [{ ...play('f5'), at: 11_000 }, { type: 'facts', id: 1, facts: facts('white', ['d6']) }].reduce(reduce, begun);
  const stopped = reduce(played, { type: 'halt' });
  assert.deepEqual([stopped.live, stopped.clock.since, stopped.clock.black, stopped.clock.white], [false, null, 50_000, 60_000]);
  assert.equal(reduce(stopped, { type: 'resume', at: 20_000 }).clock.since, 20_000);
  const lent = [{ type: 'lend' }, { type: 'halt' }].reduce(reduce, begun);
  assert.deepEqual([lent.live, lent.lend, lent.clock.since], [true, null, 1000], 'a person goes on');
  assert.equal(reduce(played, { type: 'remove', id: 1 }).clock.since, null);
});

test('a found move is played even if the engine is lost', async () => {
  const store = createStore(reduce, after(play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) }));
  const sent = [];
  const director = createDirector(store, {
    send(line) {
      sent.push(line);
      if (line === 'isready') queueMicrotask(() => director.receive('{"reply":"readyok"}'));
      if (line !== 'stop') return;
      director.receive('{"reply":"bestmove","move":"d6"}');
      director.lose('connecting');
    },
  });
  const later = () => new Promise((resolve) => setTimeout(resolve));
  store.dispatch({ type: 'notice' });
  await later();
  assert.equal(sent.at(-1), 'go');
  director.stop();
  await later();
  const state = store.get();
  assert.deepEqual([tree.movesTo(state.game, state.game.current), state.connection], [['f5', 'd6'], 'connecting']);
  assert.equal(reduce(state, { type: 'connected', name: '', options: {} }).notice, null, 'no notice of a loss');
});

test('losing the engine during the greeting causes no error', async () => {
  const director = createDirector(createStore(reduce, initialState()), { send: () => queueMicrotask(() => director.lose('lost')) });
  await assert.doesNotReject(director.open());
});

test('the refusal of an option does not answer the next request', async () => {
  const refused = { type: 'option', name: 'Hash', value: 2048 };
  const known = { type: 'connected', name: '', options: { Hash: { name: 'Hash', max: 4096 } } };
  const director = createDirector(createStore(reduce, after(people, known, refused)), {
    send(line) {
      const answers = { isready: { reply: 'readyok' }, 'go depth 1': { reply: 'bestmove', move: 'f5' } };
      const answer = line.startsWith('setoption name Hash') ? { reply: 'error', message: 'too much' } : answers[line];
      if (answer) queueMicrotask(() => director.receive(JSON.stringify(answer)));
    },
  });
  const [answer] = await director.ask(['go depth 1'], 'bestmove');
  assert.equal(answer.reply, 'bestmove');
});

test('the engine moves without delay when its clock runs', async () => {
  const timed = async (/** @type {object | null} */ clock) => {
    const game = { type: 'new', at: 0, clock, players: initialState().players };
    const known = { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) };
    const store = createStore(reduce, after(game, { type: 'facts', id: 0, facts: START }, play('f5'), known));
    const director = createDirector(store, {
      send(line) {
        const answers = {
          isready: { reply: 'readyok' },
          d: { reply: 'board', ...facts('black', ['c3']) },
          moves: { reply: 'moves', moves: ['c3'] },
        };
        const answer = line.startsWith('go') ? { reply: 'bestmove', move: 'd6' } : answers[line];
        if (answer) queueMicrotask(() => director.receive(JSON.stringify(answer)));
      },
    });
    const start = Date.now();
    director.moved(start);
    const moved = new Promise((resolve) => store.subscribe(({ game: { current } }) => current === 2 && resolve(Date.now() - start)));
    store.dispatch({ type: 'notice' });
    return moved;
  };
  assert.ok((await timed(null)) >= 450, 'a visible delay');
  assert.ok((await timed({ base: 60_000, increment: 0 })) < 450);
});

test('a stored option is limited to the range of the engine', async () => {
  const sent = [];
  const options = { Threads: { name: 'Threads', max: 1 } };
  const kept = ['Threads', 'Gone'].map((name) => ({ type: 'option', name, value: 64 }));
  const store = createStore(reduce, after(people, { type: 'connected', name: '', options, at: 0 }, ...kept));
  const director = createDirector(store, {
    send(line) {
      sent.push(line);
      const answers = { isready: { reply: 'readyok' }, 'go depth 1': { reply: 'bestmove', move: 'f5' } };
      if (answers[line]) queueMicrotask(() => director.receive(JSON.stringify(answers[line])));
    },
  });
  await director.ask(['go depth 1'], 'bestmove');
  assert.ok(sent.includes('setoption name Threads value 1'), sent.join());
  assert.ok(!sent.join().includes('Gone'), 'unknown options are not set');
});

test('a skill does not inherit the earlier level', async () => {
  const names = ['Strategy', 'Skill', 'Level'];
  const options = Object.fromEntries(names.map((name) => [name, { name }]));
  const store = createStore(reduce, after({ type: 'connected', name: '', options, at: 0 }));
  const sent = [];
  const director = createDirector(store, {
    send(line) {
      sent.push(line);
      const answer = { isready: 'readyok', stop: 'bestmove' }[line];
      if (answer) queueMicrotask(() => director.receive(JSON.stringify({ reply: answer })));
    },
  });
  const later = () => new Promise((resolve) => setTimeout(resolve));
  for (const [by, value] of [['level', 1], ['skill', 10]]) {
    store.dispatch({ type: 'new', at: 0, players: { black: { kind: 'engine', by, value }, white: human } });
    await later();
  }
  const level = sent.filter((line) => /^go|Level/.test(line));
  assert.deepEqual(level, ['setoption name Level value 1', 'go', 'setoption name Level value 10', 'go']);
});

test('every new game is announced to the engine, so that weak play varies', async () => {
  const store = createStore(reduce, after());
  const sent = [];
  const director = createDirector(store, {
    send(line) {
      sent.push(line);
      const answers = {
        isready: { reply: 'readyok' },
        go: { reply: 'bestmove', move: 'f5' },
        d: { reply: 'board', ...facts('white', []) },
        moves: { reply: 'moves', moves: ['d6', 'f4'] },
      };
      if (answers[line]) queueMicrotask(() => director.receive(JSON.stringify(answers[line])));
    },
  });
  const players = { black: { kind: 'engine', by: 'skill', value: 4 }, white: human };
  for (const game of [1, 2]) {
    store.dispatch({ type: 'new', at: 0, players });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(sent.filter((line) => line === 'uginewgame').length, game, sent.join());
    assert.ok(sent.indexOf('uginewgame') < sent.indexOf('go'), sent.join());
  }
});

test('an analysis continues after an interruption', async () => {
  const known = { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) };
  const store = createStore(reduce, after(people, play('f5'), known, { type: 'analyze' }));
  const sent = [];
  const director = createDirector(store, {
    send(line) {
      sent.push(line);
      const answers = {
        isready: { reply: 'readyok' },
        stop: { reply: 'analysis', left: 1 },
        'go movetime 1000': { reply: 'bestmove', move: 'd6' },
        d: { reply: 'board', ...facts('black', []) },
        moves: { reply: 'moves', moves: ['c3'] },
      };
      if (answers[line]) queueMicrotask(() => director.receive(JSON.stringify(answers[line])));
    },
  });
  const later = () => new Promise((resolve) => setTimeout(resolve));
  store.dispatch({ type: 'notice' });
  await later();
  store.dispatch({ type: 'lend' });
  await later();
  assert.ok(sent.includes('stop') && sent.includes('go movetime 1000'), sent.join());
  assert.deepEqual([sent.at(-1), store.get().analysis.status], ['analyze level 14', 'running']);
  store.dispatch({ type: 'halt' });
  await later();
  assert.equal(store.get().analysis.status, 'stopped', 'not after a stop');
});

test('the engine can be stopped before the side to move is known', () => {
  const known = { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) };
  const stopped = after(play('f5'), { type: 'halt' }, known);
  assert.equal(wanted(stopped, 0), null);
  assert.equal(wanted(reduce(stopped, { type: 'resume', at: 0 }), 0).kind, 'go');
  const game = after(people, play('f5'), { type: 'halt' }, known);
  assert.ok(game.live, 'nothing to stop between people');
});

test('after a pass, the last disc is that of the move before', () => {
  const game = tree.addLine(tree.newGame(), 0, ['f5', 'pass', 'd6', 'pass'])[0];
  const moves = [0, 1, 2, 3, 4].map((current) => tree.placed({ ...game, current }).move);
  assert.deepEqual(moves, [null, 'f5', 'f5', 'd6', 'd6']);
  const [start] = tree.addLine(tree.newGame('XO6/8/8/8/8/8/8/8 O'), 0, ['pass']);
  assert.equal(tree.placed({ ...start, current: 1 }).move, null);
});

test('an adapting opponent gets stronger after a loss and weaker after a win', () => {
  const adaptive = { kind: 'engine', by: 'adapt', value: 3 };
  const begun = (players) => after({ type: 'new', players, at: 0 });
  const level = (players, side) => reduce(begun(players), { type: 'flag', side, resigned: true, at: 0 }).settings.adapted;
  assert.deepEqual(['white', 'black'].map((side) => level({ black: human, white: adaptive }, side)), [4, 2]);
  assert.deepEqual(['white', 'black'].map((side) => level({ black: adaptive, white: human }, side)), [2, 4]);
  assert.equal(level({ black: human, white: human }, 'white'), 3);
  const lost = reduce(begun({ black: human, white: adaptive }), { type: 'flag', side: 'black', resigned: true, at: 0 });
  assert.equal(reduce(lost, { type: 'new', at: 0 }).players.white.value, 2);
  assert.deepEqual(wanted(reduce(begun({ black: adaptive, white: human }), { type: 'facts', id: 0, facts: START }), 0).options.Skill, '3');
});

test('resigning loses the game, also while the engine thinks', () => {
  const engine = { kind: 'engine', by: 'skill', value: 5 };
  const begun = [play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6']) }].reduce(next, after({ type: 'new', players: { black: human, white: engine }, at: 0 }));
  assert.equal(wanted(begun, 0).kind, 'go');
  const lost = reduce(begun, { type: 'flag', side: 'black', resigned: true, at: 0 });
  assert.equal(wanted(lost, 0), null);
  assert.deepEqual([lost.game.nodes[1].flagged, restore(save(lost.game)).nodes[1].resigned], ['black', true]);
  const back = reduce(lost, { type: 'undo' });
  assert.equal(Object.values(back.game.nodes).some(({ flagged, resigned }) => flagged || resigned), false);
});

test('the wanted activity follows from the state', () => {
  assert.equal(wanted(initialState(), 0), null, 'idle without a connection');
  const fresh = reduce(initialState(), { type: 'connected', name: '', options: {} });
  assert.equal(wanted(fresh, 0), null, 'the facts of the start are known');
  const fen = 'XO6/8/8/8/8/8/8/8 X';
  assert.deepEqual(wanted(reduce(fresh, { type: 'load', game: tree.newGame(fen) }), 0).positions, [`position fen ${fen}`]);
  const hints = after({ type: 'toggle', key: 'hints' });
  assert.equal(wanted(hints, 0).command, 'hint 64 movetime 10000');
  const done = reduce(hints, { type: 'valued', id: 0, valued: '64 movetime 10000' });
  assert.equal(wanted(done, 0), null);
  assert.equal(wanted(reduce(done, { type: 'settings', settings: { limit: 'exact', lines: 2 } }), 0).command, 'hint 2 exact');
  const played = [people, play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6']) }].reduce(next, hints);
  assert.equal(wanted(played, 0).kind, 'hint');
  assert.equal(wanted(reduce(played, { type: 'analyze' }), 0).kind, 'analyze', 'the analysis comes before the values');
  assert.equal(wanted(reduce(hints, { type: 'lost' }), 0), null);
});

test('the end of a previewed line is fetched when the engine is free', () => {
  const moves = ['f5', 'd6'];
  const shown = after(people, { type: 'preview', moves });
  assert.equal(wanted(shown, 0).position, 'position startpos moves f5 d6');
  const hints = reduce(shown, { type: 'toggle', key: 'hints' });
  assert.equal(wanted(reduce(hints, { type: 'preview', moves }), 0).kind, 'hint', 'values come first');
  const board = 'X'.repeat(64);
  const known = reduce(shown, { type: 'preview', moves, board });
  assert.equal(known.preview.board, board);
  assert.equal(wanted(known, 0), null);
  assert.equal(reduce(known, { type: 'preview', moves }), known, 'the same line again changes nothing');
  const other = reduce(known, { type: 'preview', moves: ['c4'] });
  assert.equal(reduce(other, { type: 'preview', moves, board }), other, 'a late board is ignored');
  assert.equal(reduce(other, { type: 'preview', moves: null }).preview, null);
  assert.equal(reduce(known, { type: 'halt' }).preview, null, 'no preview without lines');
});

test('clocks run with the moves, return on undo, and limit the engine', () => {
  const game = { type: 'new', at: 1000, clock: { base: 60_000, increment: 2000 }, players: initialState().players };
  let state = [game, { type: 'facts', id: 0, facts: START }, { type: 'play', move: 'f5', at: 11_000 }].reduce(reduce, after());
  assert.equal(state.clock.black, 52_000);
  state = reduce(state, { type: 'facts', id: 1, facts: facts('white', ['d6']) });
  assert.equal(wanted(state, 12_000).command, 'go p1time 52000 p2time 59000 p1inc 2000 p2inc 2000');
  state = reduce(state, { type: 'undo' });
  assert.deepEqual([state.clock.black, state.clock.since], [60_000, null]);
});

test('the clocks run while another position is shown', () => {
  const game = { type: 'new', at: 0, clock: { base: 60_000, increment: 0 }, players: people({}).players };
  const begun = [game, { type: 'facts', id: 0, facts: START }, { ...play('f5'), at: 10_000 },
    { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) }].reduce(reduce, after());
  const away = [{ type: 'back' }, { type: 'line', id: 0, moves: ['e6'] }, { type: 'goto', id: 0 }].reduce(reduce, begun);
  assert.deepEqual([away.game.current, away.live, outOfTime(away, 69_999), outOfTime(away, 70_000)], [0, false, null, 'white']);
  const back = reduce(away, { type: 'forward' });
  const home = reduce(away, { type: 'goto', id: 1 });
  assert.equal(back.game.current, 2, 'not the running game');
  assert.deepEqual([home.live, home.clock], [true, { ...begun.clock, home: undefined }]);
  const answered = reduce(home, { ...play('d6'), at: 25_000 });
  assert.deepEqual([answered.clock.black, answered.clock.white], [50_000, 45_000]);
  const taken = reduce(away, { ...play('c4'), at: 30_000 });
  assert.deepEqual([taken.live, taken.clock.home, taken.clock.since], [true, undefined, 30_000], 'play continues there');
  const flagged = [{ type: 'flag', side: 'white' }, { type: 'goto', id: 1 }].reduce(reduce, away);
  assert.deepEqual([flagged.live, flagged.clock.since], [false, null], 'a game lost on time has ended');
  const lost = [{ type: 'lost', connection: 'lost', at: 20_000 }, { type: 'connected', name: '', options: {}, at: 90_000 }].reduce(reduce, away);
  assert.deepEqual([lost.clock.white, outOfTime(lost, 139_999), outOfTime(lost, 140_000)], [50_000, null, 'white']);
  const undone = reduce(back, { type: 'undo' });
  assert.deepEqual([undone.clock.since, undone.clock.white], [null, 60_000], 'undo restores the time');
});

test('the view returns to the running game with its clocks', () => {
  const game = { type: 'new', at: 0, clock: { base: 60_000, increment: 0 }, players: initialState().players };
  const events = [game, { type: 'facts', id: 0, facts: START }, { ...play('f5'), at: 10_000 }, { type: 'facts', id: 1, facts: facts('white', ['d6']) },
    { ...play('d6'), at: 20_000 }, { type: 'facts', id: 2, facts: facts('black', ['c3', 'c4']) }];
  const begun = events.reduce(reduce, after());
  const away = [{ type: 'goto', id: 1 }, { type: 'preview', moves: ['f4'] }].reduce(reduce, begun);
  assert.deepEqual([away.game.current, away.live], [1, false]);
  const back = reduce(away, { type: 'resume', at: 30_000 });
  assert.deepEqual([back.game.current, back.live, back.preview], [2, true, null]);
  assert.deepEqual(back.clock, { ...begun.clock, home: undefined });
  assert.equal(outOfTime(back, 70_000), 'black');
  const lost = reduce(begun, { type: 'flag', side: 'black' });
  assert.equal(reduce(lost, { type: 'resume', at: 90_000 }), lost, 'a game lost on time has ended');
});

test('deleting a line does not end the running game', () => {
  const game = { type: 'new', at: 0, clock: { base: 60_000, increment: 0 }, players: people({}).players };
  const begun = [game, { type: 'facts', id: 0, facts: START }, { ...play('f5'), at: 10_000 },
    { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) }].reduce(reduce, after());
  const away = reduce(begun, { type: 'line', id: 0, moves: ['e6', 'f6'] });
  const cut = reduce(away, { type: 'remove', id: 3 });
  assert.deepEqual([cut.game.current, cut.live, cut.clock], [2, false, { ...begun.clock, home: 1 }]);
  assert.equal(outOfTime(cut, 70_000), 'white');
  assert.deepEqual([reduce(cut, { type: 'goto', id: 1 }).live, reduce(cut, { type: 'goto', id: 1 }).clock.since], [true, 10_000]);
  const behind = [{ type: 'line', id: 1, moves: ['f4'] }].reduce(reduce, begun);
  const home = reduce(behind, { type: 'remove', id: behind.game.current });
  assert.deepEqual([home.game.current, home.live, home.clock], [1, true, { ...begun.clock, home: undefined }]);
  const gone = reduce(reduce(begun, { type: 'first' }), { type: 'remove', id: 1 });
  assert.deepEqual([gone.live, gone.clock.since, gone.clock.home], [false, null, undefined], 'its own line ends it');
});

test('navigation does not cost the engine time', () => {
  const game = { type: 'new', at: 0, clock: { base: 60_000, increment: 0 }, players: initialState().players };
  const thinking = [game, { type: 'facts', id: 0, facts: START }, { ...play('f5'), at: 10_000 }].reduce(reduce, after());
  const known = reduce(thinking, { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) });
  for (const state of [thinking, known]) assert.equal(reduce(state, { type: 'back' }), state);
  assert.equal(reduce(known, { type: 'undo' }).game.current, 0);
});

test('a side without time has lost', () => {
  const reply = facts('white', ['d6', 'f6', 'f4']);
  const clock = { black: 3000, white: 3000, base: 3000, increment: 0, since: null };
  const game = { ...after(people, play('f5'), { type: 'facts', id: 1, facts: reply }), clock: { ...clock, since: 1000 } };
  assert.equal(outOfTime(game, 3999), null);
  assert.equal(outOfTime(game, 4000), 'white');
  assert.equal(outOfTime({ ...game, clock }, 9000), null, 'the clock is stopped');
  assert.equal(outOfTime({ ...game, connection: 'lost' }, 9000), null);
  const lost = reduce(game, { type: 'flag', side: 'white' });
  assert.equal(lost.game.nodes[1].flagged, 'white');
  assert.equal(lost.notice, null);
  assert.equal(outOfTime(lost, 9000), null);
  assert.equal(reduce(lost, play('d6')), lost, 'it is over');
});

test('a loss on time ends the game only at its node', () => {
  const game = { type: 'new', at: 0, clock: { base: 60_000, increment: 0 }, players: initialState().players };
  const known = { type: 'facts', id: 2, facts: facts('black', ['c3']) };
  const begun = [game, { type: 'facts', id: 0, facts: START }, { ...play('f5'), at: 10_000 }, { type: 'facts', id: 1, facts: facts('white', ['d6']) },
    { ...play('d6'), at: 20_000 }, known].reduce(reduce, after());
  const away = [{ type: 'first' }, { type: 'flag', side: 'black' }].reduce(reduce, begun);
  assert.deepEqual([away.game.nodes[0].flagged, away.game.nodes[2].flagged, away.clock.home], [undefined, 'black', undefined]);
  const lost = reduce(begun, { type: 'flag', side: 'black' });
  const back = reduce(lost, { type: 'first' });
  const other = [{ ...play('e6'), at: 90_000 }, { type: 'facts', id: 3, facts: facts('white', ['f4']) }].reduce(reduce, back);
  assert.deepEqual([other.live, other.clock.since, wanted(other, 90_000).kind], [true, 90_000, 'go'], 'play continues there');
  assert.equal(reduce(reduce(back, { type: 'last' }), play('c3')).game.current, 2);
  const again = [{ type: 'goto', id: 1 }, { type: 'resume', at: 90_000 }, { ...play('d6'), at: 91_000 }].reduce(reduce, back);
  assert.deepEqual([again.game.current, again.game.nodes[2].flagged, again.clock.black], [2, undefined, 50_000]);
});

test('the clocks stop at the end of the game, also at a known end', () => {
  const game = { type: 'new', at: 0, clock: { base: 60_000, increment: 0 }, players: people({}).players };
  const over = { type: 'facts', id: 1, facts: facts('white', [], { result: 4 }) };
  const end = [game, { type: 'facts', id: 0, facts: START }, { ...play('f5'), at: 10_000 }, over].reduce(reduce, after());
  const again = [{ type: 'undo' }, { ...play('f5'), at: 20_000 }].reduce(reduce, end);
  for (const state of [end, again]) {
    assert.deepEqual([state.clock.since, state.clock.white, state.notice], [null, 60_000, null]);
    assert.equal(reduce(state, { type: 'connected', name: '', options: {}, at: 90_000 }).clock.since, null);
  }
});

test('no time passes while the engine is lost', () => {
  const game = { type: 'new', at: 1000, clock: { base: 60_000, increment: 0 }, players: people({}).players };
  const begun = [game, { type: 'facts', id: 0, facts: START }].reduce(reduce, after());
  const away = reduce(begun, { type: 'lost', connection: 'lost', at: 11_000 });
  assert.deepEqual([away.clock.black, away.clock.since], [50_000, null]);
  const back = { type: 'connected', name: '', options: {}, at: 90_000 };
  assert.deepEqual([reduce(away, back).clock.black, reduce(away, back).clock.since], [50_000, 90_000]);
  const resting = reduce(reduce(away, { type: 'flag', side: 'black' }), back);
  assert.equal(resting.clock.since, null, 'a stopped clock stays stopped');
});

test('deleting a variation ends its analysis', () => {
  const running = after(people, play('f5'), { type: 'facts', id: 1, facts: facts('white', ['d6', 'f4']) }, play('d6'), { type: 'analyze' });
  assert.equal(running.analysis.status, 'running');
  const cut = reduce(running, { type: 'remove', id: running.analysis.line.at(-1) });
  assert.equal(cut.analysis.status, 'none');
});

test('a running analysis does not restart', () => {
  const running = after(people, play('f5'), { type: 'analyze' });
  assert.equal(reduce(running, { type: 'analyze' }), running);
  assert.equal(reduce(reduce(running, { type: 'halt' }), { type: 'analyze' }).analysis.status, 'running');
});

test('a level has the same depth with a clock', () => {
  const command = (/** @type {number} */ value) => {
    const players = { black: { kind: 'human' }, white: { kind: 'engine', by: 'level', value } };
    const game = { type: 'new', at: 1000, clock: { base: 60_000, increment: 0 }, players };
    const events = [game, { type: 'facts', id: 0, facts: START }, { type: 'play', move: 'f5', at: 1000 },
      { type: 'facts', id: 1, facts: facts('white', ['d6']) }];
    return wanted(events.reduce(reduce, after()), 1000).command.replace(/^go p1time .* p2inc 0/, 'go');
  };
  assert.deepEqual([9, 29, 30].map(command), ['go level', 'go level', 'go']);
});

test('an analysis puts values, losses and marks into the line', () => {
  const ply = (n, more) => ({ type: 'ply', run: 1, reply: { ply: n, best: 'f5', score: 0, certainty: 'selective', selectivity: 87, pv: [], loss: null, mark: null, ...more } });
  let state = after(people, play('f5'), { type: 'analyze' }, ply(1, {}), ply(0, { loss: 4.5, mark: 'mistake' }));
  assert.equal(state.game.nodes[1].mark, 'mistake');
  assert.equal(state.game.nodes[0].ply.certainty, 'selective');
  state = reduce(state, { type: 'analyzed', run: 1, stopped: false });
  assert.equal(state.analysis.status, 'done');
  const other = reduce(state, { type: 'ply', run: 0, reply: { ply: 0 } });
  assert.equal(other, state, 'replies of an old run are ignored');
  assert.equal(reduce({ ...state, game: tree.visit(state.game, 0) }, { type: 'mistake', by: 1 }).game.current, 1);
  const { moves, analysed, black } = totals([0, 1].map((id) => state.game.nodes[id]));
  assert.deepEqual([moves, analysed, black], [1, 1, { lost: 4.5, best: 0, inaccuracy: 0, mistake: 1, blunder: 0 }]);
  const again = reduce(state, { type: 'analyze' });
  assert.equal(again.game, state.game, 'marks of the same level stay');
  const deeper = [{ type: 'settings', settings: { analysisLevel: 26 } }, { type: 'analyze' }].reduce(reduce, state);
  assert.deepEqual([deeper.game.nodes[1].mark, deeper.game.nodes[0].ply, deeper.analysis.level], [undefined, undefined, 26]);
});

test('a new game ends the activities for the old one', () => {
  const hints = after(people, { type: 'toggle', key: 'hints' });
  const other = [{ type: 'load', game: tree.newGame() }, { type: 'facts', id: 0, facts: START }].reduce(reduce, hints);
  const back = reduce(other, { type: 'former' });
  const wants = [hints, other, back].map((state) => wanted(state, 0));
  assert.deepEqual(wants.map(({ kind, position }) => `${kind} ${position}`), new Array(3).fill('hint position startpos'));
  assert.equal(new Set(wants.map(({ key }) => key)).size, 3);
});

test('undo restores the previous game', () => {
  const record = { start: '8/8/8/3OX3/3XO3/8/8/8 X', moves: ['f5', 'd6'] };
  const state = after(play('f5'), { type: 'load', game: gameOf(record), notice: 'x' });
  assert.equal(writeMoves(state.game), 'f5 d6');
  assert.equal(state.game.start, 'startpos');
  const back = reduce(state, { type: 'former' });
  assert.equal(writeMoves(back.game), 'f5');
  assert.deepEqual(state.players, initialState().players, 'against the same opponent');
  assert.deepEqual([state.review, back.review], [true, false]);
  assert.equal(after({ type: 'notice', kind: 'loaded', text: 'x' }, play('f5')).notice?.text, 'x', 'also after a move');
});

test('the number of unlisted records is known', async () => {
  const listed = [{ reply: 'record', reason: null, moves: ['f5'] }, { reply: 'record', reason: 'no' }];
  for (const [records, left] of [[2, 0], [5, 3]]) {
    const found = await readRecords(async () => [...listed, { reply: 'records', records }], []);
    assert.deepEqual([found.records.length, found.wrong.length, found.left], [1, 1, left]);
  }
});

test('a damaged record opens up to its error, which is reported', async () => {
  const record = { reply: 'record', reason: 'move 2, "a1", is illegal', moves: ['f5'] };
  const found = await readRecords(async () => [record, { reply: 'records', records: 1 }], []);
  assert.deepEqual([found.records, found.wrong], [[record], [record]]);
});

test('a move refused by the engine leaves the tree', () => {
  const game = gameOf({ start: 'startpos', moves: ['f5', 'a1', 'a2'] });
  const state = after({ type: 'load', game }, { type: 'impossible', id: 2, message: 'no' });
  assert.equal(writeMoves(state.game), 'f5');
  assert.equal(state.notice.text, 'no');
});

test('a balanced start ends with a move that keeps the balance', async () => {
  const ask = async (lines) =>
    lines[1] === 'moves'
      ? [{ reply: 'moves', moves: ['a1', 'b1'] }]
      : [{ reply: 'info', depth: 10, score: 9, pv: ['c1'] }, { reply: 'info', depth: 10, score: -0.5, pv: ['d1'] }, { reply: 'bestmove' }];
  assert.deepEqual(await balancedStart(ask, () => 0), [...Array(7).fill('a1'), 'd1']);
});

test('the end of an analysis does not affect a newer game', () => {
  const state = after(people, play('f5'), { type: 'analyze' });
  const done = { type: 'analyzed', run: state.analysis.run, stopped: true };
  assert.equal(reduce(reduce(state, { type: 'halt' }), done).analysis.status, 'stopped');
  const { analysis } = [{ type: 'new', at: 0 }, done].reduce(reduce, state);
  assert.equal(analysis.status, 'none');
});

test('a puzzle is obvious only if a search of depth 1 finds its move', async () => {
  const infos = (depth, certainty, ...values) =>
    values.map(([move, score]) => ({ reply: 'info', depth, score, bound: null, certainty, pv: [move] }));
  const glance = infos(1, 'selective', ['b2', 3], ['a1', 2], ['c1', 1]);
  const proof = infos(9, 'exact', ['a1', 10], ['b2', 4], ['c1', 2]);
  const ask = async ([, command]) =>
    command === 'd' ? [{ empties: 9, fen: 'a position', result: null }] : [...glance, ...proof, { reply: 'bestmove' }];
  const puzzle = await findPuzzle(ask, 'medium', () => false, () => 0);
  assert.deepEqual(puzzle, { start: 'a position', line: ['a1'], values: { a1: 10, b2: 4, c1: 2 } });
});

test('a game for a puzzle begins with moves of the book', async () => {
  const book = { reply: 'info', depth: 48, score: 0, bound: null, certainty: 'selective', book: true, pv: ['f5', 'd6'] };
  const played = [];
  const ask = async ([position, command]) => {
    if (command !== 'd') return [book, { reply: 'bestmove' }];
    played.push(position);
    return [{ empties: 60 - played.length, fen: '', result: null }];
  };
  await findPuzzle(ask, 'easy', () => played.length === 2, () => 0);
  assert.deepEqual(played, ['position startpos', 'position startpos moves f5']);
});

test('library files read back, and other files are refused', () => {
  const state = after(play('f5'), { type: 'comment', id: 1, comment: 'a word' });
  const games = [{ id: '1', at: 5, name: 'x', played: false, names: state.names, players: state.players, level: 0, game: save(state.game) }];
  assert.deepEqual(readLibrary(writeLibrary(games)), JSON.parse(JSON.stringify(games)));
  for (const text of ['', '[]', '{"games":[]}', 'f5d6']) assert.equal(readLibrary(text), null);
  assert.throws(() => readLibrary(writeLibrary([{ ...games[0], game: { start: 'startpos', moves: 'z9', at: [] } }])));
});

test('marks are set, removed and saved with their position', () => {
  const choose = (square) => ({ type: 'draw', square });
  let state = after({ type: 'drawing' }, ...['d3', 'd3', 'c4', 'f5', 'a1', 'a1', 'a1', 'a1'].map(choose));
  assert.deepEqual(state.game.nodes[0].marks, ['d3', 'c4f5']);
  assert.deepEqual(restore(save(state.game)).nodes[0].marks, ['d3', 'c4f5']);
  state = [{ type: 'mark', from: 'd3', to: 'd3' }, { type: 'mark', from: 'c4', to: 'f5' }].reduce(next, state);
  assert.equal(state.game.nodes[0].marks, undefined);
});

test('an opening is trained with its continuations, each move once', async () => {
  const openings = [['Tiger', 'f5 d6 c3 d3 c4'], ['Aubrey', 'f5 d6 c3 d3 c4 b3'], ['Cat', 'f5 d6 c4 d3 c5']].map(([name, moves]) => ({ name, moves: moves.split(' ') }));
  const ask = async (lines) => lines.filter((line) => line !== 'd').map((line) => ({ reply: 'board', fen: line, side: line.split(' ').length % 2 ? 'black' : 'white' }));
  const tasks = await namedTasks(ask, openings, 'f5 d6 c3 d3 c4', ['white']);
  assert.deepEqual(tasks.map(({ opening, line }) => `${opening} ${line[0]}`), ['Tiger d6', 'Tiger d3', 'Aubrey b3']);
  assert.equal((await namedTasks(ask, openings, '', ['black', 'white'])).length, 8);
});

test('book training ends where the book ends', async () => {
  const known = { '': 'f5', f5: 'd6', 'f5 d6': 'c3' };
  const ask = async ([position]) => {
    const moves = position.replace(/.*moves ?|position startpos$/, '');
    const info = { reply: 'info', bound: null, score: 0, pv: [known[moves] ?? 'c4'], book: moves in known };
    return [{ reply: 'board', fen: moves, side: moves.split(' ').length % 2 && moves ? 'white' : 'black' }, info];
  };
  const tasks = await goodTasks(ask, [], ['black', 'white'], () => false);
  const expected = [['f5', 'd6'], ['f5 d6', 'c3']];
  assert.deepEqual(tasks.map(({ start, line }) => [start, line[0]]), expected);
  const elsewhere = await goodTasks(ask, ['f5', 'f6'], ['black', 'white'], () => false);
  assert.deepEqual(elsewhere.map(({ start, line }) => [start, line[0]]), expected, 'from the start, if the book does not know the position');
});

test('missed tasks return the next day, solved ones rest longer each time', async () => {
  const at = (day, hour) => new Date(2026, 0, day, hour).getTime();
  const due = async (day, hour) => (await dueCards(at(day, hour))).map(({ id }) => id).sort();
  await remember({ start: 'missed', line: ['d3'] }, false, at(1, 22));
  await remember({ start: 'solved', line: ['d3'] }, true, at(1, 22));
  assert.deepEqual(await due(1, 23), []);
  assert.deepEqual(await due(2, 7), ['missed'], 'in the morning');
  await remember({ start: 'missed', line: ['d3'] }, true, at(2, 7));
  assert.deepEqual(await due(3, 7), []);
  assert.deepEqual(await due(4, 7), ['solved']);
  // Before it is due, a solution only delays the task.
  await remember({ start: 'missed', line: ['d3'] }, true, at(4, 7));
  assert.deepEqual(await due(7, 7), ['missed', 'solved']);
  await remember({ start: 'solved', line: ['d3'] }, true, at(7, 7));
  await remember({ start: 'missed', line: ['d3'] }, false, at(7, 7));
  assert.deepEqual(await due(8, 7), ['missed']);
  assert.deepEqual(await due(14, 7), ['missed', 'solved']);
});
