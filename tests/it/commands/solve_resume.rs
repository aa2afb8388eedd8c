//! `solve --resume`: after an interruption, and with existing result files.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::batch::{ENDGAMES, HARD, endgames, file, solve, without_times};
use crate::common::program::command;
#[cfg(target_os = "linux")]
use crate::common::program::{interrupt, thread_count};
use crate::common::run::{DONE, ERROR, NO};
use crate::common::text;
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn resuming_keeps_results_and_appends_the_rest() {
    let folder = TempDir::new().unwrap();
    let whole = solve(&[ENDGAMES, "--json", "--lines", "1-60"]).stdout;
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let marked = lines[2].replace("\"nodes\":", "\"nodes\":9");
    for (name, there) in [
        ("nothing", String::new()),
        ("the start", lines[..10].concat()),
        ("a torn line", lines[..10].concat() + &lines[10][..30]),
        ("a gap", lines[..5].concat() + &lines[7..12].concat()),
        ("everything", whole.clone()),
        ("marked", lines[..2].concat() + &marked),
    ] {
        let out = file(&folder, name, &there);
        let run = solve(&[ENDGAMES, "--json", "--lines", "1-60", "--out", text(&out), "--resume"]);
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (DONE, "", ""), "{name}");
        let expected =
            if name == "marked" { whole.replace(lines[2], &marked) } else { whole.clone() };
        let found = fs::read_to_string(&out).unwrap();
        assert_eq!(without_times(&found), without_times(&expected), "{name}");
    }
}

#[test]
fn resuming_works_in_every_form() {
    let folder = TempDir::new().unwrap();
    for flag in [&["--json"][..], &["--csv"], &[]] {
        let arguments = [&[ENDGAMES, "--lines", "1-40"], flag].concat();
        let whole = solve(&arguments).stdout;
        let start: String = whole.split_inclusive('\n').take(8).collect();
        let out = file(&folder, "out", &start);
        let run = solve(&[&arguments[..], &["--check", "--out", text(&out), "--resume"]].concat());
        assert_eq!(run.code, DONE, "{}", run.stderr);
        let found = fs::read_to_string(&out).unwrap();
        assert!(found.starts_with(&start));
        assert_eq!(found.lines().count(), whole.lines().count());
    }
}

#[test]
fn unsolved_positions_are_solved_on_resume() {
    let folder = TempDir::new().unwrap();
    for flag in [&["--json"][..], &["--csv"], &[]] {
        let arguments = [&[ENDGAMES, "--lines", "1-40"], flag].concat();
        let whole = solve(&arguments).stdout;
        let out = file(&folder, "out", &whole.replacen("solved", "unsolved", 1));
        let run = solve(&[&arguments[..], &["--out", text(&out), "--resume"]].concat());
        assert_eq!((run.code, &*run.stderr), (DONE, ""));
        let found = fs::read_to_string(&out).unwrap();
        assert!(!found.contains("unsolved"), "{found}");
        assert_eq!(found.lines().count(), whole.lines().count());
        let others = found.lines().zip(whole.lines()).filter(|(found, whole)| found != whole);
        assert!(others.count() <= 1, "solved again: {found}");
    }
}

#[test]
fn a_position_given_up_twice_has_one_row() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &format!("{HARD}\n{}\n", endgames(1)[0]));
    let out = folder.path().join("out");
    for _ in 0..2 {
        let files = ["--json", "--out", text(&out), "--resume"];
        let run = solve(&[&[text(&input), "--timeout", "0.5"], &files[..]].concat());
        assert_eq!(run.code, NO);
        assert!(run.stderr.ends_with("1 of 2 positions solved, 1 given up, 0 bad lines\n"));
        let found = fs::read_to_string(&out).unwrap();
        assert_eq!((found.lines().count(), found.matches("unsolved").count()), (2, 1), "{found}");
    }
}

