//! [`WthorGames`]: reads the games of a `.wtb` file.

use std::io::{self, Read};

use super::{GAME, HEADER, MAX_DISCS, WthorNames};
use crate::board::{Move, Square};
use crate::game::records::{GameResult, Record, RecordFault, Theory};
use crate::game::{Game, ParseTranscriptError};

/// Whether `byte`, the century of the date, starts a WTHOR file. No text starts with such a byte.
pub(in crate::game::records) const fn starts_wthor(byte: u8) -> bool {
    matches!(byte, 19..=21)
}

/// The games of a file.
#[derive(Debug)]
pub(in crate::game::records) struct WthorGames<R> {
    input: R,
    names: WthorNames,
    header: Option<WthorHeader>,
    /// The number of games read.
    number: usize,
}

#[derive(Debug, Clone, Copy)]
struct WthorHeader {
    games: usize,
    year: u16,
    /// The empties from which theoretical scores count.
    depth: u8,
    /// Whether an error has ended the file.
    is_broken: bool,
}

impl<R: Read> WthorGames<R> {
    pub(in crate::game::records) const fn new(input: R, names: WthorNames) -> WthorGames<R> {
        WthorGames { input, names, header: None, number: 0 }
    }

    /// The number of the last game, from 1.
    pub(in crate::game::records) const fn number(&self) -> usize {
        self.number
    }

    /// The next game; `None` at the end. An error that concerns the whole file ends the iteration.
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
                RecordFault::Wthor {
                    reason: format!("expected {games} games, found the end in game {number}"),
                }
            } else {
                RecordFault::unreadable(&error)
            }));
        }
        Some(self.record(header, &bytes))
    }

    /// The error for data after the last game; `None` at the end of the file.
    fn more_than(&mut self, header: WthorHeader) -> Option<Result<Record, RecordFault>> {
        if header.is_broken {
            return None;
        }
        self.header = Some(WthorHeader { is_broken: true, ..header });
        let fault = match io::copy(&mut self.input.by_ref().take(1), &mut io::sink()) {
            Ok(0) => return None,
            Ok(_) => RecordFault::Wthor {
                reason: format!("expected {} games as in its header, found more", header.games),
            },
            Err(error) => RecordFault::unreadable(&error),
        };
        self.number += 1;
        Some(Err(fault))
    }

    fn read_header(&mut self) -> Result<WthorHeader, RecordFault> {
        let mut bytes = [0; HEADER];
        self.input.read_exact(&mut bytes).map_err(|error| RecordFault::Wthor {
            reason: format!("cannot read the header: {error}"),
        })?;
        if !matches!(bytes[12], 0 | 8) {
            let size = bytes[12];
            return Err(RecordFault::Wthor {
                reason: format!("expected board size 8, found {size}"),
            });
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
        record.result = Some(GameResult::Discs { black: black.into(), white: white.into() });
        // 0 empties means no theoretical scores.
        record.theory = (header.depth > 0 && theory <= MAX_DISCS)
            .then_some(Theory { empties: header.depth, black: theory });
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

/// The square of 10 x row + column, both from 1.
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
        assert_eq!(record.theory, Some(Theory { empties: 24, black: 33 }));
    }

    #[test]
    fn old_sizes_and_solitaires_are_accepted() {
        for (at, value) in [(12, 0), (13, 1), (14, 0), (15, 7), (8, 3)] {
            let mut bytes = file(&[(40, &[56, 64])]);
            bytes[at] = value;
            let records = read(&bytes);
            assert_eq!(records[0].as_ref().unwrap().game.transcript(), "f5d6", "{at}");
        }
    }

    #[test]
    fn a_score_above_64_discs_is_an_error() {
        let records = read(&file(&[(65, &[56]), (64, &[56])]));
        let fault = records[0].as_ref().unwrap_err();
        assert!(fault.starts_with("invalid result \"65\": "), "{fault}");
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
                Err("invalid move 19 (move 2): expected 10 x row + column, from 11 to 88"),
                Ok(()),
            ]
        );
    }

    #[test]
    fn foreign_files_are_refused() {
        let mut ten = file(&[]);
        ten[12] = 10;
        let mut cut = file(&[(32, &[56])]);
        cut.pop();
        let mut long = file(&[]);
        long.push(1);
        for (bytes, fault) in [
            (&ten[..], "expected board size 8, found 10"),
            (&long[..], "expected 0 games as in its header, found more"),
            (&cut[..], "expected 1 games, found the end in game 1"),
            (&cut[..9], "cannot read the header: failed to fill whole buffer"),
        ] {
            let fault = Err(format!("invalid WTHOR file: {fault}"));
            assert_eq!(read(bytes), [fault]);
        }
    }
}
