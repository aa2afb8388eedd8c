//! The whole session: bytes in, bytes out. Whatever comes in, a session ends, each
//! line that goes out is complete, and what was asked last is answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::engine::Options;
use outflank::protocol::{Outcome, ugi};

/// More than this, and a test takes long without showing more.
const LONGEST: usize = 4096;

fuzz_target!(|bytes: &[u8]| {
    // Searches and counts are kept short by the level and by leaving out the words
    // that lift it.
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let slow = ["go", "solve", "hint", "perft", "bench", "hash", "level", "threads", "quit"];
    if bytes.len() > LONGEST || slow.iter().any(|word| text.contains(word)) {
        return;
    }
    let mut input = bytes.to_vec();
    input.extend_from_slice(b"\njson off\nposition start\ngo depth 2\nisready\n");
    let options = Options { hash: 1, level: 2, ..Options::default() };
    let mut output = Vec::new();
    let outcome = ugi::run(std::io::Cursor::new(input), &mut output, options, false);
    assert_eq!(outcome.expect("a vector can be written to"), Outcome::Done);
    let output = String::from_utf8(output).expect("replies are UTF-8");
    assert!(output.ends_with('\n'));
    let last = output.lines().rev().find(|line| line.starts_with("bestmove"));
    assert!(last.is_some(), "the search after the noise was answered");
});
