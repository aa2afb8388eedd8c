//! The commands as values.

use super::go::Go;
use engine::Effort;
use othello::board::Move;
use othello::board::perft::PassRule;
use othello::game::{Format, Game, Record};

/// A command of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// The name of the engine and its options.
    Ugi,
    /// A reply after all earlier commands.
    IsReady,
    /// To give an option a value.
    SetOption {
        /// The option's name, as it was written.
        name: String,
        /// Its value, as it was written.
        value: String,
    },
    /// The options and their values.
    Options,
    /// To start a new game, which clears the table.
    NewGame,
    /// To set the game, at its end.
    Position(Box<Game>),
    /// A fact about the game.
    Query(Query),
    /// A search.
    Go(Go),
    /// A perft.
    Perft(PerftArguments),
    /// An analysis of the game.
    Analyze(Effort),
    /// A search of fixed positions that counts its nodes.
    Bench,
    /// The search for the move that it was begun for: the opponent has made the
    /// expected move.
    PonderHit,
    /// To end the search.
    Stop,
    /// To end the session.
    Quit,
    /// The legal moves.
    Moves,
    /// Make these moves, as they were written.
    MakeMoves(String),
    /// Whether this move is legal.
    Legal(Move),
    /// Whether this record is right.
    Validate(String),
    /// To write a game.
    Convert {
        /// In what format.
        format: Format,
        /// Which one; `None` for the one that is set.
        record: Option<Box<Record>>,
    },
    /// To add bytes to a file.
    File {
        /// Its name.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The records in the files that were sent.
    Records,
    /// The openings that have a name.
    Openings,
    /// The board.
    Show,
    /// The static evaluation.
    Eval {
        /// Whether with the parts of its terms.
        explained: bool,
    },
    /// To make this move.
    Play(Move),
    /// To take the last move back.
    Undo,
    /// The moves so far.
    History,
    /// The report of the last search.
    Stats,
    /// Replies in JSON, or not.
    Json(bool),
    /// The list of commands, or the description of the command with this name.
    Help(Option<&'static str>),
}

/// What `query` can ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Whether player 1, Black, is to move.
    P1Turn,
    /// Whether neither side has a move.
    GameOver,
    /// Who has won.
    Result,
}

/// The arguments of perft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftArguments {
    /// The depth, in plies.
    pub depth: u32,
    /// Whether to count by first move.
    pub divide: bool,
    /// How a pass is counted.
    pub rule: PassRule,
}
