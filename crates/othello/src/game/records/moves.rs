//! Parses move lists with numbers, comments, variations, times and a result.

use std::time::Duration;

use super::Variation;
use super::error::{FaultAt, RecordFault};
use super::result::starts_with_digit;
use super::trailing::TrailingResult;
use crate::board::Move;
use crate::game::decimal::parse_decimal;
use crate::game::excerpt::{excerpt, first_word};
use crate::game::records::values::add_comment;
use crate::game::transcript::Transcript;
use crate::game::{Game, MoveNote, Setup};

/// The style of a move list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveStyle {
    /// Moves with optional numbers, remarks and a result.
    Bare,
    /// As `Bare`, and words after the moves are a comment, such as the name of an opening.
    Named,
    /// As `Named`, and `;`, or `%` at the start of a line, comments out the rest of the line.
    Pgn,
}

/// Moves with their notes.
#[derive(Debug)]
pub(super) struct MoveText {
    pub(super) game: Game,
    /// One note for each move, or none.
    pub(super) notes: Vec<MoveNote>,
    pub(super) variations: Vec<Variation>,
    /// The comment before the first move, or the name after the last.
    pub(super) comment: String,
    pub(super) result: Option<TrailingResult>,
}

/// Maximum depth of variations. Deeper ones become comments.
const MAX_DEPTH: usize = 32;

/// Reads `text`, at byte `offset`: moves from `start`, then an optional result.
///
/// - `{..}` is a comment. `(..)` is a variation if its moves are legal in place of the move before
///   it, otherwise a time or a comment. `!`, `?` and `$1` are comments.
/// - `0:03`, `[3]` and `3.2s` are the time of the move before them.
/// - Two numbers such as `0:64` at the end are the result if they form a valid result.
pub(super) fn parse_moves(
    start: Setup,
    text: &str,
    offset: usize,
    style: MoveStyle,
) -> Result<MoveText, FaultAt> {
    parse_nested(start, text, offset, style, 0)
}

fn parse_nested(
    start: Setup,
    text: &str,
    offset: usize,
    style: MoveStyle,
    depth: usize,
) -> Result<MoveText, FaultAt> {
    let (mut bare, mut remarks) = split_remarks(text, offset, style)?;
    let mut comment = String::new();
    let mut end = bare.len();
    let mut result = take_result(&bare, &mut end, offset)?;
    let is_word = bare[end..].trim().bytes().all(|byte| byte.is_ascii_alphabetic());
    let name = (style != MoveStyle::Bare).then_some(&bare).and_then(|bare| {
        let in_front = trailing_name(&bare[..end]);
        in_front.or_else(|| trailing_name(bare).filter(|&name| is_word && name < end))
    });
    if let Some(name) = name {
        if is_word {
            // `F.A.T. Draw`: a word after a name belongs to the name.
            (end, result) = (bare.len(), None);
        }
        add_comment(&mut comment, &flow(text[name..end].trim_start_matches(is_before_name)));
        remarks.retain(|remark| remark.at < name || remark.at >= end);
        end = without_separator(&bare[..name]).len();
        if result.is_none() {
            result = take_result(&bare, &mut end, offset)?;
        }
    }
    bare.truncate(end);
    take_asides(&mut bare, text, &mut remarks);
    let mut reader = MoveReader {
        transcript: Transcript { game: Game::new(start), moves: 0 },
        notes: Vec::new(),
        variations: Vec::new(),
        comment,
        result,
        depth,
    };
    let mut from = 0;
    for Remark { at, kind } in remarks {
        let to = at.min(bare.len());
        reader.read(&bare[from..to], offset + from)?;
        reader.remark(kind);
        from = to;
    }
    reader.read(&bare[from..], offset + from)?;
    let game = reader.transcript.game;
    let mut notes = reader.notes;
    if !notes.is_empty() {
        notes.resize(game.moves().len(), MoveNote::default());
    }
    let result = reader.result.filter(|found| found.fits(&game));
    Ok(MoveText { game, notes, variations: reader.variations, comment: reader.comment, result })
}

/// Reads the result at the end of `text[..end]` and moves `end` to its start.
fn take_result(
    text: &str,
    end: &mut usize,
    offset: usize,
) -> Result<Option<TrailingResult>, FaultAt> {
    let Some((at, result)) = TrailingResult::find(&text[..*end]) else { return Ok(None) };
    if result.is_some_and(|result| result.is_impossible()) {
        let fault = RecordFault::NotAResult { text: excerpt(text[at..*end].trim_end()) };
        return Err(FaultAt { offset: offset + at, fault });
    }
    *end = at;
    Ok(result)
}

