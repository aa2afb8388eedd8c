//! [`RecordSplitter`]: cuts a text into the texts of its records, before parsing.

use std::collections::HashSet;
use std::io::{self, BufRead};

use super::Format;
use super::line::{FIRST_MOVES, is_transcript, parse_bare_line};
use super::result::GameResult;
use super::sniff::{
    BoardLines, RecordShape, has_open_brace, is_header, is_list_opening, is_result_header,
    move_number, moves_in, opens_list, starts_board, starts_tag, starts_tree, starts_tree_tags,
    tree_inside,
};
use super::text::TextLines;
use crate::game::alphabet;

/// Maximum bytes of a record.
pub(super) const MAX_RECORD: usize = 1024 * 1024;

/// Maximum moves and passes of a game, and so maximum move number.
const MAX_MOVES: usize = 120;

/// The text of a record before parsing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawRecord {
    pub(super) shape: RecordShape,
    pub(super) text: String,
    /// The line and column where it starts, both from 1. Columns count characters.
    pub(super) place: (usize, usize),
    /// Whether it exceeds [`MAX_RECORD`]; `text` is then truncated.
    pub(super) is_too_long: bool,
}

/// Splits a text into records.
#[derive(Debug)]
pub(super) struct RecordSplitter<R> {
    text: TextLines<R>,
    /// The number of open JSON lists.
    lists: usize,
    /// Whether the last record was a JSON object. A comma may follow it.
    after_json: bool,
}

impl<R: BufRead> RecordSplitter<R> {
    pub(super) const fn new(input: R) -> RecordSplitter<R> {
        RecordSplitter { text: TextLines::new(input), lists: 0, after_json: false }
    }

    /// The current place.
    pub(super) const fn place(&self) -> (usize, usize) {
        self.text.place()
    }

    /// Skips lines. Returns the first one.
    pub(super) fn skip_lines(&mut self, count: usize) -> io::Result<String> {
        let mut first = String::new();
        for number in 0..count {
            if !self.text.load()? {
                break;
            }
            if number == 0 {
                first = self.text.rest().to_owned();
            }
            self.text.skip_line()?;
        }
        Ok(first)
    }

    /// The next record; `None` at the end. Skips blank lines, comments, and the commas and brackets
    /// of JSON lists.
    pub(super) fn next(&mut self) -> io::Result<Option<RawRecord>> {
        while self.text.load()? {
            let rest = self.text.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.text.advance(blanks);
            let rest = self.text.rest();
            match rest.as_bytes().first() {
                None => {}
                // A numbered game.
                Some(b'#') if move_number(&rest[1..]).is_some() => self.text.advance(1),
                Some(b'%' | b'#') => self.text.skip_line()?,
                Some(b',') if self.lists > 0 || self.after_json => self.text.advance(1),
                Some(b']') if self.lists > 0 => {
                    self.lists -= 1;
                    self.text.advance(1);
                }
                Some(b'[') if opens_list(rest) => {
                    if let Some(raw) = self.open_lists()? {
                        return Ok(Some(raw));
                    }
                }
                Some(_) => return self.raw_record().map(Some),
            }
        }
        Ok(None)
    }

    /// Skips the brackets before the first object of a list, on any line. Returns them as a record
    /// if no object follows.
    fn open_lists(&mut self) -> io::Result<Option<RawRecord>> {
        let place = self.place();
        let (mut text, mut depth) = (String::new(), 0);
        while self.text.load()? {
            let rest = self.text.rest();
            let length = rest.len() - rest.trim_start_matches(is_list_opening).len();
            depth += rest[..length].matches('[').count();
            let is_object = rest[length..].starts_with('{')
                || text.ends_with('\n') && rest[length..].starts_with('"');
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
        Ok(Some(RawRecord { shape: RecordShape::Line, text, place, is_too_long: false }))
    }

    /// Reads the record that starts here.
    fn raw_record(&mut self) -> io::Result<RawRecord> {
        let (shape, place) = (RecordShape::of(self.text.rest()), self.place());
        self.after_json = shape == RecordShape::Json;
        let mut text = String::new();
        let is_whole = match shape {
            RecordShape::Tree => self.scan(&mut text, TreeEnd::default())?,
            RecordShape::Json => self.scan(&mut text, JsonEnd::default())?,
            RecordShape::Tags => {
                let mut tags = TagLines::default();
                self.lines(&mut text, |text, line| tags.continue_with(text, line))?
            }
            RecordShape::Board => {
                let mut board = BoardLines::default();
                self.lines(&mut text, |text, line| board.continue_with(text, line))?
            }
            RecordShape::Line => match tree_inside(self.text.rest()) {
                None => self.lines(&mut text, continues_numbers)?,
                Some(length) => {
                    text.push_str(&self.text.rest()[..length]);
                    self.text.advance(length);
                    true
                }
            },
        };
        Ok(RawRecord { shape, text, place, is_too_long: !is_whole })
    }

    /// Appends the line to `text`, and further lines while `continues` accepts them. Returns
    /// `false` if the record is too long.
    fn lines(
        &mut self,
        text: &mut String,
        mut continues: impl FnMut(&str, &str) -> bool,
    ) -> io::Result<bool> {
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
            if !may_continue(text) || !self.text.load()? || !continues(text, self.text.rest()) {
                return Ok(true);
            }
        }
    }

