// Sends requests to the engine, one at a time. Replies carry no number and belong to the running
// request. Only a `stop` of the director or a lost connection interrupts a request.

export class Lost extends Error {}

/** @param {Host} host */
export function createClient(host) {
  /** @type {EngineRequest | null} */
  let running = null;
  return {
    /**
     * Sends lines and passes each reply to `onReply` until it returns true.
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
     * Sends lines and returns their replies. If the last line searches, `until` names its last
     * reply.
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
