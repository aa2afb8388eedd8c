//! [`Setup`] as 64 characters and a side, and drawn boards.

use std::fmt;
use std::str::FromStr;

use crate::board::{Color, Square};

use super::excerpt::{excerpt, words_length};
use super::{Setup, alphabet};

/// The 64 squares from a1 to h8 as `X`, `O` and `-`, a blank, and the side to move as `X` or `O`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = Square::ALL
            .map(|square| self.disc_at(square).map_or('-', alphabet::letter))
            .iter()
            .collect();
        f.pad(&format!("{squares} {}", alphabet::letter(self.side)))
    }
}

/// An invalid board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// A character that stands for no square.
    #[error(
        "invalid disc {character:?} on {square}: \
         expected X (or x * B b 1), O (or o W w 2) or - (or . _ 0)"
    )]
    NotASquare {
        /// The character.
        character: char,
        /// Its byte offset.
        offset: usize,
        /// Its square.
        square: Square,
    },
    /// The text ends within the board.
    #[error("invalid board: expected 64 squares and the side to move, found {found} characters")]
    TooFewSquares {
        /// The number of characters, without blanks.
        found: usize,
    },
    /// The text ends after the 64th square.
    #[error("missing side to move: expected X or O after the 64 squares")]
    MissingSide,
    /// A zero that may be an empty square or a disc.
    #[error("ambiguous '0' on {square}: expected - for empty squares, X and O for discs")]
    UnclearZero {
        /// Its byte offset.
        offset: usize,
        /// Its square.
        square: Square,
    },
    /// The text after the squares is not a side, or is a digit after a board in letters.
    #[error("invalid side to move {text:?}: expected X or O after the 64 squares")]
    NotASide {
        /// The text after the squares, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
}

impl ParseBoardError {
    /// The byte offset of the error; `None` if the text ends too early.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            ParseBoardError::NotASquare { offset, .. }
            | ParseBoardError::UnclearZero { offset, .. }
            | ParseBoardError::NotASide { offset, .. } => Some(offset),
            ParseBoardError::TooFewSquares { .. } | ParseBoardError::MissingSide => None,
        }
    }
}

/// Reads the 64 squares from a1 to h8, then the side to move.
///
/// - Black discs are `X x * B b 1 @ ●`, white ones `O o W w 2 ○`, empty squares `- . _ 0 ・ □`.
/// - If another character marks empty squares, the digit `0` is a disc: black in a board with `1`,
///   white in a board with letters for black. Ambiguous zeros are errors.
/// - The side is a disc character or `black` or `white` in any case; `to move` may follow. A digit
///   is a side only in a board of digits.
/// - Blanks, line breaks, `|`, `[` and `]` may separate squares.
/// - A drawn board may have lines `a b c d e f g h` and row numbers 1 to 8 at either end of its
///   rows. The output of [`Setup::draw`] parses.
impl FromStr for Setup {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Setup, ParseBoardError> {
        let (lines, tails) = undecorated_lines(text);
        let squares = Squares::read(&lines)?;
        let Some(end) = squares.end else {
            let told = tails.iter().find_map(|tail| alphabet::side_in_words(tail));
            let side = told.ok_or(ParseBoardError::MissingSide)?;
            return Ok(Setup::from_squares(&squares.contents, side));
        };
        let words = lines.iter().flat_map(|line| line.text_from(end).split_whitespace());
        let words = words.collect::<Vec<_>>().join(" ");
        let side = squares.side(&words, end, text)?;
        Ok(Setup::from_squares(&squares.contents, side))
    }
}

impl Setup {
    /// Reads a board and a side from the start of `line`. Also returns the byte offset of their
    /// end.
    pub(super) fn read_board(line: &str) -> Result<(Setup, usize), ParseBoardError> {
        let squares = Squares::read(&[Line { text: line, offset: 0 }])?;
        let start = squares.end.ok_or(ParseBoardError::MissingSide)?;
        let rest = &line[start..];
        // The longest text that is a side.
        let named = (1..=SIDE_WORDS).rev().find_map(|count| {
            let length = words_length(rest, count);
            Some((squares.side(&rest[..length], start, line).ok()?, start + length))
        });
        let (side, end) = match named {
            Some(named) => named,
            None => (squares.side(rest, start, line)?, line.len()),
        };
        Ok((Setup::from_squares(&squares.contents, side), end))
    }
}

