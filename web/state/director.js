// Keeps the engine at the wanted activity: stops obsolete work and starts new work. Turns replies
// into actions.

import { Lost, createClient } from './client.js';
import { full, isMatch, wanted } from './wanted.js';

/** Minimum delay before a move without clocks, in milliseconds, so that the eye can follow. */
const PAUSE = 500;
/** The interval for search results, in milliseconds. */
const BATCH = 50;
/** Number of games that the explorer lists. */
const GAMES = 50;

/** The filter as arguments of `explore`. The engine would read text after # as a comment. @param {GameFilter} filter */
function filterWords({ player, from, to }) {
  const name = player.replaceAll('#', '').trim();
  return [from && ` from ${from}`, to && ` to ${to}`, name && ` player ${name}`].join('');
}

/** @param {Store} store @param {Host} host */
export function createDirector(store, host) {
  const client = createClient(host);
  /** @type {Question[]} */
  const asked = [];
  /** @type {{key: string, stopping: boolean, search: boolean} | null} */
  let running = null;
  let sent = /** @type {Record<string, string>} */ ({});
  let lastMove = 0;
  /** The number of the last game sent to the engine. */
  let round = 0;

  const step = () => {
    if (store.get().connection !== 'ready') return;
    const want = asked.length ? null : wanted(store.get(), Date.now());
    if (running) {
      if (running.search && !running.stopping && running.key !== want?.key) {
        running.stopping = true;
        host.send('stop');
      }
      return;
    }
    const question = asked.shift();
    if (question) return run({ kind: 'ask', key: 'ask' }, () => answer(question));
    if (want) run(want, () => activities[want.kind](want));
  };

  /** @param {Activity} want @param {() => Promise<void>} work */
  const run = (want, work) => {
    running = { key: want.key, stopping: false, search: false };
    work().catch(unlessLost).finally(() => {
      running = null;
      step();
    });
  };

  /** @param {Question} question */
  const answer = ({ lines, until, done, fail }) =>
    client.ask(until ? setOptions(full) : []).then(() => client.ask(lines, until)).then(done, (error) => {
      fail(error);
      throw error;
    });

  /** The lines that set the changed options. @param {Record<string, string>} options */
  const setOptions = (options) => {
    const { settings, engine } = store.get();
    const all = { ...settings.options, ...options };
    const lines = [];
    for (const [name, kept] of Object.entries(all)) {
      // The limits differ between engines.
      const option = engine.options[name];
      if (!option) continue;
      const value = kept > option.max ? `${option.max}` : kept;
      if (sent[name] !== value) lines.push(`setoption name ${name} value ${value}`);
      sent[name] = value;
    }
    return lines;
  };

  /** @param {Reply} reply */
  const tell = ({ reply, message }) => store.dispatch({ type: 'notice', kind: reply, text: message });

  /** @param {string[]} lines @param {string} kind of the reply */
  const first = async (lines, kind) => (await client.ask(lines)).find(({ reply }) => reply === kind);

  /** @param {Activity} want */
  const beginSearch = ({ kind }) => {
    store.dispatch({ type: 'thinking', thinking: { kind } });
    Object.assign(/** @type {object} */ (running), { search: true });
  };

  /**
   * Starts a new game if necessary, and sets the position and the options. Returns false if the
   * search is no longer wanted afterwards.
   * @param {Activity} want
   */
  const prepare = async (want) => {
    const begin = want.round === round ? [] : ['uginewgame'];
    round = want.round;
    const error = await first([...begin, ...setOptions(want.options), want.position], 'error');
    if (error) tell(error);
    return !asked.length && wanted(store.get(), Date.now())?.key === want.key;
  };

  /**
   * Runs a search and dispatches its infos in batches.
   * @param {Activity} want @returns {Promise<string | null>} the best move
   */
  const search = async (want) => {
    let infos = /** @type {(Reply & Value)[]} */ ([]);
    let best = null;
    let timer = 0;
    const deliver = () => {
      timer = 0;
      if (!infos.length || running?.stopping) return;
      store.dispatch({ type: 'infos', id: want.id, infos, thinking: { kind: want.kind, info: latest(infos) } });
      infos = [];
    };
    beginSearch(want);
    try {
      await client.request([want.command], (reply) => {
        if (reply.reply === 'info' && reply.score !== undefined) {
          infos.push(/** @type {Reply & Value} */ (reply));
          timer ||= setTimeout(deliver, BATCH);
        } else if (reply.reply === 'note' || reply.reply === 'error') {
          tell(reply);
        }
        if (reply.reply === 'bestmove') best = reply.move;
        return reply.reply === 'bestmove' || reply.reply === 'error';
      });
    } finally {
      clearTimeout(timer);
      deliver();
      store.dispatch({ type: 'thinking', thinking: null });
    }
    return best;
  };

  /** @type {Record<string, (want: any) => Promise<void>>} */
  const activities = {
    async facts({ ids, positions, round }) {
      const replies = await client.ask(positions.flatMap((/** @type {string} */ each) => [each, 'd', 'moves']));
      if (round !== store.get().round) return;
      for (const id of ids) {
        const error = replies[0]?.reply === 'error' ? replies.shift() : null;
        const [board, moves] = replies.splice(0, 2);
        if (error) {
          store.dispatch({ type: 'impossible', id, message: error.message });
          return;
        }
        store.dispatch({ type: 'facts', id, facts: /** @type {Facts & Reply} */ ({ ...board, board: board.board.slice(0, 64), legal: moves.moves }) });
      }
    },
    async go(want) {
      if (!(await prepare(want))) return;
      const move = await search(want);
      const { settings, clock } = store.get();
      const pace = isMatch(store.get()) ? settings.pace : settings.animate ? PAUSE : 0;
      const wait = clock ? 0 : lastMove + pace - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      // Play the found move even if the engine is lost now.
      const state = /** @type {State} */ ({ ...store.get(), connection: 'ready' });
      if (running?.stopping || wanted(state, Date.now())?.key !== want.key) return;
      lastMove = Date.now();
      store.dispatch(move ? { type: 'play', move, at: lastMove } : { type: 'halt' });
    },
    async hint(want) {
      if (!(await prepare(want))) return;
      await search(want);
      if (!running?.stopping) store.dispatch({ type: 'valued', id: want.id, valued: want.valued });
    },
    async analyze(want) {
      if (!(await prepare(want))) return;
      beginSearch(want);
      try {
        await client.request([want.command], (reply) => {
          if (reply.reply === 'ply') store.dispatch({ type: 'ply', run: want.run, reply });
          if (reply.reply === 'error') tell(reply);
          const over = reply.reply === 'analysis' || reply.reply === 'error';
          // An analysis interrupted by other work starts again later.
          if (over && !(running?.stopping && store.get().analysis.status === 'running')) {
            store.dispatch({ type: 'analyzed', run: want.run, stopped: reply.reply === 'error' || reply.left > 0 });
          }
          return over;
        });
      } finally {
        store.dispatch({ type: 'thinking', thinking: null });
      }
    },
    async preview({ moves, position }) {
      const board = (await first([position, 'd'], 'board'))?.board ?? '';
      store.dispatch({ type: 'preview', moves, board: board.slice(0, 64) });
    },
    async explore({ id, position, round }) {
      const { filter, version } = store.get().explorer;
      const explored = /** @type {(Reply & Explored) | undefined} */ (await first([position, `explore ${GAMES}${filterWords(filter)}`], 'explored'));
      const now = store.get();
      if (explored && round === now.round && version === now.explorer.version) store.dispatch({ type: 'explored', id, explored });
    },
    async explain({ id, position, round }) {
      const explained = await first([position, 'eval explain'], 'eval');
      if (round !== store.get().round) return;
      store.dispatch(explained ? { type: 'explained', id, explained } : { type: 'toggle', key: 'explain' });
    },
  };

  store.subscribe(step);
  return {
    receive: client.receive,
    /** A connection is ready: starts the protocol and the wanted activity. */
    async open() {
      client.lose();
      await new Promise((resolve) => setTimeout(resolve));
      const replies = await client.ask(['ugi', 'options']).catch(unlessLost);
      if (!replies) return;
      const options = Object.fromEntries(replies.filter(({ reply }) => reply === 'option').map((each) => [each.name, each]));
      sent = {};
      store.dispatch({ type: 'connected', name: replies.find(({ reply }) => reply === 'id')?.name ?? '', options, at: Date.now() });
    },
    /**
     * The connection has ended.
     * @param {'lost' | 'connecting'} connection the new state
     * @param {string} text why, and what to do
     */
    lose(connection, text) {
      if (store.get().connection === 'ready') store.dispatch({ type: 'lost', connection, text, at: Date.now() });
      client.lose();
    },
    /**
     * Sends a short request. Stops the running work for it.
     * @param {string[]} lines @param {string} [until] the last reply, if the last line searches
     * @returns {Promise<Reply[]>}
     */
    ask(lines, until) {
      return new Promise((done, fail) => {
        asked.push({ lines, until, done, fail });
        step();
      });
    },
    /** Stops the running search. If it searches for a move, the move is played. */
    stop: () => host.send('stop'),
    /** @param {number} at when a person moved */
    moved(at) {
      lastMove = at;
    },
  };
}

/** The latest info of the best line, or the latest of any line. @param {Reply[]} infos */
const latest = (infos) => infos.findLast(({ multipv }) => multipv === 1) ?? infos.at(-1);

/** Ignores lost connections, which are reported elsewhere. @param {Error} error */
function unlessLost(error) {
  if (!(error instanceof Lost)) throw error;
}
