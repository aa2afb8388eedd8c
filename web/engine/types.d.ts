// Types for workers that TypeScript lacks. For readers and for the TypeScript checks in
// `scripts/test-web.sh`. Not shipped to browsers.

declare namespace WebAssembly {
  /** An import whose promise suspends the module until it settles (JSPI). */
  const Suspending: new (poll: () => Promise<void> | undefined | void) => ImportValue;

  /** An export that may be suspended. */
  function promising(work: () => void): () => Promise<void>;
}

/** The exports of the module in `web/wasm`. */
interface EngineExports {
  memory: WebAssembly.Memory;
  /** reserves room for a line of this many bytes and returns its address */
  reserve: (length: number) => number;
  /** takes the line written there */
  feed: () => void;
  /** executes the lines so far */
  work: () => void;
}

/** The version of the page, which `scripts/web.sh` prepends to the service worker. */
declare const VERSION: string;
/** The files of the page, prepended in the same way. */
declare const FILES: string[];
