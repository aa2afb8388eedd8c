//! The commands as values, and their parser. Pure: independent of the engine and the session state.

use std::num::IntErrorKind;

use engine::search::Limits;
use othello::board::Move;
use othello::game::{MoveNote, ParseGgfError, QUOTED, Record, shorten};

/// An NBoard command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Start of the protocol.
    NBoard,
    /// Set the midgame search depth.
    SetDepth(u32),
    /// Set the game, at its last position.
    SetGame(Box<Record>),
    /// Set the value of a draw for Black. Ignored.
    SetContempt,
    /// Play this move.
    Move(Move, MoveNote),
    /// Evaluate this many of the best moves, 1 to 64.
    Hint(usize),
    /// Search for a move.
    Go,
    /// Reply with this number after all earlier commands.
    Ping(String),
    /// Add the game to the book.
    Learn,
    /// Evaluate every position of the game.
    Analyze,
    /// End the session.
    Quit,
}

/// Why a line with a known command is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A number is missing or invalid.
    #[error("invalid {name} {text:?}: expected an integer")]
    NotANumber {
        /// The command.
        name: &'static str,
        /// The offending text, shortened; empty if missing.
        text: String,
    },
    /// An invalid game.
    #[error(transparent)]
    Game(#[from] ParseGgfError),
    /// An invalid move.
    #[error("invalid move {text:?}: expected a move such as F5/0.50/1.2")]
    NotAMove {
        /// The offending text, shortened; empty if missing.
        text: String,
    },
}

impl Command {
    /// Parses a line. `None` if it is blank or an unknown command, which the protocol ignores.
    ///
    /// # Errors
    /// If the arguments of a known command are invalid.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let (word, rest) = split(line);
        Ok(Some(match &*word.to_ascii_lowercase() {
            "nboard" => Command::NBoard,
            "set" => return parse_set(rest),
            "move" => {
                parse_move(rest).ok_or_else(|| CommandError::NotAMove { text: quoted(rest) })?
            }
            "hint" => {
                let count = usize::try_from(count("hint", rest)?).unwrap_or(usize::MAX);
                Command::Hint(count.clamp(1, Limits::MAX_MULTI_PV))
            }
            "go" => Command::Go,
            "ping" => Command::Ping(number("ping", rest).map(|_| first(rest).to_owned())?),
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "quit" => Command::Quit,
            // The syntax of version 1.
            _ => return Ok(parse_move(word)),
        }))
    }
}

/// Parses the arguments of `set`.
fn parse_set(rest: &str) -> Result<Option<Command>, CommandError> {
    let (variable, value) = split(rest);
    Ok(Some(match &*variable.to_ascii_lowercase() {
        "depth" => Command::SetDepth(count("set depth", value)?),
        "game" => Command::SetGame(Box::new(Record::from_ggf(value)?)),
        "contempt" => {
            number("set contempt", value)?;
            Command::SetContempt
        }
        _ => return Ok(None),
    }))
}

/// Parses a move with an optional score and time. Ignores an invalid note, so that the move is not
/// lost.
fn parse_move(text: &str) -> Option<Command> {
    let (text, _) = split(text);
    let alone = || Some((text.split('/').next()?.parse().ok()?, MoveNote::default()));
    let (mv, note) = MoveNote::with_move(text).or_else(alone)?;
    Some(Command::Move(mv, note))
}

/// Parses an integer. A number too large for the type becomes its maximum.
fn number(name: &'static str, text: &str) -> Result<i64, CommandError> {
    match first(text).parse::<i64>().map_err(|error| *error.kind()) {
        Ok(number) => Ok(number),
        Err(IntErrorKind::PosOverflow) => Ok(i64::MAX),
        Err(IntErrorKind::NegOverflow) => Ok(i64::MIN),
        Err(_) => Err(CommandError::NotANumber { name, text: quoted(text) }),
    }
}

