//! Recognises records by the start of their text, before parsing.

use crate::game::alphabet::{self, narrow};
use crate::game::text_board::numbered_tail;

/// The shape of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordShape {
    /// One line with moves, a board or another position, or several lines of numbered moves.
    Line,
    /// A board of several lines.
    Board,
    /// Tags such as `[Black "ann"]`, or lines such as `Black: ann`, and moves.
    Tags,
    /// A game in GGF or SGF.
    Tree,
    /// A JSON object.
    Json,
}

impl RecordShape {
    /// The shape of the record at the start of `text`, which is not empty.
    pub(super) fn of(text: &str) -> RecordShape {
        let first_line = text.lines().next().unwrap_or_default();
        match text.as_bytes()[0] {
            b'{' => RecordShape::Json,
            // A board as game servers print it.
            b'[' if text[1..].starts_with("8 ") || first_line.trim_end() == "[8" => {
                RecordShape::Line
            }
            b'[' if starts_name(&text[1..]) && !starts_with_a_move(&text[1..]) => RecordShape::Tags,
            _ if is_header(first_line) => RecordShape::Tags,
            _ if starts_tree(text) => RecordShape::Tree,
            _ if BoardRow::of(first_line).is_some() => RecordShape::Board,
            _ => RecordShape::Line,
        }
    }
}

/// Whether `text` starts with the name of a tag and a value.
fn starts_name(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let after = text.trim_start_matches(|next: char| next.is_ascii_alphanumeric() || next == '_');
    after.len() < text.len()
        && (after.trim_start().len() < after.len() || after.starts_with(QUOTES))
}

/// Whether `text` starts a game in GGF, with or without the number of games, or in SGF.
pub(super) fn starts_tree(text: &str) -> bool {
    let is_count = |character: char| character.is_ascii_digit() || character.is_whitespace();
    text.trim_start_matches(is_count).starts_with("(;")
}

/// Whether `text` starts with `(;` and a tag.
pub(super) fn starts_tree_tags(text: &str) -> bool {
    text.strip_prefix("(;").is_some_and(|tags| {
        let after_name = tags.trim_start_matches(|next: char| next.is_ascii_uppercase());
        after_name.len() < tags.len() && after_name.starts_with('[')
    })
}

/// The byte offset of a GGF or SGF game inside `line`, outside comments and braces.
pub(super) fn tree_inside(line: &str) -> Option<usize> {
    let mut is_sought = outside_braces(&['%', '#', '(']);
    let found = line.char_indices().find(|&(at, character)| {
        is_sought(character) && (character != '(' || line[at..].starts_with("(;"))
    });
    found.filter(|&(at, character)| at > 0 && character == '(').map(|(at, _)| at)
}

/// A filter for a sequence of characters. Accepts characters in `sought` that are outside braces.
pub(super) fn outside_braces(sought: &[char]) -> impl FnMut(char) -> bool {
    let mut in_braces = false;
    move |character| {
        in_braces = character == '{' || in_braces && character != '}';
        !in_braces && sought.contains(&character)
    }
}

/// Whether `text` opens a JSON list of objects.
pub(super) fn opens_list(text: &str) -> bool {
    let rest = text.trim_start_matches(is_list_opening);
    rest.is_empty() || rest.starts_with('{')
}

/// Whether `character` is an opening bracket or white space.
pub(super) fn is_list_opening(character: char) -> bool {
    character == '[' || character.is_whitespace()
}

/// Whether `line` starts with a tag such as `[Black "`, with any quotes.
pub(super) fn starts_tag(line: &str) -> bool {
    let Some(inside) = line.trim_start().strip_prefix('[') else { return false };
    let after_name = inside.trim_start_matches(|next: char| next.is_ascii_alphabetic());
    after_name.len() < inside.len() && after_name.trim_start().starts_with(QUOTES)
}

/// The quotes around tag values.
pub(super) const QUOTES: [char; 7] = ['"', '\'', '“', '”', '‘', '’', '„'];

/// The names of lines that act as tags.
const HEADERS: [&str; 9] =
    ["event", "tournament", "site", "place", "date", "black", "white", "result", "score"];

/// Whether `line` acts as a tag, such as `Black: ann`.
pub(super) fn is_header(line: &str) -> bool {
    is_named(line, &HEADERS)
}

/// Whether `line` gives the result. It may follow the moves.
pub(super) fn is_result_header(line: &str) -> bool {
    is_named(line, &["result", "score"])
}

/// Whether `line` starts with one of `names` and a colon.
fn is_named(line: &str, names: &[&str]) -> bool {
    line.split_once(':')
        .is_some_and(|(name, _)| names.iter().any(|known| name.trim().eq_ignore_ascii_case(known)))
}

/// The move number at the start of `line`, if moves follow. A number before a tab is a table field.
pub(super) fn move_number(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let end = line.find(|next: char| !next.is_ascii_digit())?;
    let rest = line[end..].trim_start_matches(['.', ')']).trim_start();
    let gap = &line[end..line.len() - rest.len()];
    (end > 0 && end < 4 && !gap.is_empty() && !gap.contains('\t') && starts_with_a_move(rest))
        .then(|| line[..end].parse().ok())?
}

/// The moves in `text` in lower case, except moves in comments and variations.
pub(super) fn moves_in(text: &str) -> Vec<[u8; 2]> {
    let mut moves = Vec::new();
    let mut depth = 0;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth = i32::max(depth - 1, 0),
            _ if depth > 0 => {}
            _ => {
                let row = bytes.get(at + 1).copied().unwrap_or(b' ');
                let column = byte.to_ascii_lowercase();
                if matches!((column, row), (b'a'..=b'h', b'1'..=b'8')) {
                    moves.push([column, row]);
                }
            }
        }
    }
    moves
}

