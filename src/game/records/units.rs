//! [`Units`]: from a text to the texts of its records, before any of them is read.

use std::io::{self, BufRead};

use super::Format;
use super::ends::{End, GgfEnd, JsonEnd, starts_ggf, starts_record};
use super::line::{move_count, starts_with_number};
use super::rows::{goes_on_board, row_of};
use super::tags::{is_header, is_result};
use super::text::Text;

/// The most bytes that a record may have.
pub(super) const MAX_RECORD: usize = 1024 * 1024;

/// The text of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// The line where it starts, from 1, and the column, in characters from 1.
    pub(super) place: (usize, usize),
}

/// What a record looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Moves, a board or whatever else stands on one line, or numbered moves on some.
    Line,
    /// A drawn board.
    Board,
    /// Tags such as `[Black "ann"]`, or lines such as `Black: ann`, and moves.
    Tags,
    /// A game in GGF.
    Ggf,
    /// A JSON object.
    Json,
    /// More than [`MAX_RECORD`]; thrown away.
    TooLong,
}

/// The records of a text.
pub(super) struct Units<R> {
    text: Text<R>,
    /// How many JSON lists are open.
    lists: usize,
    /// Whether the last record was a JSON object, which a comma may follow.
    after_json: bool,
}

impl<R: BufRead> Units<R> {
    pub(super) const fn new(input: R) -> Units<R> {
        Units { text: Text::new(input), lists: 0, after_json: false }
    }

    /// The place reached.
    pub(super) const fn place(&self) -> (usize, usize) {
        self.text.place()
    }

    /// The next record; `None` at the end. Blank lines, comments and what joins the
    /// objects of a JSON list are left out.
    pub(super) fn next(&mut self) -> io::Result<Option<Unit>> {
        while self.text.load()? {
            let rest = self.text.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.text.advance(blanks);
            let rest = self.text.rest();
            match rest.as_bytes().first() {
                None => {}
                Some(b'%' | b'#') => self.text.skip_line()?,
                Some(b',') if self.lists > 0 || self.after_json => self.text.advance(1),
                Some(b']') if self.lists > 0 => {
                    self.lists -= 1;
                    self.text.advance(1);
                }
                Some(b'[') if opens_list(rest) => {
                    if let Some(unit) = self.open_lists()? {
                        return Ok(Some(unit));
                    }
                }
                Some(_) => return self.unit().map(Some),
            }
        }
        Ok(None)
    }

    /// Takes the brackets before the first object of a list, which may stand on another
    /// line; without such an object they are returned, and no record.
    fn open_lists(&mut self) -> io::Result<Option<Unit>> {
        let place = self.place();
        let (mut text, mut depth) = (String::new(), 0);
        while self.text.load()? {
            let rest = self.text.rest();
            let length = rest.len() - rest.trim_start_matches(is_list_opening).len();
            depth += rest[..length].matches('[').count();
            let is_object = rest[length..].starts_with('{');
            let is_whole_line = length == rest.len();
            if text.is_empty() || is_object || is_whole_line {
                text.push_str(&rest[..length]);
                self.text.advance(length);
            }
            if is_object {
                self.lists += depth;
                return Ok(None);
            }
            if !is_whole_line || text.len() > MAX_RECORD {
                break;
            }
        }
        Ok(Some(Unit { kind: Kind::Line, text, place }))
    }

    /// The record that starts here.
    fn unit(&mut self) -> io::Result<Unit> {
        let (kind, place) = (kind_of(self.text.rest()), self.place());
        self.after_json = kind == Kind::Json;
        let mut text = String::new();
        let is_whole = match kind {
            Kind::Ggf => self.scan(&mut text, GgfEnd::default())?,
            Kind::Json => self.scan(&mut text, JsonEnd::default())?,
            Kind::Tags => self.lines(&mut text, goes_on_tags)?,
            Kind::Board => self.lines(&mut text, goes_on_board)?,
            Kind::Line | Kind::TooLong => match ggf_inside(self.text.rest()) {
                None => self.lines(&mut text, goes_on_numbers)?,
                Some(length) => {
                    text.push_str(&self.text.rest()[..length]);
                    self.text.advance(length);
                    true
                }
            },
        };
        Ok(Unit { kind: if is_whole { kind } else { Kind::TooLong }, text, place })
    }

