//! `validate` and `convert` as scripts see them: messages, output and exit codes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::program::command;
#[cfg(unix)]
use crate::common::program::command_with_cpu_limit;
#[cfg(unix)]
use crate::common::run::run_command;
use crate::common::run::{DONE, ERROR, NO, answer, run, run_with};
use tempfile::tempdir;

/// A game that ends early with all discs black.
pub(crate) const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

/// Writes a file. Returns its path.
pub(crate) fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn good_games_are_counted() {
    let folder = tempdir().unwrap();
    let games = file(folder.path(), "games.txt", format!("{WIPEOUT} 64-0\nf5d6\n"));
    assert_eq!(
        answer(&["validate", &games]),
        "2 records: 2 valid, 0 failed, 0 with a wrong result; 1 unfinished, 0 passes\n"
    );
    assert_eq!(
        answer(&["validate", "--all", &games]),
        format!(
            "{games}:1:1: transcript moves 9 passes 0 result 64 stated 64-0\n\
             {games}:2:1: transcript moves 2 passes 0\n\
             2 records: 2 valid, 0 failed, 0 with a wrong result; 1 unfinished, 0 passes\n"
        )
    );
}

#[test]
fn bad_games_are_reported_with_their_position() {
    let folder = tempdir().unwrap();
    let bad = file(folder.path(), "bad.txt", format!("f5\n{WIPEOUT} 33-31\n\n f5d3\n"));
    let good = file(folder.path(), "good.txt", "f5d6");
    let run = run(&["validate", &bad, &good]);
    assert_eq!((run.code, &*run.stderr), (NO, ""));
    assert_eq!(
        run.stdout,
        format!(
            "{bad}:2:1: invalid result \"33-31\": expected 13-0 (black wins by 64)\n\
             {bad}:4:4: move 2, \"d3\", is illegal: d3 flips nothing for white\n\
             4 records: 2 valid, 1 failed, 1 with a wrong result; 2 unfinished, 0 passes\n"
        )
    );
}

#[test]
fn passes_are_checked_and_counted() {
    let start = "XO6/8/8/8/8/8/8/8";
    let input = format!("{start} O moves c1\n{start} O moves pass c1\n{start} X moves pass c1\n");
    let run = run_with(&["validate", "-"], &input);
    assert_eq!(run.code, NO);
    assert_eq!(
        run.stdout,
        "standard input:3:27: move 1, \"pass\", is illegal: black has a move and may not pass\n\
         3 records: 2 valid, 1 failed, 0 with a wrong result; 0 unfinished, 2 passes\n"
    );
}

#[test]
fn json_has_the_fields_of_the_protocol() {
    let run = run_with(&["validate", "-", "--json"], &format!("{WIPEOUT} 1-63\nz9\n"));
    let replies = run.json();
    assert_eq!(run.code, NO);
    assert_eq!(replies.len(), 3);
    assert_eq!(replies[0]["reply"], "validate");
    assert_eq!((&replies[0]["valid"], &replies[0]["result"]), (&false.into(), &64.into()));
    assert_eq!((&replies[1]["file"], &replies[1]["line"]), (&"standard input".into(), &2.into()));
    assert_eq!((&replies[2]["reply"], &replies[2]["records"]), (&"records".into(), &2.into()));
}

