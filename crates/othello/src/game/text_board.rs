//! [`Setup`] as 64 characters and a side, and what resembles it.

use std::fmt;
use std::str::FromStr;

use crate::board::{Color, Square};

use super::excerpt::{excerpt, words_length};
use super::{Setup, alphabet};

/// The 64 squares row by row from a1, `X` for black discs, `O` for white ones, `-`
/// for empty squares; a blank; `X` or `O` for the side to move.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = Square::ALL
            .map(|square| self.disc_at(square).map_or('-', alphabet::letter))
            .iter()
            .collect();
        f.pad(&format!("{squares} {}", alphabet::letter(self.side)))
    }
}

/// A text that is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// A character that stands for no contents of a square.
    #[error(
        "{character:?} cannot be what is on {square}: \
         expected X (or x * B b 1), O (or o W w 2) or - (or . _ 0)"
    )]
    NotASquare {
        /// The character.
        character: char,
        /// Where it is.
        offset: usize,
        /// The square whose turn it was.
        square: Square,
    },
    /// The text ends within the board.
    #[error("expected 64 squares and the side to move, found {found} characters in all")]
    TooFewSquares {
        /// How many characters there are, blanks left out.
        found: usize,
    },
    /// The text ends after the 64th square.
    #[error("no side to move: expected 64 squares and then X or O, found 64 characters in all")]
    MissingSide,
    /// A zero that may be an empty square or a disc.
    #[error(
        "'0' on {square} could be an empty square or a disc: \
         expected - for empty squares, X and O for discs"
    )]
    UnclearZero {
        /// Where it is.
        offset: usize,
        /// The square.
        square: Square,
    },
    /// A digit behind a board in letters.
    #[error(
        "{text:?} is not the side to move: digits name a side only where the board is in digits; \
         expected X or O after the 64 squares, and a score behind that"
    )]
    DigitSide {
        /// All that follows the squares, shortened.
        text: String,
        /// Where it starts.
        offset: usize,
    },
    /// What follows the squares names no side.
    #[error("{text:?} is not the side to move: expected X or O after the 64 squares")]
    NotASide {
        /// All that follows the squares, shortened.
        text: String,
        /// Where it starts.
        offset: usize,
    },
}

impl ParseBoardError {
    /// Where in the text the fault is; `None` if something is missing at its end.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            ParseBoardError::NotASquare { offset, .. }
            | ParseBoardError::UnclearZero { offset, .. }
            | ParseBoardError::DigitSide { offset, .. }
            | ParseBoardError::NotASide { offset, .. } => Some(offset),
            ParseBoardError::TooFewSquares { .. } | ParseBoardError::MissingSide => None,
        }
    }
}

/// Reads the 64 squares row by row from a1, then the side to move.
///
/// - Black discs are `X x * B b 1 @ ●`, white ones `O o W w 2 ○` and empty squares
///   `- . _ 0 ・ □`.
/// - The digit `0` is a disc where another character marks the empty squares: Black beside `1`,
///   White beside black letters. Where neither is clear, it is an error.
/// - The side is a character for its discs or `black` or `white` in any case, and
///   `to move` may follow. A digit is a side only where the board has digits for discs.
/// - Blanks, line breaks, `|`, `[` and `]` may stand anywhere between squares.
/// - A drawn board may have lines `a b c d e f g h`, and the row numbers 1 to 8
///   before its rows, after them or both; what [`Setup::draw`] prints reads back.
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
    /// Reads a board and a side as [`Setup::from_str`] does from a line that may go on, and tells
    /// where.
    pub(super) fn read_board(line: &str) -> Result<(Setup, usize), ParseBoardError> {
        let squares = Squares::read(&[Line { text: line, offset: 0 }])?;
        let start = squares.end.ok_or(ParseBoardError::MissingSide)?;
        let rest = &line[start..];
        // The longest text that names a side.
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

/// The most words that name a side: `white to play and win`.
const SIDE_WORDS: usize = 5;

/// The 64 squares of a board.
struct Squares {
    contents: [Option<Color>; 64],
    /// What the digit 0 stands for.
    zero: Option<Color>,
    /// Whether discs are written as digits.
    in_digits: bool,
    /// Where the text after them starts, blanks left out; `None` if there is none.
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

    /// The side that `words` name, which follow the squares at the byte `end` of `text`.
    fn side(&self, words: &str, end: usize, text: &str) -> Result<Color, ParseBoardError> {
        let words = words.trim_matches(is_blank);
        let side = match words {
            "0" => self.zero,
            // Where 0 is Black, 1 is White.
            "1" if self.zero == Some(Color::Black) => Some(Color::White),
            _ => alphabet::side_in_words(words),
        };
        let rest = || excerpt(text[end..].trim_end());
        match side {
            Some(_) if !self.in_digits && matches!(words, "1" | "2") => {
                Err(ParseBoardError::DigitSide { text: rest(), offset: end })
            }
            Some(side) => Ok(side),
            None => Err(ParseBoardError::NotASide { text: rest(), offset: end }),
        }
    }
}

/// The colour of the discs that `0` stands for in a board of these `characters`; `None` if it
/// marks empty squares.
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
        // Both colours are there, or no disc at all.
        (false, _, _, true) if has_one || has_black => Ok(None),
        (false, false, false, false) => Ok(None),
        _ => Err(ParseBoardError::UnclearZero {
            offset: characters[first].0,
            square: Square::ALL[first],
        }),
    }
}

