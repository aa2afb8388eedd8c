//! The `outflank` binary.

#[cfg(outflank_levels)]
mod levels;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(not(outflank_levels))]
    return outflank::run();
    #[cfg(outflank_levels)]
    levels::run()
}