/// Parses a non-negative integer, as [`number`].
fn count(name: &'static str, text: &str) -> Result<u32, CommandError> {
    match number(name, text)? {
        ..0 => Err(CommandError::NotANumber { name, text: quoted(text) }),
        number => Ok(number.try_into().unwrap_or(u32::MAX)),
    }
}

/// The first word of `text`, shortened for errors.
fn quoted(text: &str) -> String {
    shorten(first(text), QUOTED)
}

fn first(text: &str) -> &str {
    split(text).0
}

/// Splits `text` into its first word and the rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Square;

    const GAME: &str = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
        ---------------------------O*------*O--------------------------- *]B[F5];)";

    fn parse(line: &str) -> Option<Command> {
        Command::parse(line).unwrap()
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(parse("nboard 2"), Some(Command::NBoard));
        assert_eq!(parse(" set  depth 12\r"), Some(Command::SetDepth(12)));
        assert_eq!(parse("set contempt -100"), Some(Command::SetContempt));
        assert_eq!(parse("hint 5"), Some(Command::Hint(5)));
        assert_eq!(parse("HINT 5"), Some(Command::Hint(5)));
        assert_eq!(parse("Set Depth 12"), Some(Command::SetDepth(12)));
        assert_eq!(parse("hint 0"), Some(Command::Hint(1)));
        assert_eq!(parse("ping 007"), Some(Command::Ping("007".to_owned())));
        let many = "99999999999999999999";
        assert_eq!(parse(&format!("ping {many}")), Some(Command::Ping(many.to_owned())));
        assert_eq!(parse(&format!("hint {many}")), Some(Command::Hint(Limits::MAX_MULTI_PV)));
        assert_eq!(parse("set depth 4294967296"), Some(Command::SetDepth(u32::MAX)));
        assert_eq!(parse(&format!("set contempt -{many}")), Some(Command::SetContempt));
        for count in ["", "1 ", "2 "] {
            match parse(&format!("set game {count}{GAME}")) {
                Some(Command::SetGame(game)) => assert_eq!(game.game().transcript(), "f5"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn moves_are_read_with_and_without_notes() {
        let moved = |mv: Move, centidiscs, milliseconds| {
            let time = Option::map(milliseconds, std::time::Duration::from_millis);
            Some(Command::Move(mv, MoveNote { centidiscs, time, ..MoveNote::default() }))
        };
        let f5 = Move::Place(Square::F5);
        assert_eq!(parse("move F5"), moved(f5, None, None));
        assert_eq!(parse("move f5//1.2"), moved(f5, None, Some(1200)));
        assert_eq!(parse("move D6/0.00"), moved(Move::Place(Square::D6), Some(0), None));
        assert_eq!(parse("move F5/0.50/1.2"), moved(f5, Some(50), Some(1200)));
        assert_eq!(parse("move PA//3.107"), moved(Move::Pass, None, Some(3107)));
        assert_eq!(parse("move F5/1.0E-4/2.0E-5"), moved(f5, None, None));
        assert_eq!(parse("F5"), moved(f5, None, None));
        assert_eq!(parse("pa"), moved(Move::Pass, None, None));
    }

    #[test]
    fn unknown_lines_are_ignored_and_bad_ones_reported() {
        for line in ["", " ", "hello", "set", "set colour red", "new 8", "# go", "go-away"] {
            assert_eq!(parse(line), None, "{line}");
        }
        for (line, message) in [
            ("ping", r#"invalid ping "": expected an integer"#),
            ("ping x", r#"invalid ping "x": expected an integer"#),
            ("hint many", r#"invalid hint "many": expected an integer"#),
            ("set depth", r#"invalid set depth "": expected an integer"#),
            ("set depth -3", r#"invalid set depth "-3": expected an integer"#),
            ("set contempt much", r#"invalid set contempt "much": expected an integer"#),
            ("move z9", r#"invalid move "z9": expected a move such as F5/0.50/1.2"#),
            ("set game nonsense", r#"invalid game "nonsense": expected (;"#),
        ] {
            assert_eq!(Command::parse(line).unwrap_err().to_string(), message, "{line}");
        }
    }
}
