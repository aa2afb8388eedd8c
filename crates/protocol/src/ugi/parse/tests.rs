//! Valid and invalid lines of our dialect.

use super::*;
use othello::board::Square;

fn parse(line: &str) -> Command {
    Command::parse(line).unwrap().unwrap()
}

fn refusal(line: &str) -> String {
    Command::parse(line).unwrap_err().to_string()
}

#[test]
fn blank_lines_and_comments_are_ignored() {
    for line in ["", " \t ", "# go", "\r"] {
        assert_eq!(Command::parse(line), Ok(None));
    }
    assert_eq!(parse("\t UGI # hello"), Command::Ugi);
}

#[test]
fn every_form_of_position_is_read() {
    let start = parse("position startpos");
    for line in [
        "position start",
        "position fen 8/8/8/3OX3/3XO3/8/8/8 X",
        "position fen 8/8/8/3wb3/3bw3/8/8/8 b",
        "position 8/8/8/3OX3/3XO3/8/8/8 X",
        "position ---------------------------OX------XO--------------------------- X; F5:+0;",
        "position ---------------------------OX------XO--------------------------- X",
        "position ...........................O*......*O........................... black",
        "position startpos moves",
    ] {
        assert_eq!(parse(line), start, "{line}");
    }
    let played = parse("position startpos moves f5 d6 c3");
    for line in [
        "position start moves f5d6c3",
        "position startpos moves F5 D6c3",
        "position start f5d6c3",
        "position 1. F5 d6 2. c3 36-28",
        "position 8/8/8/3OX3/3XO3/8/8/8 X moves f5d6c3",
        r#"position [Black "ann"] 1. f5 d6 2. c3"#,
        r#"position {"moves":["f5","d6","c3"]}"#,
        "position (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)",
    ] {
        assert_eq!(parse(line), played, "{line}");
    }
}

#[test]
fn options_may_have_names_and_values_of_several_words() {
    let option = |name: &str, value: &str| Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(parse("setoption name Hash value 16"), option("Hash", "16"));
    assert_eq!(parse("SetOption Name a b Value c  d"), option("a b", "c  d"));
    assert_eq!(parse("level 5"), option("Level", "5"));
    assert_eq!(parse("setoption name clear hash"), Command::ClearHash);
}

#[test]
fn other_commands_are_read() {
    assert_eq!(parse("query result"), Command::Query(Query::Result));
    assert_eq!(parse("legal PASS"), Command::Legal(Move::Pass));
    assert_eq!(parse("play F5"), Command::Play(Move::Place(Square::F5)));
    assert_eq!(parse("json on"), Command::Json(true));
    let Command::Help(Some(found)) = parse("help ucinewgame") else { panic!("one command") };
    assert_eq!(found.name, "uginewgame");
}

#[test]
fn files_are_base64_with_or_without_padding() {
    for (word, bytes) in [("", None), ("Zg==", Some("f")), ("Zg", Some("f")), ("ZjU=", Some("f5"))]
    {
        let command = Command::parse(&format!("file a {word}")).ok().flatten();
        let file = |bytes: &str| Command::File { name: "a".into(), bytes: bytes.into() };
        assert_eq!(command, bytes.map(file), "{word}");
    }
    for word in ["Z", "Zg=", "Zh==", "Z*=="] {
        assert!(refusal(&format!("file a {word}")).ends_with("expected bytes in base64"), "{word}");
    }
}

#[test]
fn errors_quote_the_word_and_say_what_was_expected() {
    for (line, message) in [
        (
            "postion start",
            r#"unknown command "postion": did you mean position? ('help' lists them)"#,
        ),
        ("frobnicate", r#"unknown command "frobnicate" ('help' lists them)"#),
        ("help halp", r#"unknown command "halp": did you mean help? ('help' lists them)"#),
        ("stop now", r#"unexpected "now": expected the end of the line"#),
        ("eval foo", r#"unexpected "foo": expected explain, or the end of the line"#),
        ("eval explain foo", r#"unexpected "foo": expected the end of the line"#),
        (
            "position",
            r#""position" is not complete: expected startpos, moves, 64 squares and a side, a FEN, or a record in another format"#,
        ),
        (
            "position here",
            r#"invalid record "here": expected moves, 64 squares and a side, a FEN, OBF, GGF, tags or JSON"#,
        ),
        ("position start moves f5 f5", r#"move 2, "f5", is illegal: f5 is taken"#),
        ("position fen 8/8 X", r#"invalid board "8/8": expected 8 rows split by /, found 2"#),
        ("setoption Hash 5", r#"unexpected "Hash": expected name <option> value <value>"#),
        (
            "setoption name Hash",
            r#""setoption name Hash" is not complete: expected name <option> value <value>"#,
        ),
        ("query", r#""query" is not complete: expected p1turn, gameover or result"#),
        ("query who", r#"unexpected "who": expected p1turn, gameover or result"#),
        ("play z9", r#"invalid move "z9": expected a square a1-h8 or pass"#),
        ("json maybe", r#"unexpected "maybe": expected on or off"#),
        ("go depth x", r#"invalid depth "x": expected an integer from 1 to 1000"#),
        ("go depth", r#""go depth" is not complete: expected depth and an integer from 1 to 1000"#),
        ("perft 3 split", r#"unexpected "split": expected divide or passes"#),
        ("perft 3 passes", r#""perft 3 passes" is not complete: expected ply or free"#),
    ] {
        assert_eq!(refusal(line), message);
    }
    assert!(refusal("go fast").starts_with(r#"unexpected "fast": expected depth, nodes, "#));
    assert!(refusal(&"x".repeat(60_000)).len() < 100);
    assert!(refusal(&format!("play {}", "é".repeat(30_000))).len() < 200);
}

#[test]
fn names_ignore_case_and_belong_to_one_command() {
    for command in COMMANDS {
        for name in command.names() {
            assert_eq!(find(&name.to_uppercase()).unwrap().about, command.about);
            assert!(name.len() <= MAX_NAME);
        }
    }
}

#[test]
fn only_a_likely_name_is_suggested() {
    for (word, name) in [
        ("POSTION", Some("position")),
        ("isredy", Some("isready")),
        ("sotp", Some("stop")),
        ("mvoess", Some("moves")),
        ("ucinwegame", Some("ucinewgame")),
        ("gp", None),
        ("x", None),
        ("f5d6c3", None),
        ("", None),
    ] {
        assert_eq!(nearest(word), name, "{word}");
    }
    assert_eq!(nearest(&"position".repeat(1000)), None);
}
