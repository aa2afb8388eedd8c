/**
 * Lines in memory shared by the page and the worker, so that the worker can read them during a
 * search. One side writes, the other reads. Neither waits.
 *
 * The memory begins with two wrapping 32-bit counters: bytes written and bytes read. Lines follow,
 * each preceded by its length in four bytes.
 */

const HEADER = 8;
const CAPACITY = 1 << 18;
const WRITTEN = 0;
const READ = 1;
const LENGTH = 4;

/** Allocates the memory of a ring. */
export function newRing() {
  return new SharedArrayBuffer(HEADER + CAPACITY);
}

export class Ring {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.counters = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEADER);
  }

  /**
   * Writes a line.
   * 
   * @param {string} line
   * @returns {boolean} whether the line fitted
   */
  push(line) {
    const text = new TextEncoder().encode(line);
    const written = Atomics.load(this.counters, WRITTEN);
    const used = (written - Atomics.load(this.counters, READ)) >>> 0;
    if (used + LENGTH + text.length > CAPACITY) return false;
    const length = new Uint8Array(new Uint32Array([text.length]).buffer);
    this.#write(written, length);
    this.#write(written + LENGTH, text);
    Atomics.store(this.counters, WRITTEN, (written + LENGTH + text.length) | 0);
    return true;
  }

  /**
   * Reads the next line.
   * 
   * @returns {Uint8Array | null} in UTF-8; `null` without one
   */
  take() {
    const read = Atomics.load(this.counters, READ);
    if (read === Atomics.load(this.counters, WRITTEN)) return null;
    const [length] = new Uint32Array(this.#read(read, LENGTH).buffer);
    const text = this.#read(read + LENGTH, length);
    Atomics.store(this.counters, READ, (read + LENGTH + length) | 0);
    return text;
  }

  /** @param {number} at @param {Uint8Array} bytes */
  #write(at, bytes) {
    const start = (at >>> 0) % CAPACITY;
    const first = bytes.subarray(0, CAPACITY - start);
    this.bytes.set(first, start);
    this.bytes.set(bytes.subarray(first.length), 0);
  }

  /** @param {number} at @param {number} length */
  #read(at, length) {
    const start = (at >>> 0) % CAPACITY;
    const bytes = new Uint8Array(length);
    const first = this.bytes.subarray(start, Math.min(start + length, CAPACITY));
    bytes.set(first);
    bytes.set(this.bytes.subarray(0, length - first.length), first.length);
    return bytes;
  }
}
