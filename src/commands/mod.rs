//! The subcommands, a module each.

pub(crate) mod about;
pub(crate) mod analyze;
pub(crate) mod batch;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod explain;
pub(crate) mod gui;
pub(crate) mod hint;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod records;
pub(crate) mod scores;
pub(crate) mod search;
pub(crate) mod session;
pub(crate) mod solve;
pub(crate) mod training;
pub(crate) mod waiting;
