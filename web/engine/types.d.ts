// The types of what runs in workers, beside those that TypeScript knows. For readers and for
// TypeScript's checks (`scripts/test-web.sh`); no browser ever sees this.

declare namespace WebAssembly {
  /** An import whose promise suspends the module until it is settled (JSPI). */
  const Suspending: new (poll: () => Promise<void> | undefined | void) => ImportValue;

  /** An export that may be suspended. */
  function promising(work: () => void): () => Promise<void>;
}

/** What the module of `web/wasm` exports. */
interface EngineExports {
  memory: WebAssembly.Memory;
  /** makes room for a line of so many bytes, and says where */
  reserve: (length: number) => number;
  /** takes the line that was written there */
  feed: () => void;
  /** does what the lines so far ask for */
  work: () => void;
}

/** The version of the page; `scripts/web.sh` puts it before the service worker. */
declare const VERSION: string;
/** The files of the page, likewise. */
declare const FILES: string[];
