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
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::RecordFault;

pub(super) use read::{WthorGames, starts_wthor};
pub(super) use write::{WthorFile, WthorFull, wthor_result};

/// How many bytes there are before the games or the names.
const HEADER: usize = 16;

/// How many bytes a game has: two for each of tournament, Black and White, one for each
/// of the actual and the theoretical score, and one for each of 60 discs.
const GAME: usize = 68;

/// The most discs that a game of WTHOR's can place.
const DISCS: usize = 60;

/// The most discs that a side may have, and so the greatest result.
const MAX_DISCS: u8 = 64;

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

    /// Adds the names in a `.jou` or `.trn` file, which the size of the names tells apart.
    ///
    /// # Errors
    /// If it cannot be read, or is neither.
    pub fn read(&mut self, input: impl Read) -> Result<(), RecordFault> {
        let (count, bytes) = name_bytes(input)?;
        if let Ok(players) = NameKind::Players.names(count, &bytes) {
            self.players.extend(players);
        } else {
            self.tournaments.extend(NameKind::Tournaments.names(count, &bytes)?);
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

/// What a file of names holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameKind {
    Players,
    Tournaments,
}

impl NameKind {
    /// The kind of the file at `path`, if its name ends like that of one.
    fn of(path: &Path) -> Option<NameKind> {
        let extension = path.extension().and_then(OsStr::to_str)?;
        let [players, tournaments] = WthorNameFiles::EXTENSIONS;
        match extension {
            _ if extension.eq_ignore_ascii_case(players) => Some(NameKind::Players),
            _ if extension.eq_ignore_ascii_case(tournaments) => Some(NameKind::Tournaments),
            _ => None,
        }
    }

    /// The names in `bytes`, if these are so many of this kind.
    fn names(self, count: usize, bytes: &[u8]) -> Result<Vec<String>, RecordFault> {
        let length = match self {
            NameKind::Players => PLAYER,
            NameKind::Tournaments => TOURNAMENT,
        };
        if bytes.len() != count * length {
            return Err(wrong(format!("{count} names are not {} bytes", bytes.len())));
        }
        Ok(bytes.chunks_exact(length).map(name).collect())
    }
}

/// Files of names, for files of games that are read with them.
#[derive(Debug, Clone, Default)]
pub struct WthorNameFiles {
    files: Vec<(PathBuf, NameKind, Vec<String>)>,
}

impl WthorNameFiles {
    /// How the names of files of players and of tournaments end.
    pub const EXTENSIONS: [&str; 2] = ["jou", "trn"];

    /// No files.
    pub const NONE: &WthorNameFiles = &WthorNameFiles { files: Vec::new() };

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a file at `path` holds names: whether it ends in one of
    /// [`WthorNameFiles::EXTENSIONS`].
    #[must_use]
    pub fn are_at(path: &Path) -> bool {
        NameKind::of(path).is_some()
    }

    /// Adds the file at `path` with this content, in place of what was added for that path.
    ///
    /// # Errors
    /// If it cannot be read, or is no file of the kind that its extension says.
    pub fn add(&mut self, path: &Path, input: impl Read) -> Result<(), RecordFault> {
        let kind = NameKind::of(path).ok_or_else(|| wrong("it is no .jou or .trn".to_owned()))?;
        let (count, bytes) = name_bytes(input)?;
        let names = kind.names(count, &bytes)?;
        self.files.retain(|(known, ..)| known != path);
        self.files.push((path.to_owned(), kind, names));
        Ok(())
    }

    /// Adds those of `other`.
    pub fn extend(&mut self, other: WthorNameFiles) {
        self.files.extend(other.files);
    }

    /// The names for the games in the file at `games`: those in the files that are called as
    /// it is, or else in the only ones.
    ///
    /// # Errors
    /// If it is a `.wtb`, and there are several files of a kind, of which none is called so.
    pub fn for_games(&self, games: &Path) -> Result<WthorNames, RecordFault> {
        Ok(WthorNames {
            players: self.names(NameKind::Players, games)?,
            tournaments: self.names(NameKind::Tournaments, games)?,
        })
    }

    fn names(&self, kind: NameKind, games: &Path) -> Result<Vec<String>, RecordFault> {
        let all: Vec<_> = self.files.iter().filter(|(_, found, _)| *found == kind).collect();
        let stem = |path: &Path| path.with_extension("").to_string_lossy().to_lowercase();
        let own = all.iter().find(|(path, ..)| stem(path) == stem(games));
        match (own, &all[..]) {
            (Some((.., names)), _) | (None, [(.., names)]) => Ok(names.clone()),
            (None, [(first, ..), (second, ..), ..])
                if games.extension().is_some_and(|found| found.eq_ignore_ascii_case("wtb")) =>
            {
                let (first, second) = (first.display(), second.display());
                let reason = format!(
                    "its names may be in {first} or in {second}: expected one such file, or one \
                     that is called as it is"
                );
                Err(wrong(reason))
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// The number of names in a file of them, and their bytes.
fn name_bytes(mut input: impl Read) -> Result<(usize, Vec<u8>), RecordFault> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| RecordFault::unreadable(&error))?;
    if bytes.len() < HEADER {
        return Err(wrong(format!("it has {} bytes only", bytes.len())));
    }
    let names = bytes.split_off(HEADER);
    Ok((usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), names))
}

const fn wrong(reason: String) -> RecordFault {
    RecordFault::Wthor { reason }
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
