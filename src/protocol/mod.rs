//! How hosts talk to the engine: lines of text in, lines of text out.
//!
//! - [`reader`]: from bytes to lines, in a thread of its own;
//! - [`output`]: where answers go;
//! - `promptness`: being woken in time;
//! - `session`: the loop that all protocols share, and what each brings to it;
//! - [`reply`]: every answer as a typed value with a text form and a JSON form;
//! - [`run`], [`Language`]: which protocol a session is held in;
//! - [`ugi`]: our dialect of the Universal Game Interface;
//! - [`gtp`]: the Go Text Protocol;
//! - [`nboard`]: the protocol of NBoard.
//!
//! `protocol.md` in the repository is the law; its examples are run as tests.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod gtp;
mod language;
pub mod nboard;
pub mod output;
mod promptness;
pub mod reader;
pub mod reply;
mod session;
pub mod ugi;

pub use language::{Language, run};

/// How a session has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything that was asked for is done.
    Done,
    /// An error has ended a strict session.
    Refused,
    /// The host does not listen any more.
    HostGone,
}
