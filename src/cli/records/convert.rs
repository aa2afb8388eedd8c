//! `convert`: games and positions in another format.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use tempfile::{Builder, NamedTempFile};

use super::FileArguments;
use crate::cli::output::file_of_results;
use crate::cli::{Status, complain};
use crate::game::{Format, Record, RecordPart, RecordWriter, Unique, WriteError};

/// Write games and positions in another format
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What the formats hold:
  transcript  the moves, from the usual start only
  position    start and moves, as the command `position` takes them
  pgn         start, moves, players, ratings, event, place, date, result
  board, fen  the last position
  obf         the last position and the scores of its moves
  ggf         start, moves, players, ratings, clocks (time, increment, extension), place, date,
              kind of match, result, notes on moves
  json        everything, in one object a line
  wthor       moves from the usual start, and with --out x.wtb players and events (in x.jou
              and x.trn, of 19 and 25 letters in Latin-1); one year a file; result and
              theoretical result
What was lost because the format cannot hold it is told on standard error; a game that
could not be written at all makes the status 1. Of GGF other tags and clocks of another form
are not read; the clock of a player (TB, TW) stands in for that of both (TI).

Examples:
  outflank convert --to ggf games.txt > games.ggf
  outflank convert --to fen --at 20 --unique WTH_2019.wtb
  outflank convert --out mine.wtb games.ggf")]
pub(in crate::cli) struct ConvertArguments {
    /// The format to write, unless the name of the file in --out tells it
    #[arg(long, value_name = "FORMAT", value_parser = clap::builder::PossibleValuesParser::new(Format::names()))]
    to: Option<String>,
    /// Only the first N moves, passes counted; games with fewer are left out
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Leave out what was there before, symmetric games and positions taken for the same
    #[arg(long)]
    unique: bool,
    /// Write to this file; an old one, even one that is read, is replaced at the end
    #[arg(long, value_name = "FILE", value_parser = file_of_results())]
    out: Option<PathBuf>,
    #[command(flatten)]
    files: FileArguments,
}

/// What was lost or not written, and why.
#[derive(Default)]
struct Losses {
    /// The number of records that lost each part, because the format does not hold it.
    parts: [usize; RecordPart::ALL.len()],
    /// Games without a result in a format that has one for each.
    without_result: usize,
    failed: usize,
    short: usize,
    repeated: usize,
}

impl ConvertArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let format = self.format()?;
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
            let Some(record) = self.cut(found.record) else {
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
        let names = self.out.as_ref().filter(|_| format == Format::Wthor);
        if let Some(path) = names {
            let mut players = OutputTarget::to(&path.with_extension("jou"), &partial_files)?;
            let mut tournaments = OutputTarget::to(&path.with_extension("trn"), &partial_files)?;
            writer.write_names(&mut players, &mut tournaments)?;
            players.finish()?;
            tournaments.finish()?;
        }
        output.finish()?;
        summary.report(format);
        Ok(if summary.failed == 0 { Status::Done } else { Status::No })
    }

    /// The format to write: the one that was asked for, or that of the extension in `--out`.
    fn format(&self) -> anyhow::Result<Format> {
        if let Some(name) = &self.to {
            return Ok(name.parse()?);
        }
        let path = self.out.as_ref().context("no format: expected --to FORMAT")?;
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        Ok(match &*extension.to_lowercase() {
            "pgn" => Format::Pgn,
            "ggf" => Format::Ggf,
            "json" | "jsonl" => Format::Json,
            "fen" => Format::Fen,
            "obf" => Format::Obf,
            "wtb" => Format::Wthor,
            _ => bail!(
                "the name of {} tells no format: expected .pgn, .ggf, .json, .fen, .obf or .wtb, \
                 or --to FORMAT",
                path.display()
            ),
        })
    }

    /// The first moves of `record`, if not all are wanted; `None` if it has fewer.
    fn cut(&self, record: Record) -> Option<Record> {
        match self.at {
            None => Some(record),
            Some(plies) => record.at(plies),
        }
    }
}

/// Whether what `format` holds of `record` is new.
fn is_new(unique: &mut Unique, format: Format, record: &Record) -> bool {
    if format.is_position() { unique.is_new_position(record) } else { unique.is_new_game(record) }
}

