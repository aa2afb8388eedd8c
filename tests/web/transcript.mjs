/**
 * Plays transcripts (format: `tests/it/common/transcript.rs`) to the session in WebAssembly, which also
 * receives lines during a search.
 */
import assert from 'node:assert/strict';
import { startSession } from '../../web/engine/core.js';

/** Other protocols, commands that need a second thread (perft does not poll), and process behaviour. */
const FOREIGN = /^(\$|\^D|> (\d+ )?(name|list_commands|protocol_version|genmove|nboard)\b|> \d|> setoption name Threads|> perft 40)/m;

/** Time limit of a transcript on a busy machine, in milliseconds. */
const PATIENCE = 20_000;

/** Why `text` cannot be played here; `false` if it can. @param {string} text */
export function skipped(text) {
  const found = FOREIGN.exec(text);
  return found !== null && `not here: ${found[0]}`;
}

/**
 * Plays `text`.
 *
 * @param {WebAssembly.Module} module
 * @param {string} text
 */
export async function play(module, text) {
  const steps = stepsOf(text);
  /** @type {string[]} */
  let lines = [];
  let at = 0;
  const end = performance.now() + PATIENCE;
  /** Continues until a reply is missing. Returns the next line to send. */
  const take = () => {
    // A timer would never fire during an endless search.
    assert.ok(performance.now() < end, `late: expected ${steps[at]?.patterns}, found ${lines.slice(-5)}`);
    for (;;) {
      const step = steps[at];
      if (!step || (step.patterns && !arrived(step))) return null;
      at += 1;
      if (step.send) return step.send;
    }
  };
  /** @param {any} step */
  const arrived = ({ patterns, skipping }) => {
    for (let from = 0; from + patterns.length <= lines.length; from += 1) {
      if (patterns.every((/** @type {RegExp} */ pattern, /** @type {number} */ index) => pattern.test(lines[from + index]))) {
        lines = lines.slice(from + patterns.length);
        return true;
      }
      assert.ok(skipping, `expected ${patterns}, found ${lines}`);
    }
    return false;
  };
  const onReply = (/** @type {string} */ reply) => lines.push(...reply.split('\n'));
  const session = await startSession(module, { stopChannel: 'shared', onReply, take });
  for (let before = -1; before < at; ) {
    before = at;
    await session.run();
  }
  assert.equal(at, steps.length, `expected ${steps[at]?.patterns}, found ${lines}`);
  assert.deepEqual(lines, []);
}

/** @param {string} text */
function stepsOf(text) {
  /** @type {{send?: Uint8Array, patterns?: RegExp[], skipping?: boolean}[]} */
  const steps = [];
  let skipping = false;
  for (const line of text.split('\n')) {
    const [mark] = line.split(' ', 1);
    const rest = line.slice(mark.length + 1);
    if (mark === '>') steps.push({ send: unescape(rest) });
    else if (mark === '<' && rest === '...') skipping = true;
    else if (mark === '<') {
      const pattern = regex(rest);
      const last = steps.at(-1);
      if (last?.patterns && !skipping) last.patterns.push(pattern);
      else steps.push({ patterns: [pattern], skipping });
      skipping = false;
    }
  }
  return steps;
}

/** @param {string} pattern */
function regex(pattern) {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('<n>', '-?[0-9]+')}$`);
}

/** The bytes of `text`, escapes resolved. @param {string} text */
function unescape(text) {
  const parts = text.split(/(\\x..|\\\{\d+ .*?\}|\\.)/).map((part) => {
    if (part.startsWith('\\x')) return Buffer.from([parseInt(part.slice(2), 16)]);
    const repeated = /^\\\{(\d+) (.*)\}$/.exec(part);
    if (repeated) return Buffer.from(repeated[2].repeat(Number(repeated[1])));
    return Buffer.from(/** @type {Record<string, string>} */ ({ '\\t': '\t', '\\r': '\r', '\\\\': '\\' })[part] ?? part);
  });
  return Buffer.concat(parts);
}
