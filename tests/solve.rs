//! `solve`: order, forms, checking, faults, and going on after an interruption.
#![cfg(feature = "cli")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use common::run::{DONE, ERROR, NO, Run, answer, run_with};
use serde_json::Value;
use tempfile::TempDir;

/// Solved positions of 8 to 12 empties.
const ENDGAMES: &str = "src/suites/endgames.txt";
/// One of 34 empties, which takes for ever.
const HARD: &str = "--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X";

fn solve_with(arguments: &[&str], input: &str) -> Run {
    run_with(&[&["solve"], arguments, &["--hash", "4"]].concat(), input)
}

fn solve(arguments: &[&str]) -> Run {
    solve_with(arguments, "")
}

/// The first lines of problems in [`ENDGAMES`].
fn endgames(count: usize) -> Vec<String> {
    let text = fs::read_to_string(ENDGAMES).unwrap();
    let problems = text.lines().filter(|line| line.contains(';') && !line.starts_with('%'));
    problems.take(count).map(str::to_owned).collect()
}

/// A file `name` with `content` in `folder`.
fn file(folder: &TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// `text` without what depends on the time.
fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let mut row: Value = serde_json::from_str(line).expect(line);
        row["seconds"] = Value::Null;
        row.to_string() + "\n"
    };
    text.lines().map(line).collect()
}

#[test]
fn results_come_in_the_order_of_the_input_however_many_jobs() {
    let alone = solve(&[ENDGAMES, "--json"]);
    let together = solve(&[ENDGAMES, "--json", "--jobs", "4"]);
    assert_eq!((alone.code, together.code), (DONE, DONE));
    let lines: Vec<u64> = together.json().iter().filter_map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines.len(), 300);
    assert!(lines.is_sorted());
    let scores = |run: &Run| -> Vec<Value> {
        run.json().into_iter().map(|row| row["score"].clone()).collect()
    };
    assert_eq!(scores(&alone), scores(&together));
}

#[test]
fn what_was_solved_before_tells_nothing_of_a_position() {
    // It has so many empties that the table is of use.
    let problem = "-OO-X-O---OXXO--OXXOOOOOOXXOOOOOOXOOOOOO--XOXOXO-XXXXXXO---OOOOO X";
    let lines = format!("{problem}\n{problem}\n");
    let twice = solve_with(&["-", "--json", "--jobs", "1"], &lines);
    let nodes: Vec<u64> = twice.json().iter().filter_map(|row| row["nodes"].as_u64()).collect();
    assert!(nodes.len() == 2 && nodes[0] == nodes[1], "{nodes:?}");
}

#[test]
fn a_result_has_all_fields_in_every_form() {
    let problem = &endgames(1)[0];
    let json = solve_with(&["-", "--json"], problem);
    let row = &json.json()[0];
    let names: Vec<&String> = row.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "best",
            "bound",
            "certainty",
            "line",
            "nodes",
            "position",
            "pv",
            "reply",
            "score",
            "seconds",
            "selectivity",
            "status"
        ]
    );
    assert_eq!((&row["status"], &row["certainty"]), (&"solved".into(), &"exact".into()));
    assert_eq!(row["position"], problem[..66]);
    assert_eq!(row["best"][0], row["pv"][0]);

    let csv = solve_with(&["-", "--csv"], problem).stdout;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "line,position,status,score,bound,certainty,selectivity,best,nodes,seconds,pv"
    );
    assert!(lines[1].starts_with(&format!("1,{},solved,", &problem[..66])));
    assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());

    let text = solve_with(&["-"], problem).stdout;
    assert!(text.starts_with(&format!("line 1 position {} status solved score ", &problem[..66])));
}

#[test]
fn right_scores_pass_the_check() {
    let run = solve(&[ENDGAMES, "--check", "--jobs", "2"]);
    assert_eq!(run.code, DONE);
    assert_eq!(run.stderr, "outflank: 300 right, 0 wrong, 0 without a score to compare with\n");
    assert_eq!(solve(&[ENDGAMES, "--check", "--wld"]).code, DONE);
}

#[test]
fn wrong_scores_and_moves_fail_the_check() {
    let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";
    let good = solve_with(&["-", "--csv"], board).stdout;
    let row: Vec<&str> = good.lines().nth(1).unwrap().split(',').collect();
    let (score, best) = (row[3], row[7]);
    let input = format!("{board}; {best}:{score};\n{board}; {best}:+64;\n{board}\n");
    let run = solve_with(&["-", "--check"], &input);
    assert_eq!(run.code, NO);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert!(errors[0].starts_with("outflank: standard input:2: score "), "{errors:?}");
    assert_eq!(errors[1], "outflank: 1 right, 1 wrong, 1 without a score to compare with");
    assert_eq!(run.stdout.lines().count(), 3);
}

