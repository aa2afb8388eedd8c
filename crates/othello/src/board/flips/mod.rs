//! Flips: one file for each instruction set. The fastest that the build may use is selected here.
//! See docs/search.md, Board.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub mod avx512;
pub mod lanes;
mod last;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod neon;
pub mod portable;

pub use last::count_last_flips;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512cd", target_feature = "avx512vl"))
))]
pub use avx2::flips;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub use avx512::flips;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::flips;
#[cfg(not(any(
    not(feature = "std"),
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub use portable::flips;

/// The opponent's discs that flip when the player puts a disc on `square`. Smaller than
/// [`portable::flips`], which has a table of 4 KiB.
#[cfg(all(
    not(feature = "std"),
    not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "aarch64", target_feature = "neon")
    ))
))]
#[must_use]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    lanes::by_fills(1 << (square & 63), player, opponent)
}
