//! `puzzles`: positions with a single best move.

use std::fs;

use crate::common::run::{DONE, ERROR, answer, run};
use serde_json::Value;
use tempfile::TempDir;

/// Boards with 9 to 17 empties.
const BOARDS: &str = "tests/data/exact-late.obf";

fn puzzles(rows: &[Value]) -> Vec<&Value> {
    rows.iter().flat_map(|row| row["puzzles"].as_array().unwrap()).collect()
}

#[test]
fn the_lead_of_a_puzzle_agrees_with_solve() {
    let rows = run(&["puzzles", BOARDS, "--lines", "1200-", "--json"]).json();
    let puzzles = puzzles(&rows);
    assert!(puzzles.len() > 3, "{}", puzzles.len());
    for puzzle in puzzles.into_iter().take(8) {
        let board = puzzle["board"].as_str().unwrap();
        let solved = &run(&["solve", board, "--all-best", "--json"]).json()[0];
        assert_eq!(solved["score"], puzzle["score"], "{puzzle}");
        assert_eq!(solved["all_best"], serde_json::json!([puzzle["best"]]), "{puzzle}");
        assert!(puzzle["lead"].as_f64().unwrap() >= 2.0, "{puzzle}");
        let values = puzzle["values"].as_array().unwrap();
        assert!(values.len() >= 3 && values[0]["move"] == puzzle["best"], "{puzzle}");
    }
}

#[test]
fn every_format_has_the_same_puzzles_and_a_file_resumes() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("puzzles.jsonl");
    fn with<'a>(flags: &[&'a str]) -> Vec<&'a str> {
        [&["puzzles", BOARDS, "--lines", "1400-"], flags].concat()
    }
    let text = answer(&with(&[]));
    let csv = answer(&with(&["--csv", "--jobs", "2"]));
    let table = answer(&with(&["--table"]));
    assert!(text.starts_with("file tests/data/exact-late.obf line "), "{text}");
    assert!(
        csv.starts_with("file,line,game,ply,board,empties,grade,best,score,lead,pv\n"),
        "{csv}"
    );
    let count = text.lines().count();
    assert_eq!((csv.lines().count(), table.lines().count()), (count + 1, count + 1));

    let file = log.to_str().unwrap();
    assert_eq!(answer(&with(&["--out", file])), "");
    let whole = fs::read_to_string(&log).unwrap();
    let half: String = whole.split_inclusive('\n').take(30).collect();
    fs::write(&log, half).unwrap();
    assert_eq!(answer(&with(&["--out", file, "--resume"])), "");
    assert_eq!(fs::read_to_string(&log).unwrap(), whole);
    let other = run(&with(&["--out", file, "--resume", "--lead", "8"]));
    assert_eq!(other.code, ERROR);
    assert!(other.stderr.contains("other settings: lead was 2 and is 8"), "{}", other.stderr);

    let hard = run(&with(&["--grade", "hard", "--json"])).json();
    assert!(puzzles(&hard).iter().all(|puzzle| puzzle["grade"] == "hard"), "{hard:?}");
    assert_eq!(run(&["puzzles"]).code, ERROR);
    let none = run(&["puzzles", "f5d6c3", "--json"]);
    assert_eq!((none.code, &*none.stderr), (DONE, "outflank: no puzzle in 1 game\n"));
}
