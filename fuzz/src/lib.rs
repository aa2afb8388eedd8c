//! Properties that hold for any input. Callers: libFuzzer in `fuzz_targets`, and
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
