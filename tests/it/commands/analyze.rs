//! `analyze`: tables, lines, JSON, charts, errors, and `--resume`.

use std::fs::{self, File};

use crate::common::run::{DONE, ERROR, NO, Run, answer, run, run_with};
use serde_json::{Value, json};
use tempfile::TempDir;

/// White's fourth move loses all discs.
const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

fn analyze(arguments: &[&str]) -> Run {
    run(&[&["analyze", "--hash", "4", "--level", "2"], arguments].concat())
}

/// The JSON lines of plies.
fn plies(text: &str) -> Vec<Value> {
    let value = |line: &str| -> Value { serde_json::from_str(line).expect(line) };
    text.lines().map(value).filter(|row| row["reply"] == "ply").collect()
}

#[test]
fn moves_are_lines_in_game_order() {
    let lines = analyze(&[SHORT]).stdout;
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines[0].starts_with("game 1 ply 1 side black board "), "{}", lines[0]);
    assert!(lines[0].contains(" played e6 best e6 score "), "{}", lines[0]);
    assert!(lines[9].starts_with("game 1 ply 10 side white "), "{}", lines[9]);
    assert!(lines[9].contains(" score -64.00 certainty exact "), "{}", lines[9]);
    assert_eq!(lines.len(), 10);

    let json = analyze(&[SHORT, "--json"]).json();
    assert_eq!(json[0]["reply"], "game");
    assert_eq!(json[0]["moves"][0], "e6");
    assert_eq!((&json[8]["mark"], &json[8]["played"]), (&"blunder".into(), &"f5".into()));
    assert_eq!((&json[11]["plies"], &json[11]["solved"]), (&10.into(), &9.into()));
    let by_white = |row: &&Value| row["side"] == "white";
    let blunders = json.iter().filter(by_white).filter(|row| row["mark"] == "blunder").count();
    assert_eq!(json[11]["white"]["blunder"], blunders);
}

#[test]
fn a_table_lists_the_moves_in_game_order() {
    let table = answer(&["analyze", "--table", "--level", "2", SHORT]);
    let lines: Vec<&str> = table.lines().collect();
    let (opening, lines) = lines.split_first().unwrap();
    assert_eq!(*opening, "Perpendicular");
    assert_eq!(lines[0], "move       lead  white +64       +64 black  best   loss");
    assert!(lines[1].starts_with("  1 X e6   "), "{}", lines[1]);
    assert!(lines[8].starts_with("  8 O f5?? "), "{}", lines[8]);
    assert!(lines[9].starts_with("  9 X c5      +64              │████████████"), "{}", lines[9]);
    assert!(lines[10].starts_with("end           +64 "), "{}", lines[10]);
    assert_eq!(lines.last(), Some(&""));
    assert!(table.contains("black wins by 64; solved from move 9 on\n"));
    assert!(!table.contains('\u{1b}'), "colours without a terminal");
}

#[test]
fn a_table_prints_the_losses_behind_its_marks() {
    let game = ["f5d6c3d3c4f4c5b3c2e3d2c6b4b5a4", "--level", "2", "--no-book"];
    let table = answer(&[&["analyze", "--table"], &game[..]].concat());
    let json = answer(&[&["analyze", "--json"], &game[..]].concat());
    let lost: Vec<Value> = plies(&json);
    let lost = lost.iter().filter(|ply| ply["loss"].as_f64().is_some_and(|loss| loss > 0.0));
    let mut count = 0;
    for ply in lost {
        let number = format!("{:>3} ", ply["ply"].as_u64().unwrap());
        let loss = format!(" {:.2}", ply["loss"].as_f64().unwrap());
        let mut rows = table.lines().filter(|line| line.starts_with(&number));
        assert!(rows.any(|row| row.ends_with(&loss)), "{ply} in {table}");
        count += 1;
    }
    assert!(count > 3, "{table}");
}

#[test]
fn a_search_without_time_reports_an_estimate() {
    let game = ["analyze", "f5d6c3d3c4", "--nodes", "1", "--no-book", "--json"];
    for ply in plies(&answer(&game)) {
        assert!(ply["score"].as_f64().unwrap().abs() < 64.0, "{ply}");
        assert_eq!(ply["selectivity"], 73, "{ply}");
    }
    // The last of nine moves wipes White out: this stays proven.
    let wiped = plies(&answer(&["analyze", SHORT, "--nodes", "1", "--no-book", "--json"]));
    assert_eq!((&wiped[9]["score"], &wiped[9]["selectivity"]), (&json!(-64.0), &json!(100)));
}

