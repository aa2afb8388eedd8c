//! [`Records`]: the records of a file, whatever they are.

use std::io::{BufRead, ErrorKind};
use std::str::FromStr;

use super::error::{FaultAt, RecordError, RecordFault, RecordPlace};
use super::json::parse_json;
use super::line::{ParsedRecord, parse_line};
use super::pgn::parse_pgn;
use super::sniff::{RecordShape, without_captions};
use super::split::{MAX_RECORD, RawRecord, RecordSplitter};
use super::text::Utf16;
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
#[derive(Debug)]
pub struct Records<R> {
    source: RecordInput<R>,
}

#[derive(Debug)]
enum RecordInput<R> {
    /// Nothing was read yet.
    Fresh(R, WthorNames),
    Text(RecordSplitter<R>),
    Utf16(RecordSplitter<Utf16<R>>),
    Wthor(WthorGames<R>),
    Ended,
}

impl<R: BufRead> Records<R> {
    /// The records of `input`.
    pub const fn new(input: R) -> Records<R> {
        Records { source: RecordInput::Fresh(input, WthorNames::NONE) }
    }

    /// The records of `input`; those of a WTHOR file with these `names`.
    pub const fn with_names(input: R, names: WthorNames) -> Records<R> {
        Records { source: RecordInput::Fresh(input, names) }
    }

    /// Finds out whether the input is text, and in which encoding.
    fn open(&mut self) -> Result<(), RecordFault> {
        let RecordInput::Fresh(mut input, names) =
            std::mem::replace(&mut self.source, RecordInput::Ended)
        else {
            return Ok(());
        };
        let (first, is_text) = loop {
            match input.fill_buf() {
                Ok(bytes) => break (bytes.first().copied().unwrap_or(b'\n'), !bytes.contains(&0)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(RecordFault::unreadable(&error)),
            }
        };
        self.source = if starts_wthor(first) {
            RecordInput::Wthor(WthorGames::new(input, names))
        } else {
            match Utf16::new(input, first) {
                Ok(input) => RecordInput::Utf16(RecordSplitter::new(input)),
                Err(input) if is_text => RecordInput::Text(RecordSplitter::new(input)),
                Err(_) => return Err(RecordFault::NotText),
            }
        };
        Ok(())
    }

    /// The next record of a text.
    fn next_of<I: BufRead>(
        splitter: &mut RecordSplitter<I>,
    ) -> Option<Result<FoundRecord, RecordError>> {
        match splitter.next() {
            Ok(raw) => raw.map(|raw| parse_raw(&raw)),
            Err(error) => Some(Err(at(splitter.place(), RecordFault::unreadable(&error)))),
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<FoundRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let RecordInput::Fresh(..) = self.source
            && let Err(fault) = self.open()
        {
            return Some(Err(at((1, 1), fault)));
        }
        let found = match &mut self.source {
            RecordInput::Fresh(..) | RecordInput::Ended => None,
            RecordInput::Text(splitter) => Self::next_of(splitter),
            RecordInput::Utf16(splitter) => Self::next_of(splitter),
            RecordInput::Wthor(games) => {
                let record = games.next()?;
                let place = RecordPlace::Game(games.number());
                Some(match record {
                    Ok(record) => Ok(FoundRecord { place, format: Format::Wthor, record }),
                    Err(fault) => Err(RecordError { place, fault }),
                })
            }
        };
        if let Some(Err(RecordError { fault: RecordFault::Unreadable { .. }, .. })) = found {
            self.source = RecordInput::Ended;
        }
        found
    }
}

fn at((line, column): (usize, usize), fault: RecordFault) -> RecordError {
    RecordError { place: RecordPlace::Text { line, column }, fault }
}

fn parse_raw(raw: &RawRecord) -> Result<FoundRecord, RecordError> {
    let parsed = match raw.shape {
        _ if raw.is_too_long => {
            Err(FaultAt { offset: 0, fault: RecordFault::TooLong { limit: MAX_RECORD } })
        }
        RecordShape::Line => parse_line(&raw.text),
        RecordShape::Board => parse_board(&raw.text),
        RecordShape::Tags => parse_pgn(&raw.text),
        RecordShape::Ggf => parse_ggf(&raw.text),
        RecordShape::Json => parse_json(&raw.text),
    };
    match parsed {
        Ok((format, record)) => Ok(FoundRecord { place: raw.place(0), format, record }),
        Err(FaultAt { offset, fault }) => Err(RecordError { place: raw.place(offset), fault }),
    }
}

impl RawRecord {
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

fn parse_board(text: &str) -> ParsedRecord {
    let setup: Setup = without_captions(text).parse().map_err(|error| FaultAt::board(error, 0))?;
    Ok((Format::Board, Game::new(setup).into()))
}

fn parse_ggf(text: &str) -> ParsedRecord {
    let game: GgfGame = text.parse().map_err(|error| FaultAt::ggf(error, 0))?;
    Ok((Format::Ggf, game.into()))
}

/// Reads a text that is one record, in any format.
impl FromStr for FoundRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<FoundRecord, RecordError> {
        let mut splitter = RecordSplitter::new(text.as_bytes());
        let mut next =
            || splitter.next().map_err(|error| at((1, 1), RecordFault::unreadable(&error)));
        let Some(raw) = next()? else {
            return Err(at((1, 1), RecordFault::Nothing));
        };
        let found = parse_raw(&raw)?;
        match next()? {
            None => Ok(found),
            Some(raw) => Err(RecordError {
                place: raw.place(0),
                fault: RecordFault::Trailing { text: first_word(&raw.text) },
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