/// The moves read so far.
struct MoveReader {
    transcript: Transcript,
    notes: Vec<MoveNote>,
    variations: Vec<Variation>,
    comment: String,
    result: Option<TrailingResult>,
    depth: usize,
}

impl MoveReader {
    /// Reads the moves of `text`, at byte `offset`.
    fn read(&mut self, text: &str, offset: usize) -> Result<(), FaultAt> {
        self.transcript.read(text).map_err(|error| FaultAt::transcript(error, offset))
    }

    /// Handles a remark on the last move.
    fn remark(&mut self, remark: RemarkKind<'_>) {
        let moves = self.transcript.game.moves().len();
        match remark {
            RemarkKind::Comment(text) if moves == 0 => add_comment(&mut self.comment, &flow(text)),
            RemarkKind::Comment(text) => self.note().add_comment(&flow(text)),
            RemarkKind::Time(_) if moves == 0 => {}
            RemarkKind::Time(time) => self.note().time = Some(time),
            RemarkKind::Variation(text) => match self.variation(text) {
                Some(variation) => self.variations.push(variation),
                None => match TrailingResult::find(text) {
                    Some((0, result))
                        if self.result.is_none()
                            && !result.is_some_and(|it| it.is_impossible()) =>
                    {
                        self.result = result;
                    }
                    _ => self.remark(RemarkKind::Comment(text)),
                },
            },
        }
    }

    /// The note on the last move.
    fn note(&mut self) -> &mut MoveNote {
        let moves = self.transcript.game.moves().len();
        self.notes.resize(moves, MoveNote::default());
        &mut self.notes[moves - 1]
    }

    /// Reads `text` as an alternative to the last move; `None` if it is something else.
    fn variation(&self, text: &str) -> Option<Variation> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        let mut before = self.transcript.game.clone();
        before.undo()?;
        let read = parse_nested(before.setup(), text, 0, MoveStyle::Bare, self.depth + 1).ok()?;
        let MoveText { game, notes, variations, comment, result: None } = read else {
            return None;
        };
        let moves = game.moves().to_vec();
        let mut variation = Variation { ply: before.moves().len(), moves, notes, variations };
        if variation.moves.is_empty() {
            return None;
        }
        if !comment.is_empty() {
            variation.notes.resize(variation.moves.len(), MoveNote::default());
            let first = &mut variation.notes[0];
            first.comment = format!("{comment} {}", first.comment).trim_end().to_owned();
        }
        variation.skip_common_pass(self.transcript.game.moves());
        Some(variation)
    }
}

impl Variation {
    /// Drops a leading pass that `line` has too.
    fn skip_common_pass(&mut self, line: &[Move]) {
        let is_pass = self.moves[0].square().is_none() && line[self.ply].square().is_none();
        if is_pass && self.moves.len() > 1 && self.variations.iter().all(|inner| inner.ply > 0) {
            self.ply += 1;
            self.moves.remove(0);
            if !self.notes.is_empty() {
                self.notes.remove(0);
            }
            for inner in &mut self.variations {
                inner.ply -= 1;
            }
        }
    }
}

/// A remark between moves and its byte offset.
struct Remark<'a> {
    at: usize,
    kind: RemarkKind<'a>,
}

