//! Result files of matches: writing, resuming and adding up parts.

use std::fs;
use std::path::Path;

use super::matches::{Script, play};
use crate::common::run::{DONE, ERROR, Run, run};
use serde_json::{Value, json};

/// The games in a results file, after the settings.
pub(super) fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn games_are_written_to_files_and_the_result_to_json() {
    let folder = tempfile::tempdir().unwrap();
    let (out, ggf) = (folder.path().join("out.jsonl"), folder.path().join("out.ggf"));
    let script = Script::new("sleep 20");
    let b = script.spec();
    let files = ["--out", out.to_str().unwrap(), "--ggf", ggf.to_str().unwrap()];
    let limits = ["--a-depth", "1", "--movetime", "10", "--margin", "10", "--games", "2"];
    let rest = ["--json", "--concurrency", "2"];
    let run =
        play(&[&["--a", "outflank --hash 1", "--b", &b], &files[..], &limits, &rest].concat());
    let result: Value = serde_json::from_str(&run.stdout).expect(&run.stdout);
    for (key, value) in [
        ("reply", json!("match")),
        ("a", json!({ "name": "A", "command": "outflank --hash 1", "limits": "depth 1" })),
        ("games", json!(2)),
        ("wins", json!(2)),
        ("score", json!(1.0)),
        ("discs", json!(null)),
        ("elo", json!({ "value": null, "low": null, "high": null })),
        ("pairs", json!([0, 0, 0, 0, 1])),
        ("forfeits", json!([0, 2])),
        ("late", json!([0, 2])),
        ("sprt", json!(null)),
    ] {
        assert_eq!(result[key], value, "{key}");
    }
    let rows = rows(&out);
    let row = rows.iter().find(|row| row["game"] == 1).unwrap();
    assert_eq!((&row["winner"], &row["reason"]), (&json!("A"), &json!("time")));
    assert_eq!(row["fault"], json!("no move within 20 ms"));
    assert_eq!(row["opening"].as_str().unwrap().len(), 16);
    assert_eq!(row["milliseconds"].as_array().unwrap().len(), 1);
    let games = fs::read_to_string(&ggf).unwrap();
    // Records name the players by command and limits.
    let [a, b] = ["outflank --hash 1 (depth 1)", &format!("{b} (10 ms a move)")];
    assert_eq!(games.matches(&format!("PB[{a}]PW[{b}]RE[+64.00:t]")).count(), 1, "{games}");
    assert_eq!(games.matches(&format!("PB[{b}]PW[{a}]RE[-64.00:t]")).count(), 1, "{games}");
}

