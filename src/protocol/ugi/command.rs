//! The commands as values.

use super::go::Go;
use crate::board::Move;
use crate::board::perft::PassRule;
use crate::engine::Effort;
use crate::game::Game;

/// What a host can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Who the engine is and what can be set.
    Ugi,
    /// A sign that everything before is done.
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
    /// To forget the last game.
    NewGame,
    /// To go to the end of this game.
    Position(Box<Game>),
    /// A fact about the game.
    Query(Query),
    /// A search.
    Go(Go),
    /// A count of the ways that the game can go on.
    Perft(PerftArguments),
    /// A look back at the game.
    Analyze(Effort),
    /// A search of fixed positions that counts its nodes.
    Bench,
    /// The search for the move that it was begun for: the opponent has made the
    /// expected move.
    PonderHit,
    /// An end to the search.
    Stop,
    /// An end to the session.
    Quit,
    /// The legal moves.
    Moves,
    /// Whether this move is legal.
    Legal(Move),
    /// Whether this record is right.
    Validate(String),
    /// The board.
    Show,
    /// The static evaluation.
    Eval {
        /// Whether with all that it is made of.
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
    /// What can be asked for: everything, or more of the command with this name.
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

/// What perft is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftArguments {
    /// How far, in plies.
    pub depth: u32,
    /// Whether the share of each move is wanted.
    pub divide: bool,
    /// What a pass is.
    pub rule: PassRule,
}
