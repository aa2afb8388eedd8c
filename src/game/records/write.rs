//! Writing records: [`RecordWriter`].

use std::fmt::Write as _;
use std::io::{self, Write};

use super::wthor::{WthorFile, WthorFull, holds_event, holds_players, wthor_result};
use super::{Format, Part, Record, StatedResult};
use crate::board::{Color, Move};
use crate::game::{Game, GgfEnding, GgfGame, GgfResult, ObfProblem, Setup};

/// What a format has no way to say, so that the record cannot be written in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotHold {
    /// The game starts elsewhere.
    #[error(
        "{format} cannot hold a start other than the usual one: take position, pgn, ggf or json"
    )]
    Start {
        /// The format.
        format: Format,
    },
    /// There are no moves, and so nothing to write.
    #[error("{format} cannot hold a game without moves: take position, pgn, ggf or json")]
    NoMoves {
        /// The format.
        format: Format,
    },
    /// The format is no text.
    #[error("wthor is no text: it is written as a file")]
    NoText,
    /// The file is full.
    #[error("wthor cannot hold more than 65535 names and 60 discs a game")]
    Full,
}

/// A record that was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The format cannot hold it.
    #[error(transparent)]
    CannotHold(#[from] CannotHold),
    /// The output does not take it.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Writes records in one format.
pub struct RecordWriter<W> {
    output: W,
    format: Format,
    wthor: WthorFile,
}

impl<W: Write> RecordWriter<W> {
    /// A writer to `output`.
    pub fn new(output: W, format: Format) -> RecordWriter<W> {
        RecordWriter { output, format, wthor: WthorFile::default() }
    }

    /// Writes `record`. A file of WTHOR's is written by [`RecordWriter::finish`].
    ///
    /// # Errors
    /// If the format cannot hold it, or the output does not take it.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        if self.format == Format::Wthor {
            if record.game.start() != Setup::START {
                return Err(CannotHold::Start { format: self.format }.into());
            }
            return Ok(self.wthor.push(record).map_err(|WthorFull| CannotHold::Full)?);
        }
        Ok(writeln!(self.output, "{}", record.to_text(self.format)?)?)
    }

    /// What does not come back of `record`, the last one written. The names in a file of
    /// WTHOR's come back if those are written, too, and are as short as that takes.
    pub fn lost(&self, record: &Record, with_names: bool) -> impl Iterator<Item = Part> {
        record.parts().filter(move |&part| match (self.format, part) {
            (Format::Wthor, Part::Date) => !self.wthor.holds_date(record),
            (Format::Wthor, Part::Players) => !with_names || !holds_players(record),
            (Format::Wthor, Part::Event) => !with_names || !holds_event(record),
            _ => record.lost_in(self.format).any(|lost| lost == part),
        })
    }

    /// Writes what is left to be written.
    ///
    /// # Errors
    /// If the output does not take it.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.format == Format::Wthor {
            self.wthor.write_games(&mut self.output)?;
        }
        self.output.flush()
    }

    /// Writes the names to which the numbers in a file of WTHOR's refer: `.jou` and
    /// `.trn`.
    ///
    /// # Errors
    /// If one of the outputs does not take them.
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
    /// The record in `format`, in one line but for [`Format::Pgn`], without a line
    /// break at its end. What the format does not hold is left out.
    ///
    /// # Errors
    /// If then nothing is left that would mean the same.
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
            Format::Ggf => GgfGame::from(self).to_string(),
            Format::Json => self.to_json(),
            Format::Wthor => return Err(CannotHold::NoText),
        })
    }

    /// Whether what `format` writes of the result, which is `stated`, means the same.
    pub(super) fn gives_back(&self, stated: StatedResult, format: Format) -> bool {
        let written = match format {
            Format::Pgn => StatedResult::parse(&pgn_result(Some(stated))).flatten(),
            Format::Ggf => stated.to_ggf().map(StatedResult::Difference),
            Format::Wthor => Some(wthor_result(self)),
            _ => return format.holds(Part::Result),
        };
        written.is_some_and(|written| written.means(stated))
    }

    fn with_comment(&self, mut text: String) -> String {
        if !self.comment.is_empty() {
            text.push_str(" % ");
            text.push_str(&one_line(&self.comment));
        }
        text
    }

    fn to_obf(&self) -> String {
        let problem = ObfProblem {
            setup: self.game.setup(),
            scores: self.scores.clone(),
            comment: one_line(&self.comment),
        };
        problem.to_string()
    }

    fn to_pgn(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = one_line(value).replace('\\', r"\\").replace('"', "\\\"");
            let value = if value.is_empty() { "?" } else { &value };
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        let result = pgn_result(self.outcome());
        tag("Event", &self.event);
        tag("Site", &self.place);
        tag("Date", &self.date);
        tag("Black", &self.black.name);
        tag("White", &self.white.name);
        tag("Result", &result);
        for (name, rating) in [("BlackElo", &self.black.rating), ("WhiteElo", &self.white.rating)] {
            if !rating.is_empty() {
                tag(name, rating);
            }
        }
        if self.game.start() != Setup::START {
            tag("FEN", &self.game.start().to_fen());
        }
        text.push('\n');
        for (number, moves) in (1..).zip(self.game.moves().chunks(2)) {
            let _ = write!(text, "{number}. ");
            for &mv in moves {
                let _ = write!(text, "{} ", move_word(mv));
            }
        }
        text.push_str(&result);
        text.push('\n');
        text
    }
}

/// What `position` takes: `startpos moves f5 d6`, `fen <rows> <side>`.
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

/// The squares run together; a pass is written only at the end, where it would be
/// lost.
fn transcript(game: &Game) -> String {
    let mut text = game.transcript();
    if game.moves().last() == Some(&Move::Pass) {
        text.push_str("--");
    }
    text
}

fn move_word(mv: Move) -> String {
    mv.square().map_or("--".to_owned(), |square| square.to_string())
}

/// Discs, Black's first, that add up to 64; who won if they do not; `*` if nothing is
/// known.
fn pgn_result(outcome: Option<StatedResult>) -> String {
    let discs = |outcome: StatedResult| match outcome {
        StatedResult::Discs { black, white } => Some((black, white)),
        StatedResult::Difference(GgfResult { centidiscs, ending: GgfEnding::Played })
            if centidiscs % 200 == 0 && centidiscs.abs() <= 6400 =>
        {
            let black = (64 + centidiscs / 100) as u32 / 2;
            Some((black, 64 - black))
        }
        _ => None,
    };
    let Some(outcome) = outcome else { return "*".to_owned() };
    match (discs(outcome), outcome.winner()) {
        (Some((black, white)), _) => format!("{black}-{white}"),
        (None, Some(Color::Black)) => "1-0".to_owned(),
        (None, Some(Color::White)) => "0-1".to_owned(),
        (None, None) => "1/2-1/2".to_owned(),
    }
}

/// `text` with blanks for line breaks and the like.
fn one_line(text: &str) -> String {
    text.chars().map(|next| if next.is_control() { ' ' } else { next }).collect()
}
