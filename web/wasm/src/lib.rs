//! The engine in a Web Worker: one protocol session in one thread.
//!
//! JavaScript (`web/engine/worker.js`) writes a line to the address returned by [`reserve`] and
//! calls [`feed`]. Then it calls [`work`], which runs the started jobs and passes all replies to
//! `emit`. A search calls `poll` some 20,000 times per second. `poll` may call [`feed`], or suspend
//! the search so that other code can.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use engine::Options;
use protocol::{InlineSession, Permissions, Protocol, Session};

/// Table size in MiB. Small, because phones kill pages that use much memory.
const HASH: usize = 16;

/// Maximum table size that the page may set, in MiB.
const MAX_HASH: usize = 256;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Receives a reply: one or more lines in UTF-8, the last one without its line break.
    safe fn emit(text: *const u8, length: usize);

    /// Lets the host feed lines during a search.
    safe fn poll();
}

static SESSION: LazyLock<InlineSession> = LazyLock::new(|| {
    let options = Options { hash: HASH, ..Options::default() };
    let permissions = Permissions { files: false, max_hash: MAX_HASH, max_threads: 1 };
    Session::with_permissions(Some(Protocol::Ugi), options, false, permissions).into()
});

/// The next line.
static LINE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn line() -> MutexGuard<'static, Vec<u8>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address for the `length` bytes of the next line.
// SAFETY: the name is unique in the program.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut line = line();
    line.clear();
    line.resize(length, 0);
    line.as_mut_ptr()
}

/// Takes the written line. Callable from `poll`.
// SAFETY: the name is unique in the program.
#[unsafe(no_mangle)]
pub extern "C" fn feed() {
    let line = std::mem::take(&mut *line());
    SESSION.feed(line);
}

/// Executes the lines so far, their jobs included.
// SAFETY: the name is unique in the program.
#[unsafe(no_mangle)]
pub extern "C" fn work() {
    send_replies();
    while SESSION.work(&mut || {
        send_replies();
        poll();
    }) {
        send_replies();
    }
}

fn send_replies() {
    while let Some(text) = SESSION.take_output() {
        emit(text.as_ptr(), text.len());
    }
}