#[test]
fn unreadable_files_are_errors() {
    for arguments in [
        &["validate", "/nowhere/games.txt"][..],
        &["convert", "--to", "fen", "/nowhere/games.txt"],
        &["validate", "/nowhere/wth.jou"],
        &["validate"],
        &["convert", "-"],
        &["convert", "--to", "sgd", "-"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{arguments:?}");
        assert!(run.stderr.starts_with("outflank: ") || run.stderr.starts_with("error: "));
    }
}

#[test]
fn every_format_converts_to_every_other() {
    let folder = tempdir().unwrap();
    let games = file(folder.path(), "games.txt", format!("f5d6c3\n{WIPEOUT}\n"));
    let texts = ["transcript", "position", "pgn", "ggf", "json"];
    for from in texts {
        let text = answer(&["convert", "--to", from, &games]);
        for to in texts {
            let run = run_with(&["convert", "--to", to, "-"], &text);
            assert_eq!(run.code, DONE, "{from} to {to}: {}", run.stderr);
            let back = run_with(&["convert", "--to", "transcript", "-"], &run.stdout);
            assert_eq!(back.stdout, format!("f5d6c3\n{WIPEOUT}\n"), "{from} to {to}");
        }
        for to in ["board", "fen", "obf"] {
            let run = run_with(&["convert", "--to", to, "-"], &text);
            let back = run_with(&["convert", "--to", "fen", "-"], &run.stdout);
            assert!(back.stdout.starts_with("8/8/2X5/3XX3/3OXX2/3O4/8/8 O\n"), "{from} to {to}");
        }
    }
}

#[test]
fn a_game_can_be_turned_mirrored_and_normalised() {
    for (flags, moves) in [
        (&["--rotate", "180"][..], "c4e3"),
        (&["--rotate", "90", "--mirror"], "e6f4"),
        (&["--rotate", "270", "--mirror"], "d3c5"),
        (&["--normalise"], "f5d6"),
        (&["--normalize"], "f5d6"),
    ] {
        let arguments = [&["convert", "--to", "transcript", "-"], flags].concat();
        assert_eq!(run_with(&arguments, "f5d6\n").stdout.trim(), moves, "{flags:?}");
    }
    let turned = run_with(&["convert", "--to", "position", "--rotate", "90", "-"], "f5d6\n");
    assert_eq!(turned.stdout, "fen 8/8/8/3XO3/3OX3/8/8/8 X moves d6 c4\n");
    let all = "d3c5\ne6f4\nc4e3\n8/8/8/3OX3/3XXX2/8/8/8 O moves d6\n";
    let normal = run_with(&["convert", "--to", "position", "--normalise", "-"], all);
    assert_eq!(normal.stdout.matches("startpos moves f5 d6\n").count(), 3, "{}", normal.stdout);
    assert_eq!(normal.stderr, "outflank: not normalised: 1 that cannot start with f5\n");
}

#[test]
fn ignored_entries_of_a_game_are_counted() {
    let sgf = "(;GM[2];B[f5]LB[f5:1]BL[100];W[d6])";
    let run = run_with(&["convert", "--to", "transcript", "-"], sgf);
    assert_eq!((run.code, &*run.stdout), (DONE, "f5d6\n"));
    assert_eq!(run.stderr, "outflank: not read: 2 entries, such as labels on the board\n");
}

#[test]
fn a_record_is_not_taken_for_a_file_name() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("f5"), "f5d6c3d3c4f4f6\n").unwrap();
    let told = |command: &[&str]| {
        let asked = self::command().args(command).current_dir(folder.path()).output().unwrap();
        String::from_utf8(asked.stdout).unwrap()
    };
    assert_eq!(told(&["moves", "f5"]), "moves f4 d6 f6\n");
    let plies = |games: &str| told(&["analyze", games, "--depth", "1", "--csv"]).lines().count();
    assert_eq!((plies("f5"), plies("./f5")), (3, 9));
}

#[cfg(unix)]
#[test]
fn unreadable_input_is_an_error_in_each_protocol() {
    for protocol in ["-ugi", "-gtp", "-nboard"] {
        let status = command()
            .arg(protocol)
            .stdin(fs::File::open("/tmp").unwrap())
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(ERROR), "{protocol}");
    }
}

#[test]
fn gzip_is_detected_if_its_first_byte_comes_alone() {
    let mut packed = Vec::new();
    let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::fast());
    encoder.write_all(b"f5d6c3\n").unwrap();
    encoder.finish().unwrap();
    let mut child = command()
        .args(["validate", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(&packed[..1]).unwrap();
    thread::sleep(Duration::from_millis(200));
    input.write_all(&packed[1..]).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("1 record: 1 valid"), "{told}");
}

