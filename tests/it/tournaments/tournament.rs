//! `tournament` from the command line.

use std::fs;

#[cfg(unix)]
use crate::common::program::command_with_cpu_limit;
#[cfg(unix)]
use crate::common::run::run_command;
use crate::common::run::{DONE, ERROR, Run, run};
use serde_json::{Value, json};

fn play(arguments: &[&str]) -> Run {
    run(&[&["tournament"], arguments].concat())
}

/// Three players of different depth.
const THREE: [&str; 6] = [
    "--player",
    "deep=outflank --hash 1 @depth=3",
    "--player",
    "<&>=outflank --hash 1 @depth=1 @nodes=50",
    "--player",
    "classic=outflank --hash 1 --evaluator classic @depth=1",
];

#[test]
fn players_meet_each_other_and_are_rated() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("chart.svg");
    let rest = ["--rounds", "2", "--json", "--svg", svg.to_str().unwrap(), "--anchor", "classic"];
    let run = play(&[&THREE[..], &rest].concat());
    assert_eq!((run.code, &*run.stderr), (DONE, ""));
    let result: Value = serde_json::from_str(&run.stdout).expect(&run.stdout);
    assert_eq!((&result["reply"], &result["anchor"]), (&json!("tournament"), &json!("classic")));
    let players = result["players"].as_array().unwrap();
    let sum =
        |key: &str| -> f64 { players.iter().map(|player| player[key].as_f64().unwrap()).sum() };
    assert_eq!((sum("games"), sum("points")), (24.0, 12.0));
    assert_eq!((sum("wins") - sum("losses"), sum("forfeits")), (0.0, 0.0));
    let anchor = players.iter().find(|player| player["name"] == "classic").unwrap();
    assert_eq!((&anchor["elo"], &anchor["margin"]), (&json!(0.0), &json!(0.0)));
    let deep = players.iter().find(|player| player["name"] == "deep").unwrap();
    assert_eq!(deep["command"], json!("outflank --hash 1"));
    assert_eq!(deep["limits"], json!("depth 3"));
    assert_eq!(result["pairings"].as_array().unwrap().len(), 3);
    let chart = fs::read_to_string(svg).unwrap();
    assert!(chart.starts_with("<svg") && chart.trim_end().ends_with("</svg>"), "{chart}");
    assert!(chart.contains("&lt;&amp;&gt;") && chart.contains("Elo above classic"), "{chart}");
}

#[test]
fn a_tournament_resumes_and_shows_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let run = |rest: &[&str]| {
        let files = ["--rounds", "1", "--out", out.to_str().unwrap(), "--concurrency", "2"];
        play(&[&THREE[..], &files, rest].concat())
    };
    let whole = run(&[]);
    assert_eq!(whole.code, DONE, "{}", whole.stderr);
    let lines: Vec<&str> = whole.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "  # name         elo    +/-  games   score   wins  draws losses forfeits"
    );
    assert_eq!(lines.len(), 4);
    assert!(lines[1].starts_with("  1 "), "{}", whole.stdout);
    let text = fs::read_to_string(&out).unwrap();
    // Without the first game.
    let mut kept: Vec<&str> = text.lines().collect();
    kept.remove(1);
    fs::write(&out, kept.join("\n") + "\n").unwrap();
    let rest = run(&["--resume"]);
    assert_eq!((rest.code, &rest.stdout), (DONE, &whole.stdout), "{}", rest.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 7);
    let other = run(&["--resume", "--seed", "9"]);
    assert_eq!(other.code, ERROR);
    assert!(other.stderr.contains("other settings: seed was 1 and is 9"), "{}", other.stderr);
}

#[cfg(unix)]
#[test]
fn many_players_are_rated_only_at_the_end() {
    let players: Vec<String> = (0..80).map(|n| format!("p{n}=style:random seed={n}")).collect();
    let flags = players.iter().flat_map(|player| ["--player", player]);
    // 0.2 s of CPU time; 12 s if all are rated again after each of the 6,320 games.
    let mut command = command_with_cpu_limit(6);
    command.arg("tournament").args(flags).args(["--rounds", "1", "--depth", "1"]);
    let run = run_command(command, "");
    assert_eq!((run.code, run.stdout.lines().count()), (DONE, 81), "{}", run.stdout);
}

