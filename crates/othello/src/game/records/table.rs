//! Reads table rows: moves in one field, facts about the game in the others.

use super::error::{FaultAt, RecordFault};
use super::line::{FIRST_MOVES, ParsedRecord, is_transcript, parse_bare_line, parse_game};
use super::moves::MoveStyle;
use super::result::GameResult;
use super::sniff::starts_with_a_move;
use super::{Format, Record};
use crate::board::Color;
use crate::game::Setup;
use crate::game::excerpt::excerpt;
use crate::game::records::values::add_comment;

/// Separators of a row without a header, in order. The first separator that isolates the moves
/// applies.
const SEPARATORS: [&str; 7] = ["\t", "|", ";", ",", "=", ":", "  "];

/// Separators below a header.
const COLUMN_SEPARATORS: [&str; 4] = ["\t", ";", ",", "|"];

/// A field without quotes and blanks around it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    text: String,
    /// The byte offset of the text in the row.
    offset: usize,
}

/// The fields of `row`. A quoted field may hold the separator and doubled quotes.
fn split_row(row: &str, separator: &str) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut start = 0;
    loop {
        let rest = &row[start..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let quoted =
            rest[blanks..].strip_prefix('"').and_then(|inside| quoted_length(inside, separator));
        let (length, text, offset) = match quoted {
            Some(length) => {
                let inside = &rest[blanks + 1..blanks + 1 + length];
                let after = &rest[blanks + length + 2..];
                let end = after.find(separator).unwrap_or(after.len());
                (blanks + length + 2 + end, inside.replace("\"\"", "\""), start + blanks + 1)
            }
            None => {
                let end = rest.find(separator).unwrap_or(rest.len());
                let text = &rest[..end];
                let blanks = text.len() - text.trim_start().len();
                (end, text.trim().to_owned(), start + blanks)
            }
        };
        fields.push(Field { text, offset });
        start += length + separator.len();
        if start > row.len() {
            return fields;
        }
    }
}

/// The length up to the closing quote: a quote that is not doubled and is followed by the separator
/// or the end of the row.
fn quoted_length(inside: &str, separator: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + inside[from..].find('"')?;
        let after = &inside[at + 1..];
        if after.starts_with('"') {
            from = at + 2;
            continue;
        }
        let after = after.trim_start_matches([' ', '\r', '\n']);
        return (after.is_empty() || after.starts_with(separator)).then_some(at);
    }
}

/// Reads a row with moves in one field. Other fields become the result or the comment. `None` for
/// other rows, and if other fields hold other moves.
pub(super) fn parse_row(row: &str) -> Option<ParsedRecord> {
    let row = row.trim_end();
    SEPARATORS.into_iter().filter(|separator| row.contains(separator)).find_map(|separator| {
        let fields = split_row(row, separator);
        let moves = moves_field(&fields)?;
        let others = || fields.iter().enumerate().filter(move |&(at, _)| at != moves);
        let is_part = |field: &Field| squares(&fields[moves]).starts_with(&squares(field));
        if others().any(|(_, field)| has_moves(&field.text) && !is_part(field)) {
            return None;
        }
        Some(game_of(&fields[moves]).map(|mut record| {
            for (_, field) in others() {
                match GameResult::parse_trailing(&field.text) {
                    Some(Some(result))
                        if record.result.is_none() && result.is_possible() && !is_small(result) =>
                    {
                        record.result = Some(result);
                    }
                    _ => add_comment(&mut record.comment, &field.text),
                }
            }
            (Format::Transcript, record)
        }))
    })
}

fn game_of(field: &Field) -> Result<Record, FaultAt> {
    parse_game(Setup::START, &moves_of(&field.text), field.offset, MoveStyle::Named)
}

/// The moves of a field, or of a list such as `['f5', 'd6']`.
fn moves_of(text: &str) -> String {
    let is_mark = |next| matches!(next, '[' | ']' | '\'' | '"');
    text.chars().map(|next| if is_mark(next) { ' ' } else { next }).collect()
}

