//! Our dialect of the Universal Game Interface.
//!
//! - `command`, `go`, `words`, `vocabulary`: from a line to a [`Command`];
//! - `session`: the loop over what the host and the search bring, and the queue;
//! - `answers`: what each command does;
//! - `work`: searches, counts and the bench in threads of their own.

mod answers;
mod command;
mod go;
mod session;
mod vocabulary;
mod words;
mod work;

pub use command::{Command, CommandError, PerftArguments, Query, parse_game};
pub use go::{Go, NoClock, SideClock};
pub use work::count_perft;

use std::io::{self, ErrorKind, Read, Write};

use super::Outcome;
use crate::engine::Options;
use session::Session;

/// Runs a session: answers on `output` the commands that come from `input`, until
/// `quit` or the end of the input. If `strict`, the first error ends it.
///
/// The thread that reads `input` outlives the session until it gets something to
/// read, or the end.
///
/// # Errors
/// If the system gives no thread to read with or does not take the output. A host
/// that does not listen any more is no error but an [`Outcome::HostGone`].
///
/// ```
/// use outflank::engine::Options;
/// use outflank::protocol::{Outcome, ugi};
///
/// let mut output = Vec::new();
/// let input = &b"position start moves f5\nmoves\n"[..];
/// let outcome = ugi::run(input, &mut output, Options::default(), false)?;
/// assert_eq!(outcome, Outcome::Done);
/// assert_eq!(output, b"moves f4 d6 f6\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
    strict: bool,
) -> io::Result<Outcome> {
    match Session::new(input, output, options, strict)?.run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Outcome::HostGone),
        other => other,
    }
}
