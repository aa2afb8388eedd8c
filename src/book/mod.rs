//! `book`: makes, grows and shows opening books.
//!
//! - `grow`: `add` and `learn`; `work`: `jobs` and `work`;
//! - `transfer`: `import` and `export`; `pack`; `prune`;
//! - `show`: a position; `tree`: lines;
//! - `search`: the engine searches; `lines`: shared arguments; `report`: replies.

mod grow;
mod lines;
mod pack;
mod prune;
mod report;
mod search;
mod show;
mod transfer;
mod tree;
mod work;

use std::path::PathBuf;

use clap::Subcommand;

use super::Status;
use super::flags::integer;
use super::output::{FormatArgument, Progress, file_to_write, unless_interrupted};
use engine::book::Book;
use engine::score::Score;
use engine::search::Limits;
use grow::{AddArguments, LearnArguments};
use lines::{CheckedCopy, book_file, open_to_read};
use othello::board::Position;
use othello::random::Random;
use pack::PackArguments;
use prune::PruneArguments;
use report::{CheckedReply, FaultReply, SampleReply, StatsReply};
use search::SearchArguments;
use show::ShowArguments;
use transfer::{ExportArguments, ImportArguments};
use tree::TreeArguments;
use work::{JobsArguments, WorkArguments};

/// Make, grow and show an opening book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A book is one file. Symmetric positions are one position in it. Every change updates the scores. After
a crash the book opens again and lacks at most the last second and the running search. Repeat an
interrupted import or merge: until then some scores may be wrong.

Examples:
  outflank book new openings.book
  outflank book learn openings.book --positions 500 --error 2
  outflank book add openings.book games.ggf --plies 16
  outflank book show openings.book f5d6c3
  outflank book import openings.book edax.dat
  outflank book export openings.book --out book.dat")]
pub(super) struct BookArguments {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    New(NewArguments),
    Learn(LearnArguments),
    Add(AddArguments),
    #[command(visible_alias = "merge")]
    Import(ImportArguments),
    Export(ExportArguments),
    Prune(PruneArguments),
    Jobs(JobsArguments),
    Work(WorkArguments),
    Show(ShowArguments),
    Tree(TreeArguments),
    Stats(StatsArguments),
    Check(CheckArguments),
    Pack(PackArguments),
}

impl BookArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        match self.command {
            BookCommand::New(arguments) => arguments.run(),
            BookCommand::Learn(arguments) => arguments.run(),
            BookCommand::Add(arguments) => arguments.run(),
            BookCommand::Import(arguments) => arguments.run(),
            BookCommand::Export(arguments) => arguments.run(),
            BookCommand::Prune(arguments) => arguments.run(),
            BookCommand::Jobs(arguments) => arguments.run(),
            BookCommand::Work(arguments) => arguments.run(),
            BookCommand::Show(arguments) => arguments.run(),
            BookCommand::Tree(arguments) => arguments.run(),
            BookCommand::Stats(arguments) => arguments.run(),
            BookCommand::Check(arguments) => arguments.run(),
            BookCommand::Pack(arguments) => arguments.run(),
        }
    }
}

/// Make a new, empty book
#[derive(Debug, clap::Args)]
struct NewArguments {
    /// The new file
    #[arg(value_parser = file_to_write())]
    book: PathBuf,
}

impl NewArguments {
    fn run(self) -> anyhow::Result<Status> {
        Book::create(&self.book)?;
        Ok(Status::Done)
    }
}

/// Count the positions of a book by empties and by depth
#[derive(Debug, clap::Args)]
struct StatsArguments {
    /// The book, packed or not; `embedded` for the one in the program
    book: PathBuf,
    #[command(flatten)]
    format: FormatArgument,
}

impl StatsArguments {
    fn run(self) -> anyhow::Result<Status> {
        let stats = open_to_read(&self.book)?.stats()?;
        self.format.write(&StatsReply::from(&stats))?;
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
struct CheckArguments {
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
    fn run(self) -> anyhow::Result<Status> {
        let CheckedCopy { book, report, .. } = &CheckedCopy::of(&self.book)?;
        for fault in &report.faults {
            self.format.write_line(&FaultReply::from(fault))?;
        }
        self.format.write_line(&CheckedReply::from(report))?;
        let status = if report.faults.is_empty() { Status::Done } else { Status::No };
        let Some(count) = self.sample else { return Ok(status) };
        let limits = self.depth.map(|depth| Limits { depth: Some(depth), ..Limits::default() });
        let mut searcher = self.search.searcher()?;
        let (mut sample, drawn) = (Vec::new(), drawn(book, count, self.seed)?);
        let mut progress = Progress::new("positions", drawn.len(), 0);
        for (position, score) in drawn {
            let Some(found) = searcher.value(position, limits.clone())? else { break };
            sample.push((position, score, found.score));
            progress.advance();
        }
        progress.finish();
        self.format.write_line(&SampleReply::new(&sample))?;
        Ok(unless_interrupted(status, &searcher.stop))
    }
}

/// A uniform sample of `count` positions, or all of a smaller book.
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
