//! What somebody who has just arrived types: each test is named after what went wrong once.

#![cfg(feature = "cli")]

mod common;

use common::run::{DONE, ERROR, answer, run, run_with};

#[test]
fn errors_of_arguments_are_one_line_and_told_once() {
    for (arguments, message) in [
        (&["search", "--time", "soon"][..], r#""soon" is no value for --time: expected a time"#),
        (
            &["search", "--nodes", "few"],
            r#""few" is no value for --nodes: expected a whole number"#,
        ),
        (&["--skill", "11"], r#""11" is no value for Skill: expected a whole number from 0 to 10"#),
        (&["--hash", "16", "moves"], "moves cannot be used with --hash"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, ERROR, "{arguments:?}");
        assert!(run.stderr.starts_with(&format!("outflank: {message}")), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    let twice = run(&["label", "samples", "--games", "nogames"]).stderr;
    assert_eq!(twice.matches("No such file").count(), 1, "{twice}");
}

#[test]
fn a_missing_file_is_no_record_that_cannot_be_read() {
    for arguments in
        [&["analyze", "nofile.ggf"][..], &["show", "nofile.json"], &["hint", "nofile.txt"]]
    {
        let run = run(arguments);
        assert_eq!(run.code, ERROR);
        assert!(
            run.stderr.contains(&format!("there is no file {:?}", arguments[1])),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_session_and_a_command_refuse_the_same_depth() {
    let session = run_with(&[], "go depth 1001\n").stdout;
    assert!(session.contains("expected a whole number from 1 to 1000"), "{session}");
    for arguments in [["search", "--depth", "1001"], ["hint", "--depth", "1001"]] {
        let run = run(&arguments);
        assert_eq!(run.code, ERROR);
        assert!(run.stderr.contains("expected a whole number from 1 to 1000"), "{}", run.stderr);
    }
}

#[test]
fn times_have_units() {
    for time in ["20", "20ms", "0.02s"] {
        let search = answer(&["search", "--time", time, "--hash", "1"]);
        assert!(search.lines().last().unwrap().starts_with("bestmove "), "{search}");
    }
}

#[test]
fn ugi_is_a_flag_as_gtp_is() {
    let run = run_with(&["-ugi"], "isready\n");
    assert_eq!((run.code, &*run.stdout), (DONE, "readyok\n"));
}

#[test]
fn the_number_of_hints_may_come_first() {
    let rows = |arguments: &[&str]| answer(arguments).lines().count();
    assert_eq!(
        rows(&["hint", "2", "f5", "--depth", "2"]),
        rows(&["hint", "f5", "2", "--depth", "2"])
    );
}

#[test]
fn one_line_of_a_file_is_a_range() {
    let board = format!("{}XO-- X\n", "O".repeat(60));
    let run = run_with(&["solve", "-", "--lines", "2"], &board.repeat(3));
    assert_eq!(run.code, DONE, "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1);
    assert!(run.stdout.starts_with("line 2 "), "{}", run.stdout);
}

#[test]
fn the_name_of_a_file_tells_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.pgn");
    let path = path.to_str().unwrap();
    assert_eq!(run_with(&["convert", "--out", path, "-"], "f5d6c3\n").code, DONE);
    assert!(std::fs::read_to_string(path).unwrap().contains("1. f5 d6"));
    let unknown = run_with(&["convert", "--out", "x.docx", "-"], "f5\n");
    assert_eq!(unknown.code, ERROR);
    assert!(unknown.stderr.contains("tells no format: expected .pgn, "), "{}", unknown.stderr);
}

#[test]
fn identical_games_give_no_interval() {
    let player = "style:random";
    let flags = ["--random-plies", "0", "--games", "2", "--seed", "1"];
    let arguments = [&["match", "--a", player, "--b", player], &flags[..]].concat();
    let text = run(&arguments).stdout;
    assert!(text.contains(", no interval: all pairs have the same result"), "{text}");
    let json = &run(&[&arguments[..], &["--json"]].concat()).json()[0];
    assert!(json["elo"]["low"].is_null() && json["los"].is_null(), "{json}");
}

#[cfg(unix)]
mod at_a_terminal {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    #[test]
    fn an_interrupt_ends_every_command_with_what_was_found() {
        for (arguments, found) in [
            (&["search", "--depth", "60"][..], "bestmove "),
            (&["hint", "--depth", "60"], "sure"),
            (&["perft", "30"], ""),
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
            let child = command.spawn().unwrap();
            sleep(Duration::from_secs(2));
            kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(stderr, "outflank: interrupted\n", "{arguments:?}");
            assert!(String::from_utf8(output.stdout).unwrap().contains(found), "{arguments:?}");
        }
    }
}
