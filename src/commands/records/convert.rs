//! `convert`: games and positions in another format.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::FileArguments;
use crate::atomic_files::{OutputTarget, PartialFiles, ensure_no_book};
use crate::output::{counted, file_to_write};
use crate::{Status, complain};
use othello::board::Symmetry;
use othello::game::{Format, Record, RecordPart, RecordWriter, Unique, WriteError, WthorNameFiles};

/// Write games and positions in another format
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What the formats hold:
  transcript  the moves, from the usual start only
  position    start and moves, as the command `position` takes them
  pgn         start, moves, players, ratings, event, place, date, result, comments, variations,
              other tags
  board, fen  the last position
  obf         the last position and the scores of its moves
  ggf         start, moves, players, ratings, clocks (time, increment, extension), place, date,
              kind of match, result, scores and times of moves, comments, other tags
  sgf         start, moves, players, ratings, event, place, date, result, scores of moves,
              comments, variations, other tags
  json        everything, one object per line
  wthor       moves from the usual start, and with --out x.wtb players and events (in x.jou
              and x.trn, of 19 and 25 letters in Latin-1); one year per file; result and
              theoretical result
Standard error has the counts of lost parts and of skipped entries. In GGF the clock of a player
(TB, TW) replaces that of both (TI). Clocks of another form are skipped.

Exit status: 0 done; 1 a game could not be read or written; 2 error.

Examples:
  outflank convert --to ggf games.txt > games.ggf
  outflank convert --to fen --at 20 --unique WTH_2019.wtb
  outflank convert --to sgf --normalise games.pgn
  outflank convert --to ggf --shard 1/4 games.pgn > part-1.ggf
  outflank convert --out mine.wtb games.ggf")]
pub(crate) struct ConvertArguments {
    /// The format to write [default: from the extension of --out]
    #[arg(long, value_name = "FORMAT", value_parser = clap::builder::PossibleValuesParser::new(Format::names()))]
    to: Option<String>,
    /// Only the first N moves, passes included; games with fewer are skipped
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Skip repeated games or positions, symmetric ones included
    #[arg(long)]
    unique: bool,
    /// Rotate the board clockwise
    #[arg(long, value_name = "DEGREES", value_parser = ["90", "180", "270"])]
    rotate: Option<String>,
    /// Mirror the board, after --rotate: a1 becomes h1
    #[arg(long)]
    mirror: bool,
    /// Rotate and mirror each game to start with f5
    #[arg(long, alias = "normalize", conflicts_with_all = ["rotate", "mirror"])]
    normalise: bool,
    /// Write to this file. Replaces an old file at the end, even an input, but never a book
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    out: Option<PathBuf>,
    #[command(flatten)]
    files: FileArguments,
}

/// Counts of lost parts and of unwritten records.
#[derive(Default)]
struct Losses {
    /// For each part, the number of records that lost it because the format cannot hold it.
    parts: [usize; RecordPart::ALL.len()],
    /// Games without a result, in a format that needs one.
    without_result: usize,
    /// Games with and without a theoretical result, in a format that needs one for all games or for
    /// none.
    with_theory: usize,
    without_theory: usize,
    failed: usize,
    short: usize,
    repeated: usize,
    /// Entries of the source that a record cannot hold.
    skipped: usize,
    /// Games that could not be normalised.
    elsewhere: usize,
}

