//! Reads lines in which a list bullet, quotes or the fields of a row surround the record.

use super::error::{FaultAt, RecordFault};
use super::line::{ParsedRecord, address, is_transcript, parse_plain_line};
use super::moves::MoveStyle;
use super::sniff::starts_with_a_move;
use super::table::parse_row;

/// Reads a plain line, or a record after a list bullet, in quotes or in a field of a row.
pub(super) fn parse_line(line: &str) -> ParsedRecord {
    parse_plain_line(line, MoveStyle::Named).or_else(|flaw| {
        let is_clear = matches!(flaw.fault, RecordFault::Json { .. } | RecordFault::Remark { .. })
            || address(line).is_some();
        if is_clear || flaw.fault.is_illegal_move() {
            return Err(flaw);
        }
        let listed = without_bullet(line).map(|item| parse_plain_line(item, MoveStyle::Named));
        listed.or_else(|| parse_quoted(line)).or_else(|| parse_row(line)).unwrap_or(Err(flaw))
    })
}

/// The moves after a list bullet.
fn without_bullet(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix(['*', '-', '•', '>', '・'])?;
    let moves = item.trim_start();
    (moves.len() < item.len() && starts_with_a_move(moves)).then_some(moves)
}

/// Reads a quoted record, or a list of moves such as `['f5', 'd6']`. `None` for other lines. Errors
/// in a list are placed at the start of the list.
fn parse_quoted(line: &str) -> Option<ParsedRecord> {
    const MARKS: [char; 17] =
        ['"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»', '[', ']', '(', ')', '（', '）', ','];
    let content = line.trim();
    if !content.starts_with(MARKS) {
        return None;
    }
    let unmarked = content.replace(MARKS, " ");
    let mut words = unmarked.split_whitespace().peekable();
    let is_list = words.peek().is_some() && words.all(is_transcript);
    let inside = if is_list { &*unmarked } else { content.trim_matches(MARKS) };
    match parse_plain_line(inside, MoveStyle::Named) {
        Ok(parsed) => Some(Ok(parsed)),
        Err(flaw) if is_list => {
            let offset = line.len() - line.trim_start().len();
            Some(Err(FaultAt { offset, ..flaw }))
        }
        Err(_) => None,
    }
}
