/**
 * The engine over a WebSocket, as `outflank gui` serves it. Each text message is one line.
 *
 * The token that lets this page in comes in the fragment of the address, which no request
 * contains. It is taken out of the address at once, and kept for reloads of this tab. A tab
 * whose server was started again gets the new token from a tab opened by the new server, and one
 * that was opened by a link gets it from any other.
 */

import { put, read } from './storage.js';

/** @typedef {import('./host.js').Listener} Listener */
/** @typedef {import('./host.js').Engine} Engine */

const KEY = 'outflank-token';

/** How long to wait before each attempt to connect again, in milliseconds; the last repeats. */
const RETRIES = [250, 500, 1000, 2000];

/** The code with which the server closes where the token is wrong. */
const WRONG_TOKEN = 4001;

/** Why there is no session, by the code of the close. */
const REASONS = new Map([
  [WRONG_TOKEN, 'this address has expired: open the one that outflank gui prints'],
  [4002, 'too many tabs are open: close one'],
]);

/** `#token=..` in the address, before what else is in the fragment. */
const TOKEN = /^#token=([0-9a-f]+)&?/;

takeToken();
// Opened in this tab, the address that is printed loads nothing: its fragment alone differs.
addEventListener('hashchange', (event) => {
  if (!TOKEN.test(location.hash)) return;
  event.stopImmediatePropagation();
  location.reload();
});

/** Moves the token from the address. */
function takeToken() {
  const found = TOKEN.exec(location.hash);
  if (!found) return;
  put('sessionStorage', KEY, found[1]);
  const rest = location.hash.slice(found[0].length);
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
}

/**
 * The token of this tab; `null` if it was not opened by `outflank gui`, which speaks HTTP alone.
 *
 * @returns {string | null}
 */
export function token() {
  return (location.protocol === 'http:' && read('sessionStorage', KEY)) || null;
}

/** Whether the host has the engine as a file, which `outflank gui` has not. */
function isStatic() {
  const url = new URL('../engine.bin', import.meta.url);
  return fetch(url, { method: 'HEAD' }).then(({ ok }) => ok, () => false);
}

/**
 * Asks the other tabs of this host for their token, as a tab that a link has opened has none.
 *
 * @param {() => void} got is called once this tab has it
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
 * Connects to the server of this page, again and again until it is there.
 *
 * @param {Listener} listener
 * @param {() => void} onStatic is called where there is none, and the token is forgotten
 * @returns {Engine}
 */
export function connectSocket({ onLine, onStatus }, onStatic) {
  /** @type {WebSocket | null} */
  let socket = null;
  let isReady = false;
  let isClosed = false;
  let attempts = 0;
  /** Why there is no session, as far as that was told. */
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
        // The token alone is no session: there may be too many.
        attempts = 0;
        told = '';
        onLine(data);
        return;
      }
      // The first message is the answer to the token: `token ..`, the one to use from now on.
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
      // Only with another token would that change; other tabs may be closed.
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
