//! Which discs a move turns: one file per instruction set, the fastest that the
//! build may use chosen here.

pub mod portable;

pub use portable::flips;
