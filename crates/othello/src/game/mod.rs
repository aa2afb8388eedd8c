//! Colours, games and records, and every text form of them.
//!
//! - [`Setup`]: a position with colours. [`IllegalMove`] explains why a move is illegal in it.
//! - [`Game`]: a start and legal moves, with undo. [`GameResult`]: its result.
//! - Positions as text: [`Setup`] prints and parses 64 characters and a side (and parses most
//!   boards of other programs); [`Setup::from_fen`] and [`Setup::to_fen`] use one line with runs of
//!   empties; [`Setup::draw`] draws a board.
//! - Games as text: [`Game::from_transcript`] reads `f5d6c3` and its variants.
//! - [`Record`]: a game or position with players, notes, scores and tags.
//! - [`Records`] reads files in any [`Format`]; [`RecordWriter`] writes them.
//! - [`Opening`]: the named openings. [`GameIndex`]: which games reach a position.
//!
//! Parsers run in linear time and never panic. Each parser has its own error type, which quotes the
//! offending text and names the expected form. `offset` is the position of the error in bytes; the
//! message does not repeat it.

mod alphabet;
mod decimal;
mod drawing;
mod excerpt;
mod fen;
mod index;
mod openings;
mod play;
mod records;
mod setup;
mod text_board;
mod transcript;

pub use drawing::Drawing;
pub use excerpt::{QUOTED, QUOTED_PATH, one_line, shorten};
pub use fen::ParseFenError;
pub use index::{Explored, ExploredMove, GameFilter, GameIndex, IndexedGame};
pub use openings::Opening;
pub use play::Game;
pub use records::{
    CannotHold, Clock, Format, FoundRecord, GameEnding, GameResult, Mark, MatchKind, MoveNote,
    MoveScore, ParseFormatError, ParseGgfError, ParseObfError, Player, Record, RecordError,
    RecordFault, RecordPart, RecordPlace, RecordWriter, Records, Selection, SgfFault, Theory,
    Unique, Variation, WriteError, WthorNameFiles, WthorNames, obf_problems, position_text,
    read_archive, starts_archive,
};
pub use setup::{IllegalMove, Setup};
pub use text_board::ParseBoardError;
pub use transcript::ParseTranscriptError;
