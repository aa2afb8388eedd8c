//! The example sessions of `protocol.md`, played to the program, to an inline session and to a tab
//! of `outflank gui`.

use crate::common::host::Host;
use crate::common::inline_host::InlineHost;
use crate::common::program::BINARY;
use crate::common::socket_host::SocketHost;
use crate::common::transcript::{Engine, play, suits_a_tab};

const PROTOCOL: &str = include_str!("../../../protocol.md");

#[test]
fn every_example_replies_as_written() {
    play_all::<Host>(|_| true);
}

#[test]
fn every_example_replies_as_written_without_threads() {
    play_all::<InlineHost>(|_| true);
}

#[test]
fn every_example_replies_as_written_in_a_tab() {
    play_all::<SocketHost>(suits_a_tab);
}

/// In `console` blocks, `$` starts a command. Its standard output and standard error follow.
#[test]
#[cfg(unix)]
fn every_shell_command_writes_its_documented_output() {
    let program = std::path::Path::new(BINARY);
    let folder = program.parent().expect("the program is in a folder").display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let blocks = PROTOCOL
        .split("```console\n")
        .skip(1)
        .map(|block| block.split_once("```").expect("the block ends").0);
    let mut commands = 0;
    for session in blocks.flat_map(|block| block.strip_prefix("$ ").unwrap_or(block).split("\n$ "))
    {
        let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("exec 2>&1; {command}")]).env("PATH", &path);
        let output = shell.output().expect("a shell runs");
        let written = String::from_utf8_lossy(&output.stdout);
        assert_eq!(written.trim_end(), expected.trim_end(), "{command}");
        commands += 1;
    }
    assert!(commands >= 4, "{commands} commands");
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
