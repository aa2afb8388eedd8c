//! How hosts talk to the engine: lines of text in, lines of text out.
//!
//! - [`reply`]: every answer as a typed value with a text form and a JSON form.
//!
//! `protocol.md` in the repository is the law; its examples are run as tests.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod reply;
