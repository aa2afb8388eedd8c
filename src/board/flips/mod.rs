//! Which discs a move turns: one file per instruction set, the fastest that the
//! build may use chosen here.

pub mod portable;

pub use portable::flips;

/// The number of discs that turn when the player fills the last empty `square`.
pub fn count_last_flips(square: usize, player: u64) -> u32 {
    flips(square, player, !player & !(1 << square)).count_ones()
}
