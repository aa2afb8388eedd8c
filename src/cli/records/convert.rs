//! `convert`: games and positions in another format.

use std::path::PathBuf;

use super::FileArguments;
use super::output::{Output, Unfinished};
use crate::cli::{Status, complain};
use crate::game::{Format, Record, RecordPart, RecordWriter, Unique, WriteError};

/// Write games and positions in another format
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats: transcript (f5d6c3), position (what the command position takes), pgn (tags and
numbered moves), board (64 characters and a side), fen, obf, ggf, json, wthor (.wtb; with
--out also the names, in .jou and .trn, of 19 and 25 letters in Latin-1). Those of positions show where the game ends. What
was lost because the format cannot hold it is told on standard error; a game that could
not be written at all makes the status 1.

Examples:
  outflank convert --to ggf games.txt > games.ggf
  outflank convert --to fen --at 20 --unique WTH_2019.wtb
  outflank convert --to wthor --out mine.wtb games.ggf")]
pub(in crate::cli) struct ConvertArguments {
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = clap::builder::PossibleValuesParser::new(Format::names()))]
    to: String,
    /// Only the first N moves, passes counted; games with fewer are left out
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Leave out what was there before, symmetric games and positions taken for the same
    #[arg(long)]
    unique: bool,
    /// Write to this file; an old one, even one that is read, is replaced at the end
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    files: FileArguments,
}

/// What was not written, and why.
#[derive(Default)]
struct Losses {
    /// Records with the part, which the format does not hold, by part.
    parts: [usize; RecordPart::ALL.len()],
    /// Games without a result in a format that has one for each.
    without_result: usize,
    failed: usize,
    short: usize,
    repeated: usize,
}

impl ConvertArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let format: Format = self.to.parse()?;
        let unfinished = match self.out {
            Some(_) => Unfinished::watched()?,
            None => Unfinished::default(),
        };
        let mut output = match &self.out {
            Some(path) => Output::to(path, &unfinished)?,
            None => Output::standard(),
        };
        let mut writer = RecordWriter::new(&mut output, format);
        let (mut losses, mut unique) = (Losses::default(), Unique::default());
        self.files.for_each(|file, found| {
            let found = match found {
                Ok(found) => found,
                Err(error) => {
                    losses.failed += 1;
                    complain(format_args!("{file}:{error}"));
                    return Ok(());
                }
            };
            let Some(record) = self.cut(found.record) else {
                losses.short += 1;
                return Ok(());
            };
            if self.unique && !is_new(&mut unique, format, &record) {
                losses.repeated += 1;
                return Ok(());
            }
            match writer.write(&record) {
                Ok(()) => {
                    let lost = writer.lost(&record, self.out.is_some());
                    losses.count(format, &record, lost);
                }
                Err(WriteError::CannotHold(reason)) => {
                    losses.failed += 1;
                    complain(format_args!("{file}:{}: {reason}", found.place));
                }
                Err(WriteError::Output(error)) => return Err(error.into()),
            }
            Ok(())
        })?;
        writer.finish()?;
        let names = self.out.as_ref().filter(|_| format == Format::Wthor);
        if let Some(path) = names {
            let mut players = Output::to(&path.with_extension("jou"), &unfinished)?;
            let mut tournaments = Output::to(&path.with_extension("trn"), &unfinished)?;
            writer.write_names(&mut players, &mut tournaments)?;
            players.finish()?;
            tournaments.finish()?;
        }
        output.finish()?;
        losses.report(format);
        Ok(if losses.failed == 0 { Status::Done } else { Status::No })
    }

    /// What is wanted of `record`; `None` if it is too short.
    fn cut(&self, record: Record) -> Option<Record> {
        match self.at {
            None => Some(record),
            Some(plies) => record.at(plies),
        }
    }
}

/// Whether what `format` shows of `record` was not there before.
fn is_new(unique: &mut Unique, format: Format, record: &Record) -> bool {
    if format.is_position() { unique.is_new_position(record) } else { unique.is_new_game(record) }
}

impl Losses {
    /// Counts what is `lost` of `record` in `format`, and what it has to say instead.
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