#[cfg(unix)]
#[test]
fn long_records_are_split_in_linear_time() {
    let tags = |count: usize| {
        (0..count).map(|n| format!("[T{n} \"x\"]\n")).collect::<String>() + "1. f5 d6\n"
    };
    let board = |count: usize| {
        let board = answer(&["show", "start"]);
        let side = board.find("to move").expect("a side");
        let end = side + board[side..].find('\n').expect("a line") + 1;
        board[..end].to_owned() + &"opening x\n".repeat(count)
    };
    let apart = format!("[Black \"ann\"]\n{}1. f5 d6\n", "\n".repeat(400_000));
    for text in [tags(40_000), board(40_000), apart] {
        // 0.1 s of CPU time; a minute when each line is compared with all lines before it.
        let mut command = command_with_cpu_limit(10);
        command.args(["validate", "-"]);
        let checked = run_command(command, &text);
        assert!(
            checked.stdout.starts_with("1 record: 1 valid"),
            "{} {}",
            checked.stdout,
            checked.stderr
        );
    }
    let numbers: String = (1..400).map(|n| format!("{n}. f5\n")).collect();
    assert!(run_with(&["validate", "-"], &numbers).stdout.starts_with("399 records: 399 valid"));
}

#[test]
fn theoretical_results_at_other_empties_are_reported_as_lost() {
    let folder = tempdir().unwrap();
    let game = |empties, black| {
        format!(
            "{{\"moves\":\"{WIPEOUT}\",\"theory\":{{\"empties\":{empties},\"black\":{black}}}}}\n"
        )
    };
    // The third result is invalid and is lost too.
    let games = file(folder.path(), "games.json", game(20, 33) + &game(26, 36) + &game(20, 200));
    let wtb = folder.path().join("x.wtb");
    let written = run(&["convert", "--to", "wthor", "--out", wtb.to_str().unwrap(), &games]);
    assert_eq!(written.stderr, "outflank: wthor does not hold: theoretical result (2)\n");
    let back = answer(&["convert", "--to", "json", wtb.to_str().unwrap()]);
    let theories: Vec<&str> =
        back.lines().filter_map(|line| line.split("\"theory\":").nth(1)).collect();
    assert!(theories[0].starts_with("{\"empties\":20,\"black\":33}"), "{back}");
    assert!(!back.contains("\"black\":36"), "{back}");

    // No theoretical result is invented without a message.
    let without = format!("{{\"moves\":\"{WIPEOUT}\"}}\n");
    for (games, told) in [(without.clone(), ""), (game(20, 33) + &without, "result for 1 game\n")] {
        let games = file(folder.path(), "games.json", games);
        let written = run(&["convert", "--to", "wthor", "--out", wtb.to_str().unwrap(), &games]);
        assert!(written.stderr.ends_with(told) && written.stderr.is_empty() == told.is_empty());
        let back = answer(&["convert", "--to", "json", wtb.to_str().unwrap()]);
        assert_eq!(back.contains("theory"), !told.is_empty(), "{back}");
    }
}

#[test]
fn fields_that_a_format_cannot_hold_are_reported() {
    let input = "8/8/8/3OX3/3XXX2/8/8/8 O moves d6\nf5 36-28 % good\nz\n";
    let run = run_with(&["convert", "--to", "transcript", "-"], input);
    assert_eq!((run.code, &*run.stdout), (NO, "f5 % good\n"));
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        errors[0],
        "outflank: standard input:1:1: transcript cannot hold a start other than the usual one: \
         expected position, pgn, ggf or json"
    );
    assert!(errors[1].starts_with("outflank: standard input:3:1: invalid record \"z\""));
    assert_eq!(
        errors[2..],
        ["outflank: transcript does not hold: result (1)", "outflank: not written: 2 that failed"]
    );
}

