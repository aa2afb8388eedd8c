//! WTHOR: binary files of games with 68 bytes each, and files with the names of players and
//! tournaments.
//!
//! All numbers are little endian. The header has 16 bytes: the century, year, month and day of the
//! file, the number of games (4 bytes), the number of names (2), the year of the games (2), the
//! board size (0 means 8), a type, the empties from which theoretical scores count, and a reserved
//! byte.

mod read;
mod write;

#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::RecordFault;

pub(super) use read::{WthorGames, starts_wthor};
pub(super) use write::{WthorFile, WthorFull, wthor_result};

/// Bytes of the header.
const HEADER: usize = 16;

/// Bytes of a game: two for the tournament and each player, one for the actual and the theoretical
/// score, and one for each of 60 discs.
const GAME: usize = 68;

/// Maximum moves of a game.
const DISCS: usize = 60;

/// Maximum score.
const MAX_DISCS: u8 = 64;

/// Bytes of a player name, padded with zeros.
const PLAYER: usize = 20;

/// Bytes of a tournament name.
const TOURNAMENT: usize = 26;

/// The names of players and tournaments, by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WthorNames {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl WthorNames {
    /// No names.
    pub const NONE: WthorNames = WthorNames { players: Vec::new(), tournaments: Vec::new() };

    /// Adds the names in a `.jou` or `.trn` file, told apart by the length of the names.
    ///
    /// # Errors
    /// If the file cannot be read, or is neither.
    pub fn read(&mut self, input: impl Read) -> Result<(), RecordFault> {
        let (count, bytes) = name_bytes(input)?;
        if let Ok(players) = NameKind::Players.names(count, &bytes) {
            self.players.extend(players);
        } else {
            self.tournaments.extend(NameKind::Tournaments.names(count, &bytes)?);
        }
        Ok(())
    }

    /// The name of a player; its number if unknown.
    fn player(&self, number: u16) -> String {
        find(&self.players, number)
    }

    /// The name of a tournament; its number if unknown.
    fn tournament(&self, number: u16) -> String {
        find(&self.tournaments, number)
    }
}

/// The kind of a name file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameKind {
    Players,
    Tournaments,
}

impl NameKind {
    /// The kind of the file at `path`, by extension.
    fn of(path: &Path) -> Option<NameKind> {
        let extension = path.extension().and_then(OsStr::to_str)?;
        let [players, tournaments] = WthorNameFiles::EXTENSIONS;
        match extension {
            _ if extension.eq_ignore_ascii_case(players) => Some(NameKind::Players),
            _ if extension.eq_ignore_ascii_case(tournaments) => Some(NameKind::Tournaments),
            _ => None,
        }
    }

    /// The `count` names in `bytes`, if they have the right size.
    fn names(self, count: usize, bytes: &[u8]) -> Result<Vec<String>, RecordFault> {
        let length = match self {
            NameKind::Players => PLAYER,
            NameKind::Tournaments => TOURNAMENT,
        };
        if bytes.len() != count * length {
            return Err(wrong(format!("expected {count} names, found {} bytes", bytes.len())));
        }
        Ok(bytes.chunks_exact(length).map(name).collect())
    }
}

/// Name files for files of games.
#[derive(Debug, Clone, Default)]
pub struct WthorNameFiles {
    files: Vec<(PathBuf, NameKind, Vec<String>)>,
}

impl WthorNameFiles {
    /// The extensions of files of players and tournaments.
    pub const EXTENSIONS: [&str; 2] = ["jou", "trn"];

    /// No files.
    pub const NONE: &WthorNameFiles = &WthorNameFiles { files: Vec::new() };

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether `path` has one of [`WthorNameFiles::EXTENSIONS`].
    #[must_use]
    pub fn are_at(path: &Path) -> bool {
        NameKind::of(path).is_some()
    }

    /// Adds the file at `path`. Replaces an earlier file with this path.
    ///
    /// # Errors
    /// If the file cannot be read, or does not match its extension.
    pub fn add(&mut self, path: &Path, input: impl Read) -> Result<(), RecordFault> {
        let kind =
            NameKind::of(path).ok_or_else(|| wrong("expected a .jou or .trn file".to_owned()))?;
        let (count, bytes) = name_bytes(input)?;
        let names = kind.names(count, &bytes)?;
        self.files.retain(|(known, ..)| known != path);
        self.files.push((path.to_owned(), kind, names));
        Ok(())
    }

    /// Adds the files of `other`.
    pub fn extend(&mut self, other: WthorNameFiles) {
        self.files.extend(other.files);
    }

    /// The names for the games file `games`: from name files with the same stem, otherwise from the
    /// only name files.
    ///
    /// # Errors
    /// If `games` is a `.wtb`, and several files of a kind exist, none with its stem.
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
                    "names in {first} and in {second}: expected one such file, or one with the \
                     name of the games file"
                );
                Err(wrong(reason))
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// The number of names in a file, and their bytes.
fn name_bytes(mut input: impl Read) -> Result<(usize, Vec<u8>), RecordFault> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| RecordFault::unreadable(&error))?;
    if bytes.len() < HEADER {
        return Err(wrong(format!("expected at least {HEADER} bytes, found {}", bytes.len())));
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
