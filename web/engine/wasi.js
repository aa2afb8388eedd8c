/**
 * The subset of WASI that the engine uses: a clock, random numbers for hash maps, and standard
 * error for panic messages. No files.
 */

const OK = 0;
const BAD_FILE = 8;
const NOT_SUPPORTED = 52;
const MONOTONIC = 1;

/**
 * The imports of a module for `wasm32-wasip1`.
 * 
 * @param {() => WebAssembly.Memory} memory returns its memory after instantiation
 * @returns {WebAssembly.ModuleImports}
 */
export function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const decoder = new TextDecoder();
  const missing = () => NOT_SUPPORTED;
  return {
    /** @param {number} clock @param {bigint} _precision @param {number} time */
    clock_time_get(clock, _precision, time) {
      const milliseconds = clock === MONOTONIC ? performance.now() : Date.now();
      view().setBigUint64(time, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    /** @param {number} start @param {number} length */
    random_get(start, length) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, start, length));
      return OK;
    },
    /** @param {number} count @param {number} size */
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    /** @param {number} _file @param {number} parts @param {number} count @param {number} written */
    fd_write(_file, parts, count, written) {
      let total = 0;
      let text = '';
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const start = view().getUint32(part, true);
        const length = view().getUint32(part + 4, true);
        text += decoder.decode(new Uint8Array(memory().buffer, start, length).slice());
        total += length;
      }
      console.error(text.trimEnd());
      view().setUint32(written, total, true);
      return OK;
    },
    sched_yield: () => OK,
    /** @param {number} code */
    proc_exit(code) {
      throw new Error(`the engine has ended with status ${code}`);
    },
    fd_prestat_get: () => BAD_FILE,
    fd_prestat_dir_name: missing,
    fd_close: missing,
    fd_fdstat_get: missing,
    fd_filestat_get: missing,
    fd_read: missing,
    path_filestat_get: missing,
    path_open: missing,
  };
}
