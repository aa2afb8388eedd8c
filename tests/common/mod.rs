//! What the integration tests share: an independent reference for the rules, for
//! perft and for exact endgame scores, random positions, the tables in `src/suites`,
//! runs of the binary, conversations with it and terminals for it, and a reader of Rust source.
//!
//! The reference is slow and plain on purpose, and uses nothing of the product but
//! the types that carry squares, sets of squares, moves and positions.

#![allow(dead_code, reason = "each test binary uses a part")]
#![allow(unreachable_pub, reason = "in a test binary nothing is reachable from outside")]

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
