use crate::game::records::Record;
use crate::game::records::testing::{START, games, one, read, result};

#[test]
fn wide_letters_are_read_and_counted_as_one_character() {
    assert_eq!(read("Ｆ５Ｄ６ ｃ３　４０－２４"), ["1:1 transcript 3"]);
    assert_eq!(
        read("Ｆ５Ｄ６ ａ１"),
        [r#"1:6: move 3, "a1", is illegal: a1 flips nothing for black"#]
    );
}

#[test]
fn the_result_after_moves_is_kept_with_any_prefix() {
    for start in [
        "",
        "startpos moves ",
        "8/8/8/3OX3/3XO3/8/8/8 X moves ",
        &format!("{START} X moves "),
        "fen 8/8/8/3OX3/3XO3/8/8/8 X moves ",
    ] {
        assert_eq!(result(&format!("{start}f5d6 36-28")).as_deref(), Some("36-28"), "{start}");
        assert_eq!(result(&format!("{start}f5d6")), None, "{start}");
    }
    assert_eq!(result("[\"f5\",\"d6\",\"36-28\"]").as_deref(), Some("36-28"));
}

#[test]
fn text_after_an_address_is_a_comment_or_an_error() {
    let record: Record = "https://x.org/g?m=f5d6 % of a friend".parse().unwrap();
    assert_eq!((record.game.moves().len(), &*record.comment), (2, "of a friend"));
    let refused = "https://x.org/g?m=f5d6 c3d3".parse::<Record>().unwrap_err();
    assert_eq!(refused.to_string(), "1:24: unexpected \"c3d3\" after the record");
}

#[test]
fn moves_are_read_with_any_separators_and_quotes() {
    for text in [
        "\u{200b}f5d6c3",
        "f5\u{ad}d6\u{200e}c3",
        "['f5', 'd6', 'c3']",
        "[f5, d6, c3]",
        "('f5', 'd6', 'c3')",
        "\"f5d6c3\"",
        "'f5 d6 c3'",
        "“f5d6c3”",
        "f5d6c3.",
        "f5、d6、c3",
        "f5;d6;c3",
        "f5d6c3, 36-28",
        "f5d6c3,36-28",
        "f5d6c3; 36-28",
    ] {
        let record = one(text);
        assert_eq!(record.game.transcript(), "f5d6c3", "{text}");
        let result = record.result.map(|result| result.to_string());
        assert_eq!(result.as_deref(), text.contains("36").then_some("36-28"), "{text}");
    }
}

#[test]
fn an_opening_name_beside_moves_is_a_comment() {
    for text in [
        "F5d6      Perpendicular",
        "f5d6 Perpendicular",
        "Perpendicular: f5d6",
        "Perpendicular = f5d6",
        "Perpendicular | f5 d6",
        "| Perpendicular | f5d6 |",
        "Perpendicular\tF5D6",
        "Perpendicular   F5D6",
        "f5d6 - Perpendicular",
        "f5d6: Perpendicular",
        "f5d6,Perpendicular",
        "\"Perpendicular\",f5d6",
        "f5d6; Perpendicular",
        "f5d6 % Perpendicular",
    ] {
        let record = one(text);
        assert_eq!(record.game.transcript(), "f5d6", "{text}");
        assert_eq!(record.comment, "Perpendicular", "{text}");
    }
    assert_eq!(one("f5d6 Bat (Piau Continuation 2)").comment, "Bat (Piau Continuation 2)");
    assert_eq!(one("f5d6 36-28 No-Kung").comment, "No-Kung");
    assert_eq!(one("f5d6 虎").comment, "虎");
    for (text, message) in [
        ("f5 hello d6", "1:4: invalid move \"hello\": expected a square a1-h8 or pass"),
        ("f5 d6 zz", "1:7: invalid move \"zz\": expected a square a1-h8 or pass"),
        ("Tiger: f5d3", "1:10: move 2, \"d3\", is illegal: d3 flips nothing for white"),
        (
            "startpos moves f5 Tiger",
            "1:19: invalid move \"Tiger\": expected a square a1-h8 or pass",
        ),
        (
            "f5d6; c3d3",
            "1:5: ambiguous \"; c3d3\": expected moves without a semicolon, or a comment after %",
        ),
    ] {
        assert_eq!(read(text), [message], "{text}");
    }
}

#[test]
fn moves_after_a_board_need_no_keyword() {
    for text in [
        format!("{START} * F5D6C3"),
        format!("{START} black to move f5 d6 c3"),
        format!("[8 {START} *] f5d6c3").replace("] f5d6c3", " f5d6c3]"),
        "8/8/8/3OX3/3XO3/8/8/8 X f5d6c3".to_owned(),
        format!("{START} X moves f5d6c3"),
    ] {
        assert_eq!(read(&text), ["1:1 position 3"], "{text}");
    }
    let scored = one(&format!("{START} X +2"));
    assert_eq!((scored.game.moves().len(), &*scored.comment), (0, "+2"));
}

#[test]
fn a_server_board_is_a_record() {
    let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows: Vec<String> = rows.collect();
    assert_eq!(read(&format!("[8 {} *]\nf5", rows.join(" "))), ["1:1 board 0", "2:1 transcript 1"]);
    assert_eq!(
        read(&format!("[8 {}\n*]\nf5", rows.join("\n"))),
        ["1:1 board 0", "10:1 transcript 1"]
    );
}

#[test]
fn two_games_in_a_line_are_not_a_game_and_a_comment() {
    for text in [
        "Tiger: f5d6c3, Rose: f5f6e6",
        "games = ['f5d6c3', 'f5f6e6']",
        "Tiger f5d6c3 | f5d6c4",
        "'Tiger': 'f5d6c3', 'Rose': 'f5d6c5'",
    ] {
        let found = games(text);
        assert!(found.iter().all(|game| game.starts_with('!')), "{text}: {found:?}");
    }
}

#[test]
fn names_and_results_after_moves_are_distinguished() {
    for (text, comment, result) in [
        ("f5d6 F.A.T. Draw", "F.A.T. Draw", None),
        ("f5d6 No Kung", "No Kung", None),
        ("f5d6 — Tiger", "Tiger", None),
        ("f5d6 36 - 28", "", Some("36-28")),
        ("f5d6 36–28", "", Some("36-28")),
        ("f5d6 (36-28)", "", Some("36-28")),
        ("f5d6 * A fine game.", "A fine game.", None),
        ("f5d6 draw", "", Some("draw")),
        ("3-2,Ann,f5d6,36-28", "3-2 Ann", Some("36-28")),
    ] {
        let record = one(text);
        let stated = record.result.map(|result| result.to_string());
        assert_eq!((&*record.comment, stated.as_deref()), (comment, result), "{text}");
    }
}
