//! Legal moves: one file for each instruction set. The fastest that the build may use is selected
//! here. See docs/search.md, Board.

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