#[test]
fn a_match_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let run = |games, rest: &[&str]| {
        let arguments =
            ["--a", "outflank --hash 1", "--b", "outflank --hash 1 --evaluator classic"];
        let file = ["--depth", "1", "--out", out.to_str().unwrap(), "--games", games];
        play(&[&arguments[..], &file, rest].concat())
    };
    let whole = run("6", &[]);
    assert_eq!(whole.code, DONE, "{}", whole.stderr);
    let again = run("6", &[]);
    assert_eq!(again.code, ERROR);
    assert!(
        again.stderr.contains("is not empty: expected a new file, or --resume to continue it"),
        "{}",
        again.stderr
    );
    // Some games are missing, and one line is cut.
    let text = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let some = [lines[0], lines[5], lines[2], &lines[3][..40]];
    fs::write(&out, some.join("\n")).unwrap();
    let rest = run("6", &["--resume"]);
    assert_eq!((rest.code, &rest.stdout), (DONE, &whole.stdout), "{}", rest.stderr);
    assert_eq!(rows(&out).len(), 6);
    for (games, rest, fault) in [
        ("6", &["--resume", "--seed", "2"][..], "line 1: other settings: seed was 1 and is 2"),
        ("6", &["--resume", "--b-depth", "2"], r#"--evaluator classic (depth 2)"]"#),
        ("4", &["--resume"], ": expected 1 to 4"),
    ] {
        let other = run(games, rest);
        assert_eq!(other.code, ERROR);
        assert!(other.stderr.contains(fault), "{}", other.stderr);
    }
    fs::write(&out, format!("{}\n{1}\n{1}\n", lines[0], lines[1])).unwrap();
    assert!(run("6", &["--resume"]).stderr.contains("line 3: repeated game 1"));
    let discs = format!("\"discs\":{}", rows(&out)[0]["discs"]);
    let changed = lines[1].replace(&discs, "\"discs\":65");
    fs::write(&out, format!("{}\n{changed}\n", lines[0])).unwrap();
    let other = run("6", &["--resume"]);
    assert_eq!(other.code, ERROR);
    let fault = "line 2: game 1 contradicts its moves: expected";
    assert!(other.stderr.contains(fault), "{}", other.stderr);
    // Any other file stays unchanged.
    let ggf = folder.path().join("games.ggf");
    for (text, fault) in [
        ("hello\n", r#"line 1: invalid result "hello": expected a line of this log"#),
        ("hello\nand more", r#"line 1: invalid result "hello": expected a line of this log"#),
        ("hello", "this is not a log"),
        (&format!("{}\n", lines[1]), "files of earlier versions cannot be continued"),
    ] {
        fs::write(&out, text).unwrap();
        let other = run("6", &["--resume"]);
        assert_eq!(other.code, ERROR);
        assert!(other.stderr.contains(fault), "{}", other.stderr);
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
        fs::write(&ggf, text).unwrap();
        fs::remove_file(&out).unwrap();
        let other = run("6", &["--resume", "--ggf", ggf.to_str().unwrap()]);
        assert_eq!(other.code, ERROR);
        assert_eq!(fs::read_to_string(&ggf).unwrap(), text);
    }
    let same = run("6", &["--ggf", out.to_str().unwrap()]);
    assert!(same.stderr.contains("name the same file"), "{}", same.stderr);
    fs::write(&out, "").unwrap();
    let both = run("6", &["--resume", "--ggf", ggf.to_str().unwrap()]);
    assert_eq!(both.code, ERROR);
    fs::remove_file(&ggf).unwrap();
    let both = run("2", &["--resume", "--ggf", ggf.to_str().unwrap()]);
    assert_eq!(both.code, DONE, "{}", both.stderr);
    let both = run("6", &["--resume", "--ggf", ggf.to_str().unwrap()]);
    assert_eq!((both.code, &both.stdout), (DONE, &whole.stdout), "{}", both.stderr);
    assert_eq!(fs::read_to_string(&ggf).unwrap().lines().count(), 6);
}

/// Runs `match-sum`.
fn sum(arguments: &[&str]) -> Run {
    run(&[&["match-sum"], arguments].concat())
}

#[test]
fn parts_of_a_match_add_up_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["whole", "first", "second", "other"].map(|name| folder.path().join(name));
    let [whole, first, second, other] = paths.each_ref().map(|path| path.to_str().unwrap());
    let players = ["--a", "style:classic-d1", "--b", "style:random seed=3", "--json"];
    let limits = ["--depth", "1", "--random-plies", "4"];
    let match_to = |file, rest: &[&str]| {
        let run = play(&[&players[..], &limits, &["--out", file], rest].concat());
        assert_eq!(run.code, DONE, "{}", run.stderr);
        run.stdout
    };
    let report = match_to(whole, &["--games", "24"]);
    match_to(first, &["--pairs", "1-8"]);
    match_to(second, &["--pairs", "9-12", "--concurrency", "2"]);
    let moves = |row: &Value| (row["game"].as_u64(), row["moves"].clone());
    let games = |path: &Path| rows(path).iter().map(moves).collect::<Vec<_>>();
    assert_eq!(games(&paths[0])[..16], games(&paths[1]));
    let added = sum(&[second, first, "--json"]);
    assert_eq!((added.code, &*added.stderr, &added.stdout), (DONE, "", &report));
    // The SPRT ends at the same pair as in the whole match.
    let test = ["--sprt", "0", "400", "--json"];
    let decided = play(&[&players[..], &limits, &test[..3]].concat());
    let added = sum(&[&[first, second][..], &test].concat());
    assert_eq!((added.code, &added.stdout), (DONE, &decided.stdout), "{}", added.stderr);
    assert!(added.stderr.contains("decided after pair "), "{}", added.stderr);
    let added = sum(&[second]);
    assert_eq!(added.code, DONE);
    assert!(added.stderr.contains("8 of the first 12 pairs are missing"), "{}", added.stderr);
    for (file, fault) in [
        (whole, format!("{whole} cannot be added to {first}: line 2: pair 1 is also in {first}\n")),
        (other, format!("{other} cannot be added to {first}: line 1: other settings: seed was 2 ")),
    ] {
        if file == other {
            match_to(other, &["--pairs", "9", "--seed", "2"]);
        }
        let refused = sum(&[first, file]);
        assert_eq!((refused.code, &*refused.stdout), (ERROR, ""));
        assert!(refused.stderr.contains(&fault), "{}", refused.stderr);
    }
    for (text, fault) in [("", "the file is empty"), ("hello\n", "line 1: invalid result")] {
        fs::write(&paths[3], text).unwrap();
        assert!(sum(&[other]).stderr.contains(&format!("in {other}: {fault}")));
    }
    let both = play(&["--a", "style:edge", "--pairs", "1-2", "--games", "4"]);
    assert!(both.stderr.contains("cannot be used with"), "{}", both.stderr);
}
