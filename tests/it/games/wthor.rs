//! WTHOR files: games, players and tournaments, read and written by `convert` and `validate`.

use std::fs;

use super::records::{WIPEOUT, file};
use crate::common::run::{DONE, ERROR, answer, run, run_with};
use tempfile::tempdir;

#[test]
fn wthor_files_are_written_and_read_with_their_names() {
    let folder = tempdir().unwrap();
    let pgn = format!(
        "[Event \"Cup\"]\n[Date \"2019.01.02\"]\n[Black \"ann\"]\n[White \"bob\"]\n\n{WIPEOUT}\n"
    );
    let games = file(folder.path(), "games.pgn", pgn);
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (wtb, jou, trn) = (path("mine.wtb"), path("mine.jou"), path("mine.trn"));
    let written = run(&["convert", "--to", "wthor", "--out", &wtb, &games]);
    assert_eq!(
        (written.code, &*written.stderr),
        (DONE, "outflank: wthor does not hold: date (1)\n")
    );
    assert_eq!(
        run(&["convert", "--to", "pgn", &wtb, &trn, &jou]).stdout,
        "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"2019\"]\n[Black \"ann\"]\n[White \"bob\"]\n\
         [Result \"64-0\"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 64-0\n\n"
    );
    let named = answer(&["convert", "--to", "json", &wtb]);
    assert!(named.contains("\"black\":{\"name\":\"ann\"}"), "{named}");
    // Like WTHOR.JOU: it has another name than the games, but is the only file of its kind.
    std::fs::rename(&jou, path("WTHOR.JOU")).unwrap();
    let named = answer(&["convert", "--to", "json", &wtb]);
    assert!(named.contains("\"black\":{\"name\":\"ann\"}"), "{named}");
    std::fs::copy(path("WTHOR.JOU"), path("other.jou")).unwrap();
    let nameless = answer(&["convert", "--to", "json", &wtb]);
    assert!(nameless.contains("\"black\":{\"name\":\"#0\"}"), "{nameless}");
    assert!(nameless.contains("\"event\":\"Cup\""), "there is one .trn: {nameless}");
    assert!(answer(&["validate", &wtb]).starts_with("1 record: 1 valid"));
}

#[test]
fn each_wthor_file_has_its_own_names() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, [event, black, white]) in
        [("a", ["Cup", "ann", "bob"]), ("c", ["Open", "zoe", "yan"])]
    {
        let pgn =
            format!("[Event \"{event}\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n\n{WIPEOUT}\n");
        let games = file(folder.path(), &format!("{name}.pgn"), pgn);
        run(&["convert", "--to", "wthor", "--out", &path(&format!("{name}.wtb")), &games]);
    }
    let files = ["a.wtb", "a.jou", "a.trn", "c.wtb", "c.jou", "c.trn"].map(path);
    let convert = |files: &[&String]| {
        let files: Vec<&str> = files.iter().map(|file| file.as_str()).collect();
        run(&[&["convert", "--to", "pgn"], &files[..]].concat())
    };
    let both = convert(&files.iter().collect::<Vec<_>>());
    let names = |pgn: &str| -> Vec<String> {
        let is_name = |line: &&str| line.starts_with("[Event") || line.starts_with("[White");
        pgn.lines().filter(is_name).map(str::to_owned).collect()
    };
    let own = ["[Event \"Cup\"]", "[White \"bob\"]", "[Event \"Open\"]", "[White \"yan\"]"];
    assert_eq!(names(&both.stdout), own, "{}", both.stderr);
    // A single name file serves all games, as in the published collection.
    let shared = convert(&[&files[0], &files[3], &files[1], &files[2]]);
    assert_eq!(names(&shared.stdout), [&own[..2], &own[..2]].concat());
    let other = path("other.wtb");
    fs::copy(&files[0], &other).unwrap();
    let unclear = convert(&[&other, &files[1], &files[4]]);
    assert_eq!((unclear.code, &*unclear.stdout), (ERROR, ""));
    let told = [
        "other.wtb: ",
        "a.jou and in ",
        "c.jou: expected one such file, or one with the name of the games file",
    ];
    assert!(told.iter().all(|told| unclear.stderr.contains(told)), "{}", unclear.stderr);
    // An empty file of tournaments is not taken for a file of players.
    let none = file(folder.path(), "none.trn", vec![0; 16]);
    let named = convert(&[&files[0], &files[1], &none]);
    assert_eq!(names(&named.stdout), ["[Event \"#0\"]", "[White \"bob\"]"], "{}", named.stderr);
}

