//! [`PlayerSpec`]: the text form of a player.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use engine::{OptionError, Options};

/// The command that stands for this program.
const THIS_PROGRAM: &str = "outflank";

/// The prefix of a style, a player without a process.
const STYLE: &str = "style:";

/// The default hash size of a style, in MiB.
const HASH_OF_STYLE: usize = 1;

/// A player: a command line, or a style of this engine with options, such as `style:edge`. The command
/// `outflank` means this program. The prefixes `gtp:` and `nboard:` select a protocol other than UGI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSpec {
    text: String,
    start: Start,
}

/// How to start a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// A child process that speaks this protocol.
    Process(Program, PlayerProtocol),
    /// This engine in this process, with these options.
    InternalEngine(Box<Options>),
}

/// The protocol that a process speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlayerProtocol {
    Ugi,
    Gtp,
    NBoard,
}

impl PlayerProtocol {
    /// The prefixes of command lines. UGI is the default.
    const PREFIXES: [(PlayerProtocol, &'static str); 4] = [
        (PlayerProtocol::Gtp, "gtp:"),
        (PlayerProtocol::NBoard, "nboard:"),
        (PlayerProtocol::Ugi, "ugi:"),
        (PlayerProtocol::Ugi, ""),
    ];

    /// The protocol that the prefix of `word` selects, and the rest of `word`.
    fn of(word: &str) -> (PlayerProtocol, &str) {
        let found = PlayerProtocol::PREFIXES
            .into_iter()
            .find_map(|(protocol, prefix)| Some((protocol, word.strip_prefix(prefix)?)));
        found.unwrap_or((PlayerProtocol::Ugi, word))
    }
}

/// A program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Program {
    path: PathBuf,
    arguments: Vec<String>,
}

impl PlayerSpec {
    /// How to start the player.
    pub(super) fn start(&self) -> &Start {
        &self.start
    }

    /// Whether the player is a style, which uses no opening book.
    #[must_use]
    pub fn is_style(&self) -> bool {
        matches!(&self.start, Start::InternalEngine(options) if options.style.is_some())
    }

    /// The number of threads: the value of `--threads` in a command line, otherwise 1.
    #[must_use]
    pub fn threads(&self) -> usize {
        match &self.start {
            Start::InternalEngine(options) => options.threads,
            Start::Process(Program { arguments, .. }, _) => {
                let words = arguments.iter().flat_map(|argument| argument.split('='));
                let value = words.skip_while(|&word| word != "--threads").nth(1);
                value.and_then(|value| value.parse().ok()).unwrap_or(1)
            }
        }
    }

    /// The player with the opening book in `file`. Appends `--book FILE` to a command line.
    ///
    /// # Errors
    /// If this engine cannot read the book.
    pub fn with_book(mut self, file: &str) -> Result<PlayerSpec, OptionError> {
        match &mut self.start {
            Start::Process(program, _) => {
                program.arguments.extend(["--book".to_owned(), file.to_owned()]);
            }
            Start::InternalEngine(options) => options.set("Book", file)?,
        }
        self.text += &format!(" --book {file}");
        Ok(self)
    }
}

impl Program {
    /// The process to start.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments);
        command
    }
}

/// The original text.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// An invalid player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// Not a command line.
    #[error("invalid player {text:?}: expected a command line such as 'outflank --level 8'")]
    Command {
        /// The text.
        text: String,
    },
    /// Not an option of a style.
    #[error("invalid option {word:?}: expected OPTION=VALUE, such as level=8")]
    Word {
        /// The word.
        word: String,
    },
    /// An invalid option value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Parses a command line with shell quoting, or a style with options: `style:full level=3`.
impl FromStr for PlayerSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParseSpecError> {
        let error = || ParseSpecError::Command { text: text.to_owned() };
        let mut words = split(text).ok_or_else(error)?.into_iter();
        let first = words.next().ok_or_else(error)?;
        let start = match first.strip_prefix(STYLE) {
            Some(strategy) => Start::InternalEngine(Box::new(options(strategy, words)?)),
            None => {
                let (protocol, program) = PlayerProtocol::of(&first);
                let path = match env::current_exe() {
                    _ if program.is_empty() => return Err(error()),
                    Ok(this_program) if program == THIS_PROGRAM => this_program,
                    _ => program.into(),
                };
                Start::Process(Program { path, arguments: words.collect() }, protocol)
            }
        };
        Ok(PlayerSpec { text: text.trim().to_owned(), start })
    }
}

