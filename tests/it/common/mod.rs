//! Helpers of the integration tests: a reference for the rules, perft and exact scores; random
//! positions; the tables in `src/suites`; runs of the program and sessions with it.
//!
//! The reference is slow and simple on purpose. It shares only the types of squares, sets of
//! squares, moves and positions with the product.

#![allow(unreachable_pub, reason = "nothing is reachable from outside a test binary")]

use std::path::Path;
use std::time::Duration;

pub mod batch;
pub mod books;
pub mod data;
pub mod gtp;
pub mod host;
pub mod inline_host;
pub mod lines;
pub mod mailbox;
pub mod nboard;
pub mod perft;
pub mod program;
pub mod random;
pub mod run;
pub mod socket_host;
pub mod solver;
#[cfg(unix)]
pub mod terminal;
pub mod transcript;

/// Maximum wait for an answer. Generous, so that a loaded machine passes: tests of speed count
/// nodes or CPU time instead.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The path as text.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// `text` without the times and speeds of UGI.
pub fn timeless(text: &str) -> String {
    let is_timed = |words: &[&str]| ["time", "nps"].contains(&words[0]);
    let line = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        while let Some(at) = words.windows(2).position(is_timed) {
            words.drain(at..at + 2);
        }
        words.join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