/// Maximum words of a side: `white to play and win`.
const SIDE_WORDS: usize = 5;

/// The 64 squares of a board.
struct Squares {
    contents: [Option<Color>; 64],
    /// The disc that the digit 0 shows.
    zero: Option<Color>,
    /// Whether the board uses digits for discs.
    in_digits: bool,
    /// The byte offset of the text after the squares; `None` without text.
    end: Option<usize>,
}

impl Squares {
    fn read(lines: &[Line<'_>]) -> Result<Squares, ParseBoardError> {
        let mut ink = lines.iter().flat_map(|line| line.ink());
        let mut characters = [(0, ' '); 64];
        let mut contents = [None; 64];
        for square in Square::ALL {
            let found = square.index();
            let (offset, character) = ink.next().ok_or(ParseBoardError::TooFewSquares { found })?;
            characters[found] = (offset, alphabet::narrow(character));
            contents[found] = alphabet::square_contents(character)
                .ok_or(ParseBoardError::NotASquare { character, offset, square })?;
        }
        let zero = zero_disc(&characters)?;
        for (contents, (_, character)) in contents.iter_mut().zip(characters) {
            match character {
                '0' => *contents = zero,
                '1' if zero == Some(Color::Black) => *contents = Some(Color::White),
                _ => {}
            }
        }
        let is_digit = |&(_, character): &(usize, char)| {
            matches!(character, '1' | '2') || character == '0' && zero.is_some()
        };
        let in_digits = characters.iter().any(is_digit);
        let end = ink.next().map(|(end, _)| end);
        Ok(Squares { contents, zero, in_digits, end })
    }

    /// The side in `words`, which follow the squares at byte `end` of `text`.
    fn side(&self, words: &str, end: usize, text: &str) -> Result<Color, ParseBoardError> {
        let words = words.trim_matches(is_blank);
        let side = match words {
            "0" => self.zero,
            // Where 0 is Black, 1 is White.
            "1" if self.zero == Some(Color::Black) => Some(Color::White),
            _ => alphabet::side_in_words(words),
        };
        // After a board in letters a digit is more likely a score than a side.
        side.filter(|_| self.in_digits || !matches!(words, "1" | "2")).ok_or_else(|| {
            ParseBoardError::NotASide { text: excerpt(text[end..].trim_end()), offset: end }
        })
    }
}

/// The disc that `0` shows among `characters`; `None` if it is an empty square.
fn zero_disc(characters: &[(usize, char); 64]) -> Result<Option<Color>, ParseBoardError> {
    let find = |wanted: fn(char) -> bool| characters.iter().position(|&(_, next)| wanted(next));
    let has = |wanted| find(wanted).is_some();
    let Some(first) = find(|next| next == '0') else { return Ok(None) };
    let has_one = has(|next| next == '1');
    let has_black = has(|next| next != '1' && alphabet::disc_color(next) == Some(Color::Black));
    let has_white = has(|next| alphabet::disc_color(next) == Some(Color::White));
    let has_empty = has(|next| next != '0' && alphabet::square_contents(next) == Some(None));
    match (has_empty, has_one, has_black, has_white) {
        (true, true, false, false) => Ok(Some(Color::Black)),
        (true, false, true, false) => Ok(Some(Color::White)),
        // Both colours are present, or no discs.
        (false, _, _, true) if has_one || has_black => Ok(None),
        (false, false, false, false) => Ok(None),
        _ => Err(ParseBoardError::UnclearZero {
            offset: characters[first].0,
            square: Square::ALL[first],
        }),
    }
}

/// The non-blank lines of `text` without column letters and row numbers, and the texts after the
/// row numbers.
fn undecorated_lines(text: &str) -> (Vec<Line<'_>>, Vec<&str>) {
    let mut offset = 0;
    let (mut lines, mut tails) = (Vec::new(), Vec::new());
    for text in text.split_inclusive('\n') {
        let tail = numbered_tail(text).unwrap_or_default();
        let line = Line { text: &text[..text.len() - tail.len()], offset };
        if !line.is_blank() && !line.names_columns() {
            lines.push(line);
            tails.push(tail);
        }
        offset += text.len();
    }
    remove_row_numbers(&mut lines);
    (lines, tails)
}

/// The text after a row of eight squares between two row numbers, as in boards of Edax: `2 - - - -
/// - - - - 2 * to move`. `None` for other lines.
pub(super) fn numbered_tail(line: &str) -> Option<&str> {
    let mut ink = line.char_indices().filter(|&(_, next)| !is_blank(next));
    let (_, number) = ink.next().filter(|(_, next)| matches!(next, '1'..='8'))?;
    let is_square = |&(_, next): &(usize, char)| alphabet::square_contents(next).is_some();
    if ink.by_ref().take(8).filter(is_square).count() < 8 {
        return None;
    }
    let (at, _) = ink.next().filter(|&(_, next)| next == number)?;
    let tail = &line[at + number.len_utf8()..];
    tail.chars().any(|next| !is_blank(next)).then_some(tail)
}

/// Removes the row numbers if each of the first eight lines has its number and eight squares. 1 and
/// 2 may be discs, so all eight numbers are required.
fn remove_row_numbers(lines: &mut [Line<'_>]) {
    let Some(rows) = lines.first_chunk_mut::<8>() else {
        return;
    };
    for (before, after) in [(true, false), (false, true), (true, true)] {
        let mut bare = *rows;
        let numbered = bare.iter_mut().zip('1'..='8').all(|(row, number)| {
            (!before || row.remove_first(number))
                && (!after || row.remove_last(number))
                && row.ink().count() == 8
        });
        if numbered {
            *rows = bare;
            return;
        }
    }
}

/// A line of a text board, or its unread remainder.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    /// Its byte offset in the whole text.
    offset: usize,
}

impl<'a> Line<'a> {
    /// The non-blank characters with their byte offsets.
    fn ink(self) -> impl Iterator<Item = (usize, char)> + use<'a> {
        self.text
            .char_indices()
            .filter(|&(_, character)| !is_blank(character))
            .map(move |(index, character)| (self.offset + index, character))
    }

