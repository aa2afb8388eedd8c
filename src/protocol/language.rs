//! [`Language`]: which protocol a host speaks, told by its first line.

use std::io::{self, Read, Write};

use super::gtp::{self, Gtp};
use super::nboard::{self, NBoard};
use super::reader::{LineError, Lines};
use super::ugi::{self, Ugi};
use super::{Outcome, session};
use crate::engine::Options;

/// The protocols that a session can be held in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Our dialect of UGI, for hosts, people and pipes.
    Ugi,
    /// GTP 2.
    Gtp,
    /// The protocol of NBoard.
    NBoard,
}

impl Language {
    /// What a host speaks that begins with `line`; `None` if nothing can be told by it,
    /// because it is blank or a comment.
    ///
    /// `nboard` begins a session with NBoard, and
    /// any command of GTP, with or without an id, begins a session in GTP. The words
    /// that both have mean ours: no host of GTP begins with them, but people do. Only
    /// `play` with a colour before the move is GTP. Anything else is our dialect.
    ///
    /// ```
    /// use outflank::protocol::Language;
    ///
    /// for (line, language) in [
    ///     ("ugi", Some(Language::Ugi)),
    ///     ("nboard 2", Some(Language::NBoard)),
    ///     ("1 name", Some(Language::Gtp)),
    ///     ("play b f5", Some(Language::Gtp)),
    ///     ("play f5", Some(Language::Ugi)),
    ///     ("anything else", Some(Language::Ugi)),
    ///     ("# comment", None),
    /// ] {
    ///     assert_eq!(Language::of(line), language, "{line}");
    /// }
    /// ```
    #[must_use]
    pub fn of(line: &str) -> Option<Language> {
        if nboard::is_greeting(line) {
            return Some(Language::NBoard);
        }
        match ugi::Command::parse(line) {
            Ok(None) => None,
            Ok(Some(_)) => Some(Language::Ugi),
            Err(error) => {
                let is_ours = !matches!(error, ugi::CommandError::UnknownCommand { .. });
                Some(match gtp::Command::parse(line) {
                    Ok(Some(_)) => Language::Gtp,
                    Err(gtp::CommandError::Syntax) if !is_ours => Language::Gtp,
                    _ => Language::Ugi,
                })
            }
        }
    }
}

/// Runs a session in `language`, or if none is given in that of the first line that
/// tells it: answers on `output` the commands that come from `input`, until the host
/// quits or the input ends. If `strict`, the first error ends it.
///
/// The thread that reads `input` outlives the session until it gets something to
/// read, or the end.
///
/// # Errors
/// If the system gives no thread to read with or does not take the output. A host
/// that does not listen any more is no error but an [`Outcome::HostGone`].
///
/// ```
/// use outflank::engine::Options;
/// use outflank::protocol::{Outcome, run};
///
/// let mut output = Vec::new();
/// let input = &b"\n# Which one?\n1 name\n"[..];
/// let outcome = run(None, input, &mut output, Options::default(), false)?;
/// assert_eq!(outcome, Outcome::Done);
/// assert_eq!(output, b"=1 Outflank\n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(
    language: Option<Language>,
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
    strict: bool,
) -> io::Result<Outcome> {
    let mut lines = Lines::new(input);
    let mut first = None;
    let language = language.or_else(|| {
        first = lines.by_ref().find(|line| language_of(line).is_some());
        first.as_ref().and_then(language_of)
    });
    let lines = first.into_iter().chain(lines);
    match language.unwrap_or(Language::Ugi) {
        Language::Ugi => session::run(Ugi::default(), lines, output, options, strict),
        Language::Gtp => session::run(Gtp::default(), lines, output, options, strict),
        Language::NBoard => session::run(NBoard::default(), lines, output, options, strict),
    }
}

fn language_of(line: &Result<String, LineError>) -> Option<Language> {
    match line.clone().or_else(LineError::into_text) {
        Ok(line) => Language::of(&line),
        Err(_) => Some(Language::Ugi),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_both_have_are_told_apart() {
        for (line, language) in [
            ("quit", Language::Ugi),
            ("undo", Language::Ugi),
            ("play f5", Language::Ugi),
            ("play pass", Language::Ugi),
            ("play", Language::Ugi),
            ("play black f5", Language::Gtp),
            ("PLAY W D6 # comment", Language::Gtp),
            ("3 quit", Language::Gtp),
            ("1 undo", Language::Gtp),
            ("7 play f5", Language::Gtp),
        ] {
            assert_eq!(Language::of(line), Some(language), "{line}");
        }
    }

    #[test]
    fn a_comment_in_another_encoding_is_a_comment() {
        let mut output = Vec::new();
        let input = &b"# caf\xe9\nname\n"[..];
        run(None, input, &mut output, Options::default(), false).unwrap();
        assert_eq!(output, b"= Outflank\n\n");
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        for (input, expected) in [
            (&b"isready"[..], "readyok\n"),
            (b"12 name", "=12 Outflank\n\n"),
            (b"nboard 2\nping 3\r", "pong 3\n"),
        ] {
            let mut output = Vec::new();
            run(None, input, &mut output, Options::default(), false).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        }
    }

    #[test]
    fn every_host_is_known_by_how_it_begins() {
        for (line, language) in [
            ("protocol_version", Language::Gtp),
            ("0 list_commands", Language::Gtp),
            ("  NAME\t\r", Language::Gtp),
            ("time_settings 0 5 1", Language::Gtp),
            ("outflank-hash 16", Language::Gtp),
            ("nboard 1", Language::NBoard),
            ("nboard 2\r", Language::NBoard),
            ("UGI", Language::Ugi),
            ("position start", Language::Ugi),
            ("f5d6c3", Language::Ugi),
            ("12 f5", Language::Ugi),
            ("12", Language::Ugi),
        ] {
            assert_eq!(Language::of(line), Some(language), "{line}");
        }
        for line in ["", " \t", "# ugi", "\r"] {
            assert_eq!(Language::of(line), None, "{line}");
        }
    }
}
