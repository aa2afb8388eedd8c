//! The files of the WTHOR collection, which are no text: games in 68 bytes each, and
//! the names of players and tournaments in files of their own.
//!
//! All numbers are little endian. A file starts with 16 bytes: the century, year, month
//! and day of the file, the number of games (4 bytes), the number of names (2), the year
//! of the games (2), the size of the board (0 is 8), a type, the number of empties from
//! which the theoretical scores count, and one byte more.

mod names;
mod read;
mod write;

use serde::{Deserialize, Serialize};

pub use names::WthorNames;
pub(super) use read::{WthorGames, starts_wthor};
pub(super) use write::{WthorFile, WthorFull, holds_event, holds_players, wthor_result};

/// How many bytes there are before the games or the names.
const HEADER: usize = 16;

/// How many bytes a game has: two for each of tournament, Black and White, one for each
/// of the actual and the theoretical score, and one for each of 60 discs.
const GAME: usize = 68;

/// The most discs that a game of WTHOR's can place.
const DISCS: usize = 60;

/// What a game was worth with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WthorTheory {
    /// From this number of empties on.
    pub empties: u8,
    /// Black's discs at the end, the empties counted for the winner.
    pub black: u8,
}
