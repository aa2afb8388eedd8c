//! OBF: a position and the scores of its moves, one line each.

use std::fmt;

use crate::board::Move;
use crate::game::decimal::{parse_centidiscs, print_centidiscs};
use crate::game::excerpt::excerpt;
use crate::game::records::{MoveScore, Record};
use crate::game::{IllegalMove, ParseBoardError, Setup};

/// An invalid line of OBF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseObfError {
    /// An invalid position before the first `;`.
    #[error(transparent)]
    Board(#[from] ParseBoardError),
    /// An invalid move or score.
    #[error("invalid score {text:?}: expected a move and its score such as A2:+38")]
    NotAScore {
        /// The part, shortened.
        text: String,
        /// Its byte offset.
        offset: usize,
    },
    /// A move that is illegal in the position.
    #[error("{text:?} is illegal: {reason}")]
    Illegal {
        /// The part with the move.
        text: String,
        /// Its byte offset.
        offset: usize,
        /// The reason.
        reason: IllegalMove,
    },
}

impl ParseObfError {
    /// The byte offset of the error; `None` if the text ends within the position.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            ParseObfError::Board(error) => error.offset(),
            ParseObfError::NotAScore { offset, .. } | ParseObfError::Illegal { offset, .. } => {
                Some(*offset)
            }
        }
    }
}

impl Record {
    /// Reads a line of OBF: a board and a side as [`Setup`] reads them, scores of moves such as
    /// `A2:+38` in discs, each after a `;`, and a comment after `%`. The `+` is optional, and
    /// scores are rounded to two decimals. Entries without a move (`--:-127`) or a score (127 and
    /// -127) are skipped.
    ///
    /// ```
    /// use othello::game::Record;
    ///
    /// let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO--";
    /// let line = format!("{board} X; G8:-48; % the last two");
    /// let problem = Record::from_obf(&line)?;
    /// assert_eq!(problem.scores[0].centidiscs, -4800);
    /// assert_eq!(problem.to_obf(), line);
    /// # Ok::<(), othello::game::ParseObfError>(())
    /// ```
    ///
    /// # Errors
    /// If a part cannot be read, or a move is illegal.
    pub fn from_obf(line: &str) -> Result<Record, ParseObfError> {
        let (content, comment) = line.split_once('%').unwrap_or((line, ""));
        let (board, parts) = content.split_once(';').unwrap_or((content, ""));
        let setup = board.parse()?;
        let mut record = Record { comment: comment.trim().to_owned(), ..Record::from(setup) };
        let mut offset = board.len() + 1;
        for part in parts.split(';') {
            if !part.trim().is_empty() && !says_nothing(setup, part) {
                let blanks = part.len() - part.trim_start().len();
                record.scores.push(parse_score(setup, part.trim(), offset + blanks)?);
            }
            offset += part.len() + 1;
        }
        Ok(record)
    }

    /// The last position as a line of OBF: moves in upper case, integer scores without decimals.
    #[must_use]
    pub fn to_obf(&self) -> String {
        let scores: String = self.scores.iter().map(|score| format!(" {score};")).collect();
        self.with_comment(format!("{};{scores}", self.game.setup()))
    }
}

/// Whether `part` has no move (`--:-127`) or no score (`F5:-127`, `F5:`). Edax writes 127 for an
/// unknown score.
fn says_nothing(setup: Setup, part: &str) -> bool {
    let Some((mv, score)) = part.split_once(':') else { return part.trim() == "--" };
    let is_unknown = matches!(score.trim(), "" | "-127" | "+127" | "127" | "-128");
    is_unknown || mv.trim() == "--" && !setup.position.must_pass()
}