    /// Appends text up to the position that `end` finds. Returns `false` past [`MAX_RECORD`].
    fn scan(&mut self, text: &mut String, mut end: impl FindEnd) -> io::Result<bool> {
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

/// Whether the next line may belong to the record `text`. If not, the record is returned without
/// waiting for more input.
fn may_continue(text: &str) -> bool {
    RecordShape::of(text) != RecordShape::Line || move_number(text).is_some() || is_open_board(text)
}

/// Whether `text` is an unclosed board in brackets, as game servers print it.
fn is_open_board(text: &str) -> bool {
    text.starts_with("[8") && !text.contains(']') && text.lines().count() < 12
}

/// The tags and moves of a game, which end at a blank line.
#[derive(Default)]
struct TagLines {
    /// The names of the tags so far.
    names: HashSet<String>,
    /// Whether the last non-blank line is a tag.
    in_tags: bool,
    /// Whether a comment in braces is open.
    in_comment: bool,
    /// The moves so far.
    moves: Vec<[u8; 2]>,
}

impl TagLines {
    /// Whether `line` continues the game `text`. The last line of `text` is new.
    fn continue_with(&mut self, text: &str, line: &str) -> bool {
        let new = text.lines().next_back().unwrap_or_default();
        if new.starts_with('%') {
            return true;
        }
        self.names.insert(tag_name(new));
        // A repeated tag starts another game.
        let repeats_tag = |line| self.names.contains(&tag_name(line));
        let is_apart = new.trim().is_empty();
        if !is_apart {
            self.in_tags = ends_tag(new) || is_header(new);
        }
        let in_tags = self.in_tags;
        if !in_tags {
            let brace = new.rfind(['{', '}']);
            self.in_comment = brace.map_or(self.in_comment, |at| new[at..].starts_with('{'));
            self.moves.extend(moves_in(new));
        }
        match line.trim_start().as_bytes().first() {
            None => in_tags || self.in_comment,
            Some(b'[') => in_tags && !is_apart && !repeats_tag(line),
            Some(_) if is_header(line) => {
                (in_tags || is_result_header(line)) && !is_apart && !repeats_tag(line)
            }
            // A repeated first move starts another game.
            Some(_) if starts_game(line, &self.moves) => false,
            Some(_) => matches!(starts_record(line), None | Some(Format::Transcript)),
        }
    }
}

/// Whether `line` ends with a tag. The time of a move, such as `[0:03]`, is not a tag.
fn ends_tag(line: &str) -> bool {
    let is_time = |text: &str| text.bytes().all(|byte| b"0123456789:.".contains(&byte));
    let tag = line.trim_end().strip_suffix(']');
    tag.is_some_and(|tag| !tag.rsplit('[').next().is_some_and(is_time))
}

/// The name of the tag in `line`, or its first word.
fn tag_name(line: &str) -> String {
    let name = line.trim_start().split([' ', ':', '"']).next().unwrap_or_default();
    name.to_ascii_lowercase()
}

/// Whether `line` continues the numbered moves of `text`, a comment in them or a board in brackets,
/// or is the result.
fn continues_numbers(text: &str, line: &str) -> bool {
    if is_open_board(text) || has_open_brace(text) && move_number(text).is_some() {
        return true;
    }
    if starts_tree(line) || move_number(text) != Some(1) {
        return false;
    }
    let moves = moves_in(text);
    let is_result = |text: &str| GameResult::parse_trailing(text).is_some();
    match move_number(line).filter(|&number| number <= MAX_MOVES) {
        Some(number) => {
            !moves.is_empty() && follows(moves.len(), number) && !starts_game(line, &moves)
        }
        None if is_result(line.trim()) => {
            let has_result = || text.split_whitespace().next_back().is_some_and(is_result);
            !moves.is_empty() && !has_result()
        }
        None => continues_pair(text, line, &moves),
    }
}

/// Whether `number` is the next move number after `moves` moves, counted by moves or by pairs.
fn follows(moves: usize, number: usize) -> bool {
    moves.is_multiple_of(2) && number == moves / 2 + 1 || number == moves + 1
}

/// Whether `line` starts another game: its first move is in `moves`, or is joined to other moves.
fn starts_game(line: &str, moves: &[[u8; 2]]) -> bool {
    let is_first = |mv: &[u8; 2]| FIRST_MOVES.iter().any(|first| first.as_bytes() == mv);
    let mut words = line.split([' ', '.', ')', ':', '\n']).filter(|word| !word.is_empty());
    let is_glued = words.find(|word| is_transcript(word)).is_some_and(|word| word.len() > 2);
    let first = moves_in(line).first().copied().filter(is_first);
    first.is_some_and(|first| moves.contains(&first) || is_glued && move_number(line).is_some())
}

/// Whether `text` ends with half a pair of moves and `line` starts with the other half. A move
/// number after this half must be the next one.
fn continues_pair(text: &str, line: &str, moves: &[[u8; 2]]) -> bool {
    let is_gap = |next: char| next.is_whitespace() || matches!(next, '.' | ')');
    let words: Vec<&str> = line.split(is_gap).filter(|word| !word.is_empty()).take(3).collect();
    let ahead = words.iter().take_while(|word| is_transcript(word)).count();
    if ahead == 0 || ahead > 2 {
        return false;
    }
    match words.get(ahead).map(|word| word.parse()) {
        Some(Ok(number)) => follows(moves.len() + ahead, number),
        // The end of the game, or another game.
        _ => {
            let is_first = FIRST_MOVES.iter().any(|first| words[0].eq_ignore_ascii_case(first));
            text.trim_end().ends_with('.') || moves.len() % 2 == 1 && ahead == 1 && !is_first
        }
    }
}

/// Finds the end of a record that does not depend on lines.
trait FindEnd {
    /// The byte offset in `text` of the end of the record. `text` continues the text of the last
    /// call.
    fn find(&mut self, text: &str) -> Option<usize>;

    /// Whether `line` starts another record, although `record` (the text so far) is unclosed.
    fn is_cut_before(&self, record: &str, line: &str) -> bool;
}

/// The format of the record that `line` certainly starts.
fn starts_record(line: &str) -> Option<Format> {
    if starts_tree(line) {
        Some(Format::Ggf)
    } else if starts_object(line) {
        Some(Format::Json)
    } else if starts_tag(line) {
        Some(Format::Pgn)
    } else if starts_board(line) {
        Some(Format::Board)
    } else {
        parse_bare_line(line).ok().map(|(format, _)| format)
    }
}

/// Whether `line` starts a JSON object with a key. Comments may start with `{"` too.
fn starts_object(line: &str) -> bool {
    let key = line.strip_prefix("{\"").and_then(|inside| inside.split_once('"'));
    key.is_some_and(|(_, after)| after.trim_start().starts_with(':'))
}

/// The end of a game in GGF or SGF: the last `)` outside brackets, or the start of another game.
#[derive(Default)]
struct TreeEnd {
    /// The number of open parentheses.
    depth: usize,
    value: Option<GgfValue>,
    escaped: bool,
    /// The number of semicolons outside brackets.
    nodes: usize,
    /// Whether it is SGF, if known.
    is_sgf: Option<bool>,
}

/// Whether the game `text` is SGF and not GGF.
pub(super) fn is_sgf(text: &str) -> bool {
    let mut end = TreeEnd::default();
    end.find(text);
    end.is_sgf == Some(true)
}

/// The number of open parentheses at the end of a game in GGF or SGF.
pub(super) fn open_parentheses(text: &str) -> usize {
    let mut end = TreeEnd::default();
    end.find(text);
    end.depth
}

impl TreeEnd {
    /// Detects the format by the tag at the end of `before` and its value.
    fn take_tag(&mut self, before: &str, value: &str) {
        let name = before.trim_end();
        let name = &name[name.trim_end_matches(|next: char| next.is_ascii_uppercase()).len()..];
        let told = match name {
            "GM" => Some(value.trim_start().starts_with(|next: char| next.is_ascii_digit())),
            "BO" => Some(false),
            "FF" | "SZ" | "AB" | "AW" => Some(true),
            _ => None,
        };
        self.is_sgf = self.is_sgf.or(told);
    }

    /// Counts a semicolon outside brackets, before `after`. The second node means SGF.
    fn take_semicolon(&mut self, after: &str) {
        self.nodes += 1;
        if self.nodes > 1 && after.trim_start().starts_with(|next: char| next.is_ascii_uppercase())
        {
            self.is_sgf.get_or_insert(true);
        }
    }
}

/// The current value in brackets.
struct GgfValue {
    /// The number of its squares, if it is the start of the game.
    squares: Option<usize>,
}

impl FindEnd for TreeEnd {
    /// `(;` and a tag in a value start another game: the value is unclosed.
    fn find(&mut self, text: &str) -> Option<usize> {
        for (index, character) in text.char_indices() {
            let escaped = std::mem::take(&mut self.escaped);
            match (&mut self.value, character) {
                (value @ Some(_), ']') if !escaped => *value = None,
                (Some(_), '\\') => self.escaped = !escaped,
                (Some(_), '(') if !escaped && starts_tree_tags(&text[index..]) => {
                    return Some(index);
                }
                (Some(value), character) => value.take(character),
                (None, '[') => {
                    self.take_tag(&text[..index], &text[index + 1..]);
                    self.value = Some(GgfValue::of(&text[..index]));
                }
                (None, ')') if self.depth <= 1 => return Some(index + 1),
                (None, ')') => self.depth -= 1,
                (None, '(') if self.depth > 0 && self.is_sgf != Some(true) => return Some(index),
                (None, '(') => self.depth += 1,
                (None, ';') => self.take_semicolon(&text[index + 1..]),
                (None, _) => {}
            }
        }
        None
    }

    /// Outside brackets, a line of the same game starts with a tag, a value, the end of the game
    /// or, in SGF, a variation. Inside brackets, a line may hold words, and in `BO` the board, but
    /// not the start of another record.
    fn is_cut_before(&self, _: &str, line: &str) -> bool {
        let is_sgf = self.is_sgf == Some(true);
        if let Some(value) = &self.value {
            return match starts_record(line) {
                None => false,
                Some(Format::Transcript) if is_sgf => false,
                Some(Format::Board | Format::Obf) => !value.takes_squares_of(line),
                Some(_) => true,
            };
        }
        let line = line.trim_start();
        let after_name = line.trim_start_matches(|next: char| next.is_ascii_alphabetic());
        let is_tag = after_name.len() < line.len() && after_name.starts_with('[');
        let is_sgf_part = is_sgf
            && (line.starts_with('(') && !starts_root(line)
                || line.starts_with('[') && !starts_tag(line));
        let continues = is_tag || is_sgf_part || line.is_empty() || line.starts_with([';', ')']);
        self.depth > 0 && !continues
    }
}

/// Whether `line` starts the first node of a game in SGF.
fn starts_root(line: &str) -> bool {
    ["(;GM[", "(;FF["].iter().any(|root| line.starts_with(root))
}

impl GgfValue {
    /// A value whose tag ends `text`.
    fn of(text: &str) -> GgfValue {
        GgfValue { squares: text.ends_with("BO").then_some(0) }
    }

    fn take(&mut self, character: char) {
        if let Some(squares) = &mut self.squares {
            *squares += usize::from(alphabet::square_contents(character).is_some());
        }
    }

    /// Whether the squares in `line` and a side still fit.
    fn takes_squares_of(&self, line: &str) -> bool {
        let is_square = |next: &char| alphabet::square_contents(*next).is_some();
        let more = line.split(';').next().unwrap_or_default().chars().filter(is_square).count();
        self.squares.is_some_and(|squares| squares < 64 && squares + more <= 65)
    }
}

/// The end of a JSON object.
#[derive(Default)]
struct JsonEnd {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The last non-blank byte; `"` within a string.
    last: u8,
}

impl FindEnd for JsonEnd {
    fn find(&mut self, text: &str) -> Option<usize> {
        for (index, byte) in text.bytes().enumerate() {
            let escaped = std::mem::take(&mut self.escaped);
            match byte {
                // Strings end with their line.
                b'\n' => self.in_string = false,
                b'\\' if self.in_string => self.escaped = !escaped,
                b'"' if !escaped => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'{' => self.depth += 1,
                b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                return Some(index + 1);
            }
            if !byte.is_ascii_whitespace() {
                self.last = if self.in_string { b'"' } else { byte };
            }
        }
        None
    }

    /// `{` or `[` at the start of a line continues the object only where a value may follow. It
    /// starts another record if its first key is the first key of this record.
    fn is_cut_before(&self, record: &str, line: &str) -> bool {
        if line.starts_with(['{', '[']) {
            !matches!(self.last, b'[' | b',' | b':')
                || line.split_once(':').is_some_and(|(key, _)| record.starts_with(key))
        } else {
            starts_record(line).is_some()
        }
    }
}

#[cfg(test)]
mod tests;
