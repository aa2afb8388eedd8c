//! [`WthorGames`]: the games of a `.wtb` file.

use std::io::{self, Read};

use super::{GAME, HEADER, MAX_DISCS, WthorNames, WthorTheory};
use crate::board::{Move, Square};
use crate::game::records::{Record, RecordFault, StatedResult};
use crate::game::{Game, ParseTranscriptError};

/// Whether a file that starts with `byte`, the century of its date, is one of WTHOR's;
/// no text starts so.
pub(in crate::game::records) const fn starts_wthor(byte: u8) -> bool {
    matches!(byte, 19..=21)
}

/// The games of a file, one after the other.
#[derive(Debug)]
pub(in crate::game::records) struct WthorGames<R> {
    input: R,
    names: WthorNames,
    header: Option<WthorHeader>,
    /// How many games were read.
    number: usize,
}

#[derive(Debug, Clone, Copy)]
struct WthorHeader {
    games: usize,
    year: u16,
    /// The empties from which the theoretical scores count.
    depth: u8,
    /// Whether an error that ends the file was returned.
    is_broken: bool,
}

impl<R: Read> WthorGames<R> {
    pub(in crate::game::records) const fn new(input: R, names: WthorNames) -> WthorGames<R> {
        WthorGames { input, names, header: None, number: 0 }
    }

    /// The number of the game read last, from 1.
    pub(in crate::game::records) const fn number(&self) -> usize {
        self.number
    }

    /// The next game; `None` at the end. What is wrong with the file and not with a
    /// game alone makes the next one the end.
    pub(in crate::game::records) fn next(&mut self) -> Option<Result<Record, RecordFault>> {
        let header = match self.header {
            Some(header) => header,
            None => match self.read_header() {
                Ok(header) => *self.header.insert(header),
                Err(fault) => {
                    self.number = 1;
                    self.header =
                        Some(WthorHeader { games: 0, year: 0, depth: 0, is_broken: true });
                    return Some(Err(fault));
                }
            },
        };
        if self.number >= header.games {
            return self.more_than(header);
        }
        self.number += 1;
        let mut bytes = [0; GAME];
        if let Err(error) = self.input.read_exact(&mut bytes) {
            self.header = Some(WthorHeader { games: 0, is_broken: true, ..header });
            return Some(Err(if error.kind() == io::ErrorKind::UnexpectedEof {
                let (number, games) = (self.number, header.games);
                RecordFault::Wthor { reason: format!("it ends in game {number} of {games}") }
            } else {
                RecordFault::unreadable(&error)
            }));
        }
        Some(self.record(header, &bytes))
    }

    /// What follows the last game that the header counts, which is a fault, but not at the
    /// end.
    fn more_than(&mut self, header: WthorHeader) -> Option<Result<Record, RecordFault>> {
        if header.is_broken {
            return None;
        }
        self.header = Some(WthorHeader { is_broken: true, ..header });
        let fault = match io::copy(&mut self.input.by_ref().take(1), &mut io::sink()) {
            Ok(0) => return None,
            Ok(_) => RecordFault::Wthor {
                reason: format!("more follows the {} games that its header counts", header.games),
            },
            Err(error) => RecordFault::unreadable(&error),
        };
        self.number += 1;
        Some(Err(fault))
    }

    fn read_header(&mut self) -> Result<WthorHeader, RecordFault> {
        let mut bytes = [0; HEADER];
        self.input.read_exact(&mut bytes).map_err(|error| RecordFault::Wthor {
            reason: format!("its header cannot be read: {error}"),
        })?;
        if !matches!(bytes[12], 0 | 8) {
            let size = bytes[12];
            return Err(RecordFault::Wthor { reason: format!("the board size is {size}") });
        }
        let games = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
        let year = u16::from_le_bytes([bytes[10], bytes[11]]);
        Ok(WthorHeader { games, year, depth: bytes[14], is_broken: false })
    }

    fn record(&self, header: WthorHeader, bytes: &[u8; GAME]) -> Result<Record, RecordFault> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut record = Record::from(game(&bytes[8..])?);
        record.event = self.names.tournament(number(0));
        record.black.name = self.names.player(number(2));
        record.white.name = self.names.player(number(4));
        if header.year > 0 {
            record.date = header.year.to_string();
        }
        let [black, theory] = [bytes[6], bytes[7]];
        let white = MAX_DISCS
            .checked_sub(black)
            .ok_or_else(|| RecordFault::NotAResult { text: black.to_string() })?;
        record.result = Some(StatedResult::Discs { black: black.into(), white: white.into() });
        // Where a file has none it says so by 0.
        record.theory = (header.depth > 0 && theory <= MAX_DISCS)
            .then_some(WthorTheory { empties: header.depth, black: theory });
        Ok(record)
    }
}

