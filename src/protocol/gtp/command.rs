//! The commands as values, and reading them from a line. Pure: nothing here knows an
//! engine or what is going on.

use std::str::FromStr;
use std::time::Duration;

use super::clock::TimeSettings;
use super::line::Line;
use super::vocabulary;
use crate::board::{Color, Move};
use crate::engine::{Effort, OptionSpec};
use crate::game::Setup;
use crate::protocol::ugi;

/// What a host can ask for.
#[derive(Debug, Clone)]
pub enum Command {
    /// The version of the protocol.
    ProtocolVersion,
    /// What the engine is called.
    Name,
    /// Which version of it this is.
    Version,
    /// Whether there is a command of this name.
    KnownCommand(String),
    /// All commands.
    ListCommands,
    /// An end to the session.
    Quit,
    /// A board with so many squares a side.
    BoardSize(i64),
    /// A new game.
    ClearBoard,
    /// Points for White, which mean nothing here.
    Komi,
    /// To make this move for this side.
    Play(Color, Move),
    /// To find a move for this side, and to make it.
    GenMove(Color),
    /// To find a move for this side.
    RegGenMove(Color),
    /// To take the last move back.
    Undo,
    /// How much time there is for a game.
    TimeSettings(TimeSettings),
    /// What the clock of this side shows, and for how many moves that is; 0 of them in
    /// the main time.
    TimeLeft(Color, Duration, u32),
    /// The result.
    FinalScore,
    /// The board, drawn.
    ShowBoard,
    /// The games that the engine plays.
    ListGames,
    /// To play this game.
    SetGame(String),
    /// What GoGui asks about the rules.
    Rules(Rules),
    /// Whether a search can be interrupted; it can.
    Interrupt,
    /// The commands that GoGui offers to people.
    AnalyzeCommands,
    /// To go to this position.
    SetUpBoard(Setup),
    /// To go to the end of this record.
    Position(String),
    /// Whether this move is legal.
    Legal(Move),
    /// Whether this record is right.
    Validate(String),
    /// A look back at the game.
    Analyze(Effort),
    /// To tell an option's value, or to set it.
    Option(&'static OptionSpec, Option<String>),
}

/// What GoGui asks about the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// The name of the game.
    GameId,
    /// The size of the board.
    BoardSize,
    /// The board.
    Board,
    /// The legal moves.
    LegalMoves,
    /// The side to move.
    SideToMove,
    /// The result, in words.
    FinalResult,
}

/// Why a line is no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no command of this name.
    #[error("unknown command")]
    Unknown,
    /// What follows the name of the command makes no sense.
    #[error("syntax error")]
    Syntax,
}

impl Command {
    /// Reads a line; `None` if it is blank or only a comment. Its id may be anything.
    ///
    /// # Errors
    /// If it is no command.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        Line::parse(line).map(|line| Command::of(&line)).transpose()
    }

    /// The command in the words of `line`.
    pub(super) fn of(line: &Line) -> Result<Command, CommandError> {
        let (name, arguments) = line.words.split_first().ok_or(CommandError::Unknown)?;
        vocabulary::find(name).ok_or(CommandError::Unknown)?.parse(arguments)
    }
}

/// The words behind the name of a command.
pub(super) type Arguments<'a> = &'a [String];

type Parsed = Result<Command, CommandError>;

/// Reads one word, whatever it is.
pub(super) fn word(arguments: Arguments) -> Result<String, CommandError> {
    match arguments {
        [word] => Ok(word.clone()),
        _ => Err(CommandError::Syntax),
    }
}

/// Reads a word that may be missing; nothing is the name of no command.
pub(super) fn parse_known_command(arguments: Arguments) -> Parsed {
    match arguments {
        [] => Ok(Command::KnownCommand(String::new())),
        _ => Ok(Command::KnownCommand(word(arguments)?)),
    }
}

/// Reads `boardsize <number>`.
pub(super) fn parse_board_size(arguments: Arguments) -> Parsed {
    Ok(Command::BoardSize(number(&word(arguments)?)?))
}

/// Reads `komi <number>`.
pub(super) fn parse_komi(arguments: Arguments) -> Parsed {
    number::<f64>(&word(arguments)?)?;
    Ok(Command::Komi)
}

/// Reads `play <color> <move>`.
pub(super) fn parse_play(arguments: Arguments) -> Parsed {
    match arguments {
        [side, mv] => {
            Ok(Command::Play(color(side)?, mv.parse().map_err(|_| CommandError::Syntax)?))
        }
        _ => Err(CommandError::Syntax),
    }
}

/// Reads a colour.
pub(super) fn side(arguments: Arguments) -> Result<Color, CommandError> {
    color(&word(arguments)?)
}

/// Reads `time_settings <main> <overtime> <moves>`, times in seconds.
pub(super) fn parse_time_settings(arguments: Arguments) -> Parsed {
    let [main, overtime, moves] = arguments else { return Err(CommandError::Syntax) };
    let time = |text| Duration::try_from_secs_f64(number(text)?).map_err(|_| CommandError::Syntax);
    let (main, overtime) = (time(main)?, time(overtime)?);
    Ok(Command::TimeSettings(TimeSettings { main, overtime, moves: number(moves)? }))
}

/// Reads `time_left <color> <seconds> <moves>`. A clock that has run out is as good as
/// one that shows nothing: a host that lets the game go on wants a move.
pub(super) fn parse_time_left(arguments: Arguments) -> Parsed {
    let [side, time, moves] = arguments else { return Err(CommandError::Syntax) };
    let seconds = number::<f64>(time)?.max(0.0);
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| CommandError::Syntax)?;
    Ok(Command::TimeLeft(color(side)?, time, number(moves)?))
}

