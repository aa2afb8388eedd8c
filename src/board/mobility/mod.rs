//! Which moves are legal: one file per instruction set, the fastest that the build
//! may use chosen here.
//!
//! Measured on a Zen 5 at 3.9 GHz, positions of random games, each version in the
//! build that would choose it; chained calls wait for each other's result.
//!
//! | | chained | independent |
//! |---|---|---|
//! | `portable` | 7.9 ns | 6.6 ns |
//! | `avx2` | 10.4 ns | 2.4 ns |
//! | `avx512` | 11.1 ns | 1.8 ns |
//!
//! `neon` was not measured: no such CPU was at hand.
//!
//! A plain alpha-beta search of 11 empties is equally fast with either of the last
//! two (17.4 ns a node) and takes 18.7 ns with `portable`. Tried and dropped: in
//! `avx512`, runs of four found beside the runs of two, one step shorter but with
//! two operations more (10.8 and 1.9 ns, search the same).

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod neon;
pub mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512f")))]
pub use avx2::legal_moves;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub use avx512::legal_moves;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::legal_moves;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub use portable::legal_moves;
