//! What has to hold of any input, for whoever makes inputs up: libFuzzer in
//! `fuzz_targets`, and `tests/it/fuzz.rs`, which has this file as a module.

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
