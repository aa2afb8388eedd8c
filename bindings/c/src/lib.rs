//! Outflank for C and every language that can call C. `include/outflank.h` is generated from these
//! sources, and a test compares them.
//!
//! This crate only converts. The doc comments are for users of the header. Only plain types and
//! pointers to opaque structs cross the interface. Panics do not: `error::guard` wraps each
//! function.
//!
//! Callers must pass valid pointers, as the header requires. "Guaranteed by the caller" in the
//! safety comments refers to that. The prefix `outflank_` keeps the exported names unique.
//!
//! - `error`: status codes and messages; `pointers`: arguments and results;
//! - `position`, `game`, `records`: the rules and the records;
//! - `engine_handle`, `report`: searches, analyses and their results;
//! - `batch`: batches of positions; perft.

mod batch;
mod engine_handle;
mod error;
mod game;
mod pointers;
mod position;
mod records;
mod report;
