//! Empty: the crate consists of `tests/header.rs`.
