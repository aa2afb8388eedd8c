//! [`Records`]: reads the records of a file in any format.

use std::collections::VecDeque;
use std::io::{BufRead, ErrorKind};
use std::str::FromStr;

use super::error::{FaultAt, RecordError, RecordFault, RecordPlace};
use super::json::{is_json_list, parse_json, parse_json_list};
use super::line::{ParsedRecord, parse_bare_line};
use super::marked::parse_line;
use super::pgn::parse_pgn;
use super::sgf::parse_sgf;
use super::sniff::{RecordShape, without_captions};
use super::split::{MAX_RECORD, RawRecord, RecordSplitter, is_sgf, open_parentheses};
use super::table::{Columns, is_decoration};
use super::text::Utf16;
use super::wthor::{WthorGames, starts_wthor};
use super::{Format, Record, WthorNames};
use crate::game::excerpt::first_word;
use crate::game::{Game, Setup};

/// A record with its place and format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRecord {
    /// The place where the record starts.
    pub place: RecordPlace,
    /// Its format.
    pub format: Format,
    /// The record.
    pub record: Record,
    /// The number of entries that a record cannot hold, such as labels on the board.
    pub skipped: usize,
}

/// An iterator over the records of an input. It holds one record in memory. Formats are detected
/// and may be mixed. Reading continues after an invalid record. A read error ends the iterator.
///
/// ```
/// use othello::game::Records;
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
    /// Records read ahead.
    found: VecDeque<Result<FoundRecord, RecordError>>,
    /// A line that may be a table header.
    header: Option<RawRecord>,
    /// The header of the current table.
    columns: Option<Columns>,
    selection: Selection,
    /// The number of records so far, read or not.
    number: usize,
}

/// The records to read of an input. Other records are not parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// The first line, from 1; in a WTHOR file, the first game. A record must start there. Earlier
    /// lines are not parsed, except for a table header in line 1.
    pub first: usize,
    /// The last line or game.
    pub last: usize,
    /// The number of the first record to read, from 1.
    pub index: usize,
    /// Reads every `step`-th record; at least 1.
    pub step: usize,
}

impl Selection {
    /// All records.
    pub const ALL: Selection = Selection { first: 1, last: usize::MAX, index: 1, step: 1 };

    /// Whether to read record `number`, counted from 1 on the selected lines.
    #[must_use]
    pub const fn has(&self, number: usize) -> bool {
        number >= self.index && (number - self.index).is_multiple_of(self.step)
    }
}

#[derive(Debug)]
enum RecordInput<R> {
    /// Nothing is read yet.
    Fresh(R, WthorNames),
    Text(RecordSplitter<R>),
    Utf16(RecordSplitter<Utf16<R>>),
    Wthor(WthorGames<R>),
    Ended,
}

impl<R: BufRead> Records<R> {
    /// Reads the records of `input`.
    pub const fn new(input: R) -> Records<R> {
        Records::with_names(input, WthorNames::NONE)
    }

    /// Reads the records of `input`, with these names for a WTHOR file.
    pub const fn with_names(input: R, names: WthorNames) -> Records<R> {
        Records {
            source: RecordInput::Fresh(input, names),
            found: VecDeque::new(),
            header: None,
            columns: None,
            selection: Selection::ALL,
            number: 0,
        }
    }

    /// Reads only these records. `number` counts the records of earlier inputs.
    #[must_use]
    pub fn select(self, selection: Selection, number: usize) -> Records<R> {
        Records { selection, number, ..self }
    }

