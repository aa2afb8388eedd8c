//! Which discs a move turns: one file per instruction set, the fastest that the
//! build may use chosen here.
//!
//! Measured on a Zen 5 at 3.9 GHz, positions of random games:
//!
//! | | one after the other | independent | solving 11 empties with it |
//! |---|---|---|---|
//! | `portable` | 12.8 ns | 1.9 ns | 21.6 ns a node |
//! | `avx2` | 9.1 ns | 2.3 ns | 17.8 ns a node |
//! | `avx512` | 9.1 ns | 1.4 ns | 17.3 ns a node |
//!
//! Tried and dropped: in `avx2`, the four downward rays smeared to their ends by
//! variable shifts (11.2 ns, 18.9 ns a node); in `avx512`, the lowest blocker as
//! `x & -x` instead of by a carry (9.4 and 1.6 ns).

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub mod avx512;
pub mod lanes;
mod last;
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
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use portable::flips;
