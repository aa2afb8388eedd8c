//! Reads one-line records: moves, or a position with or without moves.

use super::error::{FaultAt, RecordFault};
use super::moves::{MoveStyle, MoveText, has_square, parse_moves};
use super::result::GameResult;
use super::sniff::{outside_braces, starts_with_a_move, starts_with_squares};
use super::{Format, Record};
use crate::game::Setup;
use crate::game::alphabet::{self, narrow};
use crate::game::decimal::parse_centidiscs;
use crate::game::excerpt::{excerpt, first_word, words_length};
use crate::game::records::values::add_comment;

/// A record and its format.
pub(super) type ParsedRecord = Result<(Format, Record), FaultAt>;

/// As [`parse_plain_line`], without names.
pub(super) fn parse_bare_line(line: &str) -> ParsedRecord {
    parse_plain_line(line, MoveStyle::Bare)
}

/// Reads moves, a board, a FEN or OBF, with an optional comment after `%` or `#`; or a page address
/// with moves.
pub(super) fn parse_plain_line(line: &str, style: MoveStyle) -> ParsedRecord {
    if let Some(address) = address(line) {
        return parse_address(line, address);
    }
    let (content, comment) = split_comment(line);
    let content = content.trim_end();
    let (format, mut record) = if content.is_ascii() {
        parse_content(content, style)?
    } else {
        parse_wide(content, style)?
    };
    add_comment(&mut record.comment, comment);
    Ok((format, record))
}

/// Reads a record with full-width or invisible characters.
fn parse_wide(text: &str, style: MoveStyle) -> ParsedRecord {
    let ascii: String = text.chars().map(narrow).collect();
    parse_content(&ascii, style).map_err(|FaultAt { offset, fault }| {
        let place = ascii.get(..offset).map_or(0, |before| before.chars().count());
        let offset = text.char_indices().nth(place).map_or(text.len(), |(offset, _)| offset);
        FaultAt { offset, fault }
    })
}

/// The texts before and after the first `%` or `#` outside braces.
fn split_comment(line: &str) -> (&str, &str) {
    line.split_once(outside_braces(&['%', '#'])).unwrap_or((line, ""))
}

