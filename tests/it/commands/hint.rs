//! `hint`: the best moves for people and for programs.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::common::program::{BINARY, command, interrupt, send, wait_for_work};
use crate::common::run::{ERROR, NO, answer, run, run_with};
#[cfg(unix)]
use nix::sys::signal::Signal;
use tempfile::tempdir;

#[test]
fn the_best_moves_form_a_table_with_opening_names() {
    let table = answer(&["hint", "f5", "2", "--depth", "6", "--no-book", "--table"]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[..2], ["white to move", " #  move     score   sure  depth  line"]);
    assert!(lines[2].starts_with(" 1  ") && lines[3].starts_with(" 2  "), "{table}");
    assert!(lines[2..].iter().any(|line| line.ends_with("  Perpendicular")), "{table}");
    assert!(lines[2..].iter().all(|line| line.contains(" 87 %      6  ")), "{table}");
    assert_eq!(lines.len(), 4);

    let tiger = answer(&["hint", "f5 d6 c3", "d3", "c4", "--level", "2", "--table"]);
    assert!(tiger.starts_with("white to move, Tiger\n"), "{tiger}");
    assert_eq!(tiger.lines().count(), 5, "three moves by default");
    let over = "X".repeat(64) + " X";
    assert_eq!(answer(&["hint", &over, "--table"]), "black wins by 64\nthe game is over\n");
}

#[test]
fn proven_scores_are_whole_discs() {
    let row = "XXXXXXXX/".repeat(7);
    let table = answer(&["hint", &format!("{row}1OXXXXO1 X"), "2", "--table"]);
    assert!(table.contains(" 1  a8         +64  exact      2  a8 pass h8\n"), "{table}");
}

#[test]
fn all_moves_are_proven_on_request() {
    let position = "XXXXXO--X-XXXXX-XXXOXOOOXXOOOX--XOXXOXXXXOOOXOO--OOOX-O---XXXX-- X";
    let rows = |flags: &[&str]| {
        let table = answer(&[&["hint", position, "64", "--level", "1", "--table"], flags].concat());
        table.lines().skip(2).map(str::to_owned).collect::<Vec<String>>()
    };
    let all = |rows: Vec<String>, word: &str| rows.iter().all(|row| row.contains(word));
    assert!(!all(rows(&[]), " exact "));
    assert!(all(rows(&["--exact"]), " exact "));
    assert!(all(rows(&["--selectivity", "98"]), " 98 % "));
    let settled = rows(&["--wld"]);
    assert!(
        settled
            .iter()
            .all(|row| [" won ", " lost ", " draw "].iter().any(|word| row.contains(word)))
    );
}

#[test]
fn json_and_lists_of_positions_work() {
    let rows = run(&["hint", "2", "--depth", "4", "--json"]).json();
    assert_eq!(rows.len(), 1);
    assert_eq!((&rows[0]["reply"], &rows[0]["lines"][1]["multipv"]), (&"hint".into(), &2.into()));
    assert_eq!(rows[0]["best"], rows[0]["lines"][0]["pv"][0]);
    let rows = run(&["hint", "1", "--no-book", "--nodes", "3000", "--json"]).json();
    let nodes = rows[0]["nodes"].as_u64().unwrap();
    assert!((1_000..=3_000).contains(&nodes), "{nodes}");
    let many = run_with(&["hint", "-", "2", "--time", "10"], "f5\r\nf5d7\nf5d6\n");
    assert_eq!(many.code, NO);
    let starts: Vec<&str> = many.stdout.lines().map(|line| &line[..12]).collect();
    assert_eq!(starts, ["line 1 board", "line 1 board", "line 3 board", "line 3 board"]);
    assert!(many.stdout.contains(" multipv 2 best "), "{}", many.stdout);
    assert!(many.stderr.contains("standard input:2:3: move 2, \"d7\", is illegal"));
}

