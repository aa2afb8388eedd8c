//! The `outflank` binary: the command line, which uses the library as any program may.

#[cfg(not(outflank_levels))]
mod cli;
#[cfg(outflank_levels)]
mod levels;

use std::process::ExitCode;

// For `cli`, which names the modules of the library as they do each other.
#[cfg(not(outflank_levels))]
use outflank::{
    board, book, engine, eval, game, protocol, random, score, search, strategy, tournament,
    training,
};

fn main() -> ExitCode {
    #[cfg(not(outflank_levels))]
    return cli::run();
    #[cfg(outflank_levels)]
    levels::run()
}