    /// Takes the line and those behind it with which the text so far `goes_on`;
    /// `false` if they are too long.
    fn lines(&mut self, text: &mut String, goes_on: fn(&str, &str) -> bool) -> io::Result<bool> {
        loop {
            let rest = self.text.rest();
            let fits = self.text.ends_line() && text.len() + rest.len() <= MAX_RECORD;
            if fits {
                text.push_str(rest);
            }
            self.text.skip_line()?;
            if !fits {
                return Ok(false);
            }
            if !may_go_on(text) || !self.text.load()? || !goes_on(text, self.text.rest()) {
                return Ok(true);
            }
        }
    }

    /// Takes what there is up to where `end` finds the end; `false` if that is too
    /// far.
    fn scan(&mut self, text: &mut String, mut end: impl End) -> io::Result<bool> {
        loop {
            let rest = self.text.rest();
            if text.ends_with('\n') && end.is_cut_before(text, rest) {
                return Ok(true);
            }
            let found = end.find(rest);
            let length = found.unwrap_or(rest.len());
            if text.len() + length > MAX_RECORD {
                self.text.skip_line()?;
                return Ok(false);
            }
            text.push_str(&rest[..length]);
            self.text.advance(length);
            if found.is_some() || !self.text.load()? {
                return Ok(true);
            }
        }
    }
}

/// Whether it takes another line to know that `text` ends here. Where it does not, a
/// record is complete as soon as its line is, and whoever waits for the answer gets it.
fn may_go_on(text: &str) -> bool {
    kind_of(text) != Kind::Line || starts_with_number(text).is_some()
}

/// Where in `line`, which starts otherwise, a game in GGF starts; not in a comment.
fn ggf_inside(line: &str) -> Option<usize> {
    line.split(['%', '#']).next().unwrap_or_default().find("(;").filter(|&length| length > 0)
}

/// What a record is that starts with `text`.
fn kind_of(text: &str) -> Kind {
    match text.as_bytes()[0] {
        b'{' => Kind::Json,
        b'[' if starts_tag(text) => Kind::Tags,
        _ if is_header(text.lines().next().unwrap_or_default()) => Kind::Tags,
        _ if starts_ggf(text) => Kind::Ggf,
        _ if row_of(text.lines().next().unwrap_or_default()).is_some() => Kind::Board,
        _ => Kind::Line,
    }
}

/// Whether the line `text` starts with brackets around JSON objects, as far as it shows.
fn opens_list(text: &str) -> bool {
    let behind = text.trim_start_matches(is_list_opening);
    behind.is_empty() || behind.starts_with('{')
}

fn is_list_opening(character: char) -> bool {
    character == '[' || character.is_whitespace()
}

/// Whether `text` starts with a tag, perhaps one that is not written as it should be.
fn starts_tag(text: &str) -> bool {
    text[1..].starts_with(|next: char| next.is_ascii_alphabetic())
}

/// Whether `line` belongs to the tags `text`, or to the moves behind them, which end
/// at a blank line.
fn goes_on_tags(text: &str, line: &str) -> bool {
    let last = text.trim_end().lines().next_back().unwrap_or_default();
    let in_tags = last.ends_with(']') || is_header(last);
    let is_apart = text.lines().next_back().is_none_or(|last| last.trim().is_empty());
    match line.trim_start().as_bytes().first() {
        None => in_tags,
        Some(b'[') => in_tags && !is_apart && !names_again(text, line),
        Some(_) if is_header(line) => {
            (in_tags || is_result(line)) && !is_apart && !names_again(text, line)
        }
        Some(_) => matches!(starts_record(line), None | Some(Format::Transcript)),
    }
}

/// Whether a line of `text` is called as the tag that is `line`, and so another game has
/// begun.
fn names_again(text: &str, line: &str) -> bool {
    let name = |line: &str| {
        let name = line.trim_start().split([' ', ':', '"']).next().unwrap_or_default();
        name.to_ascii_lowercase()
    };
    text.lines().any(|earlier| name(earlier) == name(line))
}

/// Whether `line` has the move number that comes next in `text`.
fn goes_on_numbers(text: &str, line: &str) -> bool {
    let Some(number) = starts_with_number(line) else { return false };
    if starts_ggf(line) || starts_with_number(text) != Some(1) {
        return false;
    }
    let moves = move_count(text);
    moves > 0 && (moves.is_multiple_of(2) && number == moves / 2 + 1 || number == moves + 1)
}
