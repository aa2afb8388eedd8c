//! [`WthorFile`]: collects and writes a WTHOR file.

use std::collections::HashMap;
use std::io::{self, Write};

use super::{DISCS, GAME, HEADER, MAX_DISCS, PLAYER, TOURNAMENT};
use crate::board::{Color, Move};
use crate::game::records::{GameResult, Record, RecordPart, Theory};

/// The file is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game::records) struct WthorFull;

/// Games and names, written at the end, because the header has their counts.
#[derive(Debug, Default)]
pub(in crate::game::records) struct WthorFile {
    games: Vec<[u8; GAME]>,
    players: Numbers,
    tournaments: Numbers,
    /// The year of the games; 0 if unknown.
    year: u16,
    /// The empties of the theoretical scores, from the first game with such a score.
    depth: Option<u8>,
}

/// Names by number.
#[derive(Debug, Default)]
struct Numbers {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Numbers {
    fn number(&mut self, name: &str) -> Result<u16, WthorFull> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = u16::try_from(self.names.len()).map_err(|_| WthorFull)?;
        // The count must fit too.
        if number == u16::MAX {
            return Err(WthorFull);
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// Writes the name file, `length` bytes a name.
    fn write(&self, output: &mut impl Write, length: usize) -> io::Result<()> {
        output.write_all(&header(0, self.names.len() as u16, 0, 0))?;
        for name in &self.names {
            let latin1 = name.chars().map(|next| latin1(next).unwrap_or(b'?'));
            let mut bytes: Vec<u8> = latin1.take(length - 1).collect();
            bytes.resize(length, 0);
            output.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// The Latin-1 byte of `character`, if any.
fn latin1(character: char) -> Option<u8> {
    u8::try_from(character).ok()
}

/// Whether a field of `length` bytes holds `name` and a final zero without loss. Outer blanks are
/// lost.
fn fits(name: &str, length: usize) -> bool {
    name.trim() == name
        && name.chars().count() < length
        && name.chars().all(|next| latin1(next).is_some_and(|byte| byte != 0))
}

/// The year at the start of `date`; 0 if there is none.
fn year(date: &str) -> u16 {
    date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0)
}

/// Whether `theory` can be written. 0 empties would mean no scores.
fn is_possible(theory: &Theory) -> bool {
    theory.empties > 0 && theory.black <= MAX_DISCS
}

impl WthorFile {
    /// Whether the file and its name files hold `part` of `record` without loss. `record` must be
    /// the last one added.
    pub(in crate::game::records) fn gives_back(&self, record: &Record, part: RecordPart) -> bool {
        match part {
            // The file has one year for all games.
            RecordPart::Date => self.year > 0 && record.date == self.year.to_string(),
            RecordPart::Theory => self.holds_theory(record),
            RecordPart::Players => {
                fits(&record.black.name, PLAYER) && fits(&record.white.name, PLAYER)
            }
            RecordPart::Event => fits(&record.event, TOURNAMENT),
            // A pass is implied by the move after it.
            RecordPart::Moves => record.game.moves().last() != Some(&Move::Pass),
            _ => true,
        }
    }

    /// Whether the theoretical score of `record` has the same empties as the file.
    fn holds_theory(&self, record: &Record) -> bool {
        record
            .theory
            .is_none_or(|theory| self.depth == Some(theory.empties) && is_possible(&theory))
    }

    /// Adds `record`, which has the usual start.
    pub(in crate::game::records) fn push(&mut self, record: &Record) -> Result<(), WthorFull> {
        let mut bytes = [0; GAME];
        let squares: Vec<u8> = record.game.moves().iter().filter_map(square).collect();
        if squares.len() > DISCS {
            return Err(WthorFull);
        }
        bytes[..2].copy_from_slice(&self.tournaments.number(&record.event)?.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.players.number(&record.black.name)?.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.players.number(&record.white.name)?.to_le_bytes());
        bytes[6] = black_discs(record);
        let possible = record.theory.filter(is_possible);
        self.depth = self.depth.or(possible.map(|theory| theory.empties));
        let theory = record.theory.filter(|_| self.holds_theory(record));
        bytes[7] = theory.map_or(bytes[6], |theory| theory.black);
        bytes[8..8 + squares.len()].copy_from_slice(&squares);
        if self.year == 0 {
            self.year = year(&record.date);
        }
        self.games.push(bytes);
        Ok(())
    }

    /// Writes the `.wtb` file.
    pub(in crate::game::records) fn write_games(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&header(
            self.games.len() as u32,
            0,
            self.year,
            self.depth.unwrap_or(0),
        ))?;
        self.games.iter().try_for_each(|game| output.write_all(game))
    }

    /// Writes the `.jou` file.
    pub(in crate::game::records) fn write_players(
        &self,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.players.write(output, PLAYER)
    }

    /// Writes the `.trn` file.
    pub(in crate::game::records) fn write_tournaments(
        &self,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.tournaments.write(output, TOURNAMENT)
    }
}

/// A header. Its date is constant, so that equal games give equal files.
fn header(games: u32, names: u16, year: u16, depth: u8) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..4].copy_from_slice(&[20, 0, 1, 1]);
    bytes[4..8].copy_from_slice(&games.to_le_bytes());
    bytes[8..10].copy_from_slice(&names.to_le_bytes());
    bytes[10..12].copy_from_slice(&year.to_le_bytes());
    bytes[12] = 8;
    bytes[14] = depth;
    bytes
}

/// 10 x row + column, both from 1.
fn square(mv: &Move) -> Option<u8> {
    let square = mv.square()?;
    Some((10 * (square.row() + 1) + square.column() + 1) as u8)
}

/// The result of `record` in a file.
pub(in crate::game::records) fn wthor_result(record: &Record) -> GameResult {
    let black = black_discs(record).into();
    GameResult::Discs { black, white: 64 - black }
}

/// Black's final discs. Empties count for the winner. For a win by an unknown margin, uses the
/// difference on the board, or the nearest difference with that winner.
fn black_discs(record: &Record) -> u8 {
    // A stated result may not count the empties.
    let full = record.game.result().filter(|_| {
        record
            .result
            .is_none_or(|stated| stated.is_played() && stated.contradiction(&record.game).is_none())
    });
    let outcome = full.or(record.result);
    let difference = match outcome.and_then(GameResult::centidiscs) {
        Some(centidiscs) => (centidiscs / 100).clamp(-64, 64),
        None => {
            let setup = record.game.setup();
            setup.black().count() as i32 - setup.white().count() as i32
        }
    };
    let (half, discs) = (32, (64 + difference) / 2);
    let discs = match outcome.map(GameResult::winner) {
        None => discs,
        Some(None) => half,
        Some(Some(Color::Black)) => discs.max(half + 1),
        Some(Some(Color::White)) => discs.min(half - 1),
    };
    discs as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Setup};

    #[test]
    fn the_stated_winner_gets_more_discs() {
        // Black is ahead by three discs, then neither side is.
        for (moves, difference) in [("f5", 3), ("f5f6", 0)] {
            let game = Game::from_transcript(Setup::START, moves).expect("legal moves");
            let discs = |winner: Option<Color>| {
                let result = Some(GameResult::Winner(winner));
                black_discs(&Record { result, ..Record::from(game.clone()) })
            };
            assert_eq!(discs(Some(Color::Black)), 33);
            assert_eq!(discs(Some(Color::White)), 31);
            assert_eq!(discs(None), 32);
            let unfinished = black_discs(&Record::from(game.clone()));
            assert_eq!(unfinished, ((64 + difference) / 2) as u8);
        }
    }
}
