//! [`WthorNames`]: who a number is.

use std::io::{self, Read};

use super::HEADER;
use crate::game::records::RecordFault;

/// The names of players and tournaments, by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WthorNames {
    players: Vec<String>,
    tournaments: Vec<String>,
}

/// How many bytes the name of a player has, filled up with zeros.
pub(super) const PLAYER: usize = 20;

/// How many that of a tournament has.
pub(super) const TOURNAMENT: usize = 26;

impl WthorNames {
    /// No names at all.
    pub const NONE: WthorNames = WthorNames { players: Vec::new(), tournaments: Vec::new() };

    /// Adds the names in a `.jou` or `.trn` file; which of both it is, its size tells.
    ///
    /// # Errors
    /// If it cannot be read, or is neither.
    pub fn read(&mut self, mut input: impl Read) -> Result<(), RecordFault> {
        let mut bytes = Vec::new();
        let unreadable = |error: io::Error| RecordFault::Unreadable { reason: error.to_string() };
        input.read_to_end(&mut bytes).map_err(unreadable)?;
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
    pub(super) fn player(&self, number: u16) -> String {
        find(&self.players, number)
    }

    /// The name of the tournament with this number; the number if it has no name here.
    pub(super) fn tournament(&self, number: u16) -> String {
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
