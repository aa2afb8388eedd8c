//! The files of the WTHOR collection, which are no text: games in 68 bytes each, and
//! the names of players and tournaments in files of their own.
//!
//! All numbers are little endian. A file starts with 16 bytes: the century, year, month
//! and day of the file, the number of games (4 bytes), the number of names (2), the year
//! of the games (2), the size of the board (0 is 8), a type, the number of empties from
//! which the theoretical scores count, and one byte more.

mod read;
mod write;

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::RecordFault;

pub(super) use read::{WthorGames, starts_wthor};
pub(super) use write::{WthorFile, WthorFull, holds_event, holds_players, wthor_result};

/// How many bytes there are before the games or the names.
const HEADER: usize = 16;

/// How many bytes a game has: two for each of tournament, Black and White, one for each
/// of the actual and the theoretical score, and one for each of 60 discs.
const GAME: usize = 68;

/// The most discs that a game of WTHOR's can place.
const DISCS: usize = 60;

/// How many bytes the name of a player has, filled up with zeros.
const PLAYER: usize = 20;

/// How many that of a tournament has.
const TOURNAMENT: usize = 26;

/// The result of a game with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WthorTheory {
    /// From this number of empties on.
    pub empties: u8,
    /// Black's discs at the end, the empties counted for the winner.
    pub black: u8,
}

/// The names of players and tournaments, by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WthorNames {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl WthorNames {
    /// No names at all.
    pub const NONE: WthorNames = WthorNames { players: Vec::new(), tournaments: Vec::new() };

    /// How the names of files of players and of tournaments end.
    pub const EXTENSIONS: [&str; 2] = ["jou", "trn"];

    /// Whether a file with this name holds names: whether it ends in one of
    /// [`WthorNames::EXTENSIONS`].
    #[must_use]
    pub fn are_in(path: &Path) -> bool {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        WthorNames::EXTENSIONS.iter().any(|names| extension.eq_ignore_ascii_case(names))
    }

    /// Adds the names in a `.jou` or `.trn` file, which the size of the names tells apart.
    ///
    /// # Errors
    /// If it cannot be read, or is neither.
    pub fn read(&mut self, mut input: impl Read) -> Result<(), RecordFault> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(|error| RecordFault::unreadable(&error))?;
        let wrong = |reason| RecordFault::Wthor { reason };
        let (header, names) = bytes
            .split_at_checked(HEADER)
            .ok_or_else(|| wrong(format!("it has {} bytes only", bytes.len())))?;
        let count = usize::from(u16::from_le_bytes([header[8], header[9]]));
        let split = |length| names.chunks_exact(length).map(name).collect();
        if names.len() == count * PLAYER {
            self.players = split(PLAYER);
        } else if names.len() == count * TOURNAMENT {
            self.tournaments = split(TOURNAMENT);
        } else {
            let found = names.len();
            return Err(wrong(format!("{count} names are not {found} bytes")));
        }
        Ok(())
    }

    /// The name of the player with this number; the number if it has no name here.
    fn player(&self, number: u16) -> String {
        find(&self.players, number)
    }

    /// The name of the tournament with this number; the number if it has no name here.
    fn tournament(&self, number: u16) -> String {
        find(&self.tournaments, number)
    }
}

fn find(names: &[String], number: u16) -> String {
    names.get(usize::from(number)).cloned().unwrap_or_else(|| format!("#{number}"))
}

/// Latin-1 up to the first zero.
fn name(bytes: &[u8]) -> String {
    let name: String =
        bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
    name.trim().to_owned()
}