/// The lines of `text` that are not blank, without column letters and row numbers, and what stands
/// behind the row numbers at their ends.
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

/// What stands behind a row of eight squares between two row numbers, as in the boards of Edax:
/// `2 - - - - - - - - 2 * to move`. `None` if `line` is no such row.
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

/// Takes the row numbers off the first eight lines, if each has its own and eight
/// squares besides. As 1 and 2 may be discs, what tells them from row numbers is
/// that there are 3 to 8 in the other rows too.
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

/// A line of a text board, or what is left of it.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    /// Where it starts in the whole text.
    offset: usize,
}

impl<'a> Line<'a> {
    /// The characters that are not blank, each with its place in the whole text.
    fn ink(self) -> impl Iterator<Item = (usize, char)> + use<'a> {
        self.text
            .char_indices()
            .filter(|&(_, character)| !is_blank(character))
            .map(move |(index, character)| (self.offset + index, character))
    }

    fn is_blank(self) -> bool {
        self.text.chars().all(is_blank)
    }

    /// Whether the line is the letters a to h, blanks aside.
    fn names_columns(self) -> bool {
        self.ink().map(|(_, character)| character.to_ascii_lowercase()).eq('a'..='h')
    }

    /// What is left of the line from the byte `offset` of the whole text on.
    fn text_from(self, offset: usize) -> &'a str {
        self.text.get(offset.saturating_sub(self.offset)..).unwrap_or_default()
    }

    /// Takes off all up to `number` if that is the first character that is not
    /// blank; `false` if not.
    fn remove_first(&mut self, number: char) -> bool {
        let Some(rest) = self.text.trim_start_matches(is_blank).strip_prefix(number) else {
            return false;
        };
        self.offset += self.text.len() - rest.len();
        self.text = rest;
        true
    }

    /// Takes off all from `number` on if that is the last character that is not
    /// blank; `false` if not.
    fn remove_last(&mut self, number: char) -> bool {
        let rest = self.text.trim_end_matches(is_blank).strip_suffix(number);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }
}

/// Whether a board means nothing by `character`.
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
    fn zero_is_a_disc_where_empty_squares_have_another_mark() {
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
    fn a_zero_that_may_be_two_things_is_refused_with_both() {
        for (squares, empty) in
            [("00OO", '-'), ("0012", '-'), ("0XO", '.'), ("00", '_'), ("111", '0'), ("XX", '0')]
        {
            let squares: String =
                squares.chars().chain(std::iter::repeat(empty)).take(64).collect();
            let refused = format!("{squares} X").parse::<Setup>().unwrap_err();
            assert!(matches!(refused, ParseBoardError::UnclearZero { .. }), "{squares}");
            assert!(refused.to_string().contains("could be an empty square or a disc"));
        }
    }

    #[test]
    fn a_digit_behind_letters_is_no_side() {
        let refused = format!("{} 2", &START[..64]).parse::<Setup>().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "\"2\" is not the side to move: digits name a side only where the board is in digits; \
             expected X or O after the 64 squares, and a score behind that"
        );
    }

    #[test]
    fn row_numbers_and_column_letters_are_told_from_discs() {
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
    fn errors_quote_what_was_wrong_and_where() {
        let board = &START[..64];
        let errors = [
            ("", "expected 64 squares and the side to move, found 0 characters in all"),
            (&board[1..], "expected 64 squares and the side to move, found 63 characters in all"),
            (
                board,
                "no side to move: expected 64 squares and then X or O, \
                 found 64 characters in all",
            ),
            (
                "---?",
                "'?' cannot be what is on d1: \
                 expected X (or x * B b 1), O (or o W w 2) or - (or . _ 0)",
            ),
        ];
        for (text, message) in errors {
            assert_eq!(text.parse::<Setup>().unwrap_err().to_string(), message);
        }
        assert_eq!(
            format!("{board} X O\n").parse::<Setup>().unwrap_err().to_string(),
            r#""X O" is not the side to move: expected X or O after the 64 squares"#
        );
        let long = format!("{board}{}", "-".repeat(1000)).parse::<Setup>().unwrap_err();
        let text = format!("{}..", "-".repeat(24));
        assert_eq!(long, ParseBoardError::NotASide { text, offset: 64 });
    }
}
