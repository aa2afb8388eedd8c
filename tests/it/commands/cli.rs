//! The command line as scripts see it: answers, JSON, pipes, errors and exit codes.

use std::process::Stdio;

use crate::common::data::bench_signature;
use crate::common::program::command;
use crate::common::run::{DONE, ERROR, NO, Run, answer, run, run_with};
use othello::board::Square;
use serde_json::Value;

/// 14 empties, White to move.
const MIDDLE: &str = "-OO-X-O---OXXO--OXXOOOOOOXXOOOOOOXOOOOOO--XOXOXO-XXXXXXO---OOOOO X";
/// Starts with `-`, as a flag does.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// The names of the fields of `object`, sorted.
fn fields(object: &Value) -> Vec<&str> {
    let mut names: Vec<&str> =
        object.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn without_a_subcommand_the_program_serves_a_host() {
    let run = run_with(&["--hash", "1"], "position start moves f5\nmoves\nfrob\ngo depth 1\n");
    assert_eq!(run.code, DONE);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "moves f4 d6 f6");
    assert!(lines[1].starts_with(r#"error unknown command "frob""#), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[test]
fn strict_sessions_end_at_the_first_error() {
    let run = run_with(&["--strict"], "frob\nmoves\n");
    assert_eq!(run.code, ERROR);
    assert_eq!(run.stdout.lines().count(), 1);
}

#[test]
fn every_option_of_the_engine_is_a_flag() {
    let help = answer(&["--help"]);
    let flags: Vec<String> = help
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--"))
        .map(|flag| flag.replace('-', ""))
        .map(|flag| if flag == "nobook" { "ownbook".to_owned() } else { flag })
        .collect();
    let listed = run_with(&[], "ugi\n").stdout;
    let options = listed.lines().filter_map(|line| line.strip_prefix("option name "));
    // These two belong to sessions.
    let names = options.filter_map(|line| line.split(' ').next());
    let names = names.filter(|name| !["Ponder", "Clear"].contains(name));
    let names: Vec<String> = names.map(str::to_lowercase).collect();
    assert!(names.len() >= 5);
    assert!(names.iter().all(|name| flags.contains(name)), "{names:?} {flags:?}");
}

#[test]
fn flags_set_the_options_of_a_session() {
    for (flag, name, value) in [
        ("--hash", "Hash", "2"),
        ("--threads", "Threads", "2"),
        ("--multipv", "MultiPV", "3"),
        ("--evaluator", "Evaluator", "classic"),
        ("--level", "Level", "4"),
        ("--strategy", "Strategy", "deep-score"),
        ("--skill", "Skill", "3"),
        ("--seed", "Seed", "7"),
        ("--moveoverhead", "MoveOverhead", "300"),
    ] {
        let options = run_with(&[flag, value], "options\n").stdout;
        let line = options.lines().find(|line| line.contains(&format!(" name {name} "))).unwrap();
        assert!(line.ends_with(&format!(" value {value}")), "{line}");
    }
}

#[test]
fn the_engine_checks_the_flags() {
    for (flags, fault) in [
        (["--hash", "0"], "invalid value '0' for '--hash <N>': expected an integer from 1"),
        (["--threads", "many"], "invalid value 'many' for '--threads <N>'"),
        (["--strategy", "bold"], "[possible values: full, random, "),
        (["--evaluator", "magic"], "invalid value 'magic' for '--evaluator <NAME>'"),
        (["--protocol", "xboard"], "[possible values: ugi, gtp, nboard]"),
    ] {
        let run = run(&flags);
        assert_eq!(run.code, ERROR, "{flags:?}");
        assert!(run.stderr.contains(fault), "{}", run.stderr);
    }
}

#[test]
fn positions_are_read_in_every_form() {
    for position in [
        &["f5"][..],
        &["start", "moves", "f5"],
        &["startpos moves f5"],
        &["fen", "8/8/8/3OX3/3XO3/8/8/8", "X", "moves", "f5"],
        &["8/8/8/3OX3/3XXX2/8/8/8 O"],
        &[START, "moves", "f5"],
        &[&START[..64], "X", "moves", "f5"],
    ] {
        assert_eq!(answer(&[&["moves"], position].concat()), "moves f4 d6 f6\n", "{position:?}");
    }
    assert_eq!(answer(&["moves"]), "moves d3 c4 f5 e6\n");
}

#[test]
fn answers_about_a_file_name_line_and_column() {
    for arguments in [
        &["show", "-"][..],
        &["moves", "-"],
        &["eval", "-"],
        &["perft", "2", "-"],
        &["search", "-", "--depth", "1"],
        &["hint", "-", "1", "--depth", "1"],
    ] {
        let run = run_with(&[arguments, &["--json"]].concat(), "f5\n\nxx\n  f5d6\n");
        assert_eq!(run.code, NO, "{arguments:?}");
        assert!(run.stderr.starts_with("outflank: standard input:3:1: "), "{}", run.stderr);
        let mut places: Vec<_> = run
            .json()
            .iter()
            .map(|answer| (answer["line"].as_u64(), answer["column"].as_u64()))
            .collect();
        places.dedup();
        assert_eq!(places, [(Some(1), Some(1)), (Some(4), Some(3))], "{arguments:?}");
    }
}

#[test]
fn one_reply_is_one_object_with_the_fields_of_the_protocol() {
    let board = &run(&["show", "f5", "--json"]).json()[0];
    assert_eq!(
        fields(board),
        [
            "black", "board", "empties", "fen", "last", "opening", "ply", "reply", "result",
            "side", "stable", "white"
        ]
    );
    assert_eq!((&board["reply"], &board["empties"]), (&"board".into(), &59.into()));
    let moves = &run(&["moves", "--json"]).json()[0];
    assert_eq!(moves["moves"], serde_json::json!(["d3", "c4", "f5", "e6"]));
    let eval = &run(&["eval", "f5", "--json"]).json()[0];
    assert_eq!(fields(eval), ["over", "reply", "score", "terms"]);
    let search = run(&["search", "--depth", "3", "--json", "--hash", "1", "--no-book"]).json();
    assert_eq!(search.len(), 1);
    assert_eq!(
        fields(&search[0]),
        [
            "best",
            "board",
            "bound",
            "certainty",
            "depth",
            "multipv",
            "nodes",
            "pv",
            "reply",
            "score",
            "selectivity",
            "time"
        ]
    );
    let bench = run(&["bench", "--json"]).json();
    assert_eq!(
        (bench[0]["reply"].as_str(), bench[0]["number"].as_u64()),
        (Some("position"), Some(1))
    );
    let sum = bench.last().unwrap();
    assert_eq!(fields(sum), ["nodes", "nps", "reply", "time"]);
    assert_eq!(sum["nodes"].as_u64(), Some(bench_signature()));
}

#[test]
fn subcommands_answer_as_a_session_does() {
    let session = |commands: &str| run_with(&["--hash", "1"], commands).stdout;
    assert_eq!(answer(&["show", "f5d6"]), session("position start moves f5d6\nshow\n"));
    assert_eq!(
        answer(&["eval", "f5d6", "--explain", "--json"]),
        session("json on\nposition start moves f5d6\neval explain\n")
    );
    let search = run(&["search", MIDDLE, "--exact", "--hash", "1", "--json"]).json();
    let best = format!("bestmove {}", search[0]["best"].as_str().unwrap());
    let session = session(&format!("position {MIDDLE}\ngo exact\n"));
    assert_eq!(session.lines().last(), Some(&*best));
}

#[test]
fn searches_obey_their_limits() {
    let last_info = |arguments: &[&str]| {
        let all = [&["search", "--hash", "1", "--json", "--no-book"], arguments].concat();
        run(&all).json().remove(0)
    };
    assert_eq!(last_info(&["--depth", "4"])["depth"], 4);
    assert_eq!(last_info(&["--level", "3"])["depth"], 3);
    assert_eq!(last_info(&["--depth", "2", "--multipv", "3"])["lines"][2]["multipv"], 3);
    assert!(last_info(&["--nodes", "5000"])["nodes"].as_u64() < Some(50_000));
    assert!(last_info(&["--time", "50"])["time"].as_f64() < Some(20_000.0));
    assert_eq!(last_info(&[MIDDLE, "--exact"])["certainty"], "exact");
    assert_ne!(last_info(&[MIDDLE, "--wld"])["certainty"], "selective");
    assert_eq!(last_info(&["--depth", "6", "--selectivity", "80"])["depth"], 6);
}

#[test]
fn go_is_another_name_for_search() {
    let best = |name| run(&[name, "--depth", "2", "--json"]).json()[0]["best"].clone();
    assert_eq!(best("go"), best("search"));
}

#[test]
fn lines_of_standard_input_are_answered_one_by_one() {
    let input = format!("f5\n\n% comment\n{START} # the start\n{MIDDLE}; B2:+4; % OBF\n");
    let run = run_with(&["moves", "-"], &input);
    assert_eq!((run.code, &*run.stderr), (DONE, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..2], ["line 1 moves f4 d6 f6", "line 4 moves d3 c4 f5 e6"]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn bad_lines_are_reported_with_their_number_and_skipped() {
    let run = run_with(&["moves", "-"], "f5\nhello\nf5f5\nf5d6\n");
    assert_eq!(run.code, NO);
    assert_eq!(run.stdout.lines().count(), 2);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert!(
        errors[0].starts_with(r#"outflank: standard input:2:1: invalid record "hello": expected "#)
    );
    assert_eq!(errors[1], r#"outflank: standard input:3:3: move 2, "f5", is illegal: f5 is taken"#);
}

#[test]
fn an_empty_input_is_an_error_except_for_commands_with_lists() {
    for arguments in [
        &["show", "-"][..],
        &["moves", "-"],
        &["eval", "-"],
        &["perft", "2", "-"],
        &["search", "-", "--depth", "1"],
        &["hint", "-"],
        &["book", "show", "embedded", "-"],
        &["book", "tree", "embedded", "-"],
    ] {
        for input in ["", "\n# nothing\n"] {
            let run = run_with(arguments, input);
            assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{arguments:?}");
            let told = "outflank: standard input holds no position: expected one or more\n";
            assert_eq!(run.stderr, told, "{arguments:?}");
        }
    }
    assert_eq!(run_with(&["analyze", "-"], "").code, ERROR);
    for arguments in [&["solve", "-"][..], &["validate", "-"], &["convert", "--to", "ggf", "-"]] {
        assert_eq!(run_with(arguments, "").code, DONE, "{arguments:?}");
    }
}

#[test]
fn exit_codes_distinguish_bad_records_from_unreadable_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("bytes"), [b'x', 0, 1, 2]).unwrap();
    std::fs::write(path("text"), "hello\n").unwrap();
    for arguments in [&["validate"][..], &["convert", "--to", "ggf"], &["solve"], &["moves"]] {
        for (name, code) in [("bytes", NO), ("text", NO), ("missing.txt", ERROR), ("", ERROR)] {
            let run = run(&[arguments, &[&path(name)]].concat());
            assert_eq!(run.code, code, "{arguments:?} {name}: {}", run.stderr);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_at_standard_output_is_reported() {
    for arguments in [&["show"][..], &["version"], &["man"], &["perft", "1"], &["validate", "-"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = command();
        let run =
            Run::of(command.args(arguments).stdin(Stdio::null()).stdout(full).output().unwrap());
        assert_eq!(run.code, ERROR, "{arguments:?}");
        let told = "outflank: standard output cannot be written: No space left on device";
        assert!(run.stderr.starts_with(told), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn exit_codes_distinguish_illegal_moves_from_unreadable_positions() {
    for (position, code, message) in [
        ("f5f5", NO, r#"outflank: move 2, "f5", is illegal: f5 is taken"#),
        ("start moves a1", NO, "outflank: move 1, \"a1\", is illegal: "),
        ("hello", ERROR, r#"outflank: invalid record "hello": expected moves, "#),
        ("8/8 X", ERROR, r#"outflank: invalid board "8/8": expected 8 rows split by /, found 2"#),
    ] {
        for arguments in [&["show", position][..], &["play", "--position", position]] {
            let run = run(arguments);
            assert_eq!((run.code, &*run.stdout), (code, ""), "{arguments:?}");
            assert!(run.stderr.starts_with(message), "{}", run.stderr);
        }
    }
}

#[test]
fn usage_errors_quote_the_argument() {
    for (arguments, message) in [
        (
            &["serach"][..],
            "unrecognized subcommand 'serach'; tip: some similar subcommands exist: ",
        ),
        (&["help", "solvee"], "unrecognized subcommand 'solvee'"),
        (&["-uci"], "unexpected argument '-u' found"),
        (
            &["go", "depth", "5"],
            r#"invalid record "depth": expected a position, or --depth 5 for the limit"#,
        ),
        (
            &["convert", "--to", "ggf", "f5d6c3"],
            "f5d6c3 cannot be read: it is a record: expected a file",
        ),
        (&["search", "--detph", "3"], "a similar argument exists: '--depth'"),
        (
            &["search", "--depth", "0"],
            "invalid value '0' for '--depth <N>': expected an integer from 1 to 1000\n",
        ),
        (&["search", "--exact", "--wld"], "cannot be used with"),
        (&["eval", "--evalfile", "."], r#"invalid EvalFile ".": expected a regular file"#),
        (
            &["search", "--book", "."],
            r#"invalid Book ".": invalid book: expected one made by outflank book"#,
        ),
        (&["search", "--selectivity", "101"], "101"),
        (&["solve"], "no input: expected a game or a position, files, or - for standard input"),
        (&["analyze"], "no input: expected a game"),
        (&["search", "f5", "--resume"], "--out <FILE>"),
        (&["search", "f5", "--depth", "-1"], "expected an integer from 1 to 1000"),
        (&["solve", "x", "--timeout", "-1"], "'-1' for '--timeout <SECONDS>': expected "),
        (&["hint", "f5d6", "--time", "-1"], "'-1' for '--time <TIME>': expected "),
        (&["book", "learn", "x", "--error", "-1.5"], "'-1.5' for '--error "),
        (&["--hash", "-1"], "expected an integer from 1 to 1048576"),
        (&["solve", "x", "--out", "-"], "expected the name of a file"),
        (&["man", "--out", "-"], "expected the name of a file"),
        (&["book", "new", "-"], "expected the name of a file"),
        (&["book", "pack", "x", "-"], "expected the name of a file"),
        (
            &["book", "check", "embedded"],
            "invalid value 'embedded' for '<BOOK>': expected a file: ",
        ),
        (
            &["book", "learn", "EMBEDDED"],
            "invalid value 'EMBEDDED' for '<BOOK>': expected a file: ",
        ),
        (&["match", "--a", "x", "--sprt", "0"], "2 values required by '--sprt "),
        (&["show", "--json=true"], "unexpected value 'true' for '--json' found"),
        (&["search", "--selectivity", "95%"], "invalid value '95%' for '--selectivity <PERCENT>'"),
        (&["search", "--nodes", "1e6"], "invalid value '1e6' for '--nodes <N>'"),
        (&["match", "--a", "x", "--balanced", "0.5"], "'0.5' for '--balanced <DISCS>'"),
        (&["evaltest", "x", "--depth", "0,x"], "invalid value 'x' for '--depth <N,..>'"),
        (&["book", "learn", "x", "--positions", "-1"], "invalid value '-1' for '--positions "),
        (&["fit", "-", "--games", "games"], "expected the name of a file"),
        (&["selfplay", "-"], "expected the name of a file"),
        (&["analyze", "gmae.ggf", "Cargo.toml"], "gmae.ggf cannot be read: "),
        (&["convert", "x", "--to", "ggf", "--out", "-"], "'-' for '--out <FILE>': expected "),
        (&["book", "export", "x", "--to", "obf", "--out", "-"], "'-' for '--out <FILE>': "),
        (&["match", "--a", "outflank", "--out", "-"], "'-' for '--out <FILE>': expected "),
        (&["perft", "-1"], "invalid value '-1' for '<PLIES>': expected an integer from 0"),
        (&["moves", "-1"], r#"invalid record "-1": expected "#),
        (
            &["solve", "x", "--lines", "5-4"],
            "expected a line number from 1, or a range such as 101-200",
        ),
        (&["solve", "x", "--timeout", "0"], "expected a time above 0 in seconds"),
        (&["solve", "x", "--jobs", "0"], "expected an integer from 1 to 1024"),
        (&["bench", "endgame", "--from", "39"], "39"),
        (&["bench", "threads", "--from", "3", "--to", "2"], "--to 2: expected at least --from 3"),
        (&["bench", "endgame", "--suite", "twenty", "--to", "277"], "a number from 1 to 276"),
        (
            &["bench", "endgame", "--from", "44", "--to", "40"],
            "invalid --to 40: expected at least --from 44",
        ),
        (&["completions", "tcsh"], "[possible values: bash, "),
        (&["--hash", "16", "moves"], "the subcommand 'moves' cannot be used with '--hash <N>'"),
        (&["analyze", "f5", "--svg", "-"], "'-' for '--svg <FILE>': expected "),
        (&["show", "Cargo.toml", "f5"], r#""Cargo.toml" is a file, among other words: expected "#),
        (&["analyze", "f5", "Cargo.toml"], r#""Cargo.toml" is a file, among other words: "#),
        (
            &["hint", "f5", "abc", "def"],
            r#"unexpected "abc def" after the record: expected moves, or % before a comment"#,
        ),
        (&["play", "--position", "f5d6 Tiger"], r#"unexpected "Tiger" after the record: "#),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{arguments:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stderr.starts_with("outflank: "), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    let run = run(&["book"]);
    assert_eq!((run.code, &*run.stdout), (ERROR, ""));
    assert!(run.stderr.contains("Usage: outflank book <COMMAND>"), "{}", run.stderr);
}

#[test]
fn the_endgame_bench_checks_its_scores() {
    let table = answer(&["bench", "endgame", "--to", "40", "--hash", "16"]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    let row: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(row[..4], ["40", "20", "+38.00", "a2"]);
    assert!(lines[2].starts_with("total "));
}

#[test]
fn the_endgame_bench_has_another_suite() {
    let table = answer(&["bench", "endgame", "--suite", "twenty", "--to", "1", "--hash", "16"]);
    let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..4], ["1", "20", "-6.00", "b7"]);
    assert!(!table.contains("wrong"), "{table}");
}

/// Runs with a standard output that is closed before the first write.
fn run_into_broken_pipe(arguments: &[&str]) -> Run {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    Run::of(child.wait_with_output().unwrap())
}

#[test]
fn a_closed_reader_ends_a_command_silently() {
    for (arguments, status) in [
        (&["search", "--depth", "8"][..], DONE),
        (&["show"], DONE),
        (&["bench"], DONE),
        (&["completions", "bash"], DONE),
        (&["version"], DONE),
        // The success was not reported, so these fail.
        (&["solve", "src/suites/endgames.txt"], ERROR),
        (&["validate", "src/suites/endgames.txt"], ERROR),
    ] {
        let run = run_into_broken_pipe(arguments);
        assert_eq!((run.code, &*run.stderr), (status, ""), "{arguments:?}");
    }
}

#[test]
fn perft_counts_with_any_number_of_threads_and_both_kinds_of_passes() {
    let count =
        |arguments: &[&str]| run(&[&["perft"], arguments, &["--json"]].concat()).json()[0].clone();
    for arguments in
        [&["9"][..], &["9", "--threads", "2"], &["9", "--hash", "1"], &["9", "--divide"]]
    {
        assert_eq!(count(arguments)["nodes"], 3_005_288, "{arguments:?}");
    }
    assert_eq!(count(&["9", "--passes", "free"])["nodes"], 3_005_320);
    assert_eq!(count(&["2", "f5"])["nodes"], 14);
    let divided = count(&["3", "--divide"]);
    assert_eq!(fields(&divided), ["depth", "divide", "nodes", "nps", "passes", "reply", "time"]);
    assert_eq!(divided["divide"][0], serde_json::json!({"move": "d3", "nodes": 14}));
    let each = run_with(&["perft", "1", "-", "--csv"], "start\nf5\n").stdout;
    assert!(each.starts_with("file,line,depth,passes,nodes,time,nps\n,1,1,ply,4,"), "{each}");
    assert_eq!(each.lines().count(), 3);
    assert_eq!(run(&["perft", "many"]).code, ERROR);
}

#[test]
fn parameters_of_the_search_are_listed_and_can_be_set() {
    let listed = answer(&["params"]);
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() > 15 && names.contains(&"aspiration"), "{listed}");

    let search = |flags: &[&str]| {
        let arguments =
            [&["search", "f5d6c3d3c4", "--depth", "8", "--json", "--no-book"], flags].concat();
        run(&arguments).json()[0]["nodes"].as_u64().unwrap()
    };
    let untouched = search(&[]);
    assert_eq!(search(&["--param", "aspiration=150"]), untouched);
    let touched = search(&["--param", "mobility_weight=0", "--param", "sort_depth=9"]);
    assert_ne!(touched, untouched);

    for (setting, message) in [
        ("aspiration", "expected <name>=<value>"),
        ("aspiration=far", "invalid aspiration \"far\""),
        ("elan=1", "unknown parameter \"elan\""),
    ] {
        let refused = run(&["search", "f5", "--param", setting]);
        assert_eq!(refused.code, ERROR, "{setting}");
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
}

#[test]
fn an_evaluation_is_explained_square_by_square_and_pattern_by_pattern() {
    let text = answer(&["eval", "f5d6c3", "--explain"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("  a b c d e f g h") && lines[0].ends_with("     h"));
    let shares = |line: &&str| -> f64 {
        line[20..].split_whitespace().map(|share| share.parse::<f64>().expect(line)).sum()
    };
    let squares: f64 = lines[1..9].iter().map(shares).sum();
    let end = lines.iter().position(|line| line.is_empty()).unwrap();
    let terms = lines[end + 1..].iter().filter(|line| !line.ends_with("  in all"));
    let of_no_square = ["mobility", "odd quadrants", "empties", "network"];
    let patterns: f64 = terms
        .filter(|term| !of_no_square.iter().any(|name| term.contains(name)))
        .map(|term| term.split_whitespace().next().unwrap().parse::<f64>().expect(term))
        .sum();
    let line = answer(&["eval", "f5d6c3"]);
    let sum = lines.last().unwrap().split_whitespace().next().unwrap();
    assert_eq!(line, format!("eval {sum}\n"), "in discs, as the sum of the terms");
    assert!((squares - patterns).abs() < 1.0, "{squares} {patterns}\n{text}");
    // A pattern: its share, its name and its squares.
    let pattern: Vec<&str> = lines[10].split_whitespace().collect();
    assert!(pattern[0].parse::<f64>().is_ok_and(|share| share != 0.0), "{}", lines[10]);
    assert!(pattern[pattern.len() - 1].parse::<Square>().is_ok(), "{}", lines[10]);
    let classic = answer(&["eval", "f5d6c3", "--explain", "--evaluator", "classic"]);
    assert!(classic.contains("\n  -1.45 inside               c3 d4 e4 e5 f5\n"), "{classic}");
}