#[test]
fn in_a_gauntlet_the_first_player_meets_all_others() {
    let run = play(&[&THREE[..], &["--gauntlet", "--rounds", "1", "--json"]].concat());
    assert_eq!(run.code, DONE, "{}", run.stderr);
    let result: Value = serde_json::from_str(&run.stdout).expect(&run.stdout);
    let pairings = result["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 2);
    assert!(pairings.iter().all(|pairing| pairing["a"] == "deep" && pairing["games"] == 2.0));
    assert_eq!(result["anchor"], "deep");
}

#[cfg(unix)]
#[test]
fn games_name_their_players() {
    let script = "while read -r line; do case $line in
        ugi) echo id name Script; echo ugiok;;
        isready) echo readyok;;
        go*) echo bestmove a1;;
        quit) exit;;
        esac; done";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("player.sh");
    fs::write(&path, script).unwrap();
    let wrong = format!("wrong=sh {}", path.display());
    let players = ["edge=style:edge @none", "center=style:center @none", &wrong];
    let mut arguments: Vec<&str> =
        players.into_iter().flat_map(|player| ["--player", player]).collect();
    arguments.extend(["--rounds", "2", "--depth", "1", "--json"]);
    let run = play(&arguments);
    let result: Value = serde_json::from_str(&run.stdout).expect(&run.stderr);
    for player in result["players"].as_array().unwrap() {
        let forfeits = if player["name"] == "wrong" { 8 } else { 0 };
        assert_eq!((&player["games"], &player["forfeits"]), (&json!(8), &json!(forfeits)));
    }
}

#[test]
fn bad_sets_of_players_are_refused() {
    for (arguments, fault) in [
        (&["--player", "outflank"][..], "expected at least two"),
        (&["--player", "outflank", "--player", "outflank"], r#"repeated player name "outflank""#),
        (
            &["--player", "a=outflank", "--player", "b=outflank", "--anchor", "c"],
            r#"unknown player "c": expected one of a, b"#,
        ),
        (&["--player", "a=outflank @depth=x"], r#"invalid depth "x""#),
        (&["--rounds", "2"], "--player"),
    ] {
        let run = play(arguments);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{arguments:?}");
        assert!(run.stderr.contains(fault), "{}", run.stderr);
    }
}

#[test]
fn more_games_than_memory_allows_are_refused() {
    let players: Vec<String> = (0..10).map(|number| format!("{number}=style:random")).collect();
    let players = players.iter().flat_map(|player| ["--player", player]);
    let arguments: Vec<&str> = players.chain(["--rounds", "1000000"]).collect();
    let run = play(&arguments);
    assert_eq!((run.code, &*run.stdout), (ERROR, ""));
    let fault = "--rounds 1000000 gives 90000000 games: expected at most 2000000";
    assert!(run.stderr.contains(fault), "{}", run.stderr);
}

#[test]
fn the_chart_is_a_separate_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    let file = path.to_str().unwrap();
    for flag in ["--out", "--ggf"] {
        let run = play(&[&THREE[..], &["--rounds", "1", flag, file, "--svg", file]].concat());
        assert_eq!((run.code, &*run.stdout), (ERROR, ""));
        let fault = format!("{flag} and --svg name the same file: expected two files");
        assert!(run.stderr.contains(&fault), "{}", run.stderr);
        assert!(!path.exists());
    }
    fs::write(&path, "f5d6\n").unwrap();
    let run = play(&[&THREE[..], &["--rounds", "1", "--openings", file, "--svg", file]].concat());
    assert_eq!((run.code, &*run.stdout), (ERROR, ""));
    assert!(run.stderr.contains("expected a chart to replace"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), "f5d6\n");
}

#[test]
fn strategies_play_the_same_games_for_any_concurrency() {
    let run = |concurrency| {
        let players = [
            "random=style:random seed=3 @none",
            "minmax=style:minmax-score @none",
            "skill=style:full skill=2 @none",
            "level=style:full level=1 @none @rounds=2",
        ];
        let mut arguments: Vec<&str> =
            players.into_iter().flat_map(|player| ["--player", player]).collect();
        arguments.extend(["--rounds", "4", "--concurrency", concurrency, "--json"]);
        let run = play(&arguments);
        assert_eq!(run.code, DONE, "{}", run.stderr);
        serde_json::from_str::<Value>(&run.stdout).unwrap()
    };
    let result = run("1");
    assert_eq!(run("3"), result);
    let players = result["players"].as_array().unwrap();
    let games =
        |name| players.iter().find(|player| player["name"] == name).unwrap()["games"].clone();
    assert_eq!([games("random"), games("level")], [20.0, 12.0]);
    assert_eq!(players.last().unwrap()["name"], "random");
    assert!(players.iter().all(|player| player["forfeits"] == 0));
}
