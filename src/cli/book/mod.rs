//! `book`: an opening book, made, grown and looked into.
//!
//! - `grow`: `add` and `learn`, with the searches that they need; `show`: a position;
//! - `pack`: a book in few bytes; `report`: what the other commands answer.

mod grow;
mod pack;
mod report;
mod show;

use std::path::PathBuf;

use clap::Subcommand;

use super::Status;
use super::output::FormatArgument;
use crate::book::Book;
use grow::{AddArguments, LearnArguments};
use pack::PackArguments;
use report::{CheckedReply, FaultReply, StatsReply};
use show::ShowArguments;

/// Make, grow and look into an opening book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A book is one file. Positions that are symmetric to each other are one position in it; scores
follow from the moves after every change. However the program ends, the book opens again and
lacks at most the position that was being searched.

Examples:
  outflank book new openings.book
  outflank book learn openings.book --positions 500 --error 2
  outflank book add openings.book games.ggf --plies 16
  outflank book show openings.book f5d6c3")]
pub(super) struct BookArguments {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    New(NewArguments),
    Learn(LearnArguments),
    Add(AddArguments),
    Show(ShowArguments),
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
            BookCommand::Show(arguments) => arguments.run(),
            BookCommand::Stats(arguments) => arguments.run(),
            BookCommand::Check(arguments) => arguments.run(),
            BookCommand::Pack(arguments) => arguments.run(),
        }
    }
}

/// Make a new, empty book
#[derive(Debug, clap::Args)]
struct NewArguments {
    /// The file, which must not be there yet
    book: PathBuf,
}

impl NewArguments {
    fn run(self) -> anyhow::Result<Status> {
        Book::create(&self.book)?;
        Ok(Status::Done)
    }
}

/// Count the positions of a book by their empties
#[derive(Debug, clap::Args)]
struct StatsArguments {
    /// The book
    book: PathBuf,
    #[command(flatten)]
    format: FormatArgument,
}

impl StatsArguments {
    fn run(self) -> anyhow::Result<Status> {
        let stats = Book::open(&self.book)?.stats()?;
        self.format.write(&StatsReply::from(&stats))?;
        Ok(Status::Done)
    }
}

/// Check that the file is whole and that its scores follow from each other
#[derive(Debug, clap::Args)]
#[command(after_help = "Status: 0 all is right, 1 some positions are not, 2 the file is damaged.")]
struct CheckArguments {
    /// The book
    book: PathBuf,
    #[command(flatten)]
    format: FormatArgument,
}

impl CheckArguments {
    fn run(self) -> anyhow::Result<Status> {
        let report = Book::open_to_write(&self.book)?.check()?;
        for fault in &report.faults {
            self.format.write_line(&FaultReply::from(fault))?;
        }
        self.format.write_line(&CheckedReply::from(&report))?;
        Ok(if report.faults.is_empty() { Status::Done } else { Status::No })
    }
}
