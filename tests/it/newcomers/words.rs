//! Messages and output are accurate.

use crate::common::run::{DONE, ERROR, answer, run, run_with};

#[test]
fn argument_errors_are_one_line() {
    for (arguments, message) in [
        (
            &["search", "--time", "soon"][..],
            "invalid value 'soon' for '--time <TIME>': expected a time",
        ),
        (&["search", "--nodes", "few"], "invalid value 'few' for '--nodes <N>': "),
        (
            &["--skill", "11"],
            "invalid value '11' for '--skill <N>': expected an integer from 0 to 10",
        ),
        (&["--hash", "16", "moves"], "the subcommand 'moves' cannot be used with '--hash <N>'"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, ERROR, "{arguments:?}");
        assert!(run.stderr.starts_with(&format!("outflank: {message}")), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    let twice = run(&["fit", "weights.bin", "--games", "nogames"]).stderr;
    assert_eq!(twice.matches("No such file").count(), 1, "{twice}");
}

#[test]
fn an_unknown_flag_suggests_only_flags_with_the_same_initial() {
    let close = run(&["gui", "--no-opne"]).stderr;
    assert!(close.contains("'--no-open'"), "{close}");
    let far = run(&["gui", "--foo"]);
    assert_eq!(far.code, ERROR);
    assert_eq!(far.stderr, "outflank: unexpected argument '--foo' found\n");
}

#[test]
fn a_missing_file_is_not_reported_as_a_bad_record() {
    for arguments in [
        &["analyze", "nofile.ggf"][..],
        &["analyze", "/nowhere/nofile.ggf"],
        &["show", "games/nofile"],
        &["show", "nofile.json"],
        &["hint", "nofile.txt"],
    ] {
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
fn identical_games_give_no_interval() {
    let player = "style:random";
    let flags = ["--random-plies", "0", "--games", "2", "--seed", "1"];
    let arguments = [&["match", "--a", player, "--b", player], &flags[..]].concat();
    let text = run(&arguments).stdout;
    assert!(text.contains(", no interval: all pairs have the same result"), "{text}");
    let json = &run(&[&arguments[..], &["--json"]].concat()).json()[0];
    assert!(json["elo"]["low"].is_null() && json["los"].is_null(), "{json}");
}

#[test]
fn with_json_an_error_is_one_object_as_in_a_session() {
    for (arguments, message) in [
        (&["search", "--depth", "0", "--json"][..], "expected an integer from 1 to 1000"),
        (&["solve", "nofile.obf", "--json"], "there is no file"),
        (&["show", "nofile.txt", "--json"], "there is no file"),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, &*run.stderr), (ERROR, ""), "{arguments:?}");
        let replies = run.json();
        assert_eq!((replies.len(), &replies[0]["reply"]), (1, &"error".into()), "{replies:?}");
        assert!(replies[0]["message"].as_str().unwrap().contains(message), "{replies:?}");
    }
}

#[test]
fn commands_with_output_accept_json() {
    for arguments in [
        &["version"][..],
        &["params"],
        &["bench", "endgame", "--suite", "growth", "--to", "10"],
        &["bench", "midgame", "--depth", "2"],
        &["evaltest"],
        &["bench", "endgame", "--to", "40", "--hash", "16"],
    ] {
        let replies = run(&[arguments, &["--json"]].concat()).json();
        assert!(
            replies.iter().all(|reply| reply["reply"].is_string()),
            "{arguments:?} {replies:?}"
        );
        assert!(!replies.is_empty(), "{arguments:?}");
    }
    let evaluator = &run(&["version", "--json"]).json()[0]["evaluator"];
    assert!(evaluator.as_str().unwrap().starts_with("pattern"), "{evaluator}");
}

#[test]
fn drawn_boards_read_back() {
    let page = answer(&["show", "f5d6c3"]);
    let session = run_with(&[], "position start moves f5d6c3\nd\n").stdout;
    let played = run_with(&["play", "--plain", "--color", "both"], "f5\nd6\nc3\n").stdout;
    let last_board = &played[played.rfind("  a b c").unwrap()..];
    for text in [&*page, &session, last_board] {
        let moves = run_with(&["moves", "-"], text);
        assert_eq!(moves.code, DONE, "{}", moves.stderr);
        assert!(moves.stdout.ends_with(" moves d3 f3 f4 g5\n"), "{}", moves.stdout);
    }
    let boards = run_with(&["moves", "-"], &format!("{page}{page}{played}"));
    assert_eq!((boards.code, boards.stdout.lines().count()), (DONE, 2 + 4), "{}", boards.stderr);
    // A drawn final position includes the result, and says that the game is over.
    let end = answer(&["show", "e6f4e3f6g5d6e7f5c5"]);
    assert!(end.contains("\nwhite cannot move: game over\n"), "{end}");
    assert_eq!(run_with(&["moves", "-"], &end).stdout, "line 1 moves none\n");
}

#[test]
fn a_won_pair_gives_a_finite_interval() {
    let flags = ["--games", "2", "--seed", "1", "--json"];
    let players = ["match", "--a", "style:classic-d3", "--b", "style:deep-negative"];
    let report = &run(&[&players[..], &flags].concat()).json()[0];
    assert_eq!(report["wins"], 2);
    for end in ["value", "low", "high"] {
        assert!(report["elo"][end].is_null(), "{report}");
    }
}

#[test]
fn a_semicolon_starts_a_comment_unless_moves_follow() {
    for record in [
        "e6f4",
        "startpos",
        "start moves e6 f4",
        "fen 8/8/8/3OX3/3XO3/8/8/8 X",
        "8/8/8/3OX3/3XO3/8/8/8 X moves f5",
    ] {
        assert_eq!(run(&["show", &format!("{record} ; comment")]).code, DONE, "{record}");
        let refused = run(&["show", &format!("{record} ; d3")]);
        assert_eq!(refused.code, ERROR);
        assert_eq!(
            refused.stderr,
            "outflank: ambiguous \"; d3\": expected moves without a semicolon, or a comment after %\n"
        );
    }
    assert!(answer(&["show", "e6f4 % comment"]).contains("opening Perpendicular"));
}

#[test]
fn a_loss_below_a_disc_is_good() {
    let table = answer(&["analyze", "--table", "--level", "2", "f5d6c3d3c4"]);
    assert!(
        table.contains("choices  good   ?!    ?   ??") && !table.contains("  best  ?!"),
        "{table}"
    );
}
