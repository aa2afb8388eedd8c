//! [`Record`]: a game or a position with what is known of it, and [`Records`], which reads files of
//! them in any format.
//!
//! - `text` decodes a file, `split` cuts it into the texts of records by the rules of `sniff`, and
//!   `read` has each parsed; `archive` unpacks ZIP files.
//! - `line`, `table`, `pgn`, `sgf`, `json`, `wthor`, [`GgfGame`] and [`ObfProblem`] parse a format
//!   each; `line` parses all those of one line.
//! - `moves` parses the moves of a game with comments, variations and times; `result` the result.
//! - `write` writes any format, `symmetry` turns and mirrors, `unique` finds repeated games.

mod archive;
mod error;
mod format;
mod json;
mod line;
mod moves;
mod pgn;
mod read;
mod result;
mod sgf;
mod sniff;
mod split;
mod symmetry;
mod table;
mod text;
mod unique;
mod write;
mod wthor;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::{Game, GgfGame, GgfKind, GgfNote, GgfPlayer, IllegalMove, ObfProblem, ObfScore, Setup};
use crate::board::Move;

pub use archive::{read_archive, starts_archive};
pub use error::{RecordError, RecordFault, RecordPlace, SgfFault};
pub use format::{Format, ParseFormatError, RecordPart};
pub use read::{FoundRecord, Records};
pub use result::{StatedResult, WrongResult};
pub use unique::Unique;
pub use write::{CannotHold, RecordWriter, WriteError, position_text};
use wthor::WthorFile;
pub use wthor::{WthorNameFiles, WthorNames, WthorTheory};

/// A game with its tags and notes, of any format; a mere position is a game without
/// moves. Texts are empty if they are not given.
///
/// ```
/// use othello::game::{Format, Record};
///
/// let record: Record = "1. F5 d6 2. C3 40-24".parse()?;
/// assert_eq!(record.game.transcript(), "f5d6c3");
/// assert_eq!(record.to_text(Format::Fen)?, "8/8/2X5/3XX3/3OXX2/3O4/8/8 O");
/// let refused = "f5 d3".parse::<Record>().unwrap_err();
/// assert_eq!(refused.to_string(), r#"1:4: move 2, "d3", is illegal: d3 flips nothing for white"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The start and the moves.
    pub game: Game,
    /// The tournament.
    pub event: String,
    /// Where it was played.
    pub place: String,
    /// When it was played, as written.
    pub date: String,
    /// The player of Black.
    pub black: GgfPlayer,
    /// The player of White.
    pub white: GgfPlayer,
    /// The kind of match it belongs to.
    pub kind: GgfKind,
    /// The stated result.
    pub result: Option<StatedResult>,
    /// The notes on the moves: none at all, or one for each.
    pub notes: Vec<GgfNote>,
    /// Alternatives to the moves, in the order of their text.
    pub variations: Vec<Variation>,
    /// Scores of moves in the last position.
    pub scores: Vec<ObfScore>,
    /// The comment on the whole game, or on the position before its first move.
    pub comment: String,
    /// What the source says besides, by the name it has there.
    pub tags: BTreeMap<String, String>,
    /// Its result with perfect play.
    pub theory: Option<WthorTheory>,
}

/// Moves that were not played, in place of those that were.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation {
    /// How many moves of the line it belongs to stand before it; less than that line has.
    pub ply: usize,
    /// The moves, each legal; at least one.
    pub moves: Vec<Move>,
    /// The notes on the moves: none at all, or one for each.
    pub notes: Vec<GgfNote>,
    /// Alternatives to its moves.
    pub variations: Vec<Variation>,
}

impl Record {
    /// The parts that the record has besides the last position.
    pub fn parts(&self) -> impl Iterator<Item = RecordPart> {
        RecordPart::ALL.into_iter().filter(|&part| self.has(part))
    }

