//! The command line.

use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;

use crate::engine::Options;
use crate::protocol::{Outcome, ugi};

/// An Othello engine: reads commands on standard input and answers on standard
/// output. The command `help` lists them; protocol.md explains them.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// End with status 2 at the first error.
    #[arg(long)]
    strict: bool,
}

/// With what the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    /// What was asked for is done.
    Done = 0,
    /// It could not be done.
    Error = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Does what the arguments of the process say. They are read here, too: a wrong one
/// ends the process with a message and status 2.
#[must_use]
pub fn run() -> ExitCode {
    let status = obey(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("outflank: {error:#}");
        Status::Error
    });
    status.into()
}

fn obey(arguments: &Arguments) -> anyhow::Result<Status> {
    let output = io::stdout().lock();
    let outcome = ugi::run(io::stdin(), output, Options::default(), arguments.strict)
        .context("the session has failed")?;
    Ok(match outcome {
        Outcome::Done | Outcome::HostGone => Status::Done,
        Outcome::Refused => Status::Error,
    })
}
