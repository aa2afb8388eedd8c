//! Othello (Reversi): the rules on bitboards, and game records.
//!
//! - [`board`]: positions, legal moves, flips and perft, without colours and allocations.
//! - [`game`]: colours, games, records, and every text form of them.
//! - [`random`]: seeded random numbers and moves.
//!
//! ```
//! use othello::{Game, Setup, Square};
//!
//! let game = Game::from_transcript(Setup::START, "f5d6c3")?;
//! let moves: Vec<String> = game.legal_moves().map(|mv| mv.to_string()).collect();
//! assert_eq!(moves.join(" "), "d3 f3 f4 g5");
//!
//! let text = "---------------------------OX------XO--------------------------- X";
//! let setup: Setup = text.parse()?;
//! assert_eq!(setup, Setup::START);
//! assert_eq!(setup.position.flips(Square::F5).count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the default feature `std` the crate is `no_std` and has no dependencies. It then holds
//! the board, without perft and without parsing.
#![cfg_attr(not(feature = "std"), no_std)]

// Without `std`, the paths of the board name the same items in `core`.
#[cfg(not(feature = "std"))]
extern crate core as std;

pub mod board;
#[cfg(feature = "std")]
pub mod game;
#[cfg(feature = "std")]
pub mod random;

pub use board::{Bitboard, Color, DiscDiff, Move, Position, Square, Symmetry};
#[cfg(feature = "std")]
pub use game::{
    Clock, Format, Game, GameEnding, GameResult, IllegalMove, MatchKind, MoveNote, MoveScore,
    Opening, Player, Record, RecordError, RecordWriter, Records, Setup, Variation,
};
