//! `book`: makes, grows and shows opening books.
//!
//! - `grow`: `add` and `learn`; `work`: `jobs` and `work`;
//! - `transfer`: `import` and `export`; `pack`; `prune`;
//! - `show`: a position; `tree`: lines; `check`: `stats` and `check`;
//! - `search`: the engine searches; `lines`: shared arguments; `report`: replies.

mod check;
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

use crate::Status;
use crate::output::file_to_write;
use engine::book::Book;

/// Make, grow and show an opening book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A book is one file. Symmetric positions are one position in it. Every change updates the scores.
After a crash the book opens again and lacks at most the last second and the running search. Repeat
an interrupted import or merge: until then some scores may be wrong.

Examples:
  outflank book new openings.book
  outflank book learn openings.book --positions 500 --error 2
  outflank book add openings.book games.ggf --plies 16
  outflank book show openings.book f5d6c3
  outflank book import openings.book edax.dat
  outflank book export openings.book --out book.dat")]
pub(crate) struct BookArguments {
    #[command(subcommand)]
    command: BookCommand,
}

commands! {
    BookCommand:
    New(NewArguments);
    Learn(grow::LearnArguments);
    Add(grow::AddArguments);
    #[command(visible_alias = "merge")]
    Import(transfer::ImportArguments);
    Export(transfer::ExportArguments);
    Prune(prune::PruneArguments);
    Jobs(work::JobsArguments);
    Work(work::WorkArguments);
    Show(show::ShowArguments);
    Tree(tree::TreeArguments);
    Stats(check::StatsArguments);
    Check(check::CheckArguments);
    Pack(pack::PackArguments);
}

impl BookArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        self.command.run()
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
