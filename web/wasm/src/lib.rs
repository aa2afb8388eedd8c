//! The engine in a Web Worker: one session of the protocol in one thread.
//!
//! JavaScript (`web/engine/worker.js`) writes a line to where [`reserve`] says and calls
//! [`feed`]; then it calls [`work`], which sends all replies to `emit` and runs what the line
//! has started. While a search runs, `poll` is called some 20,000 times a second. It may call
//! [`feed`], or suspend the search while others do.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use engine::Options;
use protocol::{InlineSession, Permissions, Protocol, Session};

/// The size of the table in MiB: little, as phones end pages that take much.
const HASH: usize = 16;

/// The greatest size that the page may set.
const MAX_HASH: usize = 256;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes a reply: one or more lines in UTF-8, the last one without its line break.
    safe fn emit(text: *const u8, length: usize);

    /// Gives the host a chance to feed lines.
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

/// Where the `length` bytes of the next line are to be written.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut line = line();
    line.clear();
    line.resize(length, 0);
    line.as_mut_ptr()
}

/// Takes the line that was written. May be called from `poll`.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn feed() {
    let line = std::mem::take(&mut *line());
    SESSION.feed(line);
}

/// Replies to the lines so far and runs what they have started, until nothing is left to do.
// SAFETY: no other function of the program has this name.
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
