/**
 * The engine of the page: over a WebSocket if `outflank gui` serves the page, as WebAssembly in a
 * Web Worker on a static host. Both have this interface.
 */
import { askForToken, connectSocket, token } from './socket.js';
import { connectWorker } from './wasm.js';

/**
 * The state of a connection.
 * 
 * - `connecting`: not usable yet. Also follows `lost` when reconnecting, and a search
 *   stopped by ending the worker.
 * - `ready`: a new protocol session has begun, which replies in JSON. Earlier lines stay
 *   unanswered: send options and position again.
 * - `lost`: the session and its search have ended. Reconnects unless `refused`
 *   follows at once.
 * - `refused`: only the user can restore the connection; `detail` says why. Reconnects
 *   if that can help, for example when too many tabs are open.
 * 
 * @typedef {'connecting' | 'ready' | 'lost' | 'refused'} State
 * 
 * @typedef {object} Status
 * @property {State} state
 * @property {string} [detail] why, and what to do, in English; for `lost` and `refused`
 * @property {'native' | 'wasm'} [engine] the kind of engine; for `ready`
 * 
 * @typedef {object} Listener
 * @property {(line: string) => void} onLine receives each line of the engine, without its line
 *     break; a drawn board or `help` arrives in one call with line breaks inside
 * @property {(status: Status) => void} onStatus receives each change of the state
 * 
 * @typedef {object} Engine
 * @property {(line: string) => void} send sends one protocol line, without its line break; dropped
 *     unless the state is `ready`. `stop` is an ordinary line: a search answers it with one
 *     `bestmove`, an analysis with `analysis`. If only ending the worker can stop an analysis, no
 *     reply but `connecting` follows.
 * @property {() => void} close ends the session and its search; no more calls follow
 */

/** The maximum length of a line in bytes, and the engine's error for a longer one. */
const LONGEST = 64 * 1024;
const TOO_LONG = JSON.stringify({ reply: 'error', message: `line too long: expected at most ${LONGEST} bytes` });

/**
 * Connects to the engine of this page. The first status arrives after this function has returned.
 * 
 * @param {Listener} listener
 * @returns {Engine}
 */
export function connect(listener) {
  let engine = token() === null ? withoutServer() : connectSocket(listener, replace);

  function withoutServer() {
    askForToken(() => {
      engine.close();
      engine = connectSocket(listener, replace);
    });
    return connectWorker(listener);
  }

  /** Continues without a server: the host is static, and the token came from an earlier server. */
  function replace() {
    engine.close();
    engine = withoutServer();
  }

  return {
    send(line) {
      // Neither connection accepts a longer line.
      if (new TextEncoder().encode(line).length > LONGEST) listener.onLine(TOO_LONG);
      else engine.send(line);
    },
    close: () => engine.close(),
  };
}