    fn has(&self, part: RecordPart) -> bool {
        let players = [&self.black, &self.white];
        match part {
            RecordPart::Start => self.game.start() != Setup::START,
            RecordPart::Moves => !self.game.moves().is_empty(),
            RecordPart::Players => players.iter().any(|player| !player.name.is_empty()),
            RecordPart::Ratings => players.iter().any(|player| !player.rating.is_empty()),
            RecordPart::Clocks => players.iter().any(|player| player.clock.is_some()),
            RecordPart::Event => !self.event.is_empty(),
            RecordPart::Place => !self.place.is_empty(),
            RecordPart::Date => !self.date.is_empty(),
            RecordPart::Kind => self.kind != GgfKind::default(),
            RecordPart::Result => self.result.is_some(),
            RecordPart::Notes => {
                self.notes.iter().any(|note| note.centidiscs.is_some() || note.time.is_some())
            }
            RecordPart::MoveComments => self.notes.iter().any(|note| !note.comment.is_empty()),
            RecordPart::Variations => !self.variations.is_empty(),
            RecordPart::Scores => !self.scores.is_empty(),
            RecordPart::Comment => !self.comment.is_empty(),
            RecordPart::Tags => !self.tags.is_empty(),
            RecordPart::Theory => self.theory.is_some(),
        }
    }

    /// What does not come back from the record written in `format`: the parts that the
    /// format does not hold, and results and texts that it has no way to say. For WTHOR that is a
    /// file of this game alone, read with the files of its names.
    pub fn lost_in(&self, format: Format) -> impl Iterator<Item = RecordPart> {
        let mut wthor = WthorFile::default();
        if format == Format::Wthor {
            // Where it has no room for the game there is nothing to come back.
            let _ = wthor.push(self);
        }
        self.parts().filter(move |&part| !self.gives_back(part, format, &wthor))
    }

    /// The record of the first `plies` moves, passes counted, without what is said of
    /// its end; `None` if there are not so many.
    #[must_use]
    pub fn at(mut self, plies: usize) -> Option<Record> {
        let moves = self.game.moves().len();
        if plies > moves {
            return None;
        }
        if plies < moves {
            self.game = self.game.at(plies);
            self.adapt_to_moves();
        }
        Some(self)
    }

    /// Makes `mv` as [`Game::play`] does. What was said of the end of the game is dropped.
    ///
    /// # Errors
    /// If `mv` is illegal; nothing is changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.adapt_to_moves();
        Ok(())
    }

    /// Takes back a move as [`Game::undo`] does and returns it; `None` at the start. What was
    /// said of the end of the game is dropped.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.game.undo()?;
        self.adapt_to_moves();
        Some(mv)
    }

    /// Drops notes and variations of moves that are gone, and what was said of another end.
    fn adapt_to_moves(&mut self) {
        if !self.notes.is_empty() {
            self.notes.resize(self.game.moves().len(), GgfNote::default());
        }
        self.variations.retain(|variation| variation.ply < self.game.moves().len());
        self.result = None;
        self.theory = None;
        self.scores.clear();
    }

    /// The stated result, or else that of the moves.
    #[must_use]
    pub fn outcome(&self) -> Option<StatedResult> {
        self.result.or_else(|| StatedResult::of_game(&self.game))
    }
}

/// A position.
impl From<Setup> for Record {
    fn from(setup: Setup) -> Record {
        Game::new(setup).into()
    }
}

/// A game of which nothing else is known.
impl From<Game> for Record {
    fn from(game: Game) -> Record {
        Record { game, ..Record::default() }
    }
}

impl From<ObfProblem> for Record {
    fn from(problem: ObfProblem) -> Record {
        let ObfProblem { setup, scores, comment } = problem;
        Record { game: Game::new(setup), scores, comment, ..Record::default() }
    }
}

impl From<GgfGame> for Record {
    fn from(ggf: GgfGame) -> Record {
        let has_notes = ggf.notes().iter().any(|note| *note != GgfNote::default());
        Record {
            notes: if has_notes { ggf.notes().to_vec() } else { Vec::new() },
            game: ggf.game().clone(),
            place: ggf.place,
            date: ggf.date,
            black: ggf.black,
            white: ggf.white,
            kind: ggf.kind,
            result: ggf.result.map(StatedResult::Difference),
            comment: ggf.comment,
            tags: ggf.tags,
            ..Record::default()
        }
    }
}
