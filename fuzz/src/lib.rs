//! Invariants that hold for any input. libFuzzer runs them in `fuzz_targets`, `cargo test` in
//! `tests/it/fuzz.rs`, which includes this file as a module.

pub mod board;
pub mod book;
pub mod ggf;
pub mod gtp;
pub mod nboard;
pub mod obf;
pub mod records;
pub mod server;
pub mod transcript;
pub mod ugi;
