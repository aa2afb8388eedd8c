//! The commands as values.

use std::time::Duration;

use super::clock::TimeSettings;
use engine::{Effort, OptionSpec};
use othello::board::{Color, Move};
use othello::game::Setup;

/// A GTP command.
#[derive(Debug, Clone)]
pub enum Command {
    /// The protocol version.
    ProtocolVersion,
    /// The engine name.
    Name,
    /// The engine version.
    Version,
    /// Whether a command of this name exists.
    KnownCommand(String),
    /// The names of all commands.
    ListCommands,
    /// End of the session.
    Quit,
    /// A new board of this width.
    BoardSize(i64),
    /// A new game.
    ClearBoard,
    /// Komi, which Othello does not have; accepted and ignored.
    Komi,
    /// A move of this side.
    Play(Color, Move),
    /// Search for a move of this side, and play it.
    GenMove(Color),
    /// Search for a move of this side, without playing it.
    RegGenMove(Color),
    /// Undo the last move.
    Undo,
    /// The time for a game.
    TimeSettings(TimeSettings),
    /// The time left for this side, and the number of moves to make in it; 0 in the main time.
    TimeLeft(Color, Duration, u32),
    /// The result of the game.
    FinalScore,
    /// A drawing of the board.
    ShowBoard,
    /// The games that the engine supports.
    ListGames,
    /// Select this game.
    SetGame(String),
    /// A GoGui query about the rules.
    Rules(Rules),
    /// Whether searches can be interrupted (yes).
    Interrupt,
    /// The commands in GoGui's analysis menu.
    AnalyzeCommands,
    /// Set this position.
    SetUpBoard(Setup),
    /// Set the final position of this record.
    Position(String),
    /// Whether this move is legal.
    Legal(Move),
    /// Whether this record is valid.
    Validate(String),
    /// An analysis of the game.
    Analyze(Effort),
    /// Set an option, or get its value without an argument.
    Option(&'static OptionSpec, Option<String>),
}

/// A GoGui query about the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// The name of the game.
    SourceId,
    /// The size of the board.
    BoardSize,
    /// The board.
    Board,
    /// The legal moves.
    LegalMoves,
    /// The side to move.
    SideToMove,
    /// The result in words.
    FinalResult,
}

/// Why a line cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Unknown command name.
    #[error("unknown command")]
    Unknown,
    /// Invalid arguments.
    #[error("syntax error")]
    Syntax,
}