#[test]
fn results_that_a_format_cannot_hold_are_reported() {
    let lost = |to, input: &str| {
        let run = run_with(&["convert", "--to", to, "-"], input);
        assert_eq!(run.code, DONE, "{}", run.stderr);
        run.stderr
    };
    let ggf = |result| {
        let board = "---------------------------O*------*O---------------------------";
        format!("(;GM[Othello]BO[8 {board} *]RE[{result}]B[f5];)\n")
    };
    let won = "[Result \"1-0\"]\n1. f5 1-0\n";
    assert_eq!(lost("ggf", won), "outflank: ggf does not hold: result (1)\n");
    assert_eq!(lost("wthor", won), "outflank: wthor does not hold: result (1)\n");
    for result in ["+4.00:t", "+3.00"] {
        assert_eq!(lost("pgn", &ggf(result)), "outflank: pgn does not hold: result (1)\n");
        assert_eq!(lost("wthor", &ggf(result)), "outflank: wthor does not hold: result (1)\n");
    }
    for (to, input) in [("pgn", won), ("json", won), ("ggf", &ggf("+4.00:t"))] {
        assert_eq!(lost(to, input), "", "{to}");
    }
    for to in ["pgn", "wthor", "ggf"] {
        assert_eq!(lost(to, &ggf("+4.00")), "", "{to}");
        assert_eq!(lost(to, "f5 34-30\n"), "", "{to}");
    }
}

#[test]
fn brackets_without_an_object_are_not_a_record() {
    for line in ["[", "]", "[[[", "[]", "[\n]"] {
        let run = run_with(&["validate", "-"], &format!("{line}\nf5d6\n"));
        assert_eq!(run.code, NO, "{line}");
        assert!(run.stdout.contains("invalid record"), "{}", run.stdout);
    }
    let list = "[\n\n [{\"moves\":\"f5\"},\n{\"moves\":\"f5d6\"}]\n]\nf5d6\n";
    let run = run_with(&["validate", "-"], list);
    assert!(run.stdout.starts_with("3 records: 3 valid"), "{}", run.stdout);
}