#[test]
fn explain_compares_moves_with_the_best_one() {
    let arguments = ["hint", "f5d6c3d3c4", "3", "--depth", "6", "--no-book", "--explain"];
    let table = answer(&[&arguments[..], &["--table"]].concat());
    let reasons: Vec<&str> = table.lines().skip(5).collect();
    assert_eq!(reasons.len(), 2, "{table}");
    let rows = run(&[&arguments[..], &["--json"]].concat()).json();
    let lines = rows[0]["lines"].as_array().unwrap();
    assert_eq!(lines[0].get("explanation"), None);
    assert_eq!(lines[1]["explanation"], reasons[0]);
    assert_eq!(lines[2]["explanation"], reasons[1]);
    let (best, other) = (&lines[0]["pv"][0], &lines[1]["pv"][0]);
    let start = format!("{}, ", other.as_str().unwrap());
    assert!(reasons[0].starts_with(&start), "{table}");
    assert!(reasons[0].contains(&format!(" behind {}: ", best.as_str().unwrap())), "{table}");
    let text = answer(&arguments);
    assert!(text.lines().nth(1).unwrap().ends_with(reasons[0]), "{text}");
}

#[test]
fn a_file_is_accepted_as_a_position() {
    let folder = tempdir().unwrap();
    let (game, games) = (folder.path().join("game.txt"), folder.path().join("games.txt"));
    fs::write(&game, "\u{feff}F5 D6 C3\r\n").unwrap();
    fs::write(&games, "f5\nf5d6\n").unwrap();
    let (game, games) = (game.to_str().unwrap(), games.to_str().unwrap());
    let table = answer(&["hint", game, "1", "--level", "1", "--table"]);
    assert!(table.starts_with(&format!("{game}:1  white to move, Perp")), "{table}");
    let tables = answer(&["hint", games, "1", "--level", "1", "--table"]);
    assert_eq!(tables.matches(" to move").count(), 2);
    let shown = answer(&["show", "f5d6c3"]);
    assert_eq!(answer(&["show", game]), format!("file {game} line 1\n{shown}"));
    let moves = answer(&["moves", "f5d6c3"]);
    assert_eq!(answer(&["moves", game]), format!("file {game} line 1 {moves}"));
    let play = |arguments: &[&str]| run(&[&["play", "--color", "both"], arguments].concat());
    assert_eq!(play(&["--position", game]).stdout, play(&["--position", "f5d6c3"]).stdout);
    let many = play(&["--position", games]);
    assert!(many.stderr.contains("holds more than one record"), "{}", many.stderr);
    let folder = run(&["show", folder.path().to_str().unwrap()]);
    assert!(folder.stderr.contains("is a folder: expected a file"), "{}", folder.stderr);
    let missing = run(&["show", "missing.ggf"]);
    assert_eq!((missing.code, folder.code, many.code), (ERROR, ERROR, ERROR));
    let message =
        r#"outflank: there is no file "missing.ggf": expected a record, or the name of a file"#;
    assert_eq!(missing.stderr.trim_end(), message);
}

#[test]
fn bad_arguments_of_hint_are_refused() {
    for (arguments, code, error) in [
        (&["hint", "99"][..], ERROR, "invalid number of moves \"99\": expected 1 to 64"),
        (&["hint", ""], ERROR, "no record found"),
        (&["hint", "f5d7"], NO, "d7 flips nothing for white"),
        (&["hint", "f5", "--exact", "--wld"], ERROR, "cannot be used with"),
        (&["hint", "1", "--explain"], ERROR, "--explain with 1 move: expected 2 or more"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, code, "{arguments:?}");
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_hint_while_it_waits_for_input() {
    let mut child = command()
        .args(["hint", "-", "1", "--depth", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "f5").unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    assert!(output.read_line(&mut line).unwrap() > 0);
    assert!(line.starts_with("line 1 board "), "{line}");
    // The first position is answered; the input stays open.
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(ERROR));
    drop(input);
}

#[cfg(unix)]
#[test]
fn a_command_survives_its_terminal() {
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" search start --time 60s --no-book"])
        .arg(BINARY)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_work(&child);
    send(&child, Signal::SIGHUP);
    // The search continues after the signal.
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(child.try_wait().unwrap(), None);
    send(&child, Signal::SIGTERM);
    assert_eq!(child.wait().unwrap().code(), Some(ERROR));
}
