//! Which discs a move flips: one file per instruction set, the fastest that the
//! build may use chosen here.
//!
//! Measured on a Zen 5 at 3.9 GHz, positions of random games, each version in the
//! build that would choose it; chained calls wait for each other's result. The last
//! column is a plain alpha-beta search of 11 empties, its legal moves found by the
//! same version.
//!
//! | | chained | independent | search |
//! |---|---|---|---|
//! | `portable` | 9.6 ns | 4.6 ns | 23.8 ns a node |
//! | `avx2` | 9.1 ns | 2.3 ns | 17.8 ns a node |
//! | `avx512` | 9.1 ns | 1.4 ns | 17.4 ns a node |
//!
//! `neon` was not measured: no such CPU was at hand.
//!
//! Tried and dropped: in `avx2`, the four downward rays smeared to their ends by
//! variable shifts (11.2 ns, 18.9 ns a node); in `avx512`, the lowest blocker as
//! `x & -x` instead of by a carry (9.4 and 1.6 ns), and upward runs that are enclosed
//! kept by a mask (FFO 40-46 4 % more time, Zen 4); the four lines extracted with
//! `pext`, looked up and put back with `pdep` (6.1 and 2.8 ns; for the last four empties
//! alone the same time in solving as `avx512`).

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