#[test]
fn a_later_timeout_keeps_earlier_results() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &endgames(30).join("\n"));
    for flag in [&["--json"][..], &["--csv"], &[]] {
        let out = folder.path().join("out");
        let arguments = [&[text(&input), "--out", text(&out), "--resume"], flag].concat();
        assert_eq!(solve(&arguments).code, DONE);
        let found = fs::read_to_string(&out).unwrap();
        let run = solve(&[&arguments[..], &["--all-best", "--timeout", "0.000001"]].concat());
        assert_eq!(run.code, NO, "some are given up: {}", run.stderr);
        let later = fs::read_to_string(&out).unwrap();
        assert!(!later.contains("unsolved"), "{later}");
        assert_eq!(later.lines().count(), found.lines().count());
        fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_run_for_all_best_moves_that_was_killed_goes_on_in_either_way() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &endgames(4).join("\n"));
    for flag in [&["--json"][..], &["--csv"], &[]] {
        let arguments = [&[text(&input)], flag].concat();
        let mut killed = solve(&arguments).stdout;
        let all_best = solve(&[&arguments[..], &["--all-best"]].concat()).stdout;
        killed += all_best.lines().nth(2).unwrap();
        killed += "\n";
        for more in [&[][..], &["--all-best"]] {
            let out = file(&folder, "out", &killed);
            let files = ["--out", text(&out), "--resume"];
            let run = solve(&[&arguments[..], more, &files[..]].concat());
            assert_eq!((run.code, &*run.stderr), (DONE, ""));
        }
    }
    // A contradicting result belongs to another input.
    let mut contradicted = solve(&[text(&input), "--json"]).stdout;
    let mut other: Value = serde_json::from_str(contradicted.lines().next().unwrap()).unwrap();
    other["score"] = (other["score"].as_f64().unwrap() + 2.0).into();
    contradicted += &format!("{other}\n");
    let out = file(&folder, "out", &contradicted);
    let run = solve(&[text(&input), "--json", "--out", text(&out), "--resume"]);
    assert_eq!(run.code, ERROR);
    assert!((run.stdout + &run.stderr).contains("has another result"));
}

