//! `stats`: counts the positions of a book; `check`: finds faults.

use std::path::PathBuf;

use super::lines::{CheckedCopy, book_file, open_to_read};
use super::report;
use super::search::SearchArguments;
use crate::Status;
use crate::flags::integer;
use crate::output::{FormatArgument, Progress, unless_interrupted};
use engine::book::Book;
use engine::score::Score;
use engine::search::Limits;
use othello::board::Position;
use othello::random::Random;

/// Count the positions of a book by empties and by depth
#[derive(Debug, clap::Args)]
pub(super) struct StatsArguments {
    /// The book, packed or not; `embedded` for the one in the program
    book: PathBuf,
    #[command(flatten)]
    format: FormatArgument,
}

impl StatsArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let stats = open_to_read(&self.book)?.stats()?;
        self.format.answer(report::stats(&stats), None)?;
        Ok(Status::Done)
    }
}

/// Check that a book is complete and its scores are consistent
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With --sample, random positions are searched again to --depth or --level. The output has the
differences from the scores in the book, which are not faults. The file is only read.
Exit status: 0 no faults; 1 faulty positions; 2 damaged file.

Examples:
  outflank book check openings.book
  outflank book check openings.book --sample 100 --depth 20")]
pub(super) struct CheckArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    /// Search this many random positions again
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Search depth in plies
    #[arg(long, value_name = "N", requires = "sample", conflicts_with = "level", value_parser = integer::<u32>(1..=Limits::MAX_DEPTH))]
    depth: Option<u32>,
    /// Seed of the sample
    #[arg(long, value_name = "N", requires = "sample", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl CheckArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let CheckedCopy { book, report, .. } = &CheckedCopy::of(&self.book)?;
        for &(position, fault) in &report.faults {
            self.format.answer(report::fault(position, fault), None)?;
        }
        self.format.answer(report::checked(report.positions, report.faults.len()), None)?;
        let status = if report.faults.is_empty() { Status::Done } else { Status::No };
        let Some(count) = self.sample else { return Ok(status) };
        let mut searcher = self.search.searcher()?;
        let (mut sample, drawn) = (Vec::new(), drawn(book, count, self.seed)?);
        let mut progress = Progress::new("positions", drawn.len(), 0);
        for (position, score) in drawn {
            let Some(found) = searcher.score(position, self.depth)? else { break };
            sample.push((position, score, found));
            progress.advance();
        }
        progress.finish();
        self.format.answer(report::sample(&sample), None)?;
        Ok(unless_interrupted(status, &searcher.stop))
    }
}

/// A uniform sample of `count` positions, or all positions of a smaller book.
fn drawn(book: &Book, count: usize, seed: u64) -> anyhow::Result<Vec<(Position, Score)>> {
    let (mut random, mut drawn, mut seen) = (Random::new(seed, 0), Vec::new(), 0_u64);
    // Algorithm R (Vitter 1985).
    book.for_each(|position, entry| {
        seen += 1;
        let place = ((u128::from(random.bits()) * u128::from(seen)) >> 64) as usize;
        if drawn.len() < count {
            drawn.push((position, entry.score));
        } else if let Some(old) = drawn.get_mut(place) {
            *old = (position, entry.score);
        }
    })?;
    Ok(drawn)
}