/// The index of the field with moves. Of several such fields, the one that extends all others.
fn moves_field(fields: &[Field]) -> Option<usize> {
    let with_moves = |&at: &usize| holds_moves(&fields[at].text);
    let found: Vec<usize> = (0..fields.len()).filter(with_moves).collect();
    let longest = *found.iter().max_by_key(|&&at| fields[at].text.len())?;
    let goes_on = |&at: &usize| squares(&fields[longest]).starts_with(&squares(&fields[at]));
    (fields.len() > 1 && found.iter().all(goes_on)).then_some(longest)
}

/// The letters and digits of a field.
fn squares(field: &Field) -> String {
    let letters = field.text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|next| next.to_ascii_lowercase()).collect()
}

/// Whether a word of `text` has at least two moves.
fn has_moves(text: &str) -> bool {
    let mut words = text.split(|next: char| !next.is_ascii_alphanumeric());
    words.any(|word| word.len() >= 4 && is_transcript(word))
}

/// Whether `text` is at least two moves, or a first move.
fn holds_moves(text: &str) -> bool {
    let text = moves_of(text);
    let is_gap = |next: char| next.is_whitespace() || ",.-)".contains(next);
    let words = || text.split(is_gap).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let length = words().filter(|word| is_transcript(word)).map(str::len).sum::<usize>();
    let is_first = |word: &str| FIRST_MOVES.iter().any(|first| word.eq_ignore_ascii_case(first));
    starts_with_a_move(text.trim_start())
        && (length >= 4 || is_first(text.trim()))
        && words()
            .all(|word| is_number(word) || is_transcript(word) || word.eq_ignore_ascii_case("pass"))
}

/// The header of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    separator: &'static str,
    names: Vec<String>,
    /// The index of the column with moves.
    moves: usize,
}

/// Names of columns with moves, as [`letters`] returns them.
const MOVES_NAMES: [&str; 7] =
    ["moves", "gamemoves", "transcript", "kifu", "record", "game", "棋譜"];

/// Names of other columns in headers.
const OTHER_NAMES: [&str; 8] =
    ["black", "white", "blackplayer", "whiteplayer", "result", "winner", "date", "event"];

impl Columns {
    /// The columns of the header `line`. `None` if none of its names is known to stand for moves.
    pub(super) fn named(line: &str) -> Option<Columns> {
        COLUMN_SEPARATORS.into_iter().find_map(|separator| {
            let names = names(line, separator)?;
            let with_name = |known: &str| names.iter().position(|name| letters(name) == known);
            let moves = MOVES_NAMES.into_iter().find_map(with_name)?;
            Some(Columns { separator, names, moves })
        })
    }

    /// The columns of `header`, if `row` has as many fields and moves in one of them.
    pub(super) fn of(header: &str, row: &str) -> Option<Columns> {
        COLUMN_SEPARATORS.into_iter().find_map(|separator| {
            let names = names(header, separator)?;
            let fields = split_row(row.trim_end(), separator);
            let moves = moves_field(&fields).filter(|_| fields.len() == names.len())?;
            Some(Columns { separator, names, moves })
        })
    }

    /// Whether `line` may be a header with an unknown name for the moves.
    pub(super) fn may_start_with(line: &str) -> bool {
        let is_known = |name: &String| OTHER_NAMES.contains(&&*letters(name));
        let separators = COLUMN_SEPARATORS.into_iter();
        separators
            .filter_map(|separator| names(line, separator))
            .any(|names| names.iter().any(is_known))
    }

    /// Reads a row of the table. Fields may be missing at the end of the row. `None` for other
    /// lines.
    pub(super) fn parse(&self, row: &str) -> Option<ParsedRecord> {
        let fields = split_row(row.trim_end(), self.separator);
        if fields.len() < 2 {
            return None;
        }
        if fields.len() > self.names.len() {
            let (found, expected) = (fields.len(), self.names.len());
            let fault = RecordFault::FieldCount { found, expected };
            return Some(Err(FaultAt { offset: 0, fault }));
        }
        Some(self.record(&fields).map(|record| (Format::Transcript, record)))
    }