#[test]
fn files_may_contain_games_and_errors() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.txt");
    fs::write(&path, format!("{SHORT}\nf5f5\n(;GM[Othello]PC[x]PB[Ann]PW[Bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)\n")).unwrap();
    let found = analyze(&[path.to_str().unwrap(), "--json"]);
    assert_eq!(found.code, NO);
    assert!(found.stderr.contains("games.txt:2:3: move 2, \"f5\", is illegal"), "{}", found.stderr);
    let games: Vec<Value> = found.json().into_iter().filter(|row| row["reply"] == "game").collect();
    assert_eq!(games.len(), 2);
    assert_eq!(
        (&games[1]["black"], &games[1]["opening"]),
        (&"Ann".into(), &"Perpendicular".into())
    );

    let piped = run_with(&["analyze", "-", "--level", "1"], "f5d6");
    assert_eq!(piped.code, DONE);
    assert_eq!(analyze(&["f5", "f5"]).code, NO);
    assert_eq!(analyze(&["nowhere.txt"]).code, ERROR);
    // Without a game no report is written.
    fs::write(&path, "f5f5\n").unwrap();
    let report = folder.path().join("report.html");
    let found = analyze(&[path.to_str().unwrap(), "--out", report.to_str().unwrap()]);
    assert_eq!((found.code, report.exists()), (NO, false));
}

