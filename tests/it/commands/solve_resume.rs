//! `solve --resume`: after an interruption, and with existing result files.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::batch::{ENDGAMES, HARD, endgames, file, solve, without_times};
use crate::common::program::command;
#[cfg(unix)]
use crate::common::program::interrupt;
use crate::common::run::{DONE, ERROR, NO};
use crate::common::text;
use serde_json::Value;
use tempfile::TempDir;

/// The log of a run with these arguments.
fn log(arguments: &[&str]) -> String {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.jsonl");
    assert_eq!(solve(&[arguments, &["--out", text(&out)]].concat()).code, DONE);
    fs::read_to_string(&out).unwrap()
}

/// The lines of the input whose results are in `log`.
fn numbers(log: &str) -> Vec<u64> {
    let rows = log.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    rows.filter_map(|row| row["line"].as_u64()).collect()
}

#[test]
fn resuming_keeps_results_and_appends_the_rest() {
    let folder = TempDir::new().unwrap();
    let whole = log(&[ENDGAMES, "--lines", "1-60"]);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines[0], "{\"reply\":\"settings\",\"wld\":false,\"all_best\":false}\n");
    let marked = lines[2].replace("\"nodes\":", "\"nodes\":9");
    for (name, there) in [
        ("nothing", String::new()),
        ("the start", lines[..10].concat()),
        ("half of the settings", lines[0][..20].to_owned()),
        ("a torn line", lines[..10].concat() + &lines[10][..30]),
        ("a gap", lines[..5].concat() + &lines[7..12].concat()),
        ("everything", whole.clone()),
        ("marked", lines[..2].concat() + &marked),
    ] {
        let out = file(&folder, &format!("{name}.jsonl"), &there);
        let run = solve(&[ENDGAMES, "--lines", "1-60", "--out", text(&out), "--resume"]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (DONE, "", ""), "{name}");
        let expected =
            if name == "marked" { whole.replace(lines[2], &marked) } else { whole.clone() };
        let found = fs::read_to_string(&out).unwrap();
        assert_eq!(without_times(&found), without_times(&expected), "{name}");
    }
}

#[test]
fn csv_output_includes_results_from_the_log() {
    let folder = TempDir::new().unwrap();
    let arguments = [ENDGAMES, "--lines", "1-40", "--csv"];
    let whole = solve(&arguments).stdout;
    let start: String = log(&[ENDGAMES, "--lines", "1-40"]).split_inclusive('\n').take(8).collect();
    let out = file(&folder, "out.jsonl", &start);
    let run = solve(&[&arguments[..], &["--check", "--out", text(&out), "--resume"]].concat());
    assert_eq!(run.code, DONE, "{}", run.stderr);
    let columns = |csv: &str| -> Vec<Vec<String>> {
        csv.lines().map(|row| row.split(',').take(12).map(str::to_owned).collect()).collect()
    };
    assert_eq!(columns(&run.stdout), columns(&whole));
    assert!(fs::read_to_string(&out).unwrap().starts_with(&start));
}

#[test]
fn unsolved_positions_are_solved_on_resume() {
    let folder = TempDir::new().unwrap();
    let whole = log(&[ENDGAMES, "--lines", "1-40"]);
    let out = file(&folder, "out.jsonl", &whole.replacen("solved", "unsolved", 1));
    let run = solve(&[ENDGAMES, "--lines", "1-40", "--out", text(&out), "--resume"]);
    assert_eq!((run.code, &*run.stderr), (DONE, ""));
    let found = fs::read_to_string(&out).unwrap();
    assert!(!found.contains("unsolved"), "{found}");
    assert_eq!(found.lines().count(), whole.lines().count());
    let others = found.lines().zip(whole.lines()).filter(|(found, whole)| found != whole);
    assert!(others.count() <= 1, "solved again: {found}");
}

#[test]
fn a_position_given_up_twice_has_one_row() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &format!("{HARD}\n{}\n", endgames(1)[0]));
    let out = folder.path().join("out.jsonl");
    for _ in 0..2 {
        let files = ["--out", text(&out), "--resume"];
        let run = solve(&[&[text(&input), "--timeout", "0.5"], &files[..]].concat());
        assert_eq!(run.code, NO);
        assert!(run.stderr.ends_with("1 of 2 positions solved, 1 given up, 0 bad lines\n"));
        let found = fs::read_to_string(&out).unwrap();
        assert_eq!((found.lines().count(), found.matches("unsolved").count()), (3, 1), "{found}");
    }
}