    fn record(&self, fields: &[Field]) -> Result<Record, FaultAt> {
        let Some(moves) = fields.get(self.moves).filter(|field| !is_missing(&field.text)) else {
            let fault = RecordFault::NoMovesInColumn { column: excerpt(&self.names[self.moves]) };
            let offset = fields.get(self.moves).map_or(0, |field| field.offset);
            return Err(FaultAt { offset, fault });
        };
        let parsed = parse_bare_line(&moves_of(&moves.text));
        let (_, mut record) = parsed
            .map_err(|flaw| FaultAt { offset: moves.offset + flaw.offset, fault: flaw.fault })?;
        let columns = self.names.iter().zip(fields).enumerate();
        for (_, (name, field)) in columns.filter(|&(at, _)| at != self.moves) {
            record.take_column(name, &field.text);
        }
        Ok(record)
    }
}

/// The column names in `line`, if it may be a header: at least two fields, letters in one of them,
/// no moves.
fn names(line: &str, separator: &str) -> Option<Vec<String>> {
    let fields = split_row(line.trim_end(), separator);
    let has_letters = fields.iter().any(|field| field.text.chars().any(char::is_alphabetic));
    let is_header = fields.len() > 1
        && has_letters
        && !fields.iter().any(|field| holds_moves(&field.text) || has_moves(&field.text));
    is_header.then(|| fields.into_iter().map(|field| field.text).collect())
}

/// The letters and digits of a column name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(|next| next.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Whether a field means that the value is missing.
fn is_missing(text: &str) -> bool {
    ["", "-", "nan", "n/a", "null", "none"].iter().any(|missing| text.eq_ignore_ascii_case(missing))
}

/// Whether to skip `line`: the rule of a Markdown table, a line that sets the separator, or a
/// header with moves only.
pub(super) fn is_decoration(line: &str) -> bool {
    let line = line.trim();
    let is_rule = line.contains("|-") || line.contains("-|");
    is_rule && line.chars().all(|next| "|-: ".contains(next))
        || line.len() == 5 && line.starts_with("sep=")
        || ["moves", "game_moves", "transcript", "kifu"]
            .iter()
            .any(|name| line.eq_ignore_ascii_case(name))
}

impl Record {
    /// Stores a column in the field that its name suggests, otherwise in the tags.
    fn take_column(&mut self, name: &str, text: &str) {
        let place = match &*letters(name) {
            "black" | "blackname" | "blackplayer" | "playerblack" => &mut self.black.name,
            "white" | "whitename" | "whiteplayer" | "playerwhite" => &mut self.white.name,
            "blackelo" | "blackrating" => &mut self.black.rating,
            "whiteelo" | "whiterating" => &mut self.white.rating,
            "event" | "tournament" => &mut self.event,
            "site" | "place" => &mut self.place,
            "date" => &mut self.date,
            "comment" | "name" | "opening" => &mut self.comment,
            "result" if !is_bare_number(text) && self.takes_result(text) => return,
            "winner" if self.takes_winner(text) => return,
            _ if text.is_empty() => return,
            _ => self.tags.entry(name.to_owned()).or_default(),
        };
        add_comment(place, text);
    }

    fn takes_result(&mut self, text: &str) -> bool {
        let stated = GameResult::parse(text);
        self.result = stated.flatten().or(self.result);
        stated.is_some()
    }

    /// Stores the winner: a colour, or 1 for Black, -1 or 2 for White, 0 for a draw.
    fn takes_winner(&mut self, text: &str) -> bool {
        let winner = match text {
            "1" => Some(Color::Black),
            "-1" | "2" => Some(Color::White),
            "0" => None,
            _ => return self.takes_result(text),
        };
        self.result = Some(GameResult::Winner(winner));
        true
    }
}

/// Whether `result` may be a round or a date.
fn is_small(result: GameResult) -> bool {
    matches!(result, GameResult::Discs { black, white } if black + white <= 32)
}

/// Whether `text` is an unsigned number: discs, or a difference.
fn is_bare_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests;