    /// The number of records so far, read or not.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Detects binary files and the text encoding.
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
        let skipped = self.selection.first - 1;
        let first_line = match &mut self.source {
            _ if skipped == 0 => Ok(String::new()),
            RecordInput::Text(splitter) => splitter.skip_lines(skipped),
            RecordInput::Utf16(splitter) => splitter.skip_lines(skipped),
            _ => Ok(String::new()),
        };
        let first_line = first_line.map_err(|error| RecordFault::unreadable(&error))?;
        self.columns = Columns::named(&first_line);
        Ok(())
    }

    /// Counts a record. Returns whether it is selected.
    fn count(&mut self) -> bool {
        self.number += 1;
        self.selection.has(self.number)
    }

    /// Counts `raw`, and parses it if it is selected.
    fn add(&mut self, raw: &RawRecord) {
        if self.count() {
            self.found.extend(parse_raw(raw));
        }
    }

    /// Reads text up to the next record; `false` at the end.
    fn read_text(&mut self) -> bool {
        let next = match &mut self.source {
            RecordInput::Text(splitter) => {
                splitter.next().map_err(|error| (splitter.place(), error))
            }
            RecordInput::Utf16(splitter) => {
                splitter.next().map_err(|error| (splitter.place(), error))
            }
            _ => return false,
        };
        match next {
            Ok(Some(raw)) if raw.place.0 <= self.selection.last => self.take_raw(raw),
            Ok(_) => {
                let header = self.header.take();
                header.iter().for_each(|header| self.add(header));
                self.source = RecordInput::Ended;
                return header.is_some();
            }
            Err((place, error)) => {
                self.found.push_back(Err(at(place, RecordFault::unreadable(&error))));
                self.source = RecordInput::Ended;
            }
        }
        true
    }

    /// Handles a raw record: a table header, a table row, or a record.
    fn take_raw(&mut self, raw: RawRecord) {
        if raw.shape != RecordShape::Line || raw.is_too_long {
            self.columns = None;
            let header = self.header.take();
            header.iter().chain([&raw]).for_each(|raw| self.add(raw));
            return;
        }
        if let Some(header) = self.header.take() {
            self.columns = Columns::of(&header.text, &raw.text);
            if self.columns.is_none() {
                self.add(&header);
            }
        }
        if is_decoration(&raw.text) {
            return;
        }
        let named = Columns::named(&raw.text).filter(|_| parse_bare_line(&raw.text).is_err());
        if let Some(columns) = named {
            self.columns = Some(columns);
        } else if let Some(parsed) = self.columns.as_ref().and_then(|known| known.parse(&raw.text))
        {
            if self.count() {
                self.found.push_back(raw.found(parsed));
            }
        } else if Columns::may_start_with(&raw.text) && parse_line(&raw.text).is_err() {
            self.header = Some(raw);
        } else {
            self.columns = None;
            self.add(&raw);
        }
    }

    /// Reads the next game of a WTHOR file.
    fn next_wthor(games: &mut WthorGames<R>) -> Option<Result<FoundRecord, RecordError>> {
        let record = games.next()?;
        let place = RecordPlace::Game(games.number());
        Some(match record {
            Ok(record) => Ok(FoundRecord { place, format: Format::Wthor, record, skipped: 0 }),
            Err(fault) => Err(RecordError::new(place, fault)),
        })
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
        while let RecordInput::Wthor(games) = &mut self.source {
            let found = Self::next_wthor(games);
            let is_failure = found
                .as_ref()
                .is_some_and(|found| found.as_ref().is_err_and(|error| error.fault.is_of_file()));
            let game = games.number();
            if found.is_some() && !is_failure {
                if game > self.selection.last {
                    return None;
                }
                if game < self.selection.first || !self.count() {
                    continue;
                }
            }
            if let Some(Err(RecordError { fault: RecordFault::Unreadable { .. }, .. })) = found {
                self.source = RecordInput::Ended;
            }
            return found;
        }
        while self.found.is_empty() && self.read_text() {}
        self.found.pop_front()
    }
}

fn at((line, column): (usize, usize), fault: RecordFault) -> RecordError {
    RecordError::new(RecordPlace::Text { line, column }, fault)
}

