//! `prune`: removes positions off the good lines.

use std::collections::HashSet;

use anyhow::bail;

use super::lines::{LineArguments, start_of};
use super::report;
use crate::Status;
use crate::output::FormatArgument;
use engine::book::Book;

/// Remove positions that no good line reaches
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("error", |error| error.default_value("64")),
    mut_arg("sum", |sum| sum.default_value("64")),
    mut_arg("plies", |plies| plies.default_value("60")),
    after_help = "\
Keeps the positions that lines from the start, or from POSITION, reach within the limits. Their
scores do not change: if a removed move was the best, it stays as the best move outside the book.
The file keeps its size for new positions. Removed positions lose their game counts. Adding the
games again does not restore them unless the book has no other counts.

Examples:
  outflank book prune openings.book                       # only unreachable positions
  outflank book prune openings.book --error 4 --sum 8 --plies 20
  outflank book prune openings.book --depth 12"
)]
pub(super) struct PruneArguments {
    #[command(flatten)]
    lines: LineArguments,
    /// Also remove ends of lines searched to less than this depth
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: u32,
    #[command(flatten)]
    format: FormatArgument,
}

impl PruneArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut book = Book::open_checked(&self.lines.book)?;
        let mut keep = HashSet::new();
        let status = self.lines.from.for_each(|game, _| {
            keep.extend(book.reached(start_of(game), self.lines.tolerance())?);
            Ok(())
        })?;
        if keep.is_empty() && !book.is_empty()? {
            bail!(
                "{}: no position would be left: expected a position of the book to start from",
                self.lines.book.display()
            );
        }
        self.format.answer(report::pruned(book.prune(&keep, self.depth)?), None)?;
        Ok(status)
    }
}
