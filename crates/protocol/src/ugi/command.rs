//! The commands as values.

use crate::reply::CommandReply;
use engine::{Effort, SearchRequest};
use othello::board::Move;
use othello::board::perft::PassRule;
use othello::game::{Format, Game, GameFilter, Record};

/// A command of our dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// The engine name and the options.
    Ugi,
    /// A reply after all earlier commands.
    IsReady,
    /// Set an option.
    SetOption {
        /// The name as written.
        name: String,
        /// The value as written.
        value: String,
    },
    /// Clear the transposition table.
    ClearHash,
    /// The options and their values.
    Options,
    /// Start a new game and clear the table.
    NewGame,
    /// Set the game, at its last position.
    Position(Box<Game>),
    /// A fact about the game.
    Query(Query),
    /// A search.
    Go {
        /// The search.
        request: SearchRequest,
        /// Whether to ponder until `ponderhit`.
        ponder: bool,
    },
    /// A perft.
    Perft(PerftArguments),
    /// An analysis of the game.
    Analyze(Effort),
    /// A search of fixed positions that counts nodes.
    Bench,
    /// The opponent has made the expected move of the pondering search.
    PonderHit,
    /// Stop the search.
    Stop,
    /// End the session.
    Quit,
    /// The legal moves.
    Moves,
    /// Play these moves, given as written.
    MakeMoves(String),
    /// Whether this move is legal.
    Legal(Move),
    /// Whether this record is valid.
    Validate(String),
    /// Convert a game to a format.
    Convert {
        /// The target format.
        format: Format,
        /// The game; `None` for the current one.
        record: Option<Box<Record>>,
    },
    /// Append bytes to a file.
    File {
        /// The file name.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The records in the received files.
    Records,
    /// Add the games in the received files to the index.
    Index,
    /// Remove all games from the index.
    IndexClear,
    /// The games of the index that reach the position.
    Explore {
        /// The maximum number of listed games.
        games: usize,
        /// The games that count.
        filter: GameFilter,
    },
    /// A game of the index.
    ExploreGame(usize),
    /// The named openings.
    Openings,
    /// The board.
    Show,
    /// The static evaluation.
    Eval {
        /// Whether to list the parts of each term.
        explained: bool,
    },
    /// Play this move.
    Play(Move),
    /// Undo the last move.
    Undo,
    /// The moves so far.
    History,
    /// The report of the last search.
    Stats,
    /// Whether to reply in JSON.
    Json(bool),
    /// All commands, or the description of this one.
    Help(Option<CommandReply>),
}

/// The facts that `query` returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Whether player 1, Black, is to move.
    P1Turn,
    /// Whether neither side has a move.
    GameOver,
    /// The result of the game.
    Result,
}

/// The arguments of perft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerftArguments {
    /// The depth, in plies.
    pub depth: u32,
    /// Whether to count per first move.
    pub divide: bool,
    /// How a pass is counted.
    pub rule: PassRule,
}