/// Reads a move of `setup` and its score from `text`, at byte `offset`.
fn parse_score(setup: Setup, text: &str, offset: usize) -> Result<MoveScore, ParseObfError> {
    let (mv, centidiscs) = split_score(text)
        .ok_or_else(|| ParseObfError::NotAScore { text: excerpt(text), offset })?;
    match setup.explain_illegal(mv) {
        None => Ok(MoveScore { mv, centidiscs }),
        Some(reason) => Err(ParseObfError::Illegal { text: excerpt(text), offset, reason }),
    }
}

fn split_score(text: &str) -> Option<(Move, i32)> {
    let (mv, score) = text.split_once(':')?;
    let centidiscs = parse_centidiscs(score.trim())?;
    let in_range = (-6400..=6400).contains(&centidiscs);
    Some((mv.trim().parse().ok()?, in_range.then_some(centidiscs)?))
}

/// The problems of an OBF file with their line numbers, from 1. Blank lines and comments are
/// skipped.
pub fn obf_problems(text: &str) -> impl Iterator<Item = (usize, Result<Record, ParseObfError>)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('%'))
        .map(|(number, line)| (number, Record::from_obf(line)))
}

/// `A2:+38`; a pass is `PS`.
impl fmt::Display for MoveScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Pass => write!(f, "PS:")?,
            Move::Place(square) => write!(f, "{}:", square.to_string().to_uppercase())?,
        }
        let score = print_centidiscs(self.centidiscs);
        f.write_str(score.strip_suffix(".00").unwrap_or(&score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::game::setup::white_must_pass;

    #[test]
    fn scores_and_comments_are_read_with_and_without_blanks() {
        let board = Setup::START;
        let expected = Record {
            scores: vec![
                MoveScore { mv: Square::D3.into(), centidiscs: 0 },
                MoveScore { mv: Square::F5.into(), centidiscs: -250 },
            ],
            comment: "the start; easy".to_owned(),
            ..Record::from(board)
        };
        for text in [
            format!("{board};d3:0;f5:-2.5;%the start; easy"),
            format!("{board} ; D3 : +00 ; F5: -2.50 % the start; easy\r"),
            format!("{board}; D3:+0; F5:-2.50; % the start; easy"),
        ] {
            assert_eq!(Record::from_obf(&text).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(expected.to_obf(), format!("{board}; D3:+0; F5:-2.50; % the start; easy"));
    }

    #[test]
    fn a_board_alone_is_a_problem() {
        let expected = Record::default();
        let start = Setup::START;
        for text in [
            start.to_string(),
            format!("{start};"),
            format!("{start}; --:-127;"),
            format!("{start}; --; F5:; D3:-127; -- : +0"),
        ] {
            assert_eq!(Record::from_obf(&text).as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn a_forced_pass_may_have_a_score() {
        let text = format!("{}; PS:-64;", white_must_pass());
        let problem = Record::from_obf(&text).unwrap();
        assert_eq!(problem.scores, [MoveScore { mv: Move::Pass, centidiscs: -6400 }]);
        assert_eq!(problem.to_obf(), text);
    }

    #[test]
    fn errors_quote_the_wrong_part() {
        let board = Setup::START;
        for (text, message) in [
            (
                format!("{board}; d3:+x;"),
                r#"invalid score "d3:+x": expected a move and its score such as A2:+38"#,
            ),
            (
                format!("{board};d3:1; f5:+65;"),
                r#"invalid score "f5:+65": expected a move and its score such as A2:+38"#,
            ),
            (format!("{board}; A1:+2;"), r#""A1:+2" is illegal: a1 flips nothing for black"#),
            (
                ";".to_owned(),
                "invalid board: expected 64 squares and the side to move, found 0 characters",
            ),
        ] {
            assert_eq!(Record::from_obf(&text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn files_are_read_line_by_line() {
        let text = format!("% two problems\n\n{}\r\nnonsense\n{};\n", Setup::START, Setup::START);
        let lines: Vec<_> = obf_problems(&text).map(|(line, read)| (line, read.is_ok())).collect();
        assert_eq!(lines, [(3, true), (4, false), (5, true)]);
    }
}
