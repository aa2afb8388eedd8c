//! The positions that a subcommand is asked about.

use anyhow::bail;

use super::source::{Given, Source, no_record};
use super::{Status, complain};
use crate::game::{Game, RecordError, RecordFault, WthorNames};

/// Where to look.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgument {
    /// `start`, 64 squares and a side, or a FEN, each perhaps with `moves` and moves
    /// behind it; moves alone, OBF, GGF or any other record; or for such records a file, or
    /// `-` for standard input
    #[arg(value_name = "POSITION", default_value = "start")]
    position: Vec<String>,
}

impl PositionArgument {
    /// Hands each position to `answer`; see [`for_each_position`].
    pub(super) fn for_each(
        &self,
        answer: impl FnMut(&Game) -> anyhow::Result<()>,
    ) -> anyhow::Result<Status> {
        for_each_position(&self.position.join(" "), answer)
    }
}

/// Hands the position that `text` gives to `answer`, as the end of a game; if `text` is
/// `-` or a file, each position there. Illegal moves and lines that give no position
/// are reported and make the status a no.
pub(super) fn for_each_position(
    text: &str,
    mut answer: impl FnMut(&Game) -> anyhow::Result<()>,
) -> anyhow::Result<Status> {
    let source = match Given::by(text) {
        Given::In(source) => source,
        Given::Record(record) => {
            return match *record {
                Ok(record) => {
                    answer(&record.game)?;
                    Ok(Status::Done)
                }
                Err(RecordError { fault, .. }) if fault.is_illegal_move() => {
                    complain(fault);
                    Ok(Status::No)
                }
                Err(error) => Err(no_record(error)),
            };
        }
    };
    let mut status = Status::Done;
    for found in source.records(WthorNames::NONE)? {
        match found {
            Ok(found) => answer(&found.record.game)?,
            Err(error) => {
                report_bad_record(&source, &error)?;
                status = Status::No;
            }
        }
    }
    Ok(status)
}

/// Says that there is no record where one should be.
///
/// # Errors
/// If the fault is not the record's: there is nothing more to be read.
pub(super) fn report_bad_record(source: &Source, error: &RecordError) -> anyhow::Result<()> {
    let name = source.name();
    if let RecordFault::Unreadable { .. } = error.fault {
        bail!("{name} {}", error.fault);
    }
    complain(format_args!("{name}:{error}"));
    Ok(())
}
