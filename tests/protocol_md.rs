//! The example sessions of `protocol.md`, played to the binary, to a session that works in
//! the thread of its caller, and to a tab of `outflank gui`.
#![cfg(feature = "cli")]

mod common;

use common::host::Host;
use common::inline_host::InlineHost;
use common::socket_host::SocketHost;
use common::transcript::{Engine, play, suits_a_tab};

const PROTOCOL: &str = include_str!("../protocol.md");

#[test]
fn every_example_goes_as_written() {
    play_all::<Host>(|_| true);
}

#[test]
fn every_example_goes_as_written_without_threads() {
    play_all::<InlineHost>(|_| true);
}

#[test]
fn every_example_goes_as_written_in_a_tab() {
    play_all::<SocketHost>(suits_a_tab);
}

fn play_all<E: Engine>(suits: fn(&str) -> bool) {
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
        if suits(&text) {
            play::<E>("protocol.md", index + 2, &text);
            examples += 1;
        }
    }
    assert!(examples > 10, "{examples} examples");
}