/// The first word of `line` if it is a page address.
pub(super) fn address(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next()?;
    let (scheme, _) = word.split_once("://")?;
    (!scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(word)
}

/// Reads the moves in an `address`: a word between `/`, `=`, `?` or similar characters.
fn parse_address(line: &str, address: &str) -> ParsedRecord {
    let start = line.find(address).unwrap_or(0);
    let is_letter = |character: char| character.is_ascii_alphanumeric();
    let words = address.split(|character| !is_letter(character));
    let moves = words.filter(|word| is_transcript(word)).max_by_key(|word| word.len());
    let no_moves =
        || FaultAt { offset: start, fault: RecordFault::NoMoves { text: excerpt(address) } };
    let moves = moves.ok_or_else(no_moves)?;
    let offset = start + address.find(moves).unwrap_or(0);
    let record = parse_game(Setup::START, moves, offset, MoveStyle::Bare)?;
    let (more, comment) = split_comment(&line[start + address.len()..]);
    if let Some(word) = more.split_whitespace().next() {
        let offset = start + address.len() + more.find(word).unwrap_or(0);
        return Err(FaultAt { offset, fault: RecordFault::Trailing { text: excerpt(word) } });
    }
    let record = Record { comment: comment.trim().to_owned(), ..record };
    Ok((Format::Transcript, record))
}

/// Whether `word` consists of squares and passes.
pub(super) fn is_transcript(word: &str) -> bool {
    let is_move = |pair: &[u8]| {
        let [first, second] = [pair[0], pair[1]].map(|byte| byte.to_ascii_lowercase());
        matches!((first, second), (b'a'..=b'h', b'1'..=b'8') | (b'p', b'a' | b's'))
    };
    !word.is_empty() && word.len().is_multiple_of(2) && word.as_bytes().chunks(2).all(is_move)
}

/// Converts moves in WTHOR numbering (row, then column) to squares. The text keeps its length.
/// `None` for other texts, or if the first move is illegal.
fn wthor_numbers(text: &str) -> Option<String> {
    let is_digit = |character: char| matches!(character, '1'..='8');
    let is_gap = |character: char| character.is_whitespace() || character == ',';
    let mut squares = String::with_capacity(text.len());
    let mut row = None;
    for character in text.chars() {
        match row {
            None if is_digit(character) => row = Some(character),
            None if is_gap(character) => squares.push(' '),
            Some(row_digit) if is_digit(character) => {
                let column = b'a' + (character as u8 - b'1');
                squares.extend([char::from(column), row_digit]);
                row = None;
            }
            _ => return None,
        }
    }
    let first: String = squares.trim_start().chars().take(2).collect();
    (row.is_none() && FIRST_MOVES.contains(&&*first)).then_some(squares)
}

/// The legal first moves. Their WTHOR numbers cannot start a board or a numbered list.
pub(super) const FIRST_MOVES: [&str; 4] = ["d3", "c4", "f5", "e6"];

fn parse_content(text: &str, style: MoveStyle) -> ParsedRecord {
    let start = text.len() - text.trim_start().len();
    let content = &text[start..];
    if let Some(place) = content.find(outside_braces(&[';'])) {
        return parse_with_semicolon(text, start + place, style);
    }
    if starts_with_a_move(content) {
        return Ok((Format::Transcript, parse_game(Setup::START, text, 0, style)?));
    }
    if let Some(board) = bracketed_board(content) {
        return with_moves(Format::Board, &(" ".repeat(start) + &board), start);
    }
    if let Some(squares) = wthor_numbers(content) {
        let record = parse_game(Setup::START, &squares, start, MoveStyle::Bare)?;
        return Ok((Format::Transcript, record));
    }
    let word = content.split_whitespace().next().unwrap_or_default();
    let after_word = start + word.len();
    match &*word.to_ascii_lowercase() {
        "startpos" | "start" => {
            let moves = skip_word(text, after_word, "moves");
            let record = parse_game(Setup::START, &text[moves..], moves, MoveStyle::Bare)?;
            Ok((Format::Position, record))
        }
        "fen" => {
            let (_, record) = with_moves(Format::Fen, text, after_word)?;
            Ok((Format::Position, record))
        }
        _ if is_fen(word) => with_moves(Format::Fen, text, start),
        _ if starts_with_squares(content) => with_moves(Format::Board, text, start),
        _ => Err(FaultAt {
            offset: start,
            fault: RecordFault::Unknown { text: first_word(content) },
        }),
    }
}

/// Reads `text`, which has a semicolon at byte `at`: OBF, moves separated by semicolons, or moves
/// with a result or comment after a semicolon.
fn parse_with_semicolon(text: &str, at: usize, style: MoveStyle) -> ParsedRecord {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let word = before.split_whitespace().next().unwrap_or_default();
    let is_named = ["startpos", "start", "fen"].iter().any(|name| word.eq_ignore_ascii_case(name));
    let starts_moves = starts_with_a_move(before.trim_start());
    if !starts_moves && !is_named && !is_fen(word) {
        if !starts_with_squares(before.trim_start()) {
            let fault = RecordFault::Unknown { text: first_word(text.trim_start()) };
            return Err(FaultAt { offset: text.len() - text.trim_start().len(), fault });
        }
        let record = Record::from_obf(text).map_err(|error| FaultAt::obf(error, 0))?;
        return Ok((Format::Obf, record));
    }
    let is_list = text.split(';').all(|part| part.trim().len() <= 2);
    if starts_moves && is_list {
        return parse_content(&text.replace(';', " "), style);
    }
    if style == MoveStyle::Bare || has_square(after) {
        let fault = RecordFault::Remark { text: excerpt(&text[at..]) };
        return Err(FaultAt { offset: at, fault });
    }
    if after.contains(';') {
        // More semicolons separate the fields of a row.
        let fault = RecordFault::Unknown { text: first_word(text.trim_start()) };
        return Err(FaultAt { offset: 0, fault });
    }
    let (format, mut record) = parse_content(before.trim_end(), style)?;
    match GameResult::parse_trailing(after.trim()) {
        Some(Some(result)) if record.result.is_none() && result.is_possible() => {
            record.result = Some(result);
        }
        _ => add_comment(&mut record.comment, after),
    }
    Ok((format, record))
}

/// Whether `word` looks like the rows of a FEN.
fn is_fen(word: &str) -> bool {
    let is_part = |next: char| next.is_ascii_digit() || alphabet::square_contents(next).is_some();
    let rows = word.split('/').count();
    let is_pure = || word.chars().all(|next| next == '/' || is_part(next));
    word.starts_with(is_part) && (rows > 2 || rows == 2 && is_pure())
}

/// The board in `[8 --------..]`, as game servers print it; the rest becomes blanks.
fn bracketed_board(content: &str) -> Option<String> {
    let inside = content.strip_prefix("[8")?.strip_suffix(']')?;
    inside.starts_with(char::is_whitespace).then(|| format!("  {inside} "))
}

/// Reads a setup in `format` at byte `start`, then moves, with or without the word `moves`. With
/// moves the format is `position`. A number after the side is a score and becomes the comment.
fn with_moves(format: Format, text: &str, start: usize) -> ParsedRecord {
    let (end, named_moves) = find_moves(text, start);
    let (setup, rest) = match format {
        Format::Fen => {
            let end = start + words_length(&text[start..end], 2);
            (Setup::from_fen(&text[start..end]).map_err(|error| FaultAt::fen(error, start))?, end)
        }
        _ => {
            let (setup, length) = Setup::read_board(&text[start..end])
                .map_err(|error| FaultAt::board(error, start))?;
            (setup, start + length)
        }
    };
    let between = text[rest..end].trim();
    if is_score(between) && end == text.len() {
        let record = Record { comment: between.to_owned(), ..Record::from(setup) };
        return Ok((format, record));
    }
    let moves = if between.is_empty() { named_moves } else { rest };
    let record = parse_game(setup, &text[moves..], moves, MoveStyle::Bare)?;
    let format = if record.game.moves().is_empty() { format } else { Format::Position };
    Ok((format, record))
}

/// Whether `text` is a score in discs such as `+12` or `-3.5`.
fn is_score(text: &str) -> bool {
    parse_centidiscs(text).is_some()
}

/// The byte offsets of the word `moves` and of the text after it. Without the word, both are the
/// end of `text`.
fn find_moves(text: &str, start: usize) -> (usize, usize) {
    let mut rest = start;
    for word in text[start..].split_inclusive(char::is_whitespace) {
        if word.trim_end().eq_ignore_ascii_case("moves") {
            return (rest, rest + word.len());
        }
        rest += word.len();
    }
    (text.len(), text.len())
}

/// The byte offset after `word` and the blanks around it, if it is at `start`.
fn skip_word(text: &str, start: usize, word: &str) -> usize {
    let rest = text[start..].trim_start();
    let found = rest.split_whitespace().next().is_some_and(|next| next.eq_ignore_ascii_case(word));
    text.len() - rest.len() + if found { word.len() } else { 0 }
}

/// Reads `text` as [`parse_moves`] does, as a record.
pub(super) fn parse_game(
    start: Setup,
    text: &str,
    offset: usize,
    style: MoveStyle,
) -> Result<Record, FaultAt> {
    Ok(parse_moves(start, text, offset, style)?.into())
}

impl From<MoveText> for Record {
    fn from(text: MoveText) -> Record {
        let MoveText { game, notes, variations, comment, result } = text;
        let result = result.map(|result| result.stated);
        Record { game, notes, variations, comment, result, ..Record::default() }
    }
}

#[cfg(test)]
mod tests;
