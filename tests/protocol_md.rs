//! The example sessions of `protocol.md`, played to the binary and to a session that works in
//! the thread of its caller.
#![cfg(feature = "cli")]

mod common;

use common::host::Host;
use common::inline_host::InlineHost;
use common::transcript::{Engine, play};

const PROTOCOL: &str = include_str!("../protocol.md");

#[test]
fn every_example_goes_as_written() {
    play_all::<Host>();
}

#[test]
fn every_example_goes_as_written_without_threads() {
    play_all::<InlineHost>();
}

fn play_all<E: Engine>() {
    let mut examples = 0;
    let mut lines = PROTOCOL.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if line != "```transcript" {
            continue;
        }
        let mut text = String::new();
        for (_, line) in lines.by_ref().take_while(|(_, line)| *line != "```") {
            text.push_str(line);
            text.push('\n');
        }
        play::<E>("protocol.md", index + 2, &text);
        examples += 1;
    }
    assert!(examples > 10, "{examples} examples");
}
