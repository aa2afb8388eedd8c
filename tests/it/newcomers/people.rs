//! Features that newcomers look for.

use std::fs;

use crate::common::program::command;
use crate::common::run::{DONE, ERROR, answer, run, run_with};

#[test]
fn the_help_of_a_session_points_to_the_help_of_commands() {
    let help = run_with(&[], "help\n").stdout;
    assert!(help.contains("lists the commands, or explains one"), "{help}");
}

#[test]
fn the_help_lists_related_commands_together() {
    let help = answer(&["--help"]);
    let place = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text} in {help}"));
    let order =
        ["  play ", "  hint ", "  solve ", "  convert ", "  match ", "  tournament ", "  fit "];
    assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])));
}

#[test]
fn an_address_contains_moves() {
    for address in [
        "https://example.org/game?moves=f5d6c3",
        "https://example.org/?f5d6c3",
        "http://example.org/board#F5D6C3",
        "https://example.org/f5d6c3/analysis?level=12",
    ] {
        let shown = run_with(&["convert", "--to", "transcript", "-"], address);
        assert_eq!((shown.code, &*shown.stdout), (DONE, "f5d6c3\n"), "{address}: {}", shown.stderr);
    }
    let none = run(&["show", "https://example.org/"]);
    assert_eq!(none.code, ERROR);
    assert!(none.stderr.contains("expected one with moves"), "{}", none.stderr);
}

#[test]
fn digits_are_read_as_boards_and_as_wthor_moves() {
    let board = format!("{}21{}12{} 1", "0".repeat(27), "0".repeat(6), "0".repeat(27));
    for text in [&*board, "56 64 33", "566433", "56,64,33"] {
        assert_eq!(run(&["show", text]).code, DONE, "{text}");
    }
    assert_eq!(answer(&["moves", &board]), "moves d3 c4 f5 e6\n");
    let written = run_with(&["convert", "--to", "transcript", "-"], "56 64 33\n");
    assert_eq!(written.stdout, "f5d6c3\n", "{}", written.stderr);
    let illegal = run(&["show", "56 11"]);
    assert!(illegal.stderr.contains("move 2, \"a1\", is illegal"), "{}", illegal.stderr);
}

#[cfg(unix)]
#[test]
fn compressed_files_are_read_directly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    fs::write(&path, "f5d6c3\nf5f6\n").unwrap();
    let compressed = std::process::Command::new("gzip").arg(&path).status();
    assert!(compressed.unwrap().success());
    let path = folder.path().join("games.txt.gz");
    let written = answer(&["convert", "--to", "transcript", path.to_str().unwrap()]);
    assert_eq!(written, "f5d6c3\nf5f6\n");
    let piped = command()
        .args(["convert", "--to", "transcript", "-"])
        .stdin(fs::File::open(&path).unwrap())
        .output();
    assert_eq!(piped.unwrap().stdout, b"f5d6c3\nf5f6\n");
}

const GAMES: &str = "[Black \"ann\"]\n[White \"bob\"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5\n\n\
                     [Black \"bob\"]\n[White \"ann\"]\n\n1. f5 d6 2. c3 d3 3. c4\n";

#[test]
fn an_analysis_of_many_games_has_totals_of_the_players() {
    let players = run_with(&["analyze", "-", "--players", "--level", "2", "--table"], GAMES).stdout;
    let lines: Vec<&str> = players.lines().collect();
    assert!(lines[0].starts_with("player  games  choices  lost a move"), "{players}");
    assert!(lines[1].starts_with("ann ") && lines[2].starts_with("bob "), "{players}");
    assert!(players.contains("game 1, move 8: f5 instead of "), "{players}");
    let json = run_with(&["analyze", "-", "--players", "--json", "--level", "2"], GAMES).json();
    assert_eq!((&json[1]["player"], &json[1]["games"]), (&"bob".into(), &2.into()));
    assert_eq!(json[1]["worst"][0]["move"], "f5");
    assert!(json[1]["blunder"].as_u64().is_some_and(|blunders| blunders > 0), "{}", json[1]);
    assert!(json[1]["phases"][0].as_f64().unwrap() > 0.0, "{}", json[1]);
}

#[test]
fn an_analysis_is_written_as_csv() {
    let csv = run_with(&["analyze", "-", "--csv", "--level", "2"], GAMES).stdout;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..7], ["game", "file", "line", "black", "white", "ply", "side"]);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    // A row for each move and for the last position, first to last.
    assert_eq!(rows.len(), 1 + 10 + 6);
    assert_eq!((&rows[8][2..7], rows[8][9]), (&["1", "ann", "bob", "8", "white"][..], "f5"));
    let mark = rows[0].iter().position(|name| *name == "mark").unwrap();
    assert_eq!((rows[1][mark], rows[8][mark]), ("best", "blunder"), "{csv}");
    let score = rows[0].iter().position(|name| *name == "score").unwrap();
    assert!(rows[1..].iter().all(|row| row[score].split('.').nth(1).unwrap().len() == 2), "{csv}");
}

