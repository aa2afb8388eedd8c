//! The program that is tested.

use std::env;

/// The command line of the program: the one of this build, or what `OUTFLANK_TEST_PROGRAM` says,
/// words between blanks, as `wine outflank.exe`.
pub fn program() -> Vec<String> {
    match env::var("OUTFLANK_TEST_PROGRAM") {
        Ok(words) => words.split_whitespace().map(str::to_owned).collect(),
        Err(_) => vec![env!("CARGO_BIN_EXE_outflank").to_owned()],
    }
}