/// Splits a command line into words; `None` for an open quote. On Windows a backslash is literal.
fn split(text: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&text.replace('\\', r"\\")) } else { shlex::split(text) }
}

/// The options of a style with `words` as OPTION=VALUE.
fn options(strategy: &str, words: impl Iterator<Item = String>) -> Result<Options, ParseSpecError> {
    let mut options = Options { hash: HASH_OF_STYLE, ..Options::default() };
    options.set("Strategy", strategy)?;
    for word in words {
        match word.split_once('=') {
            Some((name, value)) => options.set(name, value)?,
            None => return Err(ParseSpecError::Word { word }),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::strategy::StyleName;

    fn program(text: &str) -> Program {
        match text.parse::<PlayerSpec>().unwrap().start {
            Start::Process(program, _) => program,
            Start::InternalEngine(options) => panic!("{options:?}"),
        }
    }

    #[test]
    fn a_player_is_a_command_line() {
        let text = " ./engine --name 'a b' ";
        let Program { path, arguments } = program(text);
        assert_eq!(path, PathBuf::from("./engine"));
        assert_eq!(arguments, ["--name", "a b"]);
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), "./engine --name 'a b'");
        assert_eq!(program("outflank --level 3").path, env::current_exe().unwrap());
        for text in ["", "  ", "a 'b"] {
            let error = ParseSpecError::Command { text: text.to_owned() };
            assert_eq!(text.parse::<PlayerSpec>(), Err(error));
        }
    }

    #[test]
    fn a_player_may_be_given_a_book() {
        let player: PlayerSpec = "gtp:./engine -l 3".parse().unwrap();
        let player = player.with_book("my book").unwrap();
        assert_eq!(player.to_string(), "gtp:./engine -l 3 --book my book");
        match player.start {
            Start::Process(program, _) => {
                assert_eq!(program.arguments, ["-l", "3", "--book", "my book"]);
            }
            Start::InternalEngine(options) => panic!("{options:?}"),
        }
        let style: PlayerSpec = "style:full".parse().unwrap();
        assert!(style.with_book("/nowhere").is_err());
    }

    #[test]
    fn the_threads_of_a_player_are_counted() {
        for (text, threads) in [
            ("outflank --threads 4", 4),
            ("nboard:./engine --threads=3 -x", 3),
            ("./engine --threads", 1),
            ("./engine 4", 1),
            ("style:full threads=2", 2),
            ("style:edge", 1),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().threads(), threads, "{text}");
        }
    }

    #[test]
    fn a_prefix_selects_the_protocol() {
        for (text, protocol, path) in [
            ("./engine", PlayerProtocol::Ugi, "./engine"),
            ("ugi:./engine", PlayerProtocol::Ugi, "./engine"),
            ("gtp:gtp-rhino -l 3", PlayerProtocol::Gtp, "gtp-rhino"),
            ("nboard:./edax -nboard", PlayerProtocol::NBoard, "./edax"),
        ] {
            match text.parse::<PlayerSpec>().unwrap().start {
                Start::Process(program, found) => {
                    assert_eq!((found, program.path), (protocol, PathBuf::from(path)));
                }
                Start::InternalEngine(options) => panic!("{options:?}"),
            }
        }
        let error = ParseSpecError::Command { text: "gtp:".to_owned() };
        assert_eq!("gtp:".parse::<PlayerSpec>(), Err(error));
    }

    #[test]
    fn a_player_may_be_a_strategy_with_options() {
        let options = |text: &str| match text.parse::<PlayerSpec>().unwrap().start {
            Start::InternalEngine(options) => *options,
            Start::Process(program, _) => panic!("{program:?}"),
        };
        let edge = options("style:edge");
        assert_eq!((edge.style, edge.hash), (Some(StyleName::Edge), HASH_OF_STYLE));
        let full = options("style:full level=3 Hash=2");
        assert_eq!((full.style, full.level, full.hash), (None, 3, 2));
        for (text, message) in [
            ("style:bold", r#"invalid Strategy "bold": expected one of full, random"#),
            ("style:full level", r#"invalid option "level": expected OPTION=VALUE"#),
            ("style:full level=x", r#"invalid Level "x": expected an integer"#),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
