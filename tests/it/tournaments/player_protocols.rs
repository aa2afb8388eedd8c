//! Players over GTP and NBoard: the program itself, also behind filters that change its behaviour.

use std::fs;

use crate::common::program::BINARY;
use crate::common::run::{DONE, ERROR, Run, run};
use serde_json::Value;

fn start(arguments: &[&str]) -> Run {
    run(&[&["match"], arguments].concat())
}

/// The result of a match without forfeits.
fn play(arguments: &[&str]) -> Value {
    // No losses on time on a loaded machine.
    let run = start(&[arguments, &["--margin", "5000", "--json"]].concat());
    assert_eq!(run.code, DONE, "{}", run.stderr);
    let result = run.json().swap_remove(0);
    assert_eq!(result["forfeits"], serde_json::json!([0, 0]), "{result} {}", run.stderr);
    result
}

/// A position with few moves left.
const LATE: &str = "-OO-X-O---OXXO--OXXOOOOOOXXOOOOOOXOOOOOO--XOXOXO-XXXXXXO---OOOOO X\n";

/// A quick player without a process.
const QUICK: &str = "style:full level=1";

#[test]
fn engines_that_speak_gtp_and_nboard_play_whole_matches() {
    let gtp = format!("gtp:{BINARY} --hash 1 --level 1");
    let nboard = format!("nboard:{BINARY} --hash 1");
    for player in [&gtp, &nboard] {
        let result = play(&["--a", QUICK, "--b", player, "--games", "20", "--depth", "1"]);
        assert_eq!(result["games"], 20, "{result}");
    }
}

#[cfg(unix)]
#[test]
fn a_gtp_player_without_its_prefix_is_refused_at_once() {
    let stubborn = "sh -c 'while read -r line; do echo \"? unknown command\"; echo; done'";
    let refused = start(&["--a", stubborn, "--b", QUICK]);
    assert_eq!(refused.code, ERROR);
    let told =
        "GTP reply \"? unknown command\": expected UGI; for GTP, put gtp: before the command";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
}

#[test]
fn both_protocols_announce_the_clock() {
    for player in [format!("gtp:{BINARY}"), format!("nboard:{BINARY}")] {
        play(&["--a", QUICK, "--b", &player, "--games", "2", "--clock", "0.02"]);
    }
}

#[test]
fn each_player_has_its_own_clock() {
    let [ugi, gtp, nboard] = ["", "gtp:", "nboard:"].map(|mark| format!("{mark}{BINARY}"));
    for (player, clock) in [(ugi, "0.005"), (gtp, "0.005"), (nboard, "0.02")] {
        let players = ["--a", &player, "--b", &player, "--games", "2"];
        play(&[&players[..], &["--a-clock", clock, "--b-depth", "1"]].concat());
    }
}

/// The distinct commands that a GTP player gets in a match with these limits.
#[cfg(unix)]
fn told(limits: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, openings] = ["log", "openings"].map(|name| folder.path().join(name));
    fs::write(&openings, LATE).expect("a file");
    let player = format!("gtp:sh -c 'tee {} | {BINARY} -gtp --hash 1'", log.display());
    let openings = openings.to_str().expect("text");
    let games = ["--a", QUICK, "--b", &player, "--games", "2", "--openings", openings];
    play(&[&games, limits].concat());
    let log = fs::read_to_string(log).expect("a file");
    let mut lines = Vec::new();
    for line in log.lines().map(str::to_owned) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

#[cfg(unix)]
#[test]
fn gtp_players_get_depths_and_times() {
    let has = |lines: &[String], start: &str| lines.iter().any(|line| line.starts_with(start));
    let lines = told(&["--depth", "1"]);
    assert!(has(&lines, "outflank-level 1"), "{lines:#?}");
    assert!(!has(&lines, "time_"), "{lines:#?}");
    let lines = told(&["--movetime", "50"]);
    assert!(has(&lines, "time_settings 0 0.05 1"), "{lines:#?}");
    assert!(has(&lines, "time_left black 0.05 1") && has(&lines, "time_left white 0.05 1"));
    assert!(!has(&lines, "outflank-level"), "{lines:#?}");
    // The lower of move time and clock counts.
    for (clock, left) in [("0.003", "0.18"), ("1", "0.40")] {
        let lines = told(&["--movetime", "400", "--clock", clock]);
        assert!(has(&lines, "time_settings 0 0.40 1"), "{lines:#?}");
        assert!(has(&lines, &format!("time_left black {left} 1")), "{lines:#?}");
    }
    // Less than 10 ms is not rounded to zero, which would mean no limit.
    let lines = told(&["--movetime", "4"]);
    assert!(has(&lines, "time_settings 0 0.004 1"), "{lines:#?}");
    let lines = told(&["--clock", "0+0.5"]);
    assert!(has(&lines, "time_settings 0 0.50 1"), "{lines:#?}");
    assert!(has(&lines, "time_left black 0.50 0"), "{lines:#?}");
    // The increment is on the clock before the next move.
    let lines = told(&["--clock", "0.02+0.5"]);
    assert!(has(&lines, "time_settings 1.20 0 0"), "{lines:#?}");
    let clocks = lines.iter().filter_map(|line| line.strip_prefix("time_left black "));
    let seconds = clocks.map(|clock| {
        clock.strip_suffix(" 0").expect("in the main time").parse::<f64>().expect("seconds")
    });
    assert!(seconds.reduce(f64::max).is_some_and(|most| most > 1.2), "{lines:#?}");
}

