//! The example sessions of `protocol.md`, played to the binary.
#![cfg(feature = "cli")]

mod common;

use common::transcript::play;

const PROTOCOL: &str = include_str!("../protocol.md");

#[test]
fn every_example_goes_as_written() {
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
        play("protocol.md", index + 2, &text);
        examples += 1;
    }
    assert!(examples > 10, "{examples} examples");
}
