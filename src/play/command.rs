//! [`PlayCommand`]: what a player can type.

use std::path::PathBuf;
use std::str::FromStr;

use crate::hint::HINTS;
use crate::output::quotable;
use engine::search::Limits;
use othello::board::{Color, Move};

/// What a player can type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Make this move.
    Move(Move),
    /// Take back the human's last move and the reply to it.
    Undo,
    /// Make again what was taken back.
    Redo,
    /// Rank this many of the best moves.
    Hint(usize),
    /// Show what each legal move is worth.
    Values,
    /// Tell what each move of the game was worth.
    Review,
    /// Play this side, or both for `None`.
    Color(Option<Color>),
    /// Go on with the game in this file.
    Load(String),
    /// Change sides with the engine, which moves now.
    Switch,
    /// Resign.
    Resign,
    /// Begin a new game.
    New,
    /// Write the game to this file.
    Save(PathBuf),
    /// Set an option of the engine: its name and its value.
    Set(String, String),
    /// Draw the board.
    Board,
    /// List the commands.
    Help,
    /// Leave the game.
    Quit,
}

/// A line that is not a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is {fault}")]
pub(super) struct ParsePlayCommandError {
    text: String,
    fault: &'static str,
}

/// The message about a line that does not begin with a command.
const UNKNOWN: &str = "neither a move nor a command: expected a square such as f5, or help";

/// The message about a bad line that begins with `word`.
fn fault(word: &str) -> &'static str {
    match word {
        "load" => "no command: expected load FILE",
        "color" | "colour" => "no command: expected color black, color white or color both",
        "level" | "skill" => "not complete: expected one number behind it, such as level 5",
        "h" | "t" | "hint" => "no command: expected hint or hint N, with N from 1 to 64",
        "s" | "save" => "no command: expected save FILE, without blanks in its name",
        "set" => "no command: expected set NAME VALUE, such as set level 5",
        _ => UNKNOWN,
    }
}

/// The help text.
pub(super) const HELP: &str = "\
f5           a move
u, undo      take your last move back
r, redo      make it again
t, hint N    rank the best moves
v, values    show what each legal move is worth
w, review    tell what each move of the game was worth
x, switch    change sides with the engine
color C      play black, white or both
level N      how deep the engine looks
skill N      how well it plays
set O V      set any option, such as: set strategy edge
s, save F    write the game to a file: .ggf, .pgn, .json,
             any other for its moves
load F       go on with the game in a file
new          another game
resign       give the game up
b, board     draw the board
q, quit      stop playing";

/// Reads a move, a command or the letter for it, those of the keys at a terminal, where a colon
/// may stand before it as there.
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
            fault: lower.first().map_or(UNKNOWN, |word| fault(word)),
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
            let error = text.parse::<PlayCommand>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} {expected}")), "{error}");
        }
    }
}