/// Parses `raw`: one record, or all records in a JSON object.
fn parse_raw(raw: &RawRecord) -> Vec<Result<FoundRecord, RecordError>> {
    let parsed = match raw.shape {
        _ if raw.is_too_long => {
            Err(FaultAt { offset: 0, fault: RecordFault::TooLong { limit: MAX_RECORD } })
        }
        RecordShape::Line if is_json_list(&raw.text) => {
            let games = parse_json_list(&raw.text).into_iter();
            return games.map(|(offset, parsed)| raw.found_at(offset, parsed)).collect();
        }
        RecordShape::Line => parse_line(&raw.text),
        RecordShape::Board => parse_board(&raw.text),
        RecordShape::Tags => parse_pgn(&raw.text),
        RecordShape::Tree if is_sgf(&raw.text) => return vec![raw.found_sgf()],
        RecordShape::Tree => parse_ggf(&raw.text),
        RecordShape::Json => {
            let games = parse_json(&raw.text).into_iter();
            return games.map(|(offset, parsed)| raw.found_at(offset, parsed)).collect();
        }
    };
    vec![raw.found(parsed)]
}

impl RawRecord {
    /// `parsed`, with the start of the record as its place.
    fn found(&self, parsed: ParsedRecord) -> Result<FoundRecord, RecordError> {
        self.found_at(0, parsed)
    }

    /// `parsed`, with byte `offset` of the text as its place.
    fn found_at(&self, offset: usize, parsed: ParsedRecord) -> Result<FoundRecord, RecordError> {
        match parsed {
            Ok((format, record)) => {
                Ok(FoundRecord { place: self.place(offset), format, record, skipped: 0 })
            }
            Err(FaultAt { offset, fault }) => {
                let legal = self.legal_part(offset).filter(|_| fault.is_illegal_move());
                Err(RecordError { place: self.place(offset), fault, legal: legal.map(Box::new) })
            }
        }
    }

    /// The record before byte `offset`, where a move is illegal.
    fn legal_part(&self, offset: usize) -> Option<Record> {
        let before = self.text.get(..offset)?;
        let parsed = match self.shape {
            RecordShape::Line => parse_line(before),
            RecordShape::Tags => parse_pgn(before),
            RecordShape::Tree => {
                let before = before.trim_end_matches(['B', 'W', '[']);
                let text = before.to_owned() + &")".repeat(open_parentheses(before));
                if is_sgf(&self.text) {
                    return parse_sgf(&text).ok().map(|(record, _)| record);
                }
                parse_ggf(&text)
            }
            RecordShape::Board | RecordShape::Json => return None,
        };
        parsed.ok().map(|(_, record)| record)
    }

    fn found_sgf(&self) -> Result<FoundRecord, RecordError> {
        let (parsed, skipped) = match parse_sgf(&self.text) {
            Ok((record, skipped)) => (Ok((Format::Sgf, record)), skipped),
            Err(flaw) => (Err(flaw), 0),
        };
        self.found(parsed).map(|found| FoundRecord { skipped, ..found })
    }

    /// The place of byte `offset` of its text.
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
    let record = Record::from_ggf(text).map_err(|error| FaultAt::ggf(error, 0))?;
    Ok((Format::Ggf, record))
}

/// Reads a text with exactly one record, in any format.
impl FromStr for FoundRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<FoundRecord, RecordError> {
        let mut records = Records::new(text.as_bytes());
        records.source = RecordInput::Text(RecordSplitter::new(text.as_bytes()));
        let found = records.next().ok_or_else(|| at((1, 1), RecordFault::Nothing))??;
        match records.next() {
            None => Ok(found),
            Some(other) => {
                let place = other.map_or_else(|error| error.place, |other| other.place);
                let fault = RecordFault::Trailing { text: text_at(text, place) };
                Err(RecordError::new(place, fault))
            }
        }
    }
}

/// The word of `text` at `place`.
fn text_at(text: &str, place: RecordPlace) -> String {
    let RecordPlace::Text { line, column } = place else { return String::new() };
    let line = text.lines().nth(line - 1).unwrap_or_default();
    let start = line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
    first_word(&line[start..])
}

/// Reads a text with exactly one record, in any format.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        text.parse().map(|found: FoundRecord| found.record)
    }
}

#[cfg(test)]
mod tests;
