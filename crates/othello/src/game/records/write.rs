//! Writing records: [`RecordWriter`].

use std::fmt::Write as _;
use std::io::{self, Write};

use super::pgn::{self, pgn_date, pgn_result};
use super::sgf;
use super::wthor::{WthorFile, WthorFull, wthor_result};
use super::{Format, GameResult, MoveNote, Record, RecordPart, Variation, ggf};
use crate::board::Move;
use crate::game::excerpt::one_line;
use crate::game::{Game, Setup};

/// Why a format cannot hold a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotHold {
    /// An unusual start.
    #[error(
        "{format} cannot hold a start other than the usual one: expected position, pgn, ggf or json"
    )]
    Start {
        /// The format.
        format: Format,
    },
    /// No moves.
    #[error("{format} cannot hold a game without moves: expected position, pgn, ggf or json")]
    NoMoves {
        /// The format.
        format: Format,
    },
    /// The format is binary.
    #[error("wthor is binary: expected a file")]
    NoText,
    /// The file is full.
    #[error("wthor cannot hold more than 65535 names and 60 discs a game")]
    Full,
}

/// Why a record was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The format cannot hold it.
    #[error(transparent)]
    CannotHold(#[from] CannotHold),
    /// A write error.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Writes records in one format.
#[derive(Debug)]
pub struct RecordWriter<W> {
    output: W,
    format: Format,
    wthor: WthorFile,
}

impl<W: Write> RecordWriter<W> {
    /// Writes to `output`.
    pub fn new(output: W, format: Format) -> RecordWriter<W> {
        RecordWriter { output, format, wthor: WthorFile::default() }
    }

    /// Writes `record`. WTHOR files are written by [`RecordWriter::finish`].
    ///
    /// # Errors
    /// If the format cannot hold the record, or writing fails.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        if self.format == Format::Wthor {
            if record.game.start() != Setup::START {
                return Err(CannotHold::Start { format: self.format }.into());
            }
            return Ok(self.wthor.push(record).map_err(|WthorFull| CannotHold::Full)?);
        }
        Ok(writeln!(self.output, "{}", record.to_text(self.format)?)?)
    }

    /// The lost parts of `record`, which must be the last record written. WTHOR loses names without
    /// the name files, and names that are too long.
    pub fn lost(&self, record: &Record, with_names: bool) -> impl Iterator<Item = RecordPart> {
        record.parts().filter(move |&part| {
            let is_name = matches!(part, RecordPart::Players | RecordPart::Event);
            let is_elsewhere = self.format == Format::Wthor && is_name;
            is_elsewhere && !with_names || !record.gives_back(part, self.format, &self.wthor)
        })
    }

    /// Writes everything that is still buffered.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.format == Format::Wthor {
            self.wthor.write_games(&mut self.output)?;
        }
        self.output.flush()
    }

    /// Writes the name files of a WTHOR file, `.jou` and `.trn`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_names(
        &self,
        mut players: impl Write,
        mut tournaments: impl Write,
    ) -> io::Result<()> {
        self.wthor.write_players(&mut players)?;
        self.wthor.write_tournaments(&mut tournaments)?;
        players.flush()?;
        tournaments.flush()
    }
}

impl Record {
    /// The record in `format`: one line, except for [`Format::Pgn`], without a final line break.
    /// Parts that the format cannot hold are left out.
    ///
    /// # Errors
    /// If the format cannot hold the start, or has nothing to write.
    pub fn to_text(&self, format: Format) -> Result<String, CannotHold> {
        Ok(match format {
            Format::Transcript if self.game.start() != Setup::START => {
                return Err(CannotHold::Start { format });
            }
            Format::Transcript if self.game.moves().is_empty() => {
                return Err(CannotHold::NoMoves { format });
            }
            Format::Transcript => self.with_comment(transcript(&self.game)),
            Format::Position => {
                self.with_comment(position_text(self.game.start(), self.game.moves()))
            }
            Format::Pgn => self.to_pgn(),
            Format::Board => self.with_comment(self.game.setup().to_string()),
            Format::Fen => self.with_comment(self.game.setup().to_fen()),
            Format::Obf => self.to_obf(),
            Format::Ggf => self.to_ggf(),
            Format::Json => self.to_json(),
            Format::Sgf => self.to_sgf(),
            Format::Wthor => return Err(CannotHold::NoText),
        })
    }