/// The game with these moves, up to the first zero.
fn game(values: &[u8]) -> Result<Game, RecordFault> {
    let mut game = Game::default();
    for (index, &value) in values.iter().take_while(|&&value| value != 0).enumerate() {
        let number = index + 1;
        let square = square(value).ok_or(RecordFault::NotASquare { number, value })?;
        game.play(Move::Place(square)).map_err(|reason| {
            let text = square.to_string();
            RecordFault::Moves(ParseTranscriptError::Illegal { number, text, offset: 0, reason })
        })?;
    }
    Ok(game)
}

/// The square that is 10 x row + column, both from 1.
fn square(value: u8) -> Option<Square> {
    let (row, column) = (value / 10, value % 10);
    let on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    on_board.then(|| Square::ALL[usize::from(row - 1) * 8 + usize::from(column - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of 8x8 games of 2019 with these scores and moves.
    fn file(games: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![20, 26, 2, 18, games.len() as u8, 0, 0, 0, 0, 0, 0xe3, 7, 8, 0, 24, 0];
        for (score, moves) in games {
            bytes.extend([1, 0, 2, 0, 3, 1, *score, 33]);
            bytes.extend(*moves);
            bytes.resize(bytes.len() + 60 - moves.len(), 0);
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Vec<Result<Record, String>> {
        let mut games = WthorGames::new(bytes, WthorNames::NONE);
        std::iter::from_fn(|| games.next())
            .map(|record| record.map_err(|fault| fault.to_string()))
            .collect()
    }

    #[test]
    fn a_game_has_numbers_instead_of_names_and_the_year_of_the_file() {
        let records = read(&file(&[(40, &[56, 64])]));
        let record = records[0].as_ref().unwrap();
        assert_eq!(record.game.transcript(), "f5d6");
        assert_eq!((&*record.event, &*record.date), ("#1", "2019"));
        assert_eq!((&*record.black.name, &*record.white.name), ("#2", "#259"));
        assert_eq!(record.result.unwrap().to_string(), "40-24");
        assert_eq!(record.theory, Some(WthorTheory { empties: 24, black: 33 }));
    }

    #[test]
    fn old_sizes_and_solitaires_are_read_as_others() {
        for (at, value) in [(12, 0), (13, 1), (14, 0), (15, 7), (8, 3)] {
            let mut bytes = file(&[(40, &[56, 64])]);
            bytes[at] = value;
            let records = read(&bytes);
            assert_eq!(records[0].as_ref().unwrap().game.transcript(), "f5d6", "{at}");
        }
    }

    #[test]
    fn a_score_of_more_than_all_discs_is_a_fault() {
        let records = read(&file(&[(65, &[56]), (64, &[56])]));
        let fault = records[0].as_ref().unwrap_err();
        assert!(fault.starts_with("\"65\" is no result: "), "{fault}");
        assert!(records[1].is_ok());
    }

    #[test]
    fn a_bad_game_does_not_hide_the_next() {
        let records = read(&file(&[(0, &[56, 56]), (0, &[56, 19]), (32, &[])]));
        let faults: Vec<_> = records.iter().map(|record| record.as_ref().map(drop)).collect();
        let faults: Vec<_> =
            faults.into_iter().map(|fault| fault.map_err(String::as_str)).collect();
        assert_eq!(
            faults,
            [
                Err(r#"move 2, "f5", is illegal: f5 is taken"#),
                Err("move 2, 19, is no square: expected 10 x row + column, 11 to 88"),
                Ok(()),
            ]
        );
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let mut ten = file(&[]);
        ten[12] = 10;
        let mut cut = file(&[(32, &[56])]);
        cut.pop();
        let mut long = file(&[]);
        long.push(1);
        for (bytes, fault) in [
            (&ten[..], "the board size is 10"),
            (&long[..], "more follows the 0 games that its header counts"),
            (&cut[..], "it ends in game 1 of 1"),
            (&cut[..9], "its header cannot be read: failed to fill whole buffer"),
        ] {
            let fault = Err(format!("no WTHOR file of games on 8x8: {fault}"));
            assert_eq!(read(bytes), [fault]);
        }
    }
}
