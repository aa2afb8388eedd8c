//! [`Words`]: a line word by word, and [`CommandError`], what can be wrong with it.

use std::ops::RangeInclusive;

use othello::board::ParseMoveError;
use othello::game::{ParseFormatError, QUOTED, RecordFault, shorten};

/// Why a line is not a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A word that is no command.
    #[error("unknown command {word:?}{} ('help' lists them)", did_you_mean(*nearest))]
    UnknownCommand {
        /// The word, shortened.
        word: String,
        /// The command that looks most like it.
        nearest: Option<&'static str>,
    },
    /// The line ends too early.
    #[error("{line:?} is not complete: expected {expected}")]
    Incomplete {
        /// The line, shortened.
        line: String,
        /// What should follow.
        expected: String,
    },
    /// A word that is not valid where it is.
    #[error("unexpected {word:?}: expected {expected}")]
    Unexpected {
        /// The word, shortened.
        word: String,
        /// What was expected instead.
        expected: String,
    },
    /// A word that is no number, or one out of range.
    #[error("invalid {name} {word:?}: expected {expected}")]
    NotANumber {
        /// The word, shortened.
        word: String,
        /// What it was to be the value of.
        name: String,
        /// From where to where it may be.
        expected: String,
    },
    /// A move that cannot be read.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The name of a format that is none.
    #[error(transparent)]
    Format(#[from] ParseFormatError),
    /// A record of a game that cannot be read.
    #[error(transparent)]
    Record(#[from] RecordFault),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |nearest| format!(": did you mean {nearest}?"))
}

/// The words of a line that are still to be read. Words are split by blanks and
/// tabs; a `#` at the start of a word starts a comment.
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Words<'a> {
        let line = without_comment(line).trim();
        Words { line, rest: line }
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    /// The next word, which is not taken yet.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Takes the next word if it is `word`.
    pub(super) fn skip(&mut self, word: &str) -> bool {
        let is_next = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if is_next {
            self.next();
        }
        is_next
    }

    /// The next word, which has to be there.
    pub(super) fn need(&mut self, expected: &str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| self.incomplete(expected))
    }

    /// The error that the line ends where something else was `expected`.
    pub(super) fn incomplete(&self, expected: &str) -> CommandError {
        CommandError::Incomplete { line: excerpt(self.line), expected: expected.to_owned() }
    }

    /// The next word as an integer, the value of `name`.
    pub(super) fn number(
        &mut self,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Result<u64, CommandError> {
        let expected = match *range.end() {
            u64::MAX => format!("an integer from {}", range.start()),
            end => format!("an integer from {} to {end}", range.start()),
        };
        let word = self.need(&format!("{name} and {expected}"))?;
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| CommandError::NotANumber {
            word: excerpt(word),
            name: name.to_owned(),
            expected,
        })
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// All that is left before `word`, and what follows it if it is there.
    pub(super) fn rest_around(&mut self, word: &str) -> (&'a str, Option<&'a str>) {
        let all = self.rest;
        loop {
            let before = &all[..all.len() - self.rest.len()];
            match self.next() {
                None => return (all, None),
                Some(next) if next.eq_ignore_ascii_case(word) => {
                    return (before.trim_end(), Some(self.rest()));
                }
                Some(_) => {}
            }
        }
    }

    /// Refuses whatever is left.
    pub(super) fn expect_end(&mut self) -> Result<(), CommandError> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(unexpected(word, "the end of the line")),
        }
    }
}

/// The error that `word` is not what was `expected`.
pub(super) fn unexpected(word: &str, expected: &str) -> CommandError {
    CommandError::Unexpected { word: excerpt(word), expected: expected.to_owned() }
}

/// `text` as errors quote it.
pub(super) fn excerpt(text: &str) -> String {
    shorten(text, QUOTED)
}

fn without_comment(line: &str) -> &str {
    let starts_word =
        |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    match line.match_indices('#').find(starts_word) {
        Some((at, _)) => &line[..at],
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_by_blanks_and_end_at_a_comment() {
        let mut words = Words::new(" \tgo  depth\t5 # five\r");
        assert_eq!(words.next(), Some("go"));
        assert_eq!(words.next(), Some("depth"));
        assert_eq!(words.rest(), "5");
        assert_eq!(words.next(), None);
        assert_eq!(Words::new("# all").next(), None);
        assert_eq!(Words::new("a#b").next(), Some("a#b"));
        assert_eq!(Words::new("").next(), None);
    }

    #[test]
    fn a_word_splits_what_is_left() {
        let mut words = Words::new("a  b  VALUE c d ");
        assert_eq!(words.rest_around("value"), ("a  b", Some("c d")));
        assert_eq!(Words::new("a b").rest_around("value"), ("a b", None));
        assert_eq!(Words::new("value").rest_around("value"), ("", Some("")));
        assert_eq!(Words::new("").rest_around("value"), ("", None));
    }

    #[test]
    fn numbers_have_a_range() {
        assert_eq!(Words::new("5").number("depth", 1..=60), Ok(5));
        for (text, message) in [
            ("", r#""" is not complete: expected depth and an integer from 1 to 60"#),
            ("0", r#"invalid depth "0": expected an integer from 1 to 60"#),
            ("x", r#"invalid depth "x": expected an integer from 1 to 60"#),
        ] {
            let error = Words::new(text).number("depth", 1..=60).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        let error = Words::new("-1").number("nodes", 1..=u64::MAX).unwrap_err();
        assert!(error.to_string().ends_with("an integer from 1"));
    }
}