impl Losses {
    /// Counts what is `lost` of `record` in `format`.
    fn count(&mut self, format: Format, record: &Record, lost: impl Iterator<Item = RecordPart>) {
        for part in lost {
            self.parts[part as usize] += 1;
        }
        if format == Format::Wthor && record.outcome().is_none() {
            self.without_result += 1;
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
        if self.without_result > 0 {
            complain(format_args!(
                "{format} does not hold games without a result: the discs on the board were \
                 written as that of {}",
                self.without_result
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

/// The files that are not finished.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct PartialFiles(Arc<Mutex<Vec<PathBuf>>>);

impl PartialFiles {
    /// Has an interrupt remove them and end the process from now on.
    pub(in crate::cli) fn watched() -> anyhow::Result<PartialFiles> {
        let partial_files = PartialFiles::default();
        let on_signal = partial_files.clone();
        let end = move || {
            on_signal.with(|paths| {
                for path in paths.iter() {
                    // A finished one has been renamed.
                    let _ = fs::remove_file(path);
                }
                complain("interrupted: nothing was written");
                process::exit(Status::Error as i32);
            })
        };
        ctrlc::set_handler(end).context("interrupts cannot be caught")?;
        Ok(partial_files)
    }

    /// Calls `change` with the lock held.
    fn with<T>(&self, change: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Where records are written.
pub(in crate::cli) enum OutputTarget {
    /// Standard output, a pipe or a device: written at once.
    Stream(Box<dyn Write>),
    /// A file. It is written under another name in the same folder and renamed at the end, so
    /// that an old file, which may be one that is read, stays until then.
    File {
        partial: BufWriter<NamedTempFile>,
        /// Its final path.
        path: PathBuf,
    },
}

impl OutputTarget {
    pub(in crate::cli) fn standard() -> OutputTarget {
        OutputTarget::Stream(Box::new(BufWriter::new(io::stdout().lock())))
    }

    /// The file at `path`, or that to which a link there leads. Until it is finished it is
    /// among the `partial_files`.
    pub(in crate::cli) fn to(
        path: &Path,
        partial_files: &PartialFiles,
    ) -> anyhow::Result<OutputTarget> {
        OutputTarget::open(path, partial_files).with_context(|| cannot_be_written(path))
    }

    fn open(path: &Path, partial_files: &PartialFiles) -> io::Result<OutputTarget> {
        let (mut target, mut permissions) = (path.to_owned(), None);
        match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            old => {
                let old = old?;
                let metadata = old.metadata()?;
                if !metadata.is_file() {
                    return Ok(OutputTarget::Stream(Box::new(BufWriter::new(old))));
                }
                target = fs::canonicalize(path)?;
                permissions = Some(metadata.permissions());
            }
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut prefix = target.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        // With the usual permissions, not the private ones of temporary files.
        let mut builder = Builder::new();
        let builder = builder.prefix(&prefix).suffix(".partial");
        let partial = partial_files.with(|paths| {
            let partial = builder.make_in(folder.unwrap_or(Path::new(".")), |path| {
                OpenOptions::new().write(true).create_new(true).open(path)
            })?;
            paths.push(partial.path().to_owned());
            io::Result::Ok(partial)
        })?;
        if let Some(permissions) = permissions {
            fs::set_permissions(partial.path(), permissions)?;
        }
        Ok(OutputTarget::File { partial: BufWriter::new(partial), path: target })
    }

    /// Renames the file to its final path. An [`OutputTarget`] that is dropped before leaves
    /// no file.
    pub(in crate::cli) fn finish(self) -> anyhow::Result<()> {
        match self {
            OutputTarget::Stream(mut stream) => Ok(stream.flush()?),
            OutputTarget::File { partial, path } => {
                let partial = partial.into_inner().map_err(io::IntoInnerError::into_error)?;
                partial.persist(&path).with_context(|| cannot_be_written(&path))?;
                Ok(())
            }
        }
    }
}

fn cannot_be_written(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputTarget::Stream(stream) => stream.write(bytes),
            OutputTarget::File { partial, .. } => partial.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputTarget::Stream(stream) => stream.flush(),
            OutputTarget::File { partial, .. } => partial.flush(),
        }
    }
}
