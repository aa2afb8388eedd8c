//! [`Problem`]: a position in any of the ways in which people and files give one.

use std::str::FromStr;

use crate::game::{Game, ObfProblem, ObfScore, ParseObfError, ParseTranscriptError, Setup};
use crate::protocol::reader::LineError;
use crate::protocol::ugi::{CommandError, parse_game};

/// A position and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// The game that ends in the position.
    pub(super) game: Game,
    /// The known scores of moves.
    pub(super) scores: Vec<ObfScore>,
}

/// A text, or a line of a file, that gives no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseProblemError {
    /// What has scores is not OBF.
    #[error(transparent)]
    Obf(#[from] ParseObfError),
    /// What starts with a move goes wrong further on.
    #[error(transparent)]
    Moves(#[from] ParseTranscriptError),
    /// Anything else.
    #[error(transparent)]
    Position(#[from] CommandError),
    /// The line could not even be read.
    #[error(transparent)]
    Line(#[from] LineError),
}

impl ParseProblemError {
    /// Whether the text can be read but breaks the rules of the game.
    pub(super) fn is_illegal_move(&self) -> bool {
        use ParseProblemError::{Moves, Obf, Position};
        matches!(
            self,
            Obf(ParseObfError::Illegal { .. })
                | Moves(ParseTranscriptError::Illegal { .. })
                | Position(CommandError::Moves(ParseTranscriptError::Illegal { .. }))
        )
    }
}

/// Reads a line of OBF, which has a `;`; moves from the start, such as `f5d6c3`; eight
/// rows with `/` between them and a side, with `moves` and moves behind them if there
/// are any; or whatever `position` takes. Comments start with `%` or `#`.
impl FromStr for Problem {
    type Err = ParseProblemError;

    fn from_str(text: &str) -> Result<Problem, ParseProblemError> {
        let text = without_comment(text).trim();
        if text.contains(';') {
            let problem: ObfProblem = text.parse()?;
            return Ok(Problem { game: Game::new(problem.setup), scores: problem.scores });
        }
        let game = if starts_with_a_move(text) {
            Game::from_transcript(Setup::START, text)?
        } else if has_rows(text) {
            parse_game(&format!("fen {text}"))?
        } else {
            parse_game(text)?
        };
        Ok(Problem { game, scores: Vec::new() })
    }
}

impl Problem {
    /// The problem on a line of a file; `None` if it is blank or only a comment.
    pub(super) fn from_line(
        line: Result<String, LineError>,
    ) -> Result<Option<Problem>, ParseProblemError> {
        let line = line?;
        if without_comment(&line).trim().is_empty() {
            return Ok(None);
        }
        line.parse().map(Some)
    }
}

/// `line` up to its comment.
fn without_comment(line: &str) -> &str {
    line.split(['%', '#']).next().unwrap_or_default()
}

/// Whether the first word is a square, perhaps with a move number before it and more
/// moves behind it, as no board is.
fn starts_with_a_move(text: &str) -> bool {
    let is_numeral = |character: char| character.is_ascii_digit();
    let unnumbered = match text.trim_start_matches(is_numeral).strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.').trim_start(),
        None => text,
    };
    let mut characters = unnumbered.chars();
    matches!(characters.next(), Some('a'..='h' | 'A'..='H'))
        && matches!(characters.next(), Some('1'..='8'))
}

/// Whether the first word is a board with `/` between its rows.
fn has_rows(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn parse(text: &str) -> Problem {
        text.parse().unwrap()
    }

    #[test]
    fn the_same_position_is_read_in_every_form() {
        let played = parse("f5d6").game;
        for text in [
            " F5 d6 ",
            "1. f5 d6",
            "startpos moves f5 d6",
            "start moves f5d6 # a comment",
            "fen 8/8/8/3OX3/3XO3/8/8/8 X moves f5 d6",
            "8/8/8/3OX3/3XO3/8/8/8 X moves f5 d6",
        ] {
            assert_eq!(parse(text).game, played, "{text}");
        }
        for text in [START, "8/8/8/3OX3/3XO3/8/8/8 X", "start"] {
            assert_eq!(parse(text).game, Game::default(), "{text}");
        }
        assert_eq!(parse(&format!("{START} moves f5 d6")).game, played);
    }

    #[test]
    fn obf_brings_its_scores() {
        let problem = parse(&format!("{START}; F5:+2; D3:-4; % comment"));
        assert_eq!(problem.game, Game::default());
        let scores: Vec<i32> = problem.scores.iter().map(|score| score.centidiscs).collect();
        assert_eq!(scores, [200, -400]);
        assert_eq!(parse(&format!("{START} % F5:+2;")).scores, []);
    }

    #[test]
    fn blank_lines_and_comments_are_no_problems() {
        for line in ["", " \t", "% comment", "  # comment; F5:+2;"] {
            assert_eq!(Problem::from_line(Ok(line.to_owned())), Ok(None), "{line}");
        }
        assert!(Problem::from_line(Ok(START.to_owned())).unwrap().is_some());
        let error = Problem::from_line(Err(LineError::TooLong)).unwrap_err();
        assert_eq!(error, ParseProblemError::Line(LineError::TooLong));
    }

    #[test]
    fn errors_quote_the_fault_and_tell_illegal_moves() {
        for (text, illegal, message) in [
            ("f5f5", true, r#"move 2, "f5", is illegal: f5 is taken"#),
            ("f5 z9", false, r#""z9" is not a move: expected a square a1-h8 or pass"#),
            ("start moves a1", true, r#"move 1, "a1", is illegal: a1 flips nothing for black"#),
            ("8/8 X", false, r#"expected 8 rows split by /, found 2 in "8/8""#),
            (
                "frob",
                false,
                r#"unexpected "frob": expected startpos, fen <rows> <side>, or 64 squares and a side"#,
            ),
        ] {
            let error = text.parse::<Problem>().unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.is_illegal_move(), illegal, "{text}");
        }
        let error = format!("{START}; A1:+2;").parse::<Problem>().unwrap_err();
        assert!(error.is_illegal_move());
    }
}
