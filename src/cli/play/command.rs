//! [`Command`]: what a player can type.

use std::path::PathBuf;
use std::str::FromStr;

use crate::board::Move;
use crate::cli::hint::HINTS;

/// What a player can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// To make this move.
    Move(Move),
    /// To take the last move back, and the answer to it.
    Undo,
    /// To make what was taken back again.
    Redo,
    /// The best moves, so many of them.
    Hint(usize),
    /// To let the engine move now, and go on with the other side.
    Switch,
    /// To give the game up.
    Resign,
    /// To begin another game.
    New,
    /// To write the game to this file.
    Save(PathBuf),
    /// To set an option of the engine.
    Set(String, String),
    /// The board again.
    Board,
    /// What can be asked for.
    Help,
    /// To stop playing.
    Quit,
}

/// A line that is no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is {fault}")]
pub(super) struct ParseCommandError {
    text: String,
    fault: &'static str,
}

/// What is wrong with a line that begins with no command.
const UNKNOWN: &str = "neither a move nor a command: expected a square such as f5, or help";

/// What is wrong with a line that begins with the command `word`.
fn fault(word: &str) -> &'static str {
    match word {
        "h" | "hint" => "no command: expected hint or hint N, with N from 1 to 64",
        "s" | "save" => "no command: expected save FILE, without blanks in its name",
        "set" => "no command: expected set NAME VALUE, such as set level 5",
        _ => UNKNOWN,
    }
}

/// What can be typed.
pub(super) const HELP: &str = "\
f5          a move
u, undo     take your last move back
r, redo     make it again
h, hint N   rank the best moves
x, switch   change sides with the engine
s, save F   write the game to a file: .ggf, .pgn, .json, any other for its moves
set O V     set an option, such as: set level 5, set skill 3, set strategy edge
new         another game
resign      give the game up
b, board    draw the board
q, quit     stop playing";

/// Reads a move, a word, or its first letter.
impl FromStr for Command {
    type Err = ParseCommandError;

    fn from_str(text: &str) -> Result<Command, ParseCommandError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let unknown = || ParseCommandError {
            text: text.trim().chars().take(40).collect(),
            fault: lower.first().map_or(UNKNOWN, |word| fault(word)),
        };
        Ok(match lower[..] {
            ["u" | "undo"] => Command::Undo,
            ["r" | "redo"] => Command::Redo,
            ["h" | "hint"] => Command::Hint(HINTS),
            ["h" | "hint", count] => {
                let count = count.parse().ok().filter(|count| (1..=64).contains(count));
                Command::Hint(count.ok_or_else(unknown)?)
            }
            ["x" | "switch"] => Command::Switch,
            ["resign"] => Command::Resign,
            ["new"] => Command::New,
            ["s" | "save", _] => Command::Save(words[1].into()),
            ["set", _, _] => Command::Set(words[1].to_owned(), words[2].to_owned()),
            ["b" | "board" | "d"] => Command::Board,
            ["help" | "?"] => Command::Help,
            ["q" | "quit" | "exit"] => Command::Quit,
            [word] => Command::Move(word.parse().map_err(|_| unknown())?),
            _ => return Err(unknown()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn words_their_first_letters_and_moves_are_read() {
        for (text, command) in [
            ("F5", Command::Move(Square::F5.into())),
            (" pass ", Command::Move(Move::Pass)),
            ("u", Command::Undo),
            ("Redo", Command::Redo),
            ("hint 5", Command::Hint(5)),
            ("h", Command::Hint(3)),
            ("save Game.ggf", Command::Save("Game.ggf".into())),
            ("set Level 5", Command::Set("Level".to_owned(), "5".to_owned())),
            ("q", Command::Quit),
        ] {
            assert_eq!(text.parse(), Ok(command), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_told_what_was_expected() {
        for (text, expected) in [
            ("i9", "is neither a move nor a command: expected a square"),
            ("undo 2", "is neither a move nor a command: expected a square"),
            ("save", "is no command: expected save FILE"),
            ("save My Game.ggf", "is no command: expected save FILE, without blanks"),
            ("set", "is no command: expected set NAME VALUE"),
            ("set level", "is no command: expected set NAME VALUE"),
            ("hint x", "is no command: expected hint or hint N, with N from 1 to 64"),
            ("hint 0", "is no command: expected hint or hint N, with N from 1 to 64"),
            ("h 65", "is no command: expected hint or hint N, with N from 1 to 64"),
        ] {
            let error = text.parse::<Command>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} {expected}")), "{error}");
        }
    }
}
