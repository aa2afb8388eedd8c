//! The commands as values.

use std::time::Duration;

use super::clock::TimeSettings;
use crate::board::{Color, Move};
use crate::engine::{Effort, OptionSpec};
use crate::game::Setup;

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
