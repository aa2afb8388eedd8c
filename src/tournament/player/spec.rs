//! [`PlayerSpec`]: how a player is named on the command line.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

/// The word for this very program.
const OURSELVES: &str = "outflank";

/// How a player is started: a command line. The program `outflank` is the one that
/// runs the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSpec {
    text: String,
    program: PathBuf,
    arguments: Vec<String>,
}

impl PlayerSpec {
    /// The process to start.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

/// As it was written.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a player: expected a command line such as 'outflank --level 8'")]
pub struct ParseSpecError {
    /// What was read.
    pub text: String,
}

/// Reads a command line; blanks in words are quoted as in a shell.
impl FromStr for PlayerSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParseSpecError> {
        let error = || ParseSpecError { text: text.to_owned() };
        let mut words = shlex::split(text).ok_or_else(error)?.into_iter();
        let first = words.next().ok_or_else(error)?;
        let program = match env::current_exe() {
            Ok(ourselves) if first == OURSELVES => ourselves,
            _ => first.into(),
        };
        Ok(PlayerSpec { text: text.trim().to_owned(), program, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_a_command_line() {
        let spec: PlayerSpec = " ./engine --name 'a b' ".parse().unwrap();
        assert_eq!(spec.program, PathBuf::from("./engine"));
        assert_eq!(spec.arguments, ["--name", "a b"]);
        assert_eq!(spec.to_string(), "./engine --name 'a b'");
        let ourselves: PlayerSpec = "outflank --level 3".parse().unwrap();
        assert_eq!(ourselves.program, env::current_exe().unwrap());
        for text in ["", "  ", "a 'b"] {
            assert_eq!(text.parse::<PlayerSpec>(), Err(ParseSpecError { text: text.to_owned() }));
        }
    }
}