#[test]
fn one_best_move_does_not_serve_all_best() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &endgames(20).join("\n"));
    let sorted = |moves: Vec<&str>| {
        let mut moves: Vec<String> = moves.into_iter().map(str::to_owned).collect();
        moves.sort_unstable();
        moves
    };
    let of_csv = |rows: &str| -> Vec<Vec<String>> {
        let columns = rows.lines().skip(1).map(|row| row.split(',').nth(7).unwrap());
        columns.map(|moves| sorted(moves.split(' ').collect())).collect()
    };
    let all_best = of_csv(&solve(&[text(&input), "--csv", "--all-best"]).stdout);
    assert!(all_best.iter().any(|moves| moves.len() > 1), "no position has several best moves");

    let out = folder.path().join("out.csv");
    let arguments = [text(&input), "--csv", "--out", text(&out), "--resume"];
    for more in [&[][..], &["--all-best"], &["--all-best"]] {
        assert_eq!(solve(&[&arguments, more].concat()).code, DONE);
    }
    assert_eq!(of_csv(&fs::read_to_string(&out).unwrap()), all_best);

    // JSON records the request, so nothing is solved a third time.
    let out = folder.path().join("out.jsonl");
    let arguments = [text(&input), "--json", "--out", text(&out), "--resume"];
    for more in [&[][..], &["--all-best"]] {
        assert_eq!(solve(&[&arguments, more].concat()).code, DONE);
    }
    let found = fs::read_to_string(&out).unwrap();
    assert_eq!(found.matches(r#","all_best":true}"#).count(), 20, "{found}");
    for (row, moves) in found.lines().zip(all_best) {
        let row: Value = serde_json::from_str(row).unwrap();
        let best = row["best"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
        assert_eq!(sorted(best.collect()), moves, "{row}");
    }
    for more in [&[][..], &["--all-best"]] {
        assert_eq!(solve(&[&arguments, more].concat()).code, DONE);
        assert_eq!(fs::read_to_string(&out).unwrap(), found);
    }
}

#[test]
fn results_of_another_input_are_not_appended_to() {
    let folder = TempDir::new().unwrap();
    let problems = endgames(3);
    let first = file(&folder, "first", &problems.join("\n"));
    let other = file(&folder, "other", &format!("{}\n{}\n", problems[0], problems[2]));
    let out = folder.path().join("out");
    assert_eq!(solve(&[text(&first), "--json", "--out", text(&out), "--resume"]).code, DONE);
    let before = fs::read_to_string(&out).unwrap();
    for arguments in [&[text(&other), "--json"][..], &[text(&first), "--csv"]] {
        let run = solve(&[arguments, &["--out", text(&out), "--resume"]].concat());
        assert_eq!(run.code, ERROR);
        let said = run.stdout + &run.stderr;
        assert!(said.contains(&format!("in {}: line ", text(&out))), "{said}");
        assert_eq!(fs::read_to_string(&out).unwrap(), before);
    }
}

#[test]
fn putting_rows_in_order_touches_no_other_file() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    // This takes longer than the positions after it.
    let slow = "1OXXXX2/OOOXXX1X/OOXXOXXX/OXOXOXXX/OXOOXX2/OXXXXX2/1OXX4/OO6 O";
    let input = file(&folder, "in", &format!("{slow}\n{easy}\n{easy}\n"));
    let out = folder.path().join("out.csv");
    let other = file(&folder, "out.csv.partial", "precious");
    let solved = solve(&[text(&input), "--csv", "--jobs", "2", "--out", text(&out)]);
    assert_eq!(solved.code, DONE, "{}", solved.stderr);
    let found = fs::read_to_string(&out).unwrap();
    let numbers: Vec<&str> =
        found.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(numbers, ["1", "2", "3"]);
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_batch_ends_cleanly_and_can_be_resumed() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    let input = file(&folder, "in", &format!("{easy}\n{HARD}\n{easy}\n"));
    // The second job solves the third position while the first is stuck.
    let mut child = command()
        .args(["solve", text(&input), "--csv", "--jobs", "2", "--hash", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    while out.lines().count() < 2 {
        assert!(stdout.read_line(&mut out).unwrap() > 0, "{out}");
    }
    // The third position is solved once only the main thread, the thread for signals and the job
    // that is stuck are left.
    while thread_count(&child) > 3 {
        thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    stdout.read_to_string(&mut out).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(ERROR));
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(stderr, "outflank: 2 of 3 positions solved, 0 given up, 0 bad lines; interrupted\n");
    let numbers: Vec<&str> = out.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(numbers, ["1", "3"]);

    let results = file(&folder, "out", &out);
    let resumed =
        solve(&[text(&input), "--csv", "--timeout", "0.5", "--out", text(&results), "--resume"]);
    assert_eq!(resumed.code, NO);
    let found = fs::read_to_string(&results).unwrap();
    let numbers: Vec<&str> =
        found.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(numbers, ["1", "2", "3"]);
}

#[test]
fn results_are_in_the_file_when_the_process_is_killed() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    let input = file(&folder, "in", &format!("{HARD}\n{easy}\n{easy}\n"));
    let out = folder.path().join("out");
    let arguments = ["solve", text(&input), "--csv", "--out", text(&out), "--resume"];
    let numbers = || -> Vec<String> {
        let found = fs::read_to_string(&out).unwrap_or_default();
        let rows = found.lines().skip(1).filter_map(|row| row.split_once(','));
        rows.map(|(number, _)| number.to_owned()).collect()
    };
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
    assert_eq!(numbers(), ["2", "3"]);
    let known = fs::read_to_string(&out).unwrap();

    let resumed = solve(&[&arguments[1..], &["--timeout", "0.5"]].concat());
    assert_eq!(resumed.code, NO);
    assert_eq!(numbers(), ["1", "2", "3"]);
    let found = fs::read_to_string(&out).unwrap();
    assert!(known.lines().all(|line| found.lines().any(|other| other == line)), "solved again");
}
