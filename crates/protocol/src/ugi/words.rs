//! [`Words`]: a line word by word, and its errors, [`CommandError`].

use std::ops::RangeInclusive;

use othello::board::ParseMoveError;
use othello::game::{ParseFormatError, QUOTED, RecordFault, shorten};

/// Why a line cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// An unknown command.
    #[error("unknown command {word:?}{} ('help' lists them)", did_you_mean(*nearest))]
    UnknownCommand {
        /// The word, shortened.
        word: String,
        /// The most similar command.
        nearest: Option<&'static str>,
    },
    /// The line ends too early.
    #[error("{line:?} is not complete: expected {expected}")]
    Incomplete {
        /// The line, shortened.
        line: String,
        /// The expected continuation.
        expected: String,
    },
    /// An invalid word.
    #[error("unexpected {word:?}: expected {expected}")]
    Unexpected {
        /// The word, shortened.
        word: String,
        /// The expected text.
        expected: String,
    },
    /// A word that is not a number, or out of range.
    #[error("invalid {name} {word:?}: expected {expected}")]
    NotANumber {
        /// The word, shortened.
        word: String,
        /// The name of the value.
        name: String,
        /// The permitted range.
        expected: String,
    },
    /// An invalid move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// An unknown format.
    #[error(transparent)]
    Format(#[from] ParseFormatError),
    /// An invalid game record.
    #[error(transparent)]
    Record(#[from] RecordFault),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |nearest| format!(": did you mean {nearest}?"))
}

/// The unread words of a line. Blanks and tabs separate words. A `#` at the start of a word starts
/// a comment.
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

    /// Takes the next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    /// The next word, without taking it.
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

    /// Takes the next word. An error if the line has ended.
    pub(super) fn need(&mut self, expected: &str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| self.incomplete(expected))
    }

    /// The error for a line that ends where `expected` should follow.
    pub(super) fn incomplete(&self, expected: &str) -> CommandError {
        CommandError::Incomplete { line: excerpt(self.line), expected: expected.to_owned() }
    }

    /// Takes the next word as an integer, the value of `name`.
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

    /// Takes the rest of the line.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Takes the rest of the line, split at `word` if the word occurs.
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

    /// Fails unless the line has ended.
    pub(super) fn expect_end(&mut self) -> Result<(), CommandError> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(unexpected(word, "the end of the line")),
        }
    }
}

/// The error for `word` in place of `expected`.
pub(super) fn unexpected(word: &str, expected: &str) -> CommandError {
    CommandError::Unexpected { word: excerpt(word), expected: expected.to_owned() }
}

/// `text` shortened for errors.
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
    fn words_are_split_at_blanks_up_to_a_comment() {
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
    fn a_word_is_split_from_the_rest() {
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