#[test]
fn convert_may_overwrite_its_input() {
    let folder = tempdir().unwrap();
    let games = file(folder.path(), "games", "f5d6c3\n");
    assert_eq!(answer(&["convert", &games, "--to", "ggf", "--out", &games]), "");
    assert_eq!(answer(&["convert", &games, "--to", "transcript"]), "f5d6c3\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_old_file_stays_until_the_new_one_is_complete() {
    let folder = tempdir().unwrap();
    let kept = ["wtb", "jou", "trn"].map(|end| file(folder.path(), &format!("keep.{end}"), "old"));
    for to in ["ggf", "wthor"] {
        let run = run(&["convert", "/nowhere/games.txt", "--to", to, "--out", &kept[0]]);
        assert_eq!(run.code, ERROR);
    }
    for path in &kept {
        assert_eq!(fs::read_to_string(path).unwrap(), "old", "{path}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    let nowhere = run(&["convert", "-", "--to", "ggf", "--out", "/nowhere/games.ggf"]);
    assert_eq!(nowhere.code, ERROR);
    assert!(nowhere.stderr.contains("/nowhere/games.ggf cannot be written"), "{}", nowhere.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_file() {
    use std::io::Read;

    use crate::common::program::interrupt;

    let folder = tempdir().unwrap();
    let out = file(folder.path(), "games.ggf", "as it was");
    let names = || -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let mut child = command()
        .args(["convert", "-", "--to", "ggf", "--out", &out])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f5d6\n").unwrap();
    let start = Instant::now();
    while names().len() < 2 {
        assert!(start.elapsed() < TIMEOUT, "no new file");
        thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "outflank: interrupted: nothing was written\n");
    assert_eq!(child.wait().unwrap().code(), Some(ERROR));
    assert_eq!(names(), ["games.ggf"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "as it was");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_kept() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    let folder = tempdir().unwrap();
    let (old, link) = (file(folder.path(), "old", "f5\n"), folder.path().join("link"));
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&old, &link).unwrap();
    let to = link.to_str().unwrap();
    answer(&["convert", &old, "--to", "position", "--out", to]);
    assert_eq!(fs::read_to_string(&old).unwrap(), "startpos moves f5\n");
    assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o640);
    fs::remove_file(&old).unwrap(); // The link leads to no file then.
    answer(&["convert", "tests/data/game.txt", "--to", "position", "--out", to]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::exists(&old).unwrap());
    answer(&["convert", &old, "--to", "position", "--out", "/dev/null"]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn unfinished_records_do_not_stop_the_rest() {
    let good = "{\"moves\":\"f5d6\"}\n".repeat(3);
    for (input, sum) in [
        (format!("{{\"moves\":\"f5\"\n{good}"), "4 records: 3 valid, 1 failed"),
        ("(;GM[Othello]PB[a]\nf5d6c3\nf5d6\n".to_owned(), "3 records: 2 valid, 1 failed"),
    ] {
        let run = run_with(&["validate", "-"], &input);
        assert!(run.stdout.lines().last().unwrap().starts_with(sum), "{}", run.stdout);
    }
}

#[test]
fn results_in_json_may_be_numbers() {
    let input = format!("{{\"moves\":\"{WIPEOUT}\",\"result\":-64}}\n");
    let run = run_with(&["validate", "-"], &input);
    assert_eq!(run.code, NO);
    assert!(run.stdout.contains("invalid result \"-64.00\": expected 13-0 (black wins by 64)"));
}

#[test]
fn games_of_matches_are_valid() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("games.jsonl").to_str().unwrap().to_owned();
    let players = ["--a", "outflank --hash 1", "--depth", "1", "--games", "2"];
    assert_eq!(run(&[&["match", "--out", &out], &players[..]].concat()).code, DONE);
    let told = answer(&["validate", &out, "--json"]);
    let sum: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&sum["records"], &sum["valid"]), (&2.into(), &2.into()), "{told}");
    assert_eq!(sum["unfinished"], 0);
}

#[test]
fn games_can_be_cut_and_repeated_ones_left_out() {
    let input = "f5d6c3d3c4\nf5\nf5d6c4d3c3\ne6f4c3c4d3\nf5f6e6\n";
    let convert = |arguments: &[&str]| {
        let run = run_with(&[&["convert", "-"], arguments].concat(), input);
        assert_eq!(run.code, DONE);
        (run.stdout, run.stderr)
    };
    assert_eq!(
        convert(&["--to", "transcript", "--at", "2"]),
        (
            "f5d6\nf5d6\ne6f4\nf5f6\n".to_owned(),
            "outflank: not written: 1 that have fewer moves\n".to_owned()
        )
    );
    let (games, _) = convert(&["--to", "transcript", "--at", "2", "--unique"]);
    assert_eq!(games, "f5d6\nf5f6\n");
    // The same moves in another order: another game, the same position.
    let (games, _) = convert(&["--to", "transcript", "--at", "5", "--unique"]);
    assert_eq!(games, "f5d6c3d3c4\nf5d6c4d3c3\n");
    let (positions, _) = convert(&["--to", "fen", "--at", "5", "--unique"]);
    assert_eq!(positions.lines().count(), 1);
}

#[test]
fn no_result_has_more_than_64_discs() {
    for more in ["W+65", "-65", "+64.5", "Black wins by 99"] {
        let checked = run_with(&["validate", "-"], &format!("f5d6c3 {more}\n"));
        assert_eq!(checked.code, NO, "{more}");
        assert!(checked.stdout.contains("at most 64 discs"), "{}", checked.stdout);
    }
    let ggf = |result| {
        format!(
            "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]RE[{result}]B[f5];)\n"
        )
    };
    assert_eq!(run_with(&["validate", "-"], &ggf("+64.00")).code, DONE);
    assert_eq!(run_with(&["validate", "-"], &ggf("+99.00")).code, NO);
}

#[test]
fn a_date_in_pgn_is_a_day() {
    let ggf = |date| {
        format!(
            "(;GM[Othello]DT[{date}]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)\n"
        )
    };
    for (date, day) in [
        ("2003.12.15_13:24:03.MST", "2003.12.15"),
        ("2020-01-02 03:04:05 GMT", "2020-01-02"),
        ("2020-01-02", "2020-01-02"),
        ("1999", "1999"),
    ] {
        let written = run_with(&["convert", "--to", "pgn", "-"], &ggf(date));
        assert!(written.stdout.contains(&format!("[Date \"{day}\"]")), "{}", written.stdout);
        let lost = if day == date { "" } else { "outflank: pgn does not hold: date (1)\n" };
        assert_eq!(written.stderr, lost, "{date}");
    }
}