impl ConvertArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let format = self.format()?;
        let names = self.out.as_ref().filter(|_| format == Format::Wthor);
        if let Some(path) = names {
            ensure!(
                !WthorNameFiles::are_at(path),
                "{} would be a file of names: expected another ending, such as .wtb",
                path.display()
            );
            for path in names_beside(path) {
                ensure!(
                    may_replace(&path),
                    "{} is not a file of names: expected another --out",
                    path.display()
                );
            }
        }
        if let Some(path) = &self.out {
            ensure_no_book(path, false)?;
        }
        let partial_files = match self.out {
            Some(_) => PartialFiles::watched()?,
            None => PartialFiles::default(),
        };
        let mut output = match &self.out {
            Some(path) => OutputTarget::to(path, &partial_files)?,
            None => OutputTarget::standard(),
        };
        let mut writer = RecordWriter::new(&mut output, format);
        let (mut summary, mut unique) = (Losses::default(), Unique::default());
        self.files.for_each(|file, found| {
            let found = match found {
                Ok(found) => found,
                Err(error) => {
                    summary.failed += 1;
                    complain(format_args!("{file}:{error}"));
                    return Ok(());
                }
            };
            summary.skipped += found.skipped;
            let record = self.turn(found.record, &mut summary);
            let Some(record) = self.cut(record) else {
                summary.short += 1;
                return Ok(());
            };
            if self.unique && !is_new(&mut unique, format, &record) {
                summary.repeated += 1;
                return Ok(());
            }
            match writer.write(&record) {
                Ok(()) => {
                    let lost = writer.lost(&record, self.out.is_some());
                    summary.count(format, &record, lost);
                }
                Err(WriteError::CannotHold(reason)) => {
                    summary.failed += 1;
                    complain(format_args!("{file}:{}: {reason}", found.place));
                }
                Err(WriteError::Output(error)) => return Err(error.into()),
            }
            Ok(())
        })?;
        writer.finish()?;
        let mut targets = Vec::new();
        if let Some(path) = names {
            let [players, tournaments] = names_beside(path);
            let mut players = OutputTarget::to(&players, &partial_files)?;
            let mut tournaments = OutputTarget::to(&tournaments, &partial_files)?;
            writer.write_names(&mut players, &mut tournaments)?;
            targets.extend([players, tournaments]);
        }
        targets.push(output);
        partial_files.finish(targets)?;
        summary.report(format);
        Ok(if summary.failed == 0 { Status::Done } else { Status::No })
    }

    /// The format of `--to`, or of the extension of `--out`.
    fn format(&self) -> anyhow::Result<Format> {
        if let Some(name) = &self.to {
            return Ok(name.parse()?);
        }
        let path = self.out.as_ref().context("no format: expected --to FORMAT")?;
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        Ok(match &*extension.to_lowercase() {
            "pgn" => Format::Pgn,
            "ggf" => Format::Ggf,
            "sgf" => Format::Sgf,
            "json" | "jsonl" => Format::Json,
            "fen" => Format::Fen,
            "obf" => Format::Obf,
            "wtb" => Format::Wthor,
            _ => bail!(
                "invalid file name {:?}: expected one in .pgn, .ggf, .sgf, .json, .jsonl, .fen, .obf or \
                 .wtb, or --to FORMAT",
                path.display().to_string()
            ),
        })
    }

    /// Applies `--normalise`, or `--rotate` and `--mirror`.
    fn turn(&self, record: Record, summary: &mut Losses) -> Record {
        if self.normalise {
            return record.clone().normalise().unwrap_or_else(|| {
                summary.elsewhere += 1;
                record
            });
        }
        let symmetry = match (self.rotate.as_deref(), self.mirror) {
            (Some("90"), false) => Symmetry::RotateRight,
            (Some("180"), false) => Symmetry::Rotate180,
            (Some("270"), false) => Symmetry::RotateLeft,
            (Some("90"), true) => Symmetry::Transpose,
            (Some("180"), true) => Symmetry::MirrorRows,
            (Some("270"), true) => Symmetry::AntiTranspose,
            (_, true) => Symmetry::MirrorColumns,
            (_, false) => Symmetry::Identity,
        };
        record.transform(symmetry)
    }

    /// Applies `--at`; `None` if `record` is shorter.
    fn cut(&self, record: Record) -> Option<Record> {
        match self.at {
            None => Some(record),
            Some(plies) => record.at(plies),
        }
    }
}

/// The files of players and of events that belong to the WTHOR file at `path`.
fn names_beside(path: &Path) -> [PathBuf; 2] {
    WthorNameFiles::EXTENSIONS.map(|extension| path.with_extension(extension))
}

/// Whether the file at `path` is a WTHOR name file, empty or missing.
fn may_replace(path: &Path) -> bool {
    let is_empty = path.metadata().is_ok_and(|metadata| metadata.len() == 0);
    let holds_names = |file| WthorNameFiles::default().add(path, file).is_ok();
    !path.is_file() || is_empty || File::open(path).is_ok_and(holds_names)
}

/// Whether the game of `record` is new. If `format` stores only positions, whether the position is
/// new.
fn is_new(unique: &mut Unique, format: Format, record: &Record) -> bool {
    if format.is_position() { unique.is_new_position(record) } else { unique.is_new_game(record) }
}

impl Losses {
    /// Counts the parts `lost` of `record`.
    fn count(&mut self, format: Format, record: &Record, lost: impl Iterator<Item = RecordPart>) {
        for part in lost {
            self.parts[part as usize] += 1;
        }
        if format == Format::Wthor {
            self.without_result += usize::from(record.outcome().is_none());
            self.with_theory += usize::from(record.theory.is_some());
            self.without_theory += usize::from(record.theory.is_none());
        }
    }

    fn report(&self, format: Format) {
        let lost: Vec<String> = RecordPart::ALL
            .into_iter()
            .zip(self.parts)
            .filter(|&(_, count)| count > 0)
            .map(|(part, count)| format!("{part} ({count})"))
            .collect();
        if !lost.is_empty() {
            complain(format_args!("{format} does not hold: {}", lost.join(", ")));
        }
        if self.skipped > 0 {
            let noun = if self.skipped == 1 { "entry" } else { "entries" };
            complain(format_args!(
                "not read: {} {noun}, such as labels on the board",
                self.skipped
            ));
        }
        if self.elsewhere > 0 {
            complain(format_args!("not normalised: {} that cannot start with f5", self.elsewhere));
        }
        if self.without_result > 0 {
            complain(format_args!(
                "{format} cannot hold games without a result: wrote the disc difference on the board \
                 for {}",
                counted(self.without_result, "game")
            ));
        }
        if self.with_theory > 0 && self.without_theory > 0 {
            complain(format_args!(
                "{format} cannot mix games with and without a theoretical result: wrote the actual \
                 result for {}",
                counted(self.without_theory, "game")
            ));
        }
        for (count, why) in [
            (self.failed, "failed"),
            (self.short, "have fewer moves"),
            (self.repeated, "were there before"),
        ] {
            if count > 0 {
                complain(format_args!("not written: {count} that {why}"));
            }
        }
    }
}
