//! GGF, the format of game servers and NBoard.

mod error;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use error::ParseGgfError;
pub(super) use write::can_hold_tag;
