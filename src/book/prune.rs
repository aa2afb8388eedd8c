//! `prune`: a book without what is not worth keeping.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::bail;

use super::lines::{book_file, parse_discs, start_of};
use super::report::PrunedReply;
use crate::Status;
use crate::flags::whole;
use crate::output::FormatArgument;
use crate::source::PositionArgument;
use engine::book::{Book, LineTolerance};
use engine::score::centidiscs_of;

/// Remove positions that lines come to only by bad moves, late, or not at all
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What is left are the positions that lines from the start, or from POSITION, come to within the
limits. The scores of these stay as they are: a move to a position that is removed is known as
the best move outside the book, if it is that. The file keeps its size, for new positions.
Counts of games are lost with the positions, and as long as any is left for good: a game that
was counted is not counted again where `add` or `learn` brings such a position back.

Examples:
  outflank book prune openings.book                       # only what no line leads to
  outflank book prune openings.book --error 4 --sum 8 --plies 20
  outflank book prune openings.book --depth 12")]
pub(super) struct PruneArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    #[command(flatten)]
    from: PositionArgument,
    /// The most discs by which a move of a line may be worse than the best
    #[arg(long, value_name = "DISCS", default_value_t = 64.0, value_parser = parse_discs)]
    error: f64,
    /// The most discs by which all moves of a line may be worse, those of both sides in sum
    #[arg(long, value_name = "DISCS", value_parser = parse_discs)]
    sum: Option<f64>,
    /// The length of the lines in moves
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u32>(0..=60))]
    plies: u32,
    /// Remove the ends of lines that were searched to less than so many plies, too
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: u32,
    #[command(flatten)]
    format: FormatArgument,
}

impl PruneArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut book = Book::open_checked(&self.book)?;
        let in_sum = self.sum.map_or(i32::MAX, centidiscs_of);
        // The greatest difference of two scores is 128 discs.
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
