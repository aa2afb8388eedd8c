//! Records of games and positions in ten formats: [`Record`], its readers and its writers.
//!
//! - `text` decodes a file, `split` cuts it into the texts of single records by the rules in
//!   `sniff`, and `read` parses them. `archive` unpacks ZIP files.
//! - One file or folder per format: `ggf`, `json`, `obf`, `pgn`, `sgf`, `wthor`; `line` parses the
//!   formats of one line, `table` the rows of a table, and `marked` lines with bullets or quotes.
//! - `moves` parses move lists with comments, variations and times; `trailing` a result after them.
//! - `write` writes every format, `symmetry` transforms records, and `unique` finds duplicates.

mod archive;
mod error;
mod format;
mod ggf;
mod json;
mod line;
mod marked;
mod moves;
mod obf;
mod pgn;
mod read;
mod record;
mod result;
mod sgf;
mod sniff;
mod split;
mod symmetry;
mod table;
mod text;
mod trailing;
mod unique;
mod values;
mod write;
mod wthor;

#[cfg(test)]
mod testing;

pub use archive::{read_archive, starts_archive};
pub use error::{RecordError, RecordFault, RecordPlace, SgfFault};
pub use format::{Format, ParseFormatError, RecordPart};
pub use ggf::ParseGgfError;
pub use obf::{ParseObfError, obf_problems};
pub use read::{FoundRecord, Records, Selection};
pub use record::{Record, Variation};
pub use result::{GameEnding, GameResult};
pub use unique::Unique;
pub use values::{Clock, Mark, MatchKind, MoveNote, MoveScore, Player, Theory};
pub use write::{CannotHold, RecordWriter, WriteError, position_text};
pub use wthor::{WthorNameFiles, WthorNames};