/// The moves of `problem`, best ones first, then the others.
fn best_and_other_moves(problem: &str) -> (Vec<String>, Vec<String>) {
    let row = &solve_with(&["-", "--json", "--all-best"], problem).json()[0];
    let best = row["best"].as_array().unwrap().iter();
    let best: Vec<String> = best.map(|mv| mv.as_str().unwrap().to_owned()).collect();
    let moves = answer(&["moves", problem]);
    let others = moves.split_whitespace().skip(1).map(str::to_owned);
    let others = others.filter(|mv| !best.contains(mv)).collect();
    (best, others)
}

#[test]
fn a_move_that_is_not_listed_fails_the_check_if_several_are() {
    // Two moves of the problem that are not the best ones, with the best one's score.
    let problems = endgames(30).into_iter();
    let problem = problems.map(|problem| (best_and_other_moves(&problem).1, problem));
    let (others, problem) = problem.into_iter().find(|(others, _)| others.len() > 1).unwrap();
    let score = solve_with(&["-", "--json"], &problem).json()[0]["score"].clone();
    let [one, other] = [&others[0], &others[1]];
    let input = format!("{}; {one}:{score}; {other}:{score};", &problem[..66]);
    let run = solve_with(&["-", "--check"], &input);
    assert_eq!(run.code, NO);
    assert!(run.stderr.contains("1: best move "), "{}", run.stderr);
}

#[test]
fn any_best_move_passes_the_check_if_one_is_listed() {
    let problems = endgames(60);
    let problem = problems.iter().find(|problem| problem.matches(':').count() > 1);
    let problem = problem.expect("one with several best moves");
    let (best, _) = best_and_other_moves(problem);
    let score = solve_with(&["-", "--json"], problem).json()[0]["score"].clone();
    let line = |mv| format!("{}; {mv}:{score};\n", &problem[..66]);
    let run = solve_with(&["-", "--check"], &best.iter().map(line).collect::<String>());
    assert_eq!(run.code, DONE, "{}", run.stderr);
    assert!(run.stderr.starts_with(&format!("outflank: {} right, 0 wrong", best.len())));
}

#[test]
fn all_best_moves_are_those_of_the_table() {
    for problem in endgames(20) {
        let row = &solve_with(&["-", "--json", "--all-best"], &problem).json()[0];
        let found = row["best"].as_array().unwrap();
        let mut found: Vec<&str> = found.iter().map(|mv| mv.as_str().unwrap()).collect();
        let known = problem[67..].split('%').next().unwrap().to_lowercase();
        let mut known: Vec<&str> = known
            .split(';')
            .filter_map(|part| part.trim().split_once(':'))
            .map(|(mv, _)| mv)
            .collect();
        found.sort_unstable();
        known.sort_unstable();
        assert_eq!(found, known, "{problem}");
    }
}

#[test]
fn who_wins_is_less_than_the_score() {
    let run = solve(&[ENDGAMES, "--wld", "--json", "--lines", "1-60"]);
    assert_eq!(run.code, DONE);
    for row in run.json() {
        assert_eq!(row["status"], "solved");
        assert_ne!(row["certainty"], "selective");
    }
}

#[test]
fn boards_transcripts_and_fens_are_problems_too() {
    let game = "f5d6c3d3c4";
    let board = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";
    let fen = "OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/XOOOOO2 X";
    let input = format!("% one\n\n{board}\n  # two\r\n{fen}\r\n{game}\n");
    let run = solve_with(&["-", "--json", "--timeout", "0.01"], &input);
    let rows = run.json();
    let lines: Vec<u64> = rows.iter().filter_map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines, [3, 5, 6]);
    assert_eq!(rows[0]["position"], rows[1]["position"]);
    assert_eq!(rows[0]["score"], rows[1]["score"]);
    assert_eq!(rows[2]["status"], "unsolved");
}

