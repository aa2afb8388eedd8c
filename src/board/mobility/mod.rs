//! Which moves are legal: one file per instruction set, the fastest that the build
//! may use chosen here.
//!
//! Measured on a Zen 5 at 3.9 GHz, positions of random games:
//!
//! | | one after the other | independent |
//! |---|---|---|
//! | `portable` | 20.2 ns | 3.3 ns |
//! | `avx2` | 10.4 ns | 2.4 ns |
//! | `avx512` | 11.1 ns | 1.8 ns |
//!
//! The solver, which does some of both, is as fast with either of the last two.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub mod avx512;
pub mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512f")))]
pub use avx2::legal_moves;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub use avx512::legal_moves;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use portable::legal_moves;
