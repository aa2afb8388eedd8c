//! Outflank for C, and for what calls C: `include/outflank.h` is made from these sources, and a
//! test compares them.
//!
//! Everything here converts; comments are for users in C. Only plain types and pointers to
//! opaque structs cross the border, and no panic does: `error::guard` stands at each function.
//!
//! Callers have to pass pointers as the header says; the comments on `unsafe` refer to that. All
//! exported names begin with `outflank_`, as no others of a program should.
//!
//! - `error`: what can go wrong, and texts; `pointers`: reading arguments, writing results;
//! - `position`, `game`, `records`: the rules and the records;
//! - `engine_handle`, `report`: searches, analyses and what they find;
//! - `batch`: many positions at once; perft.

mod batch;
mod engine_handle;
mod error;
mod game;
mod pointers;
mod position;
mod records;
mod report;
