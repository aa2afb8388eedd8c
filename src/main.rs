//! The `outflank` binary: the command line, which uses the library as any program may.

mod cli;

use std::process::ExitCode;

// For `cli`, which names the modules of the library as they do each other.
use outflank::{
    board, book, engine, eval, game, protocol, random, score, search, strategy, tournament,
    training,
};

fn main() -> ExitCode {
    cli::run()
}