#[test]
fn a_file_that_is_none_is_reported_whichever_lines_are_asked_for() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("header.wtb");
    for (bytes, fault) in [
        (&[20, 26, 2, 18, 1, 0, 0, 0, 0, 0][..], "its header cannot be read"),
        (&[b'x', 0, 1, 2], "neither text nor a WTHOR file"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        for lines in ["1-", "5-9"] {
            let run = solve(&[text(&path), "--lines", lines]);
            assert_eq!(run.code, NO, "{lines}");
            assert!(run.stderr.contains(fault), "{}", run.stderr);
        }
    }
}

#[test]
fn bad_lines_are_reported_and_the_others_solved() {
    let folder = TempDir::new().unwrap();
    let good = &endgames(1)[0];
    let input =
        file(&folder, "in.obf", &format!("{good}\n---\nf5f5\n{good}\n{} X; A1:+2;\n", &good[..64]));
    let run = solve(&[text(&input), "--json"]);
    assert_eq!(run.code, NO);
    assert_eq!(run.json().len(), 2);
    let errors: Vec<&str> = run.stderr.lines().collect();
    let name = text(&input);
    assert!(errors[0].starts_with(&format!("outflank: {name}:2:1: \"---\" starts no record")));
    assert!(errors[1].starts_with(&format!("outflank: {name}:3:3: move 2, \"f5\"")));
    assert_eq!(
        errors.last().unwrap(),
        &"outflank: 2 of 2 positions solved, 0 given up, 3 bad lines"
    );
}

#[test]
fn what_takes_too_long_is_given_up() {
    let input = format!("{HARD}\n{}\n", endgames(1)[0]);
    let run = solve_with(&["-", "--timeout", "0.1", "--json", "--check"], &input);
    assert_eq!(run.code, NO);
    let rows = run.json();
    assert_eq!((&rows[0]["status"], &rows[1]["status"]), (&"unsolved".into(), &"solved".into()));
    assert!(run.stderr.ends_with("1 of 2 positions solved, 1 given up, 0 bad lines\n"));
}

#[test]
fn files_that_cannot_be_used_are_errors() {
    let run = solve(&["no such file"]);
    assert_eq!(run.code, ERROR);
    assert!(run.stderr.starts_with("outflank: no such file cannot be read: "), "{}", run.stderr);
    let run = solve(&[ENDGAMES, "--out", "no such folder/out"]);
    assert_eq!(run.code, ERROR);
    assert!(run.stderr.contains("no such folder/out cannot be opened: "), "{}", run.stderr);
}

#[test]
fn nothing_is_solved_at_once() {
    let run = solve_with(&["-"], "% no position\n");
    assert_eq!((run.code, &*run.stderr), (DONE, "outflank: there is nothing to solve\n"));
}

#[test]
fn lines_that_are_no_results_are_quoted() {
    let folder = TempDir::new().unwrap();
    for (flag, format) in [("--json", "JSON"), ("--csv", "CSV")] {
        let out = file(&folder, "out", "these are no results\n");
        let run = solve(&[ENDGAMES, flag, "--out", text(&out), "--resume"]);
        let fault = format!(
            "line 1: \"these are no results\" is no result in {format}: expected a line that solve"
        );
        assert_eq!(run.code, ERROR);
        assert!((run.stdout + &run.stderr).replace('\\', "").contains(&fault), "{format}");
    }
}

#[test]
fn a_file_of_something_else_is_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    let problem = endgames(1).remove(0);
    let input = file(&folder, "in.obf", &problem);
    for flag in ["--json", "--csv"] {
        let run = solve(&[text(&input), flag, "--out", text(&input), "--resume"]);
        assert_eq!(run.code, ERROR);
        assert!((run.stdout + &run.stderr).contains("it holds something else"));
        assert_eq!(fs::read_to_string(&input).unwrap(), problem);
    }
}

