//! The rules of Othello on bitboards: squares, positions, legal moves, flips,
//! symmetries, stable discs and perft.
//!
//! A [`Position`] is the player's and the opponent's discs. Colours, game records
//! and text boards are in `game`; nothing here knows an evaluator or a search.

mod bitboard;
mod color;
mod disc_diff;
mod fills;
#[doc(hidden)] // `Position::flips`; the versions are public for tests and benches
pub mod flips;
mod hash;
#[doc(hidden)] // `Position::legal_moves`, likewise
pub mod mobility;
mod moves;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
#[cfg(feature = "std")]
pub mod perft;
mod position;
mod rays;
mod splat;
mod square;
mod stability;
mod symmetry;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod x86;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use disc_diff::DiscDiff;
pub use moves::Move;
#[cfg(feature = "std")]
pub use moves::ParseMoveError;
pub use position::Position;
pub use rays::STEPS;
pub use splat::{Splat, SplatPosition};
#[cfg(feature = "std")]
pub use square::ParseSquareError;
pub use square::Square;
pub use symmetry::Symmetry;
