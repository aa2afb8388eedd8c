//! The examples of `docs/hosting.md`.

use crate::common::program::BINARY;
use othello::game::{Game, Setup};

#[path = "../../../examples/host.rs"]
#[allow(dead_code, reason = "a test does not use main")]
mod example;

const PAGE: &str = include_str!("../../../docs/hosting.md");

#[test]
fn the_rust_host_plays_a_game() {
    let (moves, result) = example::play(BINARY).expect("the engine plays");
    check(&moves, &result);
    assert!(PAGE.contains(include_str!("../../../examples/host.rs")), "the page shows the file");
}

#[test]
#[cfg(unix)]
fn the_python_host_plays_a_game() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/host.py");
    let host = std::process::Command::new("python3").args([script, BINARY]).output();
    let output = host.expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it is text");
    let (moves, result) = text.trim_end().split_once('\n').expect("two lines");
    check(moves, result);
    assert!(PAGE.contains(include_str!("../../../examples/host.py")), "the page shows the file");
}

fn check(moves: &str, result: &str) {
    let game = Game::from_transcript(Setup::START, moves).expect("legal moves");
    assert!(game.is_over(), "{moves}");
    assert!(["p1win", "p2win", "draw"].contains(&result), "{result}");
}
