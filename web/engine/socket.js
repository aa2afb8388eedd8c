/**
 * The engine over a WebSocket, served by `outflank gui`. Each text message is one line.
 *
 * The address has the token of the session in its fragment, which requests do not contain. The page
 * removes it from the address at once and keeps it for reloads of this tab. After a restart of the
 * server, a tab gets the new token from a tab that the new server has opened. A tab opened by a
 * link gets it from any other tab.
 */

import { put, read } from './storage.js';

/** @typedef {import('./host.js').Listener} Listener */
/** @typedef {import('./host.js').Engine} Engine */

const KEY = 'outflank-token';

/** The delays before reconnecting, in milliseconds. The last one repeats. */
const RETRIES = [250, 500, 1000, 2000];

/** The close code for a wrong token. */
const WRONG_TOKEN = 4001;

/** Why the server refused the session, by close code. */
const REASONS = new Map([
  [WRONG_TOKEN, 'this address has expired: open the one that outflank gui prints'],
  [4002, 'too many tabs are open: close one'],
]);

/** `#token=..` in the address, before the rest of the fragment. */
const TOKEN = /^#token=([0-9a-f]+)&?/;

takeToken();
// Opening the printed address in this tab changes only the fragment and loads nothing.
addEventListener('hashchange', (event) => {
  if (!TOKEN.test(location.hash)) return;
  event.stopImmediatePropagation();
  location.reload();
});

/** Moves the token from the address to the storage of the tab. */
function takeToken() {
  const found = TOKEN.exec(location.hash);
  if (!found) return;
  put('sessionStorage', KEY, found[1]);
  const rest = location.hash.slice(found[0].length);
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
}

/**
 * The token of this tab, or `null`. A page over HTTPS has none: `outflank gui` uses plain HTTP.
 * 
 * @returns {string | null}
 */
export function token() {
  return (location.protocol === 'http:' && read('sessionStorage', KEY)) || null;
}

/** Whether the host serves the engine as a file. `outflank gui` does not. */
function isStatic() {
  const url = new URL('../engine.bin', import.meta.url);
  return fetch(url, { method: 'HEAD' }).then(({ ok }) => ok, () => false);
}

/**
 * Requests the token from the other tabs of this host. A tab opened by a link has no token.
 * 
 * @param {() => void} got called once this tab has the token
 */
export function askForToken(got) {
  const tabs = new BroadcastChannel(KEY);
  tabs.onmessage = ({ data }) => {
    if (data === null) return;
    tabs.close();
    put('sessionStorage', KEY, data);
    got();
  };
  tabs.postMessage(null);
}

/**
 * Connects to the server of this page and retries until it responds.
 * 
 * @param {Listener} listener
 * @param {() => void} onStatic called on a static host, after deleting the token
 * @returns {Engine}
 */
export function connectSocket({ onLine, onStatus }, onStatic) {
  /** @type {WebSocket | null} */
  let socket = null;
  let isReady = false;
  let isClosed = false;
  let attempts = 0;
  /** The latest reported reason for a refusal. */
  let told = '';
  let timer = 0;
  const tabs = new BroadcastChannel(KEY);

  function open() {
    onStatus({ state: 'connecting' });
    const mine = new WebSocket(`ws://${location.host}/session`);
    socket = mine;
    let isOpen = false;
    mine.onopen = () => {
      isOpen = true;
      mine.send(token() ?? '');
    };
    mine.onmessage = ({ data }) => {
      if (isReady) {
        // Reset only now: with a valid token the session may still fail, for example with too many tabs.
        attempts = 0;
        told = '';
        onLine(data);
        return;
      }
      // The first message is `token ..`: the token for later connections.
      put('sessionStorage', KEY, data.split(' ')[1]);
      isReady = true;
      tabs.postMessage(token());
      mine.send('json on');
      onStatus({ state: 'ready', engine: 'native' });
    };
    mine.onclose = async ({ code }) => {
      const isForeign = !isOpen && (await isStatic());
      if (isClosed || socket !== mine) return;
      if (isForeign) {
        put('sessionStorage', KEY, '');
        onStatic();
        return;
      }
      const wasReady = isReady;
      isReady = false;
      const detail = REASONS.get(code);
      if (detail && detail !== told) onStatus({ state: 'refused', detail });
      told = detail ?? told;
      // A wrong token stays wrong. Other refusals may end when tabs are closed.
      if (code === WRONG_TOKEN) return;
      if (wasReady && !detail) onStatus({ state: 'lost', detail: `the server has ended: start it again with outflank gui --port ${location.port}` });
      timer = setTimeout(open, RETRIES[Math.min(attempts++, RETRIES.length - 1)]);
    };
  }

  tabs.onmessage = ({ data }) => {
    if (isReady && data === null) tabs.postMessage(token());
    if (isReady || data === null || data === token()) return;
    put('sessionStorage', KEY, data);
    clearTimeout(timer);
    attempts = 0;
    if (socket) socket.onclose = null;
    socket?.close();
    open();
  };
  queueMicrotask(() => isClosed || open());

  return {
    send(line) {
      if (isReady) socket?.send(line);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      tabs.close();
      socket?.close();
    },
  };
}
