//! The commands as values.

use std::time::Duration;

use super::clock::TimeSettings;
use engine::{Effort, OptionSpec};
use othello::board::{Color, Move};
use othello::game::Setup;

/// A command of a host.
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
    /// To end the session.
    Quit,
    /// A board with so many squares a side.
    BoardSize(i64),
    /// A new game.
    ClearBoard,
    /// Komi, which Othello does not have; accepted and ignored.
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
    /// The time left for this side, and for how many moves; 0 moves in the main time.
    TimeLeft(Color, Duration, u32),
    /// The result.
    FinalScore,
    /// The board, drawn.
    ShowBoard,
    /// The games that the engine plays.
    ListGames,
    /// To play this game.
    SetGame(String),
    /// A query of GoGui about the rules.
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
    /// An analysis of the game.
    Analyze(Effort),
    /// To return the value of an option, or to set it.
    Option(&'static OptionSpec, Option<String>),
}

/// A query of GoGui about the rules.
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
    /// The result, in words.
    FinalResult,
}

/// Why a line is not a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no command of this name.
    #[error("unknown command")]
    Unknown,
    /// The arguments are invalid.
    #[error("syntax error")]
    Syntax,
}
