//! [`ObfProblem`]: a position with the scores of its moves, a line of an OBF file.

use std::fmt;
use std::str::FromStr;

use crate::board::Move;

use super::decimal::{parse_centidiscs, print_centidiscs};
use super::excerpt::excerpt;
use super::{IllegalMove, ParseBoardError, Setup};

/// A position to be solved, with the known scores of moves.
///
/// ```
/// use othello::game::ObfProblem;
///
/// let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO--";
/// let line = format!("{board} X; G8:-48; % the last two");
/// let problem: ObfProblem = line.parse()?;
/// assert_eq!(problem.scores[0].centidiscs, -4800);
/// assert_eq!(problem.to_string(), line);
/// # Ok::<(), othello::game::ParseObfError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObfProblem {
    /// The position.
    pub setup: Setup,
    /// The moves whose scores are given, as ordered in the file; in many files just
    /// the best ones.
    pub scores: Vec<ObfScore>,
    /// What follows `%`, without blanks around; empty if nothing does.
    pub comment: String,
}

/// The score of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObfScore {
    /// The move.
    pub mv: Move,
    /// Its score for the side that makes it, in hundredths of a disc, -6400
    /// to 6400.
    pub centidiscs: i32,
}

/// A line that is not an OBF problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseObfError {
    /// What stands before the first `;` is no position.
    #[error(transparent)]
    Board(#[from] ParseBoardError),
    /// A part that is no move and score.
    #[error("{text:?} is no move with its score: expected such as A2:+38;")]
    NotAScore {
        /// The part, shortened.
        text: String,
        /// Where it starts.
        offset: usize,
    },
    /// A move that cannot be made in the position.
    #[error("{text:?} is illegal: {reason}")]
    Illegal {
        /// The part with the move.
        text: String,
        /// Where it starts.
        offset: usize,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}

impl ParseObfError {
    /// Where in the line the fault is; `None` if the position is cut off.
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

/// Reads the board and the side as [`Setup`] does; then, each behind a `;`, moves with
/// scores such as `A2:+38`, in discs from -64 to 64, the `+` perhaps left out, rounded
/// to two decimals; then perhaps a `%` and a comment. Entries without a move (`--:-127`) or a
/// score (127 and -127 are none) are skipped.
impl FromStr for ObfProblem {
    type Err = ParseObfError;

    fn from_str(line: &str) -> Result<ObfProblem, ParseObfError> {
        let (content, comment) = line.split_once('%').unwrap_or((line, ""));
        let (board, parts) = content.split_once(';').unwrap_or((content, ""));
        let setup = board.parse()?;
        let mut offset = board.len() + 1;
        let mut scores = Vec::new();
        for part in parts.split(';') {
            if !part.trim().is_empty() && !says_nothing(setup, part) {
                let blanks = part.len() - part.trim_start().len();
                scores.push(parse_score(setup, part.trim(), offset + blanks)?);
            }
            offset += part.len() + 1;
        }
        Ok(ObfProblem { setup, scores, comment: comment.trim().to_owned() })
    }
}

/// Whether `part` is an entry without a move (`--:-127`) or without a score (`F5:-127`, `F5:`).
/// Edax writes 127 for a score that is not known.
fn says_nothing(setup: Setup, part: &str) -> bool {
    let Some((mv, score)) = part.split_once(':') else { return part.trim() == "--" };
    let is_unknown = matches!(score.trim(), "" | "-127" | "+127" | "127" | "-128");
    is_unknown || mv.trim() == "--" && !setup.position.must_pass()
}

/// A move of `setup` and its score from `text`, which is at the byte `offset`.
fn parse_score(setup: Setup, text: &str, offset: usize) -> Result<ObfScore, ParseObfError> {
    let (mv, centidiscs) = split_score(text)
        .ok_or_else(|| ParseObfError::NotAScore { text: excerpt(text), offset })?;
    match setup.explain_illegal(mv) {
        None => Ok(ObfScore { mv, centidiscs }),
        Some(reason) => Err(ParseObfError::Illegal { text: excerpt(text), offset, reason }),
    }
}

fn split_score(text: &str) -> Option<(Move, i32)> {
    let (mv, score) = text.split_once(':')?;
    let centidiscs = parse_centidiscs(score.trim())?;
    let in_range = (-6400..=6400).contains(&centidiscs);
    Some((mv.trim().parse().ok()?, in_range.then_some(centidiscs)?))
}

/// The problems of a file, each with the number of its line, the first is 1. Lines
/// that are blank or only a comment are left out.
pub fn obf_problems(
    text: &str,
) -> impl Iterator<Item = (usize, Result<ObfProblem, ParseObfError>)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('%'))
        .map(|(number, line)| (number, line.parse()))
}

/// In one line, moves in upper case, whole scores without decimals.
impl fmt::Display for ObfProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.setup)?;
        for score in &self.scores {
            write!(f, " {score};")?;
        }
        if !self.comment.is_empty() {
            write!(f, " % {}", self.comment)?;
        }
        Ok(())
    }
}

/// `A2:+38`, a pass is `PS`.
impl fmt::Display for ObfScore {
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
        let expected = ObfProblem {
            setup: board,
            scores: vec![
                ObfScore { mv: Square::D3.into(), centidiscs: 0 },
                ObfScore { mv: Square::F5.into(), centidiscs: -250 },
            ],
            comment: "the start; easy".to_owned(),
        };
        for text in [
            format!("{board};d3:0;f5:-2.5;%the start; easy"),
            format!("{board} ; D3 : +00 ; F5: -2.50 % the start; easy\r"),
            format!("{board}; D3:+0; F5:-2.50; % the start; easy"),
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(expected.to_string(), format!("{board}; D3:+0; F5:-2.50; % the start; easy"));
    }

    #[test]
    fn the_board_alone_is_a_problem_too() {
        let expected = ObfProblem { setup: Setup::START, scores: vec![], comment: String::new() };
        let start = Setup::START;
        for text in [
            start.to_string(),
            format!("{start};"),
            format!("{start}; --:-127;"),
            format!("{start}; --; F5:; D3:-127; -- : +0"),
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn a_pass_has_a_score_where_it_has_to_be_made() {
        let text = format!("{}; PS:-64;", white_must_pass());
        let problem: ObfProblem = text.parse().unwrap();
        assert_eq!(problem.scores, [ObfScore { mv: Move::Pass, centidiscs: -6400 }]);
        assert_eq!(problem.to_string(), text);
    }

    #[test]
    fn errors_quote_the_part_that_is_wrong() {
        let board = Setup::START;
        for (text, message) in [
            (
                format!("{board}; d3:+x;"),
                r#""d3:+x" is no move with its score: expected such as A2:+38;"#,
            ),
            (
                format!("{board};d3:1; f5:+65;"),
                r#""f5:+65" is no move with its score: expected such as A2:+38;"#,
            ),
            (format!("{board}; A1:+2;"), r#""A1:+2" is illegal: a1 flips nothing for black"#),
            (";".to_owned(), "expected 64 squares and the side to move, found 0 characters in all"),
        ] {
            assert_eq!(text.parse::<ObfProblem>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn files_are_read_line_by_line() {
        let text = format!("% two problems\n\n{}\r\nnonsense\n{};\n", Setup::START, Setup::START);
        let lines: Vec<_> = obf_problems(&text).map(|(line, read)| (line, read.is_ok())).collect();
        assert_eq!(lines, [(3, true), (4, false), (5, true)]);
    }
}
