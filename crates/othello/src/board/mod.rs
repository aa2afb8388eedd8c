//! The rules of Othello on bitboards: squares, positions, legal moves, flips, symmetries, stable
//! discs and perft.
//!
//! A [`Position`] is the discs of the player and of the opponent. Colours, game records and text
//! boards are in `game`.

mod bitboard;
mod broadcast;
mod color;
mod disc_diff;
mod fills;
// Tests and benches compare the functions of all instruction sets; other builds use one of each.
#[cfg_attr(not(feature = "testing"), allow(dead_code, unreachable_pub, unused_imports))]
mod flips;
mod hash;
#[cfg_attr(not(feature = "testing"), allow(dead_code, unreachable_pub, unused_imports))]
mod mobility;
mod moves;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
#[cfg(feature = "std")]
pub mod perft;
mod position;
mod rays;
mod square;
mod stability;
mod symmetry;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod x86;

pub use bitboard::{Bitboard, Squares};
pub use broadcast::{Broadcast, BroadcastPosition};
pub use color::Color;
pub use disc_diff::DiscDiff;
pub use moves::Move;
#[cfg(feature = "std")]
pub use moves::ParseMoveError;
pub use position::Position;
pub use rays::STEPS;
#[cfg(feature = "std")]
pub use square::ParseSquareError;
pub use square::Square;
pub use symmetry::Symmetry;

/// The functions behind [`Position::flips`] and [`Position::legal_moves`], one for each instruction
/// set, for tests and benches.
#[cfg(feature = "testing")]
pub mod testing {
    /// [`Position::flips`](super::Position::flips).
    pub mod flips {
        pub use crate::board::flips::*;
    }
    /// [`Position::legal_moves`](super::Position::legal_moves).
    pub mod mobility {
        pub use crate::board::mobility::*;
    }
}

/// The widest instruction set that this build uses: `AVX-512`, `AVX2`, `NEON` or `portable`.
pub const INSTRUCTION_SET: &str =
    if cfg!(all(target_feature = "avx512cd", target_feature = "avx512vl")) {
        "AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "AVX2"
    } else if cfg!(all(target_arch = "aarch64", target_feature = "neon")) {
        "NEON"
    } else {
        "portable"
    };