enum RemarkKind<'a> {
    Comment(&'a str),
    /// A text in parentheses.
    Variation(&'a str),
    Time(Duration),
}

/// Replaces the remarks in `text`, at byte `offset`, by blanks. Returns the remarks.
fn split_remarks(
    text: &str,
    offset: usize,
    style: MoveStyle,
) -> Result<(String, Vec<Remark<'_>>), FaultAt> {
    let mut bare = String::with_capacity(text.len());
    let mut remarks = Vec::new();
    while let Some(next) = text[bare.len()..].chars().next() {
        let at = bare.len();
        let rest = &text[at..];
        let starts_line = at == 0 || text[..at].ends_with('\n');
        let unclosed = |end| {
            let fault = RecordFault::Unclosed { text: first_word(rest), end };
            FaultAt { offset: offset + at, fault }
        };
        let (length, kind) = match next {
            '{' => {
                let end = rest.find('}').ok_or_else(|| unclosed('}'))?;
                (end + 1, RemarkKind::Comment(&rest[1..end]))
            }
            '(' => {
                let end = closing_parenthesis(rest).ok_or_else(|| unclosed(')'))?;
                let inside = &rest[1..end];
                let time = parse_time(inside.trim()).map(RemarkKind::Time);
                (end + 1, time.unwrap_or(RemarkKind::Variation(inside)))
            }
            '[' if starts_with_digit(&rest[1..]) => {
                let end = rest.find(']').ok_or_else(|| unclosed(']'))?;
                let inside = &rest[1..end];
                let time = parse_time(inside.trim()).map(RemarkKind::Time);
                (end + 1, time.unwrap_or(RemarkKind::Comment(inside)))
            }
            ';' | '%' if style == MoveStyle::Pgn && (next == ';' || starts_line) => {
                let end = rest.find('\n').unwrap_or(rest.len());
                (end, RemarkKind::Comment(&rest[1..end]))
            }
            '!' | '?' => {
                let end = rest.len() - rest.trim_start_matches(['!', '?']).len();
                (end, RemarkKind::Comment(&rest[..end]))
            }
            _ => {
                bare.push(next);
                continue;
            }
        };
        bare.extend(std::iter::repeat_n(' ', length));
        remarks.push(Remark { at, kind });
    }
    Ok((bare, remarks))
}

/// The byte offset of the parenthesis that closes the first parenthesis.
fn closing_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut in_braces = false;
    for (at, next) in text.char_indices() {
        match next {
            '{' => in_braces = true,
            '}' => in_braces = false,
            _ if in_braces => {}
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Moves words such as `0:03` and `$1` from `bare` to the remarks. `bare` keeps its length; `text`
/// is the same text with the remarks.
fn take_asides<'a>(bare: &mut String, text: &'a str, remarks: &mut Vec<Remark<'a>>) {
    if !bare.contains([':', 's', '$']) {
        return;
    }
    let mut kept = String::with_capacity(bare.len());
    for word in bare.split_inclusive(char::is_whitespace) {
        let (at, aside) = (kept.len(), word.trim_end());
        let is_time = aside.contains(':') || aside.ends_with('s');
        let kind = if let Some(time) = parse_time(aside).filter(|_| is_time) {
            RemarkKind::Time(time)
        } else if is_glyph(aside) {
            RemarkKind::Comment(&text[at..at + aside.len()])
        } else {
            kept.push_str(word);
            continue;
        };
        remarks.push(Remark { at, kind });
        kept.extend(std::iter::repeat_n(' ', word.len()));
    }
    remarks.sort_by_key(|remark| remark.at);
    *bare = kept;
}

/// Whether `word` is a PGN glyph such as `$1`.
fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads a time such as `3`, `3.2s`, `0:03` or `1:02:03`.
fn parse_time(text: &str) -> Option<Duration> {
    let mut milliseconds = 0_i64;
    for part in text.strip_suffix('s').unwrap_or(text).split(':') {
        let part = if starts_with_digit(part) { parse_decimal(part, 3)? } else { return None };
        milliseconds = milliseconds.checked_mul(60)?.checked_add(part)?;
    }
    milliseconds.try_into().ok().map(Duration::from_millis)
}

/// The byte offset of the name after the moves of `text`. A name has a word of three letters or
/// more, or a letter of another script, and no square. `None` without a name.
fn trailing_name(text: &str) -> Option<usize> {
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if starts_name(word) {
            let name = &text[at..];
            let mut words = name.split(|next: char| !next.is_alphabetic());
            let is_name = words.any(|word| word.len() >= 3);
            return (is_name && !has_square(name)).then_some(at);
        }
        at += word.len();
    }
    None
}

/// Whether `word` can start a name: it begins with a letter, has no digit and is not joined passes.
fn starts_name(word: &str) -> bool {
    let word = word.trim().trim_start_matches(is_before_name);
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    let is_pass = ["pass", "pas", "p"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
        || word.len().is_multiple_of(2)
            && word
                .as_bytes()
                .chunks(2)
                .all(|pair| pair.eq_ignore_ascii_case(b"pa") || pair.eq_ignore_ascii_case(b"ps"));
    word.starts_with(char::is_alphabetic) && !has_digit && !is_pass
}

/// Whether `character` may separate moves and a name.
fn is_before_name(character: char) -> bool {
    const MARKS: &str = "-–—=|:,/\"'“«<";
    character.is_whitespace() || MARKS.contains(character)
}

/// `text` without a separator and blanks at its end. Keeps `--`, which is a pass.
fn without_separator(text: &str) -> &str {
    let text = text.trim_end();
    let before = text.strip_suffix(is_before_name).unwrap_or(text);
    if before.ends_with('-') { text } else { before }
}

/// Whether a word of `text` starts with a square.
pub(super) fn has_square(text: &str) -> bool {
    let words = text.split(|next: char| !next.is_alphanumeric());
    words.into_iter().any(|word| {
        let word = word.as_bytes();
        word.len() >= 2
            && matches!(word[0].to_ascii_lowercase(), b'a'..=b'h')
            && matches!(word[1], b'1'..=b'8')
    })
}

/// The lines of `text` joined by blanks.
pub(super) fn flow(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
