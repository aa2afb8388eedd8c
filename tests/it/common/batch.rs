//! Helpers for `solve`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use super::run::{Run, run_with};

/// Solved positions with 8 to 12 empties.
pub const ENDGAMES: &str = "src/suites/endgames.txt";
/// 34 empties: takes days.
pub const HARD: &str = "--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X";

pub fn solve_with(arguments: &[&str], input: &str) -> Run {
    run_with(&[&["solve"], arguments, &["--hash", "4"]].concat(), input)
}

pub fn solve(arguments: &[&str]) -> Run {
    solve_with(arguments, "")
}

/// The first `count` problems of [`ENDGAMES`].
pub fn endgames(count: usize) -> Vec<String> {
    let text = fs::read_to_string(ENDGAMES).unwrap();
    let problems = text.lines().filter(|line| line.contains(';') && !line.starts_with('%'));
    problems.take(count).map(str::to_owned).collect()
}

pub fn file(folder: &TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path
}

/// `text` without times.
pub fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let mut row: Value = serde_json::from_str(line).expect(line);
        row["time"] = Value::Null;
        row.to_string() + "\n"
    };
    text.lines().map(line).collect()
}
