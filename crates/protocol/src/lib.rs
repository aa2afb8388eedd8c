//! The protocols between hosts and the engine: lines of text in both directions.
//!
//! - [`Session`]: a protocol session as a state machine. [`run`] drives it over two byte streams
//!   with threads, [`InlineSession`] in the calling thread;
//! - `ugi`, `gtp`, `nboard`: the protocols, each a `handler` of sessions;
//! - `controller`, `job`: the engine and its long-running work;
//! - `message`: text for the host, and why a request was refused;
//! - `reply`: every reply as a typed value with a text form and a JSON form;
//! - `files`: files that a host sends in pieces;
//! - `permissions`: what a session allows its host;
//! - `reader`, `output`: bytes to lines, replies to bytes;
//! - `scheduling`: low wake-up latency for the input and output threads.
//!
//! [`reply`] and the command types of each protocol are public for the program, the bindings and
//! tests.
//!
//! `protocol.md` in the repository describes the protocols. Its examples run as tests.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod controller;
mod files;
pub mod gtp;
mod handler;
mod inline;
mod job;
mod message;
pub mod nboard;
pub mod output;
mod permissions;
pub mod reader;
pub mod reply;
mod scheduling;
mod session;
mod threaded;
pub mod ugi;

pub use inline::InlineSession;
pub use job::{Job, JobEvent};
pub use permissions::{NotPermitted, Permissions};
pub use session::Session;
pub use threaded::{Backlogged, Deliver, LineSender, run, serve};

/// The protocols of sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Our dialect of UGI, for hosts, people and scripts.
    Ugi,
    /// GTP 2.
    Gtp,
    /// The NBoard protocol.
    NBoard,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 3] = [Protocol::Ugi, Protocol::Gtp, Protocol::NBoard];

    /// The name in lower case: `ugi`, `gtp` or `nboard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
        }
    }

    /// Detects the protocol from the first line of a host. `None` if the line is blank or a
    /// comment.
    ///
    /// `nboard` selects NBoard, and a GTP command, with or without an id, selects GTP. Every other
    /// line selects our dialect. Commands of both GTP and our dialect also select our dialect,
    /// because people start with them and GTP hosts do not. The exception is `play` with a colour
    /// before the move, which selects GTP.
    ///
    /// ```
    /// use protocol::Protocol;
    ///
    /// for (line, protocol) in [
    ///     ("ugi", Some(Protocol::Ugi)),
    ///     ("nboard 2", Some(Protocol::NBoard)),
    ///     ("1 name", Some(Protocol::Gtp)),
    ///     ("play b f5", Some(Protocol::Gtp)),
    ///     ("play b f9", Some(Protocol::Gtp)),
    ///     ("play f5", Some(Protocol::Ugi)),
    ///     ("anything else", Some(Protocol::Ugi)),
    ///     ("# comment", None),
    /// ] {
    ///     assert_eq!(Protocol::detect(line), protocol, "{line}");
    /// }
    /// ```
    #[must_use]
    pub fn detect(line: &str) -> Option<Protocol> {
        if nboard::is_handshake(line) {
            return Some(Protocol::NBoard);
        }
        match ugi::Command::parse(line) {
            Ok(None) => None,
            Ok(Some(_)) => Some(Protocol::Ugi),
            Err(error) => {
                let is_ours = !matches!(error, ugi::CommandError::UnknownCommand { .. })
                    && !gtp::is_play(line);
                Some(match gtp::Command::parse(line) {
                    Ok(Some(_)) => Protocol::Gtp,
                    Err(gtp::CommandError::Syntax) if !is_ours => Protocol::Gtp,
                    _ => Protocol::Ugi,
                })
            }
        }
    }
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All commands were executed.
    Done,
    /// A strict session met an error, or the input is unreadable.
    Refused,
    /// The host has closed the output.
    HostGone,
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Options;

    #[test]
    fn words_of_both_protocols_are_distinguished() {
        for (line, protocol) in [
            ("quit", Protocol::Ugi),
            ("undo", Protocol::Ugi),
            ("play f5", Protocol::Ugi),
            ("play pass", Protocol::Ugi),
            ("play", Protocol::Ugi),
            ("play black f5", Protocol::Gtp),
            ("PLAY W D6 # comment", Protocol::Gtp),
            ("3 quit", Protocol::Gtp),
            ("1 undo", Protocol::Gtp),
            ("7 play f5", Protocol::Gtp),
        ] {
            assert_eq!(Protocol::detect(line), Some(protocol), "{line}");
        }
    }

    #[test]
    fn a_comment_may_have_another_encoding() {
        let mut output = Vec::new();
        let input = &b"# caf\xe9\nname\n"[..];
        run(None, input, &mut output, Options::default(), false).unwrap();
        assert_eq!(output, b"= Outflank\n\n");
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        for (input, expected) in [
            (&b"isready"[..], "readyok\n"),
            (b"12 name", "=12 Outflank\n\n"),
            (b"nboard 2\nping 3\r", "pong 3\n"),
        ] {
            let mut output = Vec::new();
            run(None, input, &mut output, Options::default(), false).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        }
    }

    #[test]
    fn the_first_line_selects_the_protocol() {
        for (line, protocol) in [
            ("protocol_version", Protocol::Gtp),
            ("0 list_commands", Protocol::Gtp),
            ("  NAME\t\r", Protocol::Gtp),
            ("time_settings 0 5 1", Protocol::Gtp),
            ("outflank-hash 16", Protocol::Gtp),
            ("nboard 1", Protocol::NBoard),
            ("nboard 2\r", Protocol::NBoard),
            ("UGI", Protocol::Ugi),
            ("position start", Protocol::Ugi),
            ("f5d6c3", Protocol::Ugi),
            ("12 f5", Protocol::Ugi),
            ("12", Protocol::Ugi),
        ] {
            assert_eq!(Protocol::detect(line), Some(protocol), "{line}");
        }
        for line in ["", " \t", "# ugi", "\r"] {
            assert_eq!(Protocol::detect(line), None, "{line}");
        }
    }
}
