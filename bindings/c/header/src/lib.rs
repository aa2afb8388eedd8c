//! Nothing: `tests/header.rs` is all that there is.