#[cfg(unix)]
#[test]
fn every_game_is_announced_as_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, openings] = ["log", "openings"].map(|name| folder.path().join(name));
    fs::write(&openings, LATE).expect("a file");
    let openings = openings.to_str().expect("text");
    let begins = |player: &str, limit: [&str; 2], word: &str| {
        let limits = [&["--games", "4", "--openings", openings], &limit[..]].concat();
        play(&[&["--a", QUICK, "--b", player], &limits[..]].concat());
        let log = fs::read_to_string(&log).expect("a file");
        log.lines().filter(|line| line.contains(word)).count()
    };
    let ugi = format!("sh -c 'tee {} | {BINARY} --hash 1'", log.display());
    assert_eq!(begins(&ugi, ["--depth", "1"], "uginewgame"), 4);
    // Each game sets the time again.
    let gtp = format!("gtp:sh -c 'tee {} | {BINARY} -gtp --hash 1'", log.display());
    assert_eq!(begins(&gtp, ["--movetime", "50"], "time_settings"), 4);
    // Without a new game, NBoard would continue the old one.
    let nboard = format!("nboard:sh -c 'tee {} | {BINARY} -nboard --hash 1'", log.display());
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    assert_eq!(begins(&nboard, ["--depth", "1"], start), 4);
}

#[cfg(unix)]
#[test]
fn the_time_of_a_gtp_move_ends_with_its_last_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let [script, openings, out] =
        ["player.sh", "openings", "out"].map(|name| folder.path().join(name));
    let text = format!(
        "{BINARY} -gtp --hash 1 | while IFS= read -r line; do case $line in
        '= '[A-Ha-h][1-8]*) echo =; sleep 0.1; echo \"${{line#= }}\";;
        *) printf '%s\\n' \"$line\";;
        esac; done"
    );
    fs::write(&script, text).expect("a file");
    fs::write(&openings, LATE).expect("a file");
    let [script, openings, file] = [&script, &openings, &out].map(|path| path.to_str().unwrap());
    let player = format!("gtp:sh {script}");
    let games = ["--a", QUICK, "--b", &player, "--games", "2", "--depth", "1"];
    play(&[&games[..], &["--openings", openings, "--out", file]].concat());
    let rows = fs::read_to_string(&out).expect("a file");
    let slow = rows.lines().skip(1).map(|line| {
        let row: Value = serde_json::from_str(line).expect("a row");
        let times = row["milliseconds"].as_array().expect("times");
        times.iter().filter_map(Value::as_u64).filter(|&time| time >= 100).count()
    });
    assert!(slow.clone().count() == 2 && slow.min() > Some(3), "{rows}");
}

#[cfg(unix)]
#[test]
fn limits_without_a_command_are_refused() {
    let stubborn = format!("gtp:sh -c '{BINARY} -gtp | sed -u /outflank-level/d'");
    let (gtp, nboard) = (format!("gtp:{BINARY}"), format!("nboard:{BINARY}"));
    for (player, limits, message) in [
        (&gtp, &["--nodes", "50"][..], "GTP cannot express a node limit: expected"),
        (&nboard, &["--nodes", "50"], "NBoard cannot express a node limit: "),
        (
            &nboard,
            &["--movetime", "50"],
            "NBoard cannot express a move time: expected a depth or a clock",
        ),
        (&nboard, &[], "NBoard cannot express a move time: "),
        (
            &nboard,
            &["--clock", "1+0.5"],
            "NBoard cannot express an increment with a fraction of a second: ",
        ),
        (
            &nboard,
            &["--clock", "0.005"],
            "NBoard cannot express a clock below 1 s: expected a depth",
        ),
        (
            &gtp,
            &["--depth", "1", "--movetime", "50"],
            "GTP cannot express both a depth and a time limit",
        ),
        (&stubborn, &["--depth", "1"], "GTP cannot express a depth with this engine"),
    ] {
        let refused = start(&[&["--a", QUICK, "--b", player, "--games", "2"], limits].concat());
        assert_eq!(refused.code, ERROR);
        let message = format!(": {message}");
        assert!(refused.stderr.contains(&message), "{}", refused.stderr);
    }
}

#[test]
fn games_may_start_from_any_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = folder.path().join("openings.txt");
    // One starts with a pass, one is late in a game.
    let passes = format!("XO{} O\n", "-".repeat(62));
    fs::write(&openings, format!("{passes}{LATE}")).expect("a file");
    let openings = openings.to_str().expect("text");
    let gtp = format!("gtp:{BINARY} --hash 1 --level 1");
    let nboard = format!("nboard:{BINARY} --hash 1");
    let result = play(&[
        "--a",
        &nboard,
        "--b",
        &gtp,
        "--games",
        "4",
        "--openings",
        openings,
        "--depth",
        "1",
    ]);
    assert_eq!(result["games"], 4, "{result}");
}

/// Like gtp-rhino, which passes by itself and does not count passes as moves.
#[cfg(unix)]
#[test]
fn an_engine_that_passes_silently_can_play() {
    let filter = "sed -u \"s/^play [a-z]* pass/pass/\"";
    let player = format!("gtp:sh -c '{filter} | {BINARY} -gtp --hash 1 --level 1'");
    let result = play(&["--a", QUICK, "--b", &player, "--games", "10", "--depth", "1"]);
    assert_eq!(result["games"], 10, "{result}");
}

#[test]
fn a_player_of_another_protocol_is_refused() {
    let echo = "gtp:echo hello";
    let refused = start(&["--a", QUICK, "--b", echo, "--games", "2", "--depth", "1"]);
    assert_eq!(refused.code, ERROR);
    let fault = "cannot start \"gtp:echo hello\"";
    assert!(refused.stderr.contains(fault), "{}", refused.stderr);
}
