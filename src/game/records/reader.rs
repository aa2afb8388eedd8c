//! [`Records`]: the records of a file, whatever they are.

use std::io::{self, BufRead, ErrorKind};
use std::str::FromStr;

use super::error::{Flaw, RecordError, RecordFault, RecordPlace};
use super::json::parse_json;
use super::line::{Parsed, parse_line};
use super::tags::parse_tags;
use super::units::{Kind, MAX_RECORD, Unit, Units};
use super::wthor::{WthorGames, starts_wthor};
use super::{Format, Record, WthorNames};
use crate::game::excerpt::first_word;
use crate::game::{Game, GgfGame, Setup};

/// A record that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRecord {
    /// Where it starts.
    pub place: RecordPlace,
    /// What it was written in.
    pub format: Format,
    /// The record.
    pub record: Record,
}

/// The records of an input, one after the other, in no more memory than one takes.
/// What each of them is, it shows by itself; formats may be mixed. After one that
/// cannot be read comes the next; an input that cannot be read ends.
///
/// ```
/// use outflank::game::Records;
///
/// let input = "f5d6c3\nf5d3\n8/8/8/3OX3/3XO3/8/8/8 X\n";
/// let lines: Vec<String> = Records::new(input.as_bytes())
///     .map(|found| match found {
///         Ok(found) => format!("{}: {}", found.place, found.format),
///         Err(error) => error.to_string(),
///     })
///     .collect();
/// assert_eq!(lines, [
///     "1:1: transcript",
///     r#"2:3: move 2, "d3", is illegal: d3 flips nothing for white"#,
///     "3:1: fen",
/// ]);
/// ```
pub struct Records<R> {
    source: Source<R>,
}

enum Source<R> {
    /// Nothing was read yet.
    Fresh(R, WthorNames),
    Text(Units<R>),
    Wthor(WthorGames<R>),
    Ended,
}

impl<R: BufRead> Records<R> {
    /// The records of `input`.
    pub const fn new(input: R) -> Records<R> {
        Records { source: Source::Fresh(input, WthorNames::NONE) }
    }

    /// The records of `input`; if it is a file of WTHOR's, with these `names`.
    pub const fn with_names(input: R, names: WthorNames) -> Records<R> {
        Records { source: Source::Fresh(input, names) }
    }

