//! [`PlayCommand`]: the commands of a game.

use std::path::PathBuf;
use std::str::FromStr;

use crate::commands::hint::HINTS;
use crate::output::quotable;
use engine::search::Limits;
use othello::board::{Color, Move};

/// A command of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Play this move.
    Move(Move),
    /// Undo the human's last move and the reply.
    Undo,
    /// Redo an undone move and its reply.
    Redo,
    /// Rank this many of the best moves.
    Hint(usize),
    /// Show the value of each legal move.
    Values,
    /// Review the moves of the game.
    Review,
    /// Play this side; `None` for both.
    Color(Option<Color>),
    /// Load the game in this file.
    Load(String),
    /// Change sides. The engine moves next.
    Switch,
    /// Resign.
    Resign,
    /// Start a new game.
    New,
    /// Write the game to this file.
    Save(PathBuf),
    /// Set an engine option: name, value.
    Set(String, String),
    /// Draw the board.
    Board,
    /// List the commands.
    Help,
    /// Leave the game.
    Quit,
}

/// An invalid command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid command {text:?}: expected {expected}")]
pub(super) struct ParsePlayCommandError {
    text: String,
    expected: &'static str,
}

/// The expectation for a line with an unknown first word.
const MOVE_OR_COMMAND: &str = "a square such as f5, or help";

/// The expectation for an invalid line that starts with `word`.
fn expected(word: &str) -> &'static str {
    match word {
        "load" => "load FILE",
        "color" | "colour" => "color black, color white or color both",
        "level" | "skill" => "one number, such as level 5",
        "h" | "t" | "hint" => "hint or hint N, with N from 1 to 64",
        "s" | "save" => "save FILE, with no blanks in the name",
        "set" => "set NAME VALUE, such as set level 5",
        _ => MOVE_OR_COMMAND,
    }
}

/// The help text.
pub(super) const HELP: &str = "\
f5           a move
u, undo      undo your last move
r, redo      redo it
t, hint N    rank the best moves
v, values    show the value of each legal move
w, review    review the moves of the game
x, switch    change sides with the engine
color C      play black, white or both
level N      set the search level
skill N      set the playing strength
set O V      set any option, such as: set strategy edge
s, save F    save the game to a file: .ggf, .pgn, .json;
             any other saves the moves
load F       load the game in a file
new          start a new game
resign       resign the game
b, board     draw the board
q, quit      stop playing";

/// Parses a move, a command or its letter, with an optional colon as at a terminal.
impl FromStr for PlayCommand {
    type Err = ParsePlayCommandError;

    fn from_str(text: &str) -> Result<PlayCommand, ParsePlayCommandError> {
        let command = text.trim_start();
        let command = command.strip_prefix(':').unwrap_or(command);
        let words: Vec<&str> = command.split_whitespace().collect();
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let unknown = || ParsePlayCommandError {
            text: quotable(text),
            expected: lower.first().map_or(MOVE_OR_COMMAND, |word| expected(word)),
        };
        Ok(match lower[..] {
            ["u" | "undo"] => PlayCommand::Undo,
            ["r" | "redo"] => PlayCommand::Redo,
            ["h" | "t" | "hint"] => PlayCommand::Hint(HINTS),
            ["h" | "t" | "hint", count] => {
                let count =
                    count.parse().ok().filter(|count| (1..=Limits::MAX_MULTI_PV).contains(count));
                PlayCommand::Hint(count.ok_or_else(unknown)?)
            }
            ["v" | "values"] => PlayCommand::Values,
            ["w" | "review"] => PlayCommand::Review,
            ["color" | "colour", side] => PlayCommand::Color(match side {
                "black" => Some(Color::Black),
                "white" => Some(Color::White),
                "both" => None,
                _ => return Err(unknown()),
            }),
            ["level", _] => PlayCommand::Set("Level".to_owned(), words[1].to_owned()),
            ["skill", _] => PlayCommand::Set("Skill".to_owned(), words[1].to_owned()),
            ["load", _, ..] => PlayCommand::Load(words[1..].join(" ")),
            ["x" | "switch"] => PlayCommand::Switch,
            ["resign"] => PlayCommand::Resign,
            ["new"] => PlayCommand::New,
            ["s" | "save", _] => PlayCommand::Save(words[1].into()),
            ["set", _, _] => PlayCommand::Set(words[1].to_owned(), words[2].to_owned()),
            ["b" | "board" | "d"] => PlayCommand::Board,
            ["help" | "?"] => PlayCommand::Help,
            ["q" | "quit" | "exit"] => PlayCommand::Quit,
            [word] => PlayCommand::Move(word.parse().map_err(|_| unknown())?),
            _ => return Err(unknown()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    #[test]
    fn words_their_letters_and_moves_are_read() {
        for (text, command) in [
            ("F5", PlayCommand::Move(Square::F5.into())),
            (" pass ", PlayCommand::Move(Move::Pass)),
            ("u", PlayCommand::Undo),
            ("Redo", PlayCommand::Redo),
            ("hint 5", PlayCommand::Hint(5)),
            ("t 5", PlayCommand::Hint(5)),
            ("w", PlayCommand::Review),
            (":level 6", PlayCommand::Set("Level".to_owned(), "6".to_owned())),
            ("h", PlayCommand::Hint(3)),
            ("save Game.ggf", PlayCommand::Save("Game.ggf".into())),
            ("set Level 5", PlayCommand::Set("Level".to_owned(), "5".to_owned())),
            ("v", PlayCommand::Values),
            ("color White", PlayCommand::Color(Some(Color::White))),
            ("level 5", PlayCommand::Set("Level".to_owned(), "5".to_owned())),
            ("load My Game.ggf", PlayCommand::Load("My Game.ggf".to_owned())),
            ("q", PlayCommand::Quit),
        ] {
            assert_eq!(text.parse(), Ok(command), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_told_what_was_expected() {
        for (text, expected) in [
            ("i9", "a square"),
            ("undo 2", "a square"),
            ("save", "save FILE"),
            ("save My Game.ggf", "save FILE, with no blanks"),
            ("set", "set NAME VALUE"),
            ("set level", "set NAME VALUE"),
            ("hint x", "hint or hint N, with N from 1 to 64"),
            ("hint 0", "hint or hint N, with N from 1 to 64"),
            ("h 65", "hint or hint N, with N from 1 to 64"),
        ] {
            let error = text.parse::<PlayCommand>().unwrap_err().to_string();
            let start = format!("invalid command {text:?}: expected {expected}");
            assert!(error.starts_with(&start), "{error}");
        }
    }
}
