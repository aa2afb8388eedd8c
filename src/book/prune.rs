//! `prune`: removes positions off the good lines.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::bail;

use super::lines::{book_file, parse_discs, start_of};
use super::report::PrunedReply;
use crate::Status;
use crate::flags::integer;
use crate::output::FormatArgument;
use crate::source::PositionArgument;
use engine::book::{Book, LineTolerance};
use engine::score::centidiscs_of;

/// Remove positions that no good line reaches
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Keeps the positions that lines from the start, or from POSITION, reach within the limits. Their scores
do not change: if a removed move was the best, it stays as the best move outside the book. The file
keeps its size for new positions. Removed positions lose their game counts. Adding the games again
does not restore them unless the book has no other counts.

Examples:
  outflank book prune openings.book                       # only unreachable positions
  outflank book prune openings.book --error 4 --sum 8 --plies 20
  outflank book prune openings.book --depth 12")]
pub(super) struct PruneArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    #[command(flatten)]
    from: PositionArgument,
    /// Maximum loss per move in discs
    #[arg(long, value_name = "DISCS", default_value_t = 64.0, value_parser = parse_discs)]
    error: f64,
    /// Maximum total loss of a line in discs, both sides together
    #[arg(long, value_name = "DISCS", value_parser = parse_discs)]
    sum: Option<f64>,
    /// Length of the lines in moves
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = integer::<u32>(0..=60))]
    plies: u32,
    /// Also remove ends of lines searched to less than this depth
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: u32,
    #[command(flatten)]
    format: FormatArgument,
}

impl PruneArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut book = Book::open_checked(&self.book)?;
        let in_sum = self.sum.map_or(i32::MAX, centidiscs_of);
        // Two scores differ by up to 128 discs.
        let per_move = if self.error >= 64.0 { i32::MAX } else { centidiscs_of(self.error) };
        let tolerance = LineTolerance { per_move, in_sum, plies: self.plies };
        let mut keep = HashSet::new();
        let status = self.from.for_each(|game, _| {
            keep.extend(book.reached(start_of(game), tolerance)?);
            Ok(())
        })?;
        if keep.is_empty() && !book.is_empty()? {
            bail!(
                "{} would be empty: expected a position of the book to start from",
                self.book.display()
            );
        }
        self.format.write_line(&PrunedReply::from(book.prune(&keep, self.depth)?))?;
        Ok(status)
    }
}