/// Reads a move.
pub(super) fn parse_legal(arguments: Arguments) -> Parsed {
    Ok(Command::Legal(word(arguments)?.parse().map_err(|_| CommandError::Syntax)?))
}

/// Reads all words as one text, which has to be there.
pub(super) fn text(arguments: Arguments) -> Result<String, CommandError> {
    if arguments.is_empty() { Err(CommandError::Syntax) } else { Ok(arguments.join(" ")) }
}

/// Reads how hard to look at each ply.
pub(super) fn parse_analyze(arguments: Arguments) -> Parsed {
    let effort = ugi::effort(&arguments.join(" ")).map_err(|_| CommandError::Syntax)?;
    Ok(Command::Analyze(effort))
}

/// Reads a board of 64 characters and perhaps the side to move, which is Black if
/// nothing is said.
pub(super) fn parse_board(arguments: Arguments) -> Parsed {
    let text = match arguments {
        [board] => format!("{board} X"),
        [board, side] if color(side)? == Color::White => format!("{board} O"),
        [board, _] => format!("{board} X"),
        _ => return Err(CommandError::Syntax),
    };
    Ok(Command::SetUpBoard(text.parse().map_err(|_| CommandError::Syntax)?))
}

/// Reads the same as grhino writes it: `@` is black, too, and the digit `0` is white.
pub(super) fn parse_grhino_board(arguments: Arguments) -> Parsed {
    let [board, side @ ..] = arguments else { return Err(CommandError::Syntax) };
    let board = board.replace('@', "X").replace('0', "O");
    parse_board(&[&[board], side].concat())
}

fn color(word: &str) -> Result<Color, CommandError> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(CommandError::Syntax),
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, CommandError> {
    text.parse().map_err(|_| CommandError::Syntax)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Parsed {
        Command::parse(text).map(|command| command.unwrap())
    }

    fn refused(text: &str) -> CommandError {
        parse(text).unwrap_err()
    }

    #[test]
    fn colours_and_moves_are_read_in_either_case() {
        for text in ["play b f5", "play BLACK F5", "PLAY Black f5"] {
            assert!(matches!(parse(text), Ok(Command::Play(Color::Black, Move::Place(_)))));
        }
        assert!(matches!(parse("play w PASS"), Ok(Command::Play(Color::White, Move::Pass))));
        assert!(matches!(parse("genmove W"), Ok(Command::GenMove(Color::White))));
    }

    #[test]
    fn times_are_seconds_and_may_be_overdrawn() {
        let settings = |text| match parse(text) {
            Ok(Command::TimeSettings(settings)) => settings,
            other => panic!("{other:?}"),
        };
        let expected = TimeSettings {
            main: Duration::from_secs(300),
            overtime: Duration::from_secs(15),
            moves: 10,
        };
        assert_eq!(settings("time_settings 300 15 10"), expected);
        let left = |text| match parse(text) {
            Ok(Command::TimeLeft(Color::Black, left, moves)) => (left.as_millis(), moves),
            other => panic!("{other:?}"),
        };
        assert_eq!(left("time_left b 12.5 0"), (12_500, 0));
        assert_eq!(left("time_left black -3 1"), (0, 1));
    }

    #[test]
    fn boards_are_those_of_the_dialect_or_of_grhino() {
        let board = |name: &str, squares: &str| match parse(&format!("{name} {squares} w")) {
            Ok(Command::SetUpBoard(setup)) => setup.to_string().replace(' ', ""),
            other => panic!("{other:?}"),
        };
        let (empty, dots, lines) = ("-".repeat(58), ".".repeat(58), "_".repeat(58));
        let expected = format!("XXXOOO{empty}O");
        assert_eq!(board("grhino-setup_board", &format!("@*xO0o{lines}")), expected);
        assert_eq!(board("outflank-setup_board", &format!("B*XWoO{dots}")), expected);
        let zero = format!("XXXOO0{empty}");
        assert_eq!(board("grhino-setup_board", &zero), expected);
        assert_eq!(board("outflank-setup_board", &zero), format!("XXXOO-{empty}O"));
    }

    #[test]
    fn what_cannot_be_read_is_a_syntax_error() {
        for text in [
            "play",
            "play b",
            "play f5",
            "play b z9",
            "play x f5",
            "play b f5 f6",
            "genmove",
            "genmove green",
            "komi",
            "komi seven",
            "boardsize",
            "boardsize big",
            "time_settings 1 2",
            "time_settings -1 0 0",
            "time_settings 1 0 -1",
            "time_settings nan 0 0",
            "time_settings 1e300 0 0",
            "time_left b 1",
            "time_left b x 0",
            "name please",
            "quit now",
            "outflank-setup_board",
            "grhino-setup_board",
            "outflank-setup_board XO b",
            "known_command two words",
            "set_game",
            "outflank-legal",
            "outflank-legal z9",
            "outflank-validate",
            "outflank-position",
            "outflank-analyze deep",
            "outflank-analyze level 61",
            "outflank-level 1 2",
        ] {
            assert_eq!(refused(text), CommandError::Syntax, "{text}");
        }
        for text in ["frobnicate", "12name", "12", "f5"] {
            assert_eq!(refused(text), CommandError::Unknown, "{text}");
        }
    }
}
