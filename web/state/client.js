// Requests to the engine, one at a time: replies carry no number, so what comes belongs to the
// request that is running. Only `stop`, which the director sends, and a lost connection interrupt.

export class Lost extends Error {}

/** @param {Host} host */
export function createClient(host) {
  /** @type {EngineRequest | null} */
  let running = null;
  return {
    /**
     * Sends lines and hands each reply on, until `onReply` says that it was the last one.
     * @param {string[]} lines @param {(reply: Reply) => boolean} onReply
     * @returns {Promise<void>}
     */
    request(lines, onReply) {
      if (running) throw new Error('the engine answers one request at a time');
      return new Promise((resolve, reject) => {
        running = { onReply, resolve, reject };
        for (const line of lines) host.send(line);
      });
    },
    /**
     * Sends lines, and gives what they are answered with. If the last one searches, `until` is
     * its last reply.
     * @param {string[]} lines @param {string} [until] @returns {Promise<Reply[]>}
     */
    async ask(lines, until) {
      const replies = /** @type {Reply[]} */ ([]);
      await this.request(until ? lines : [...lines, 'isready'], (reply) => {
        if (reply.reply === 'readyok') return true;
        replies.push(reply);
        return reply.reply === until || (until !== undefined && reply.reply === 'error');
      });
      return replies;
    },
    /** @param {string} line a line of the engine */
    receive(line) {
      if (!running || !line.startsWith('{')) return;
      const { onReply, resolve } = running;
      if (onReply(JSON.parse(line))) {
        running = null;
        resolve();
      }
    },
    lose() {
      const lost = running;
      running = null;
      lost?.reject(new Lost('connection lost'));
    },
  };
}