#[test]
fn wthor_and_validate_give_the_empties_to_the_winner() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("wipeout.wtb");
    let path = path.to_str().unwrap();
    for result in ["", " 17-0", " 64-0", " 1-0"] {
        let game = format!("c4c3e6f6g6d6c6c5b2c7c8f5g5{result}\n");
        let written = run_with(&["convert", "--to", "wthor", "--out", path, "-"], &game);
        assert_eq!((written.code, &*written.stderr), (DONE, ""), "{result}");
        assert_eq!(fs::read(path).unwrap()[16 + 6], 64, "{result}");
        assert_eq!(run(&["validate", path]).code, DONE, "{result}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn changes_by_wthor_are_reported() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("mine.wtb").to_str().unwrap().to_owned();
    let told = |arguments: &[&str], input: &str| {
        let run = run_with(&[&["convert", "--to", "wthor", "-"], arguments].concat(), input);
        assert_eq!(run.code, DONE, "{}", run.stderr);
        run.stderr
    };
    assert_eq!(
        told(&["--out", &path], "f5d6\n"),
        "outflank: wthor cannot hold games without a result: wrote the disc difference on the \
         board for 1 game\n"
    );
    // The winner is kept, although Black leads 5 to 2 on the board.
    for (result, black) in [("B+R", 33), ("W+R", 31), ("draw", 32), ("0-1", 31), ("W+T", 31)] {
        let told = told(&["--out", &path], &format!("f5d6c3 {result}\n"));
        assert_eq!(told, "outflank: wthor does not hold: result (1)\n");
        assert_eq!(fs::read(&path).unwrap()[16 + 6], black, "{result}");
    }
    let named = |event: &str, black: &str, date: &str| {
        format!("[Event \"{event}\"]\n[Date \"{date}\"]\n[Black \"{black}\"]\n\n{WIPEOUT} 64-0\n\n")
    };
    let (cup, ann) = (named("Cup", "ann", "2019"), "a".repeat(20));
    assert_eq!(told(&["--out", &path], &cup), "");
    for (game, lost) in [
        (named("Cup", &ann, "2019"), "players"),
        (named("Cup", "Иван", "2019"), "players"),
        ("{\"moves\":\"f5\",\"black\":\" ann\",\"result\":\"64-0\"}\n".to_owned(), "players"),
        (named(&ann.repeat(2), "ann", "2019"), "event"),
        (named("Cup", "ann", "2020"), "date"),
        (named("Cup", "ann", "2019.05.01"), "date"),
    ] {
        let told = told(&["--out", &path], &format!("{cup}{game}"));
        assert_eq!(told, format!("outflank: wthor does not hold: {lost} (1)\n"));
    }
}

#[test]
fn names_of_a_wthor_file_replace_only_names() {
    let folder = tempdir().unwrap();
    let games = file(folder.path(), "games.txt", "f5d6c3\n");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let write_to = |name: &str| run(&["convert", &games, "--to", "wthor", "--out", &path(name)]);
    let refused = write_to("mine.JOU");
    assert_eq!(refused.code, ERROR);
    assert!(refused.stderr.contains("would be a file of names"), "{}", refused.stderr);
    assert!(!folder.path().join("mine.JOU").exists());
    let players = file(folder.path(), "mine.jou", "precious");
    let refused = write_to("mine.wtb");
    assert_eq!(refused.code, ERROR);
    assert!(refused.stderr.contains("mine.jou is not a file of names"));
    assert_eq!(fs::read_to_string(&players).unwrap(), "precious");
    assert_eq!((write_to("yours.wtb").code, write_to("yours.wtb").code), (DONE, DONE));
}