#[test]
fn other_settings_are_refused() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &endgames(4).join("\n"));
    let out = folder.path().join("out.jsonl");
    let arguments = [text(&input), "--out", text(&out), "--resume"];
    assert_eq!(solve(&[&arguments[..], &["--all-best"]].concat()).code, DONE);
    let kept = fs::read_to_string(&out).unwrap();
    assert_eq!(kept.matches(r#","all_best":true}"#).count(), 1, "{kept}");
    assert_eq!(kept.matches(r#""all_best":["#).count(), 4, "{kept}");
    for (flags, difference) in [
        (&[][..], "line 1: other settings: all-best was true and is false"),
        (&["--wld"], "wld was false and is true, all-best was true and is false"),
    ] {
        let run = solve(&[&arguments[..], flags].concat());
        assert_eq!(run.code, ERROR);
        assert!(run.stderr.contains(difference), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&out).unwrap(), kept);
    }
    assert_eq!(solve(&[&arguments[..], &["--all-best"]].concat()).code, DONE);
    assert_eq!(fs::read_to_string(&out).unwrap(), kept);
}

#[test]
fn a_log_of_another_input_is_refused() {
    let folder = TempDir::new().unwrap();
    let problems = endgames(3);
    let first = file(&folder, "first", &problems.join("\n"));
    let other = file(&folder, "other", &format!("{}\n{}\n", problems[0], problems[2]));
    let out = folder.path().join("out.jsonl");
    assert_eq!(solve(&[text(&first), "--out", text(&out), "--resume"]).code, DONE);
    let before = fs::read_to_string(&out).unwrap();
    let run = solve(&[text(&other), "--out", text(&out), "--resume"]);
    assert_eq!(run.code, ERROR);
    let expected = format!("in {}: line 3: there is no such position on line 2", text(&out));
    assert!(run.stderr.contains(&expected), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap(), before);
}

#[test]
fn sorting_rows_changes_no_other_file() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    // This takes longer than the positions after it.
    let slow = "1OXXXX2/OOOXXX1X/OOXXOXXX/OXOXOXXX/OXOOXX2/OXXXXX2/1OXX4/OO6 O";
    let input = file(&folder, "in", &format!("{slow}\n{easy}\n{easy}\n"));
    let out = folder.path().join("out.jsonl");
    let other = file(&folder, "out.jsonl.partial", "precious");
    let solved = solve(&[text(&input), "--jobs", "2", "--out", text(&out)]);
    assert_eq!(solved.code, DONE, "{}", solved.stderr);
    assert_eq!(numbers(&fs::read_to_string(&out).unwrap()), [1, 2, 3]);
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_ends_cleanly() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    let input = file(&folder, "in", &format!("{easy}\n{HARD}\n{easy}\n"));
    let log = folder.path().join("log.jsonl");
    // The second job solves the third position while the first is stuck.
    let mut child = command()
        .args(["solve", text(&input), "--csv", "--jobs", "2", "--hash", "2"])
        .args(["--out", text(&log)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    while out.lines().count() < 2 {
        assert!(stdout.read_line(&mut out).unwrap() > 0, "{out}");
    }
    // The settings, and the results of the first and the third position.
    while fs::read_to_string(&log).unwrap().lines().count() < 3 {
        thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    stdout.read_to_string(&mut out).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(ERROR));
    let stderr = String::from_utf8(ended.stderr).unwrap();
    let start = "outflank: 2 of 3 positions solved, 0 given up, 0 bad lines; interrupted";
    assert!(stderr.contains(start), "{stderr}");
    let numbers: Vec<&str> = out.lines().skip(1).filter_map(|row| row.split(',').nth(1)).collect();
    assert_eq!(numbers, ["1", "3"]);
}

#[test]
fn results_are_in_the_file_when_the_process_is_killed() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    let input = file(&folder, "in", &format!("{HARD}\n{easy}\n{easy}\n"));
    let out = folder.path().join("out.jsonl");
    let arguments = ["solve", text(&input), "--out", text(&out), "--resume"];
    let numbers = || numbers(&fs::read_to_string(&out).unwrap_or_default());
    // The second job solves the other positions while the first is stuck.
    let mut child = command()
        .args(arguments)
        .args(["--jobs", "2", "--hash", "2"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while numbers().len() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(numbers(), [2, 3]);
    let known = fs::read_to_string(&out).unwrap();

    let resumed = solve(&[&arguments[1..], &["--timeout", "0.5"]].concat());
    assert_eq!(resumed.code, NO);
    assert_eq!(numbers(), [1, 2, 3]);
    let found = fs::read_to_string(&out).unwrap();
    assert!(known.lines().all(|line| found.lines().any(|other| other == line)), "solved again");
}
