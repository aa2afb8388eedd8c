//! The program that is tested.

use std::env;
use std::time::Duration;

/// What names another program than the one of this build.
const VARIABLE: &str = "OUTFLANK_TEST_PROGRAM";

/// The command line of the program: the one of this build, or what `OUTFLANK_TEST_PROGRAM` says,
/// words between blanks, as `wine outflank.exe`.
pub fn program() -> Vec<String> {
    match env::var(VARIABLE) {
        Ok(words) => words.split_whitespace().map(str::to_owned).collect(),
        Err(_) => vec![env!("CARGO_BIN_EXE_outflank").to_owned()],
    }
}

/// How long the program may take until it has begun with its work: an emulator starts slowly.
pub fn start_time() -> Duration {
    Duration::from_secs(if env::var_os(VARIABLE).is_some() { 6 } else { 2 })
}