#[test]
fn who_wins_is_no_answer_to_what_the_score_is() {
    let folder = TempDir::new().unwrap();
    // The whole of it is proven where the score is all that there is to win.
    let input = file(&folder, "in.obf", &endgames(40).join("\n"));
    let out = folder.path().join("out");
    let arguments = [text(&input), "--json", "--out", text(&out), "--resume"];
    assert_eq!(solve(&[&arguments[..], &["--wld"]].concat()).code, DONE);
    assert!(fs::read_to_string(&out).unwrap().contains(r#""certainty":"wld""#));
    let run = solve(&arguments);
    assert_eq!(run.code, ERROR);
    assert!((run.stdout + &run.stderr).contains("says only who wins"));
    assert_eq!(solve(&[&arguments[..], &["--wld"]].concat()).code, DONE);
}

#[test]
fn resuming_keeps_what_is_there_and_appends_the_rest() {
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
fn what_was_given_up_is_solved_again() {
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
fn what_is_given_up_again_is_there_once() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "in", &format!("{HARD}\n{}\n", endgames(1)[0]));
    let out = folder.path().join("out");
    for _ in 0..2 {
        let files = ["--json", "--out", text(&out), "--resume"];
        let run = solve(&[&[text(&input), "--timeout", "0.1"], &files[..]].concat());
        assert_eq!(run.code, NO);
        assert!(run.stderr.ends_with("1 of 2 positions solved, 1 given up, 0 bad lines\n"));
        let found = fs::read_to_string(&out).unwrap();
        assert_eq!((found.lines().count(), found.matches("unsolved").count()), (2, 1), "{found}");
    }
}

#[test]
fn what_is_given_up_later_takes_no_result_away() {
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
    // One that contradicts is no result of the same input.
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
fn one_best_move_is_not_taken_for_all() {
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
    assert!(all_best.iter().any(|moves| moves.len() > 1), "several in one at least");

    let out = folder.path().join("out.csv");
    let arguments = [text(&input), "--csv", "--out", text(&out), "--resume"];
    for more in [&[][..], &["--all-best"], &["--all-best"]] {
        assert_eq!(solve(&[&arguments, more].concat()).code, DONE);
    }
    assert_eq!(of_csv(&fs::read_to_string(&out).unwrap()), all_best);

    // JSON says what was sought, and so nothing is solved for a third time.
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
    // One that takes longer than those after it.
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

#[cfg(unix)]
#[test]
fn an_interrupted_batch_ends_cleanly_and_can_be_resumed() {
    let folder = TempDir::new().unwrap();
    let easy = endgames(1).remove(0);
    let input = file(&folder, "in", &format!("{easy}\n{HARD}\n{easy}\n"));
    // The second job solves the third position while the first is stuck.
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
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
    thread::sleep(Duration::from_millis(200));
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    stdout.read_to_string(&mut out).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(ERROR));
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(stderr, "outflank: 2 of 3 positions solved, 0 given up, 0 bad lines; interrupted\n");
    let numbers: Vec<&str> = out.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(numbers, ["1", "3"]);

    let results = file(&folder, "out", &out);
    let resumed =
        solve(&[text(&input), "--csv", "--timeout", "0.1", "--out", text(&results), "--resume"]);
    assert_eq!(resumed.code, NO);
    let found = fs::read_to_string(&results).unwrap();
    let numbers: Vec<&str> =
        found.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(numbers, ["1", "2", "3"]);
}

#[test]
fn what_is_known_is_in_the_file_even_if_the_process_is_killed() {
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
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
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

    let resumed = solve(&[&arguments[1..], &["--timeout", "0.1"]].concat());
    assert_eq!(resumed.code, NO);
    assert_eq!(numbers(), ["1", "2", "3"]);
    let found = fs::read_to_string(&out).unwrap();
    assert!(known.lines().all(|line| found.lines().any(|other| other == line)), "solved again");
}

#[cfg(unix)]
#[test]
fn a_cluster_of_local_jobs_gives_the_same_as_one_process() {
    let folder = TempDir::new().unwrap();
    let work = folder.path().join("work");
    let script = |options: &[&str]| {
        Command::new("scripts/solve-cluster.sh")
            .args(["-n", "100", "-j", "2", "-b", env!("CARGO_BIN_EXE_outflank"), ENDGAMES])
            .args([text(&work), "--", "--hash", "4"])
            .args(options)
            .output()
            .unwrap()
    };
    let first = script(&[]);
    let stderr = String::from_utf8(first.stderr).unwrap();
    if first.status.code() == Some(ERROR) {
        assert!(stderr.starts_with("solve-cluster: GNU parallel is missing: "), "{stderr}");
        return;
    }
    assert_eq!((first.status.code(), &*stderr), (Some(DONE), ""));
    let results = fs::read_to_string(work.join("results.jsonl")).unwrap();
    assert_eq!(without_times(&results), without_times(&solve(&[ENDGAMES, "--json"]).stdout));

    // Nothing is done twice: the times are those of the first run.
    assert_eq!(script(&[]).status.code(), Some(DONE));
    assert_eq!(fs::read_to_string(work.join("results.jsonl")).unwrap(), results);
    assert_eq!(script(&["--wld"]).status.code(), Some(ERROR));
}