    /// Finds out what the input is.
    fn open(&mut self) -> io::Result<()> {
        let Source::Fresh(mut input, names) = std::mem::replace(&mut self.source, Source::Ended)
        else {
            return Ok(());
        };
        let first = loop {
            match input.fill_buf() {
                Ok(bytes) => break bytes.first().copied(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        self.source = match first {
            Some(byte) if starts_wthor(byte) => Source::Wthor(WthorGames::new(input, names)),
            _ => Source::Text(Units::new(input)),
        };
        Ok(())
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<FoundRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Source::Fresh(..) = self.source
            && let Err(error) = self.open()
        {
            return Some(Err(unreadable(&error, (1, 1))));
        }
        match &mut self.source {
            Source::Fresh(..) | Source::Ended => None,
            Source::Text(units) => match units.next() {
                Ok(unit) => unit.map(|unit| parse_unit(&unit)),
                Err(error) => {
                    let place = units.place();
                    self.source = Source::Ended;
                    Some(Err(unreadable(&error, place)))
                }
            },
            Source::Wthor(games) => {
                let record = games.next()?;
                let place = RecordPlace::Game(games.number());
                Some(match record {
                    Ok(record) => Ok(FoundRecord { place, format: Format::Wthor, record }),
                    Err(fault) => Err(RecordError { place, fault }),
                })
            }
        }
    }
}

fn unreadable(error: &io::Error, (line, column): (usize, usize)) -> RecordError {
    let place = RecordPlace::Text { line, column };
    RecordError { place, fault: RecordFault::Unreadable { reason: error.to_string() } }
}

fn parse_unit(unit: &Unit) -> Result<FoundRecord, RecordError> {
    let parsed = match unit.kind {
        Kind::Line => parse_line(&unit.text),
        Kind::Board => parse_board(&unit.text),
        Kind::Tags => parse_tags(&unit.text),
        Kind::Ggf => parse_ggf(&unit.text),
        Kind::Json => parse_json(&unit.text),
        Kind::TooLong => Err(Flaw { offset: 0, fault: RecordFault::TooLong { limit: MAX_RECORD } }),
    };
    match parsed {
        Ok((format, record)) => Ok(FoundRecord { place: unit.place(0), format, record }),
        Err(Flaw { offset, fault }) => Err(RecordError { place: unit.place(offset), fault }),
    }
}

impl Unit {
    /// The place of the byte `offset` of its text.
    fn place(&self, offset: usize) -> RecordPlace {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let (line, column) = match before.rfind('\n') {
            None => (self.place.0, self.place.1 + before.chars().count()),
            Some(end) => {
                let lines = before.matches('\n').count();
                (self.place.0 + lines, before[end + 1..].chars().count() + 1)
            }
        };
        RecordPlace::Text { line, column }
    }
}

fn parse_board(text: &str) -> Parsed {
    let setup: Setup = text.parse().map_err(|error| Flaw::board(error, 0))?;
    Ok((Format::Board, Game::new(setup).into()))
}

fn parse_ggf(text: &str) -> Parsed {
    let game: GgfGame = text.parse().map_err(|error| Flaw::ggf(error, 0))?;
    Ok((Format::Ggf, game.into()))
}

/// Reads a text that is one record, in any format.
impl FromStr for FoundRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<FoundRecord, RecordError> {
        let mut units = Units::new(text.as_bytes());
        let mut next = || units.next().map_err(|error| unreadable(&error, (1, 1)));
        let Some(unit) = next()? else {
            let place = RecordPlace::Text { line: 1, column: 1 };
            return Err(RecordError { place, fault: RecordFault::Nothing });
        };
        let found = parse_unit(&unit)?;
        match next()? {
            None => Ok(found),
            Some(unit) => Err(RecordError {
                place: unit.place(0),
                fault: RecordFault::Trailing { text: first_word(&unit.text) },
            }),
        }
    }
}

/// The same without where it is and what it was written in.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        text.parse().map(|found: FoundRecord| found.record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    /// What is found in `text`, a line for each record: its place, its format and the
    /// number of its moves, or the error.
    fn read(text: &str) -> Vec<String> {
        let line = |found: Result<FoundRecord, RecordError>| match found {
            Ok(FoundRecord { place, format, record }) => {
                format!("{place} {format} {}", record.game.moves().len())
            }
            Err(error) => error.to_string(),
        };
        Records::new(text.as_bytes()).map(line).collect()
    }

    #[test]
    fn each_format_is_recognised_among_the_others() {
        let ggf = Record::default().to_text(Format::Ggf).unwrap();
        let drawn = Setup::START.draw().with_legal_moves().to_string();
        let text = format!(
            "# a comment\n\nf5d6c3\n  1. F5 d6 2. c3 36-28\n{START} X\n{START} black moves f5\n\
             8/8/8/3OX3/3XO3/8/8/8 X % why\nfen 8/8/8/3OX3/3XO3/8/8/8 X moves f5\nstart f5d6\n\
             {START} X; F5:+2;\n1 {ggf} {ggf}\n{drawn}\n[Black \"ann\"]\n[White \"bob\"]\n\n\
             1. f5 d6\n2. c3 *\n\n{{\"moves\":[\"f5\",\n\"d6\"]}}\nf5"
        );
        assert_eq!(
            read(&text),
            [
                "3:1 transcript 3",
                "4:3 transcript 3",
                "5:1 board 0",
                "6:1 position 1",
                "7:1 fen 0",
                "8:1 position 1",
                "9:1 position 2",
                "10:1 obf 0",
                "11:1 ggf 0",
                "11:113 ggf 0",
                "12:3 board 0",
                "22:1 pgn 3",
                "28:1 json 2",
                "30:1 transcript 1",
            ]
        );
    }

    #[test]
    fn numbered_moves_may_be_split_into_lines() {
        assert_eq!(read("1. f5 d6\n2. c3 d3\n1. f5 f6"), ["1:1 transcript 4", "3:1 transcript 2"]);
        assert_eq!(read("1 f5\n2 d6\n3 c3\n"), ["1:1 transcript 3"]);
        // A numbered list of games.
        let list = ["1:1 transcript 3", "2:1 transcript 2", "3:1 transcript 1"];
        assert_eq!(read("1. f5d6c3\n2. f5f6\n3. f5"), list);
    }

    #[test]
    fn drawn_boards_end_where_they_end() {
        let rows = Setup::START.draw().to_string();
        let bare: Vec<&str> = rows.lines().skip(1).take(8).map(|row| &row[2..]).collect();
        let bare = bare.join("\n");
        let text = format!("{rows}\n{rows}\n{bare}\nO\nf5\n{START}\nX\n{START}\n{START} O");
        assert_eq!(
            read(&text),
            [
                "1:3 board 0",
                "11:3 board 0",
                "21:1 board 0",
                "30:1 transcript 1",
                "31:1 board 0",
                "33:1: no side to move: expected 64 squares and then X or O, found 64 characters \
                 in all",
                "34:1 board 0",
            ]
        );
    }

    #[test]
    fn refusals_name_line_and_column_and_the_next_record_is_read() {
        let text = format!(
            "f5 d3\né\n8/8/8/3OX4/3XO3/8/8/8 X\n{START} X;d3:1; a1:2;\n\
             (;BO[8 {START} X]\nB[f5]W[f5];)(;BO[8 {START} X]B[f5];)\n\
             [Black \"a\"]\n\n1. f5 d6\n2. d6\n\n{{\"moves\":[}}\n{START} Q\nf5\n"
        );
        assert_eq!(
            read(&text),
            [
                r#"1:4: move 2, "d3", is illegal: d3 flips nothing for white"#,
                "2:1: \"é\" starts no record: expected moves, 64 squares and a side, a FEN, OBF, \
                 GGF, tags or JSON",
                r#"3:7: expected 8 squares in row 4, found 9 in "3OX4""#,
                r#"4:74: "a1:2" is illegal: a1 flips nothing for black"#,
                r#"6:8: move 2, "f5", is illegal: f5 is taken"#,
                "6:13 ggf 1",
                r#"10:4: move 3, "d6", is illegal: d6 is taken"#,
                "12:11: no JSON: expected value",
                r#"13:66: "Q" is not the side to move: expected X or O after the 64 squares"#,
                "14:1 transcript 1",
            ]
        );
    }

    #[test]
    fn a_game_without_its_end_does_not_hide_the_next() {
        let good = Record::default().to_text(Format::Ggf).unwrap();
        let text = format!(
            "1 {good}\n2 (;BO[10 x];){good} junk\n(;XY {good}\n1 {good}(;PB[\n{good}log: {good}"
        );
        let read: Vec<bool> = Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
        assert_eq!(read, [true, false, true, false, false, true, true, false, true, false, true]);
    }

    #[test]
    fn lines_after_a_record_without_its_end_are_read() {
        let ggf = Record::default().to_text(Format::Ggf).unwrap();
        let lines = ["f5d6c3", "8/8/8/3OX3/3XO3/8/8/8 X", "{\"moves\":[\"f5\"]}", &ggf];
        for open in [
            "{",
            "{\"moves\":",
            "{\"moves\":\"f5",
            "{\"moves\":\"f5\"",
            "{\"moves\":[\"f5\",",
            "{\"moves\":[\"f5\"",
            "(;GM[Othello]PB[a]",
            "(;GM[Othello]PB[a",
            "(;GM[Othello]\nPB[a]",
        ] {
            for line in lines {
                let text = format!("{open}\n{line}\n{line}\n");
                let read: Vec<bool> =
                    Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
                assert_eq!(read, [false, true, true], "{text}");
            }
        }
    }

    #[test]
    fn records_may_be_split_into_lines_wherever_they_have_blanks() {
        assert_eq!(
            read(
                "{\"black\":\"ann\",\"moves\":[\n{\"m\":\"f5\"},\n{\"m\":\n\"d6\"}\n]\n,\n\n\
                 \"white\":\n{\"name\":\"bob\"},\"result\"\n:\nnull\n}\nf5"
            ),
            ["1:1 json 2", "13:1 transcript 1"]
        );
        let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
        let rows = rows.collect::<Vec<_>>().join("\n");
        let games = format!(
            "(;GM[Othello]\n\nPC[a\n(good) place]\n BO[8\n{rows} *]\nB[f5]\n;)\n\
             (;BO[8\n{START} *\n]B[f5]\n)\nf5"
        );
        assert_eq!(read(&games), ["1:1 ggf 1", "16:1 ggf 1", "20:1 transcript 1"]);
    }

    #[test]
    fn a_text_may_be_one_record_only() {
        for (text, message) in [
            ("", "1:1: there is no record"),
            ("f5\nf5", "2:1: \"f5\" follows the record: expected nothing"),
        ] {
            assert_eq!(text.parse::<Record>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn what_is_too_long_is_thrown_away() {
        let long = "f5".repeat(100_000);
        let endless = format!("(;PB[{}", "x".repeat(MAX_RECORD));
        let text = format!("{long}\nf5\n{endless}\nf5");
        let too_long =
            |line| format!("{line}:1: more than 1048576 bytes without an end of the record");
        assert_eq!(
            read(&text),
            [&*too_long(1), "2:1 transcript 1", &*too_long(3), "4:1 transcript 1"]
        );
    }

    #[test]
    fn an_input_that_breaks_ends() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("no cable"))
            }
        }
        let read: Vec<String> = Records::new(io::BufReader::new(Broken))
            .map(|found| found.unwrap_err().to_string())
            .collect();
        assert_eq!(read, ["1:1: cannot be read on: no cable"]);
    }
}
