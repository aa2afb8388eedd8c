//! Which moves are legal: one file per instruction set, the fastest that the build
//! may use chosen here.
//!
//! Measured on a Zen 4, positions of random games, in a build for AVX-512; chained
//! calls wait for each other's result.
//!
//! | | chained | independent |
//! |---|---|---|
//! | `portable` | 15.1 ns | 7.9 ns |
//! | `avx2` | 7.9 ns | 2.8 ns |
//!
//! `neon` was not measured: no such CPU was at hand.
//!
//! Tried and dropped: all eight directions in one AVX-512 vector (10.3 and 3.4 ns, and
//! FFO 40-47 4 % more time, as a Zen 4 takes such vectors in two halves; 11.1 and 1.8 ns
//! on a Zen 5, where a search was as fast with either), with or without runs of four
//! found beside the runs of two.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod neon;
pub mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use avx2::legal_moves;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::legal_moves;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub use portable::legal_moves;