    /// Whether `part` survives a round trip through `format`. `wthor` is a WTHOR file with the
    /// record.
    pub(super) fn gives_back(&self, part: RecordPart, format: Format, wthor: &WthorFile) -> bool {
        let [black, white] = [&self.black, &self.white];
        let texts = match part {
            RecordPart::Result => {
                return self.result.is_none_or(|stated| self.gives_back_result(stated, format));
            }
            _ if !format.holds(part) => return false,
            _ if format == Format::Wthor => return wthor.gives_back(self, part),
            RecordPart::Date if format == Format::Pgn && pgn_date(&self.date) != self.date => {
                return false;
            }
            RecordPart::Players => [&black.name, &white.name],
            RecordPart::Ratings => [&black.rating, &white.rating],
            RecordPart::Event => [&self.event; 2],
            RecordPart::Place => [&self.place; 2],
            RecordPart::Date => [&self.date; 2],
            RecordPart::Comment => [&self.comment; 2],
            RecordPart::Notes => {
                return format != Format::Sgf || !self.any_note(|note| note.time.is_some());
            }
            RecordPart::MoveComments => {
                return !self.any_note(|note| !gives_back_comment(&note.comment, format));
            }
            RecordPart::Tags => {
                let gives_back =
                    |(name, value): (&String, &String)| gives_back_tag(name, value, format);
                return self.tags.iter().all(gives_back);
            }
            _ => return true,
        };
        texts.into_iter().all(|text| match format {
            Format::Json => true,
            _ if part == RecordPart::Comment => gives_back_comment(text, format),
            Format::Pgn => pgn::gives_back_text(text),
            Format::Sgf => sgf::gives_back_text(text),
            _ => one_line(text) == *text,
        })
    }

    /// Whether `is_wanted` holds for any note, variations included.
    pub(super) fn any_note(&self, is_wanted: impl Fn(&MoveNote) -> bool) -> bool {
        fn any(variations: &[Variation], is_wanted: &impl Fn(&MoveNote) -> bool) -> bool {
            let has = |inner: &Variation| {
                inner.notes.iter().any(is_wanted) || any(&inner.variations, is_wanted)
            };
            variations.iter().any(has)
        }
        self.notes.iter().any(&is_wanted) || any(&self.variations, &is_wanted)
    }

    /// Whether `format` writes `stated` without loss.
    fn gives_back_result(&self, stated: GameResult, format: Format) -> bool {
        let written = match format {
            Format::Pgn => GameResult::parse(&pgn_result(Some(stated))).flatten(),
            Format::Ggf => stated.to_difference(),
            Format::Sgf => GameResult::parse(&sgf::sgf_result(stated)).flatten(),
            Format::Wthor => Some(wthor_result(self)),
            _ => return format.holds(RecordPart::Result),
        };
        // The empties may be counted or left out.
        let is_right = |result: GameResult| {
            self.game.is_over() && result.is_played() && result.contradiction(&self.game).is_none()
        };
        written
            .is_some_and(|written| written.means(stated) || is_right(written) && is_right(stated))
    }

    pub(super) fn with_comment(&self, mut text: String) -> String {
        if !self.comment.is_empty() {
            text.push_str(" % ");
            text.push_str(&one_line(&self.comment));
        }
        text
    }
}

/// Whether `format` writes `comment` without loss.
fn gives_back_comment(comment: &str, format: Format) -> bool {
    match format {
        Format::Json => true,
        Format::Pgn => pgn::gives_back_comment(comment),
        Format::Sgf => sgf::gives_back_text(comment),
        _ => one_line(comment).trim() == comment,
    }
}

/// Whether `format` writes the tag without loss.
fn gives_back_tag(name: &str, value: &str, format: Format) -> bool {
    match format {
        Format::Pgn => pgn::can_hold_tag(name) && pgn::gives_back_text(value),
        Format::Sgf => sgf::can_hold_tag(name) && sgf::gives_back_text(value),
        Format::Ggf => ggf::can_hold_tag(name) && one_line(value) == value,
        _ => true,
    }
}

/// The arguments of `position`: `startpos moves f5 d6`, `fen <rows> <side>`.
#[must_use]
pub fn position_text(start: Setup, moves: &[Move]) -> String {
    let mut text = match start {
        Setup::START => "startpos".to_owned(),
        start => format!("fen {}", start.to_fen()),
    };
    if !moves.is_empty() {
        text.push_str(" moves");
    }
    for mv in moves {
        let _ = write!(text, " {mv}");
    }
    text
}

/// The joined squares. A pass at the end is written as `--`; other passes are implied.
fn transcript(game: &Game) -> String {
    let mut text = game.transcript();
    if game.moves().last() == Some(&Move::Pass) {
        text.push_str("--");
    }
    text
}

#[cfg(test)]
mod tests;
