//! Colours, game records and every text form of them.
//!
//! - [`Setup`]: a position with colours, the start of a game or a problem;
//!   [`IllegalMove`] says why a move cannot be made in it.
//! - [`Game`]: a record, legal by construction, with undo; [`GameResult`].
//! - Positions as text: [`Setup`] prints and parses as 64 characters and a side
//!   (and parses most boards found elsewhere), [`Setup::from_fen`] and
//!   [`Setup::to_fen`] are the one-line form with runs of empties, and
//!   [`Setup::draw`] is for people.
//! - Games as text: [`Game::from_transcript`] for `f5d6c3` and its relatives,
//!   [`GgfGame`] for the files of game servers.
//! - Problems as text: [`ObfProblem`], a position with the scores of its moves.
//! - All of that and more: [`Records`] reads files of whatever [`Format`], and
//!   [`RecordWriter`] writes them.
//! - [`Opening`]: the names of openings.
//!
//! Every parser takes time linear in its input, never panics, and returns its own
//! error type, which quotes the offending text and says what was expected there.
//! Errors tell by `offset` where that is, in bytes from the start of the text; what
//! they say does not repeat it, so that it can be put as a line and a column.

mod alphabet;
mod decimal;
mod drawing;
mod excerpt;
mod fen;
mod ggf;
mod obf;
mod openings;
mod record;
mod records;
mod setup;
mod text_board;
mod transcript;

pub use drawing::Drawing;
pub use excerpt::{QUOTED, shorten};
pub use excerpt::{QUOTED_PATH, one_line};
pub use fen::ParseFenError;
pub use ggf::{
    GgfClock, GgfEnding, GgfGame, GgfKind, GgfNote, GgfPlayer, GgfResult, ParseGgfError,
};
pub use obf::{ObfProblem, ObfScore, ParseObfError, obf_problems};
pub use openings::Opening;
pub use record::{Game, GameResult};
pub use records::{
    CannotHold, Format, FoundRecord, ParseFormatError, Record, RecordError, RecordFault,
    RecordPart, RecordPlace, RecordWriter, Records, SgfFault, StatedResult, Unique, Variation,
    WriteError, WrongResult, WthorNameFiles, WthorNames, WthorTheory, position_text, read_archive,
    starts_archive,
};
pub use setup::{IllegalMove, Setup};
pub use text_board::ParseBoardError;
pub use transcript::ParseTranscriptError;
