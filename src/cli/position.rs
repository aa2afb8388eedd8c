//! The positions that a subcommand is asked about.

use std::io;

use anyhow::bail;

use super::problem::{ParseProblemError, Problem};
use super::{Status, complain};
use crate::game::Game;
use crate::protocol::reader::{LineError, Lines};

/// Where to look.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgument {
    /// `start`, 64 squares and a side, or a FEN, each perhaps with `moves` and moves
    /// behind it; moves alone; or `-` for such positions on standard input, one a line
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
/// `-`, each position of standard input. Illegal moves and lines that give no position
/// are reported and make the status a no.
pub(super) fn for_each_position(
    text: &str,
    mut answer: impl FnMut(&Game) -> anyhow::Result<()>,
) -> anyhow::Result<Status> {
    if text == "-" {
        return for_each_line(answer);
    }
    match text.parse::<Problem>() {
        Ok(problem) => {
            answer(&problem.game)?;
            Ok(Status::Done)
        }
        Err(error) if error.is_illegal_move() => {
            complain(error);
            Ok(Status::No)
        }
        Err(error) => Err(error.into()),
    }
}

fn for_each_line(mut answer: impl FnMut(&Game) -> anyhow::Result<()>) -> anyhow::Result<Status> {
    let mut status = Status::Done;
    for (number, line) in (1..).zip(Lines::new(io::stdin())) {
        match Problem::from_line(line) {
            Ok(None) => {}
            Ok(Some(problem)) => answer(&problem.game)?,
            Err(error) => {
                report_bad_line("standard input", number, error)?;
                status = Status::No;
            }
        }
    }
    Ok(status)
}

/// Says that the line with this number, from 1, gives no position.
///
/// # Errors
/// If the fault is not the line's: there is nothing more to be read.
pub(super) fn report_bad_line(
    source: &str,
    number: usize,
    error: ParseProblemError,
) -> anyhow::Result<()> {
    if let ParseProblemError::Line(LineError::Unreadable { reason }) = error {
        bail!("{source} cannot be read: {reason}");
    }
    complain(format_args!("{source}:{number}: {error}"));
    Ok(())
}