#[test]
fn an_analysis_resumes_from_its_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.jsonl");
    let arguments = [SHORT, "--out", path.to_str().unwrap(), "--resume"];
    assert_eq!(analyze(&arguments).stdout, "");
    let kept = fs::read_to_string(&path).unwrap();
    let numbers: Vec<u64> = plies(&kept).iter().filter_map(|ply| ply["ply"].as_u64()).collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<u64>>());
    let last = kept.lines().last().unwrap();
    assert!(last.starts_with(r#"{"reply":"analysis","game":1,"plies":10,"left":0"#), "{last}");

    // As if killed while writing the sixth ply. They come last to first.
    let lines: Vec<&str> = kept.split_inclusive('\n').collect();
    let start = lines[..2].concat() + &lines[7..12].iter().rev().copied().collect::<String>();
    fs::write(&path, start + &lines[6][..20]).unwrap();
    assert_eq!(analyze(&arguments).stdout, "");
    let resumed = fs::read_to_string(&path).unwrap();
    let moves = |text: &str| -> Vec<(Value, Value)> {
        plies(text).iter().map(|ply| (ply["ply"].clone(), ply["played"].clone())).collect()
    };
    assert_eq!(moves(&resumed), moves(&kept));
    assert_eq!(plies(&resumed)[5..], plies(&kept)[5..]);
    assert_eq!(resumed.lines().count(), kept.lines().count());
    // Known plies are not searched again, and are shown on request.
    let table = analyze(&[&arguments[..], &["--table"]].concat()).stdout;
    assert!(table.contains("  8 O f5?? "), "{table}");
    assert_eq!(fs::read_to_string(&path).unwrap(), resumed);

    // A file of another analysis is refused and left unchanged.
    for (asked, difference) in [
        (&["f5d6c3"][..], "line 2: another analysis: in game 1 move 1 was e6 and is f5"),
        (&["e6f4e3"], "line 2: another analysis: in game 1 there were 9 moves and are 3"),
        (&[SHORT, "--exact-from", "9"], "line 1: other settings: exact-from was none and is 9"),
        (&[SHORT, "--time", "9"], "level was 2 and is none, time was none and is 9"),
        (&[SHORT, "--nodes", "9"], "level was 2 and is none, nodes was none and is 9"),
    ] {
        let kept = fs::read_to_string(&path).unwrap();
        let is_limited = ["--time", "--nodes"].iter().any(|limit| asked.contains(limit));
        let level = if is_limited { &[][..] } else { &["--level", "2"] };
        let flags = ["--out", path.to_str().unwrap(), "--resume"];
        let other = run(&[&["analyze"], asked, level, &flags].concat());
        assert_eq!(other.code, ERROR);
        assert!(other.stderr.contains(difference), "{}", other.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    }
    // The evaluator counts, not the name of its weights file.
    let settings = fs::read_to_string(&path).unwrap();
    assert!(settings.contains(r#""evaluator":"pattern-"#), "{settings}");
    fs::write(&path, settings.replacen(r#""evaluator":"pattern-"#, r#""evaluator":"pattern-0"#, 1))
        .unwrap();
    let other = analyze(&arguments);
    assert_eq!(other.code, ERROR);
    assert!(other.stderr.contains("evaluator was pattern-0"), "{}", other.stderr);
    for foreign in ["f5d6", "f5d6\n", "{}\n{}"] {
        fs::write(&path, foreign).unwrap();
        assert_eq!(analyze(&arguments).code, ERROR);
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    // A file that another process writes to is refused too.
    let held = File::options().write(true).open(&path).unwrap();
    held.lock().unwrap();
    let other = analyze(&arguments);
    assert_eq!(other.code, ERROR);
    assert!(other.stderr.contains("is in use by another process"), "{}", other.stderr);
    drop(held);
    // As if killed after half a line.
    fs::write(&path, &kept[..7]).unwrap();
    assert_eq!(analyze(&arguments).code, DONE);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), kept.lines().count());
}

#[test]
fn a_chart_has_both_sides_and_the_mistakes() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.svg");
    assert_eq!(analyze(&[SHORT, "--svg", path.to_str().unwrap()]).code, DONE);
    let picture = fs::read_to_string(&path).unwrap();
    for word in ["<svg", "Black – White, black wins by 64", " blunder", "solved", "f5"] {
        assert!(picture.contains(word), "{word}");
    }
    // A game without moves has a chart too.
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(analyze(&[start, "--svg", path.to_str().unwrap()]).code, DONE);
}

#[test]
fn a_chart_replaces_only_a_chart() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [games, one, second] = ["games.txt", "one.txt", "games-2.txt"].map(path);
    let two = format!("{SHORT}\n{SHORT}\n");
    for (file, text) in [(&games, &*two), (&one, SHORT), (&second, SHORT)] {
        fs::write(file, text).unwrap();
    }
    for (game, picture, file) in [(&one, &one, &one), (&games, &games, &second)] {
        let refused = analyze(&[game, "--svg", picture]);
        assert_eq!((refused.code, &*refused.stdout), (ERROR, ""));
        let fault = format!("{file} is not a chart: expected a chart to replace");
        assert!(refused.stderr.contains(&fault), "{}", refused.stderr);
    }
    assert_eq!(fs::read_to_string(&games).unwrap(), two);
    assert_eq!(fs::read_to_string(&one).unwrap(), SHORT);
    assert_eq!(fs::read_to_string(&second).unwrap(), SHORT);

    let results = path("results.jsonl");
    let refused = analyze(&[SHORT, "--out", &results, "--svg", &results]);
    assert_eq!(refused.code, ERROR);
    assert!(refused.stderr.contains("--out and --svg name the same file"), "{}", refused.stderr);
    assert!(!folder.path().join("results.jsonl").exists());
}

#[test]
fn control_characters_in_names_are_not_shown() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.svg");
    let game = folder.path().join("game.pgn");
    let tags = "[Black \"a\x07b\"]\n[White \"c\x1b[31md\"]";
    fs::write(&game, format!("{tags}\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5\n")).unwrap();
    let arguments = [game.to_str().unwrap(), "--table", "--svg", path.to_str().unwrap()];
    let run = analyze(&arguments);
    assert_eq!(run.code, DONE);
    let picture = fs::read_to_string(&path).unwrap();
    for (shown, players) in
        [(run.stdout, "a b (black) - c [31md (white)"), (picture, "a b – c [31md")]
    {
        assert!(shown.contains(players), "{shown}");
        assert!(!shown.contains(['\x07', '\x1b']), "{shown}");
    }
}

#[test]
fn an_unsolved_position_without_moves_is_unfinished() {
    let board = "-OO-X-O---OXXO--OXXOOOOOOXXOOOOOOXOOOOOO--XOXOXO-XXXXXXO---OOOOO X";
    let table = analyze(&[board, "--table", "--exact-from", "14"]).stdout;
    assert!(table.ends_with("\nunfinished\n\n"), "{table}");
}

#[test]
fn impossible_requests_are_refused_before_the_work() {
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("empty.txt");
    fs::write(&empty, "").unwrap();
    let name = folder.path().to_str().unwrap();
    for (arguments, error) in [
        (&[SHORT, "--svg", name][..], "cannot be written"),
        (&[SHORT, "--svg", "/nowhere/x.svg"], "/nowhere/x.svg cannot be written"),
        (&[empty.to_str().unwrap()], "no games: expected one or more"),
        (&[name], "is a folder: expected a file"),
        (&["missing.ggf"], "or the name of a file"),
    ] {
        let run = analyze(arguments);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{arguments:?}");
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}

#[cfg(unix)]
mod on_unix {
    use std::io::Read;
    use std::process::Stdio;

    use super::SHORT;
    use crate::common::program::{command, interrupt, wait_for_work};
    use crate::common::run::{DONE, ERROR, answer};
    use crate::common::terminal::Terminal;

    #[test]
    fn an_interrupt_ends_an_analysis_cleanly() {
        let mut child = command()
            .args(["analyze", "f5d6c3d3c4", "--exact-from", "55", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for_work(&child);
        interrupt(&child);
        let mut output = String::new();
        child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        let sums = output.lines().last().unwrap();
        assert!(sums.starts_with(r#"{"reply":"analysis","game":1,"plies":0,"left":6"#), "{output}");
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(ERROR));
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(
            said.contains("interrupted: with --out FILE, a later run with --resume could continue"),
            "{said}"
        );
    }

    #[test]
    fn a_terminal_shows_progress_rows_and_then_the_table() {
        let mut terminal = Terminal::start(&["analyze", "--level", "2", SHORT]);
        terminal.until("solved from move 9 on");
        assert_eq!(terminal.end(), Some(DONE));
        let table = answer(&["analyze", "--level", "2", "--table", SHORT]);
        let lines = |text: &str| -> Vec<String> {
            text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
        };
        assert_eq!(lines(&terminal.screen().contents()), lines(&table));
        assert!(terminal.has_escapes());
        let arguments = ["analyze", "--level", "2", SHORT];
        let mut dumb = Terminal::start_with(&arguments, &[("TERM", "dumb")]);
        assert_eq!(dumb.end(), Some(DONE));
        assert_eq!(lines(&dumb.screen().contents()), lines(&table));
        assert!(!dumb.has_escapes());
        for (no_color, are_coloured) in [("", true), ("1", false)] {
            let mut table = Terminal::start_with(&arguments, &[("NO_COLOR", no_color)]);
            assert_eq!(table.end(), Some(DONE));
            let red = |column| table.screen().cell(9, column).map(|cell| cell.fgcolor());
            assert_eq!(red(4) != Some(vt100::Color::Default), are_coloured, "{no_color:?}");
        }

        // The last plies are solved at once, the others never.
        let mut endless = Terminal::start(&["analyze", SHORT, "--exact-from", "60"]);
        let rows = endless.until("\n  9 X c5      +64 ");
        assert!(rows.contains("\nend           +64 ") && !rows.contains("choices"), "{rows}");
        endless.until("2/10 plies");
        endless.until(", about ");
        interrupt(&endless.child);
        endless.until("interrupted");
        assert_eq!(endless.end(), Some(ERROR));
        let left = endless.screen().contents();
        assert_eq!(left.matches("end           +64 ").count(), 1, "{left}");
        assert!(left.contains("choices") && !left.contains("to go"), "{left}");
    }

    #[test]
    fn the_first_result_precedes_any_time_estimate() {
        let mut endless = Terminal::start(&["analyze", "f5d6c3d3c4", "--exact-from", "60"]);
        let begun = endless.until("0/6 plies ");
        interrupt(&endless.child);
        assert_eq!(endless.end(), Some(ERROR));
        assert!(!begun.contains("to go"), "{begun}");
    }
}

#[test]
fn a_failed_chart_leaves_no_file() {
    let folder = TempDir::new().unwrap();
    let [chart, kept] = ["chart.svg", "kept.jsonl"].map(|name| folder.path().join(name));
    fs::write(&kept, "{}\n").unwrap();
    let [chart_name, kept_name] = [&chart, &kept].map(|path| path.to_str().unwrap());
    let refused = analyze(&[SHORT, "--svg", chart_name, "--out", kept_name]);
    assert_eq!(refused.code, ERROR, "{}", refused.stderr);
    assert!(!chart.exists());
}
