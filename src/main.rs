//! The `outflank` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    outflank::cli::run()
}
