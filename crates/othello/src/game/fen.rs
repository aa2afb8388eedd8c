//! [`Setup`] in one line with runs of empties, like FEN in chess.

use crate::board::{Color, Square};

use super::excerpt::{excerpt, first_word};
use super::{Setup, alphabet};

/// An invalid FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseFenError {
    /// Not eight rows.
    #[error("invalid board {text:?}: expected 8 rows split by /, found {found}")]
    RowCount {
        /// The board, shortened.
        text: String,
        /// The number of rows.
        found: usize,
    },
    /// A row without exactly eight squares.
    #[error("invalid row {text:?} (row {row}): expected 8 squares, found {found}")]
    RowWidth {
        /// The row, from 1 (top) to 8.
        row: usize,
        /// Its text, shortened.
        text: String,
        /// The number of squares.
        found: usize,
        /// Its byte offset.
        offset: usize,
    },
    /// A character that is neither a disc nor a number of empties.
    #[error("invalid disc {character:?} in row {row}, {text:?}: expected X, O or 1-8 empties")]
    NotASquare {
        /// The character.
        character: char,
        /// The row, from 1 (top) to 8.
        row: usize,
        /// Its text, shortened.
        text: String,
        /// The byte offset of the character.
        offset: usize,
    },
    /// Nothing follows the rows.
    #[error("missing side to move: expected X or O after the rows")]
    MissingSide,
    /// The text after the rows is not a side.
    #[error("invalid side to move {text:?}: expected X or O after the rows")]
    NotASide {
        /// The text after the rows, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
}

impl ParseFenError {
    /// The byte offset of the error; `None` if it concerns the whole text.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            ParseFenError::RowWidth { offset, .. }
            | ParseFenError::NotASquare { offset, .. }
            | ParseFenError::NotASide { offset, .. } => Some(offset),
            ParseFenError::RowCount { .. } | ParseFenError::MissingSide => None,
        }
    }
}

impl Setup {
    /// Reads eight rows separated by `/`, row 1 first, then the side to move, such as
    /// `8/8/8/3OX3/3XO3/8/8/8 X`. `X` or `b` is a black disc, `O` or `w` a white one (in either
    /// case), a digit a run of empties.
    ///
    /// # Errors
    ///
    /// If the text has another form.
    pub fn from_fen(text: &str) -> Result<Setup, ParseFenError> {
        let text = text.trim_end();
        let start = text.len() - text.trim_start().len();
        let rows = text[start..].split(char::is_whitespace).next().unwrap_or_default();
        let contents = parse_rows(rows, start)?;
        match text[start + rows.len()..].trim_start() {
            "" => Err(ParseFenError::MissingSide),
            rest => match alphabet::side(rest) {
                Some(side) => Ok(Setup::from_squares(&contents, side)),
                None => {
                    let offset = text.len() - rest.len();
                    Err(ParseFenError::NotASide { text: excerpt(rest), offset })
                }
            },
        }
    }

    /// The form that [`Setup::from_fen`] reads, with `X` and `O`.
    #[must_use]
    pub fn to_fen(self) -> String {
        let mut text = String::new();
        let mut empties = 0;
        for square in Square::ALL {
            if square.column() == 0 && square.row() > 0 {
                flush_empties(&mut text, &mut empties);
                text.push('/');
            }
            match self.disc_at(square) {
                None => empties += 1,
                Some(color) => {
                    flush_empties(&mut text, &mut empties);
                    text.push(alphabet::letter(color));
                }
            }
        }
        flush_empties(&mut text, &mut empties);
        text.push(' ');
        text.push(alphabet::letter(self.side));
        text
    }
}

/// Writes the pending run of empties.
fn flush_empties(text: &mut String, empties: &mut u32) {
    if *empties > 0 {
        text.push_str(&empties.to_string());
        *empties = 0;
    }
}

/// Reads eight rows separated by `/`. `offset` is the byte offset of `text`.
fn parse_rows(text: &str, mut offset: usize) -> Result<[Option<Color>; 64], ParseFenError> {
    let found = text.split('/').count();
    if found != 8 {
        return Err(ParseFenError::RowCount { text: first_word(text), found });
    }
    let mut contents = [None; 64];
    let rows = contents.as_chunks_mut::<8>().0;
    for (row, (squares, text)) in rows.iter_mut().zip(text.split('/')).enumerate() {
        parse_row(squares, row + 1, text, offset)?;
        offset += text.len() + 1;
    }
    Ok(contents)
}

/// Fills row `row` of `squares` from `text`, which starts at byte `offset`.
fn parse_row(
    squares: &mut [Option<Color>; 8],
    row: usize,
    text: &str,
    offset: usize,
) -> Result<(), ParseFenError> {
    let mut found = 0;
    for (index, character) in text.char_indices() {
        if let Some(empties @ 1..=8) = character.to_digit(10) {
            found += empties as usize;
            continue;
        }
        let color = alphabet::disc_color(character);
        if color.is_none() {
            let (text, offset) = (excerpt(text), offset + index);
            return Err(ParseFenError::NotASquare { character, row, text, offset });
        }
        if let Some(square) = squares.get_mut(found) {
            *square = color;
        }
        found += 1;
    }
    if found != squares.len() {
        return Err(ParseFenError::RowWidth { row, text: excerpt(text), found, offset });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "8/8/8/3OX3/3XO3/8/8/8 X";

    #[test]
    fn the_start_prints_and_parses() {
        assert_eq!(Setup::START.to_fen(), START);
        for text in [START, " 8/8/8/3wb3/3*o3/8/8/44\tblack\r\n", "8/8/8/3WB3/111xO21/8/8/8 B"] {
            assert_eq!(Setup::from_fen(text), Ok(Setup::START), "{text}");
        }
    }

    #[test]
    fn errors_quote_the_fault_and_its_position() {
        for (text, message) in [
            ("", r#"invalid board "": expected 8 rows split by /, found 1"#),
            ("8/8/8 X", r#"invalid board "8/8/8": expected 8 rows split by /, found 3"#),
            (
                "8/8/8/3OX4/3XO3/8/8/8 X",
                r#"invalid row "3OX4" (row 4): expected 8 squares, found 9"#,
            ),
            ("7/8/8/3OX3/3XO3/8/8/8 X", r#"invalid row "7" (row 1): expected 8 squares, found 7"#),
            (
                "8/8/8/3OX3/3Q13/8/8/8 X",
                r#"invalid disc 'Q' in row 5, "3Q13": expected X, O or 1-8 empties"#,
            ),
            (
                "9/8/8/8/8/8/8/8 X",
                r#"invalid disc '9' in row 1, "9": expected X, O or 1-8 empties"#,
            ),
            ("8/8/8/8/8/8/8/8", "missing side to move: expected X or O after the rows"),
            (
                "8/8/8/8/8/8/8/8 X 1",
                r#"invalid side to move "X 1": expected X or O after the rows"#,
            ),
        ] {
            assert_eq!(Setup::from_fen(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn errors_have_a_position() {
        for (text, offset) in [
            (" 8/8/8/3OX4/3XO3/8/8/8 X", Some(7)),
            ("8/8/8/3OX3/3Q13/8/8/8 X", Some(12)),
            ("8/8/8/8/8/8/8/8  Q", Some(17)),
            ("8/8 X", None),
        ] {
            assert_eq!(Setup::from_fen(text).unwrap_err().offset(), offset, "{text}");
        }
    }
}