    fn is_blank(self) -> bool {
        self.text.chars().all(is_blank)
    }

    /// Whether the line is the letters a to h.
    fn names_columns(self) -> bool {
        self.ink().map(|(_, character)| character.to_ascii_lowercase()).eq('a'..='h')
    }

    /// The rest of the line from byte `offset` of the whole text.
    fn text_from(self, offset: usize) -> &'a str {
        self.text.get(offset.saturating_sub(self.offset)..).unwrap_or_default()
    }

    /// Removes the first non-blank character if it is `number`. Returns whether it was removed.
    fn remove_first(&mut self, number: char) -> bool {
        let Some(rest) = self.text.trim_start_matches(is_blank).strip_prefix(number) else {
            return false;
        };
        self.offset += self.text.len() - rest.len();
        self.text = rest;
        true
    }

    /// Removes the last non-blank character if it is `number`. Returns whether it was removed.
    fn remove_last(&mut self, number: char) -> bool {
        let rest = self.text.trim_end_matches(is_blank).strip_suffix(number);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }
}

/// Whether boards ignore `character`.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '|' | '[' | ']')
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_prints_and_parses() {
        assert_eq!(Setup::START.to_string(), START);
        assert_eq!(START.parse(), Ok(Setup::START));
    }

    #[test]
    fn every_alphabet_is_read() {
        for (black, white, empty) in [
            ('x', 'o', '.'),
            ('*', 'O', '-'),
            ('B', 'W', '_'),
            ('b', 'w', '.'),
            ('1', '2', '0'),
            ('X', 'o', '0'),
        ] {
            let board: String = START[..64]
                .chars()
                .map(|character| match character {
                    'X' => black,
                    'O' => white,
                    _ => empty,
                })
                .collect();
            for side in ["X", "x", "*", "b", "B", "black", "BLACK", "Black to move"] {
                assert_eq!(format!("{board} {side}").parse(), Ok(Setup::START), "{board} {side}");
            }
            for side in ["O", "o", "w", "W", "white", "white to move"] {
                let parsed: Setup = format!("{board}{side}\r\n").parse().unwrap();
                assert_eq!(parsed.side, Color::White, "{board} {side}");
                assert_eq!(parsed.black(), Setup::START.black());
            }
        }
    }

    #[test]
    fn zero_is_a_disc_if_empty_squares_have_another_mark() {
        let start = Setup::START;
        let white_first = Setup::from_discs(start.black(), start.white(), Color::White).unwrap();
        let board = |black: char, white: char, empty: char| {
            START[..64]
                .replace('-', &empty.to_string())
                .replace('X', &black.to_string())
                .replace('O', &white.to_string())
        };
        for (black, white, empty, side, expected) in [
            ('X', '0', '-', "X", Ok(Setup::START)),
            ('*', '0', '.', "0", Ok(white_first)),
            ('0', '1', '-', "0", Ok(Setup::START)),
            ('0', '1', '_', "1", Ok(white_first)),
            ('1', '2', '0', "1", Ok(Setup::START)),
            ('X', 'O', '0', "O", Ok(white_first)),
            ('●', '○', '・', "●", Ok(Setup::START)),
            ('●', '○', '□', "○", Ok(white_first)),
            ('Ｘ', 'Ｏ', '－', "Ｘ", Ok(Setup::START)),
        ] {
            let text = format!("{} {side}", board(black, white, empty));
            assert_eq!(text.parse::<Setup>(), expected, "{text}");
        }
    }

    #[test]
    fn an_ambiguous_zero_is_refused() {
        for (squares, empty) in
            [("00OO", '-'), ("0012", '-'), ("0XO", '.'), ("00", '_'), ("111", '0'), ("XX", '0')]
        {
            let squares: String =
                squares.chars().chain(std::iter::repeat(empty)).take(64).collect();
            let refused = format!("{squares} X").parse::<Setup>().unwrap_err();
            assert!(matches!(refused, ParseBoardError::UnclearZero { .. }), "{squares}");
            assert!(refused.to_string().starts_with("ambiguous '0' on "));
        }
    }

    #[test]
    fn a_digit_after_letters_is_not_a_side() {
        let refused = format!("{} 2", &START[..64]).parse::<Setup>().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "invalid side to move \"2\": expected X or O after the 64 squares"
        );
    }

    #[test]
    fn row_numbers_and_column_letters_are_not_discs() {
        let rows = [
            "1 1 1 1 1 1 1 1",
            "2 2 2 2 2 2 2 2",
            "0 0 0 0 0 0 0 0",
            "0 0 0 2 1 0 0 0",
            "0 0 0 1 2 0 0 0",
            "0 0 0 0 0 0 0 0",
            "1 1 1 1 1 1 1 1",
            "2 2 2 2 2 2 2 2",
        ];
        let expected: Setup = format!("{} 2", rows.concat()).parse().unwrap();
        let letters = "  a b c d e f g h\n";
        let drawn = |line: fn(usize, &str) -> String| -> String {
            let lines = rows.iter().enumerate().map(|(row, squares)| line(row + 1, squares));
            format!("{letters}{}{letters}white", lines.collect::<String>())
        };
        for text in [
            drawn(|_, squares| format!("{squares}\n")),
            drawn(|row, squares| format!("{row} {squares}\r\n")),
            drawn(|row, squares| format!("  {squares} {row}\n")),
            drawn(|row, squares| format!("{row} |{squares}| {row}\n\n")),
            drawn(|row, squares| format!("{row}{}\n", squares.replace(' ', ""))),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_quote_the_fault_and_its_position() {
        let board = &START[..64];
        let errors = [
            ("", "invalid board: expected 64 squares and the side to move, found 0 characters"),
            (
                &board[1..],
                "invalid board: expected 64 squares and the side to move, found 63 characters",
            ),
            (board, "missing side to move: expected X or O after the 64 squares"),
            (
                "---?",
                "invalid disc '?' on d1: \
                 expected X (or x * B b 1), O (or o W w 2) or - (or . _ 0)",
            ),
        ];
        for (text, message) in errors {
            assert_eq!(text.parse::<Setup>().unwrap_err().to_string(), message);
        }
        assert_eq!(
            format!("{board} X O\n").parse::<Setup>().unwrap_err().to_string(),
            r#"invalid side to move "X O": expected X or O after the 64 squares"#
        );
        let long = format!("{board}{}", "-".repeat(1000)).parse::<Setup>().unwrap_err();
        let text = format!("{}..", "-".repeat(24));
        assert_eq!(long, ParseBoardError::NotASide { text, offset: 64 });
    }
}