/// Whether `text` ends within braces.
pub(super) fn has_open_brace(text: &str) -> bool {
    text.rfind('{').is_some_and(|open| !text[open..].contains('}'))
}

/// Whether the first word starts with a square, after an optional move number. Boards never do.
pub(super) fn starts_with_a_move(text: &str) -> bool {
    let is_numeral = |character: char| character.is_ascii_digit();
    let unnumbered = match text.trim_start_matches(is_numeral) {
        rest if rest.len() == text.len() => rest,
        rest => rest.trim_start_matches(['.', ')']).trim_start(),
    };
    let mut characters = unnumbered.chars();
    matches!(characters.next(), Some('a'..='h' | 'A'..='H'))
        && matches!(characters.next(), Some('1'..='8'))
}

/// The characters of `text` without blanks and board frames.
fn without_frame(text: &str) -> impl DoubleEndedIterator<Item = char> {
    text.chars().map(narrow).filter(|&next| !next.is_whitespace() && !"|[]".contains(next))
}

/// Whether `text` starts with eight squares, ignoring blanks.
pub(super) fn starts_with_squares(text: &str) -> bool {
    let squares = without_frame(text).take_while(|&next| alphabet::square_contents(next).is_some());
    squares.take(8).count() == 8
}

/// A line of a drawn board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoardRow {
    /// The letters of the columns.
    Letters,
    /// This number of squares, with or without the row number.
    Squares(usize),
}

impl BoardRow {
    /// The board row in `line`, if any. 64 squares without a side are a board row.
    fn of(line: &str) -> Option<BoardRow> {
        if numbered_tail(line).is_some() {
            return Some(BoardRow::Squares(8));
        }
        let characters = || without_frame(line);
        let squares = |wanted: usize| {
            let is_square = |&next: &char| alphabet::square_contents(next).is_some();
            let count = characters().filter(is_square).count();
            (count >= wanted).then_some(BoardRow::Squares(wanted))
        };
        let has_number = || {
            let is_number = |next: Option<char>| next.is_some_and(|next| matches!(next, '1'..='8'));
            is_number(characters().next()) || is_number(characters().next_back())
        };
        match characters().count() {
            8 if characters().map(|next| next.to_ascii_lowercase()).eq('a'..='h') => {
                Some(BoardRow::Letters)
            }
            count @ (8 | 64) => squares(count),
            9 | 10 if has_number() && move_number(line).is_none() => squares(8),
            _ => None,
        }
    }
}

/// Whether `line` certainly starts a drawn board. Eight squares without a number need a disc,
/// because rulers of dashes are common.
pub(super) fn starts_board(line: &str) -> bool {
    let is_disc = |character| alphabet::disc_color(character).is_some();
    match BoardRow::of(line) {
        None => false,
        Some(BoardRow::Squares(8)) => line.contains(is_disc),
        Some(_) => true,
    }
}

/// The lines of a drawn board.
#[derive(Default)]
pub(super) struct BoardLines {
    squares: usize,
    names_side: bool,
}

impl BoardLines {
    /// Whether `line` continues the board `text`: a row, the side to move, or a caption of ours.
    /// The last line of `text` is new.
    pub(super) fn continue_with(&mut self, text: &str, line: &str) -> bool {
        let new = text.lines().next_back().unwrap_or_default();
        if let Some(BoardRow::Squares(count)) = self.row(new) {
            self.squares += count;
        }
        self.names_side |= names_side(new);
        if self.names_side {
            return is_caption(line);
        }
        match self.row(line) {
            Some(BoardRow::Letters) => self.squares >= 64,
            Some(BoardRow::Squares(_)) => self.squares < 64,
            None => self.squares >= 64 && (names_side(line) || line.trim().is_empty()),
        }
    }

    /// The board row in `line`. A line with the next row number is a row even with a character that
    /// is not a square, so that the error is about the board.
    fn row(&self, line: &str) -> Option<BoardRow> {
        let is_next = || {
            let number = char::from_digit(self.squares as u32 / 8 + 1, 9);
            let mut characters = without_frame(line);
            let is_numbered = characters.next() == number || characters.next_back() == number;
            is_numbered && matches!(without_frame(line).count(), 9 | 10)
        };
        BoardRow::of(line)
            .or_else(|| (is_next() && move_number(line).is_none()).then_some(BoardRow::Squares(8)))
    }
}

/// The drawn board `text` without our captions below it.
pub(super) fn without_captions(text: &str) -> &str {
    let side = text.split_inclusive('\n').position(names_side);
    let lines = text.split_inclusive('\n').take(side.map_or(usize::MAX, |side| side + 1));
    &text[..lines.map(str::len).sum()]
}

/// Whether `line` is a caption of ours: the discs, the result, the opening, the FEN, or an event.
fn is_caption(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words[..] {
        ["black", black, "white", white, ..] => is_number(black) && is_number(white),
        ["opening" | "fen", _, ..] | ["outflank", "plays", _] => true,
        ["black" | "white", verb, ..] => matches!(verb, "wins" | "has" | "resigns:"),
        ["draw", ..] => true,
        _ => false,
    }
}

/// Whether `line` names a side: `X`, `white to move`.
fn names_side(line: &str) -> bool {
    alphabet::side_in_words(line).is_some()
}