#[test]
fn one_player_can_be_selected() {
    let rows = |flags: &[&str]| {
        run_with(&[&["analyze", "-", "--level", "2", "--player", "BOB"], flags].concat(), GAMES)
    };
    let csv = rows(&["--csv"]).stdout;
    assert!(csv.lines().skip(1).all(|row| row.contains(",white,") || row.starts_with("2,")));
    assert_eq!(csv.lines().count(), 1 + 4 + 3, "{csv}");
    let players = rows(&["--players", "--json"]).json();
    assert_eq!((players.len(), &players[0]["player"]), (1, &"bob".into()));
    let none = run_with(&["analyze", "-", "--player", "eve"], GAMES);
    assert_eq!(none.code, ERROR);
    assert!(none.stderr.contains("no game of \"eve\""), "{}", none.stderr);
    let part = run_with(&["analyze", "-", "--player", "Bo"], GAMES);
    let expected = r#"no game of "Bo": expected a whole name, such as "bob""#;
    assert!(part.stderr.contains(expected), "{}", part.stderr);
}

#[test]
fn jobs_change_only_the_time() {
    let analyse = |jobs: &str| {
        let arguments =
            ["analyze", "-", "--level", "3", "--no-book", "--json", "--hash", "4", "--jobs", jobs];
        let mut rows = run_with(&arguments, GAMES).json();
        rows.iter_mut().for_each(|row| row["time"] = serde_json::Value::Null);
        rows
    };
    let alone = analyse("1");
    let plies: Vec<u64> = alone.iter().filter_map(|row| row["ply"].as_u64()).collect();
    assert_eq!(plies, (1..=10).chain(1..=6).collect::<Vec<u64>>());
    assert_eq!(analyse("2"), alone);
}

#[test]
fn an_analysis_is_written_as_games_and_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let analyse = |name: &str| {
        let run = run_with(&["analyze", "-", "--level", "2", "--out", &path(name)], GAMES);
        assert_eq!((run.code, &*run.stdout), (DONE, ""), "{}", run.stderr);
        fs::read_to_string(path(name)).unwrap()
    };
    let pgn = analyse("games.pgn");
    assert!(pgn.contains("f5 {?? -64.00 best ") && pgn.contains("[Black \"ann\"]"), "{pgn}");
    assert!(analyse("games.ggf").contains("W[F5/-64.00]"));
    assert!(analyse("games.sgf").contains("?? best "));
    for name in ["games.pgn", "games.ggf", "games.sgf"] {
        let checked = run(&["validate", &path(name)]);
        assert!(checked.stdout.starts_with("2 records: 2 valid"), "{name}: {}", checked.stdout);
    }
    let page = analyse("report.html");
    for part in [
        "<!doctype html>",
        "<svg",
        "prefers-color-scheme",
        "ann – bob",
        ">h</text>",
        "A cross is",
        "Better: <b>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for outside in ["src=", "href=", "url(", "<script"] {
        assert!(!page.contains(outside), "it opens offline: {outside}");
    }
    let again = run_with(&["analyze", "-", "--out", &path("report.html")], GAMES);
    assert!(again.stderr.ends_with("is not empty: expected a new file\n"), "{}", again.stderr);
    let unknown = run_with(&["analyze", "-", "--out", &path("a.doc")], GAMES);
    assert!(
        unknown.stderr.contains("expected one in .jsonl, .json, .csv, .txt, .pgn"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn each_game_has_its_own_chart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.svg");
    let arguments = ["analyze", "-", "--players", "--level", "1", "--svg", path.to_str().unwrap()];
    assert_eq!(run_with(&arguments, GAMES).code, DONE);
    for name in ["game-1.svg", "game-2.svg"] {
        assert!(fs::read_to_string(folder.path().join(name)).unwrap().contains("<svg"), "{name}");
    }
}

#[cfg(unix)]
mod at_a_terminal {
    use crate::common::run::DONE;
    use crate::common::terminal::Terminal;

    #[test]
    fn a_search_is_a_table() {
        let mut terminal = Terminal::start(&["search", "f5d6c3", "--depth", "6"]);
        let shown = terminal.until(" nodes in ");
        assert!(shown.starts_with("white to move, Perpendicular"), "{shown}");
        assert!(shown.contains(" #  move     score   sure  depth  line"), "{shown}");
        assert_eq!(terminal.end(), Some(DONE));
    }

    #[test]
    fn solved_positions_are_a_table() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boards");
        let board = format!("{}XO-- X\n", "O".repeat(60));
        std::fs::write(&path, board).unwrap();
        let mut terminal = Terminal::start(&["solve", path.to_str().unwrap()]);
        let shown = terminal.until("exact");
        assert!(shown.starts_with(" line  empties    score   sure  best"), "{shown}");
        assert_eq!(terminal.end(), Some(DONE));
    }

    #[test]
    fn a_session_greets_in_one_line() {
        let mut terminal = Terminal::start(&[]);
        let shown = terminal.until("help lists the commands");
        assert!(shown.starts_with("outflank: version "), "{shown}");
        terminal.until("`outflank play` plays a game");
        terminal.press("quit\n");
        assert_eq!(terminal.end(), Some(DONE));
    }
}
