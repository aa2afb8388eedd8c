/**
 * The engine behind the page: over a WebSocket where `outflank gui` serves the page, as
 * WebAssembly in a Web Worker where a static host does. Both have this interface.
 */
import { askForToken, connectSocket, token } from './socket.js';
import { connectWorker } from './wasm.js';

/**
 * The state of a connection.
 *
 * - `connecting`: not usable yet, or not for a moment: after `lost`, while it is tried again, and
 *   where a search was ended with its worker.
 * - `ready`: a new session of the protocol has begun, which answers in JSON. Nothing that was
 *   sent before is answered any more: send options and position again.
 * - `lost`: the session is gone and its search with it; it is tried again by itself, unless
 *   `refused` follows at once.
 * - `refused`: it will not come back without the user; `detail` says why. Where that may be enough,
 *   as where too many tabs are open, it is tried again by itself.
 *
 * @typedef {'connecting' | 'ready' | 'lost' | 'refused'} State
 *
 * @typedef {object} Status
 * @property {State} state
 * @property {string} [detail] why, and what to do, in English; for `lost` and `refused`
 * @property {'native' | 'wasm'} [engine] what answers; for `ready`
 *
 * @typedef {object} Listener
 * @property {(line: string) => void} onLine gets each line of the engine, without its line
 *     break; a drawn board or `help` is one call with line breaks inside
 * @property {(status: Status) => void} onStatus gets each change of the state
 *
 * @typedef {object} Engine
 * @property {(line: string) => void} send sends one line of the protocol, without its line
 *     break; dropped unless the state is `ready`. `stop` is a line like any other: a search
 *     answers it by one `bestmove`, wherever it runs, and an analysis by `analysis`, or by
 *     nothing but `connecting` where it can only be ended with its worker.
 * @property {() => void} close ends the session, and its search; no more calls follow
 */

/** The longest line that the engine takes, in bytes, and what it says of a longer one. */
const LONGEST = 64 * 1024;
const TOO_LONG = JSON.stringify({ reply: 'error', message: `line too long: expected at most ${LONGEST} bytes` });

/**
 * Connects to the engine that this page is served with. The first status follows after this
 * function has returned.
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

  /** Where the token was one of a server that has been here before. */
  function replace() {
    engine.close();
    engine = withoutServer();
  }

  return {
    send(line) {
      // On neither way would it arrive.
      if (new TextEncoder().encode(line).length > LONGEST) listener.onLine(TOO_LONG);
      else engine.send(line);
    },
    close: () => engine.close(),
  };
}
