//! Files of records, good and bad ones beside each other.

use std::io;

use super::split::MAX_RECORD;
use super::*;

const START: &str = "---------------------------OX------XO---------------------------";

/// What is found in `text`, a line for each record: its place, its format and the
/// number of its moves, or the error.
fn read(text: &str) -> Vec<String> {
    let line = |found: Result<FoundRecord, RecordError>| match found {
        Ok(FoundRecord { place, format, record, .. }) => {
            format!("{place} {format} {}", record.game.moves().len())
        }
        Err(error) => error.to_string(),
    };
    Records::new(text.as_bytes()).map(line).collect()
}

#[test]
fn each_format_is_recognised_among_the_others() {
    let ggf = Record::default().to_text(Format::Ggf).unwrap();
    let drawn = Setup::START.draw().with_legal_moves().to_string();
    let text = format!(
        "# a comment\n\nf5d6c3\n  1. F5 d6 2. c3 36-28\n{START} X\n{START} black moves f5\n\
         8/8/8/3OX3/3XO3/8/8/8 X % why\nfen 8/8/8/3OX3/3XO3/8/8/8 X moves f5\nstart f5d6\n\
         {START} X; F5:+2;\n1 {ggf} {ggf}\n{drawn}\n[Black \"ann\"]\n[White \"bob\"]\n\n\
         1. f5 d6\n2. c3 *\n\n{{\"moves\":[\"f5\",\n\"d6\"]}}\nf5"
    );
    assert_eq!(
        read(&text),
        [
            "3:1 transcript 3",
            "4:3 transcript 3",
            "5:1 board 0",
            "6:1 position 1",
            "7:1 fen 0",
            "8:1 position 1",
            "9:1 position 2",
            "10:1 obf 0",
            "11:1 ggf 0",
            "11:113 ggf 0",
            "12:3 board 0",
            "22:1 pgn 3",
            "28:1 json 2",
            "30:1 transcript 1",
        ]
    );
}

#[test]
fn numbered_moves_may_be_split_into_lines() {
    assert_eq!(read("1. f5 d6\n2. c3 d3\n1. f5 f6"), ["1:1 transcript 4", "3:1 transcript 2"]);
    assert_eq!(read("1 f5\n2 d6\n3 c3\n"), ["1:1 transcript 3"]);
    for result in ["40-24", "1-0", "White wins 40-24"] {
        let text = format!("1. f5 d6\n2. c3 d3\n{result}\nf5d6\n");
        assert_eq!(read(&text), ["1:1 transcript 4", "4:1 transcript 2"], "{result}");
    }
    // A numbered list of games.
    let list = ["1:1 transcript 3", "2:1 transcript 2", "3:1 transcript 1"];
    assert_eq!(read("1. f5d6c3\n2. f5f6\n3. f5"), list);
}

#[test]
fn drawn_boards_end_where_they_end() {
    let rows = Setup::START.draw().to_string();
    let bare: Vec<&str> = rows.lines().skip(1).take(8).map(|row| &row[2..]).collect();
    let bare = bare.join("\n");
    let text = format!("{rows}\n{rows}\n{bare}\nO\nf5\n{START}\nX\n{START}\n{START} O");
    assert_eq!(
        read(&text),
        [
            "1:3 board 0",
            "11:3 board 0",
            "21:1 board 0",
            "30:1 transcript 1",
            "31:1 board 0",
            "33:1: no side to move: expected 64 squares and then X or O, found 64 characters \
             in all",
            "34:1 board 0",
        ]
    );
}

#[test]
fn refusals_name_line_and_column_and_the_next_record_is_read() {
    let text = format!(
        "f5 d3\né\n8/8/8/3OX4/3XO3/8/8/8 X\n{START} X;d3:1; a1:2;\n\
         (;BO[8 {START} X]\nB[f5]W[f5];)(;BO[8 {START} X]B[f5];)\n\
         [Black \"a\"]\n\n1. f5 d6\n2. d6\n\n{{\"moves\":[}}\n{START} Q\nf5\n"
    );
    assert_eq!(
        read(&text),
        [
            r#"1:4: move 2, "d3", is illegal: d3 flips nothing for white"#,
            "2:1: \"é\" starts no record: expected moves, 64 squares and a side, a FEN, OBF, \
             GGF, tags or JSON",
            r#"3:7: expected 8 squares in row 4, found 9 in "3OX4""#,
            r#"4:74: "a1:2" is illegal: a1 flips nothing for black"#,
            r#"6:8: move 2, "f5", is illegal: f5 is taken"#,
            "6:13 ggf 1",
            r#"10:4: move 3, "d6", is illegal: d6 is taken"#,
            "12:11: no JSON: expected value",
            r#"13:66: "Q" is not the side to move: expected X or O after the 64 squares"#,
            "14:1 transcript 1",
        ]
    );
}

#[test]
fn a_game_without_its_end_does_not_hide_the_next() {
    let good = Record::default().to_text(Format::Ggf).unwrap();
    let text = format!(
        "1 {good}\n2 (;BO[10 x];){good} junk\n(;XY {good}\n1 {good}(;PB[\n{good}log: {good}"
    );
    let read: Vec<bool> = Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
    assert_eq!(read, [true, false, true, false, false, true, true, false, true, false, true]);
}

#[test]
fn lines_after_a_record_without_its_end_are_read() {
    let ggf = Record::default().to_text(Format::Ggf).unwrap();
    let lines = ["f5d6c3", "8/8/8/3OX3/3XO3/8/8/8 X", "{\"moves\":[\"f5\"]}", &ggf];
    for open in [
        "{",
        "{\"moves\":",
        "{\"moves\":\"f5",
        "{\"moves\":\"f5\"",
        "{\"moves\":[\"f5\",",
        "{\"moves\":[\"f5\"",
        "(;GM[Othello]PB[a]",
        "(;GM[Othello]PB[a",
        "(;GM[Othello]\nPB[a]",
    ] {
        for line in lines {
            let text = format!("{open}\n{line}\n{line}\n");
            let read: Vec<bool> =
                Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
            assert_eq!(read, [false, true, true], "{text}");
        }
    }
}

#[test]
fn boards_and_tags_after_a_value_without_its_end_are_read() {
    let drawn = Setup::START.draw().to_string();
    let bare: String =
        drawn.lines().skip(1).take(8).map(|row| row[2..].to_owned() + "\n").collect();
    let tags = "[Black \"ann\"]\n[White \"bob\"]\n\n1. f5 d6\n";
    let boards = [format!("{START} X"), format!("{START} X; F5:+0;"), drawn];
    for open in [
        "(;GM[Othello]PB[a",
        "(;GM[Othello]PB[a;)",
        &format!("(;GM[Othello]BO[8 {START} *]C[see\n--------\nthere"),
        &format!("(;GM[Othello]BO[8 {START} *;)"),
        &format!("(;GM[Othello]BO[8\n{START}\n*"),
        &format!("(;GM[Othello]BO[8\n{bare}*"),
        "{\"moves\":[\"f5\",",
    ] {
        for next in boards.iter().map(String::as_str).chain([tags, "Black: ann\n\nf5d6\n"]) {
            let text = format!("{open}\n{next}\nf5\n");
            let read: Vec<bool> =
                Records::new(text.as_bytes()).map(|found| found.is_ok()).collect();
            assert_eq!(read, [false, true, true], "{text}");
        }
    }
    // Where the game ends nothing can be told from the line.
    let good = Record::default().to_text(Format::Ggf).unwrap();
    let text = format!("(;GM[Othello]PB[a;){good}(;GM[Othello]PC[b {good}");
    let found = read(&text);
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0], "1:14: the tag PB has no end: expected ]");
    assert!(found[1].ends_with(" ggf 0") && found[3].ends_with(" ggf 0"), "{found:?}");
}

#[test]
fn tags_without_a_blank_line_behind_end_where_another_record_starts() {
    let game = "[Black \"a\"]\n1. f5 d6\n2. c3";
    let text = format!("{game}\n{START} X\n{game}\n{{\"moves\":\"f5\"}}\n{game}\n{game}\n");
    let found = read(&text);
    let formats: Vec<&str> = found.iter().map(|found| found.split(' ').nth(1).unwrap()).collect();
    assert_eq!(formats, ["pgn", "board", "pgn", "json", "pgn", "pgn"]);
}

#[test]
fn a_tag_that_is_there_already_begins_another_game() {
    let text = "[Event \"a\"]\n[Black \"b\"]\n[Event \"c\"]\n[BlackElo \"1\"]\n[Black \"d\"]\n\n1. f5\n\n\
                Black: a\nBlack: b\n\nf5 d6\n";
    assert_eq!(read(text), ["1:1 pgn 0", "3:1 pgn 1", "9:1 pgn 0", "10:1 pgn 2"]);
}

#[test]
fn wide_letters_are_read_and_counted_as_one_character() {
    assert_eq!(read("Ｆ５Ｄ６ ｃ３　４０－２４"), ["1:1 transcript 3"]);
    assert_eq!(
        read("Ｆ５Ｄ６ ａ１"),
        [r#"1:6: move 3, "a1", is illegal: a1 flips nothing for black"#]
    );
}

#[test]
fn byte_order_marks_of_files_that_were_put_together_are_left_out() {
    let files = "\u{feff}f5d6\n\u{feff}(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n\u{feff}";
    assert_eq!(read(files), ["1:1 transcript 2", "2:1 ggf 1"]);
}

#[test]
fn files_in_other_encodings_are_read_or_refused_as_a_whole() {
    let text = "\u{feff}f5d6\r\nf5d3\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let lines = |bytes: &[u8]| -> Vec<String> {
        Records::new(bytes)
            .map(|found| match found {
                Ok(found) => found.place.to_string(),
                Err(error) => error.to_string(),
            })
            .collect()
    };
    assert_eq!(
        lines(&bytes),
        ["1:1", r#"2:3: move 2, "d3", is illegal: d3 flips nothing for white"#]
    );
    let not_text = "1:1: neither text, a WTHOR file nor a ZIP archive";
    assert_eq!(lines(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\n"), [not_text]);
    assert_eq!(lines(&bytes[2..]), [not_text]);
}

#[test]
fn records_may_be_split_into_lines_wherever_they_have_blanks() {
    assert_eq!(
        read(
            "{\"black\":\"ann\",\"moves\":[\n{\"m\":\"f5\"},\n{\"m\":\n\"d6\"}\n]\n,\n\n\
             \"white\":\n{\"name\":\"bob\"},\"result\"\n:\nnull\n}\nf5"
        ),
        ["1:1 json 2", "13:1 transcript 1"]
    );
    let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows = rows.collect::<Vec<_>>().join("\n");
    let games = format!(
        "(;GM[Othello]\n\nPC[a\n(good) place]\n BO[8\n{rows} *]\nB[f5]\n;)\n\
         (;BO[8\n{START} *\n]B[f5]\n)\nf5"
    );
    assert_eq!(read(&games), ["1:1 ggf 1", "16:1 ggf 1", "20:1 transcript 1"]);
}

#[test]
fn a_text_may_be_one_record_only() {
    for (text, message) in [
        ("", "1:1: there is no record"),
        ("f5\nf5", "2:1: \"f5\" follows the record: expected nothing"),
    ] {
        assert_eq!(text.parse::<Record>().unwrap_err().to_string(), message);
    }
}

#[test]
fn what_is_too_long_is_thrown_away() {
    let long = "f5".repeat(100_000);
    let endless = format!("(;PB[{}", "x".repeat(MAX_RECORD));
    let text = format!("{long}\nf5\n{endless}\nf5");
    let too_long = |line| {
        let told =
            "more than 1048576 bytes without an end of the record, or a line of more than 65536";
        format!("{line}:1: {told}")
    };
    assert_eq!(read(&text), [&*too_long(1), "2:1 transcript 1", &*too_long(3), "4:1 transcript 1"]);
}

#[test]
fn an_input_that_breaks_ends() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no cable"))
        }
    }
    let read: Vec<String> = Records::new(io::BufReader::new(Broken))
        .map(|found| found.unwrap_err().to_string())
        .collect();
    assert_eq!(read, ["1:1: cannot be read on: no cable"]);
}

#[test]
fn moves_that_are_made_and_taken_back_keep_notes_in_step_and_drop_the_result() {
    let mut record: Record = "(;GM[Othello]PB[ann]RE[+2.00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[f5/1.50/2]W[d6];)"
        .parse()
        .unwrap();
    assert_eq!(record.notes.len(), 2);
    assert!(record.play("a1".parse().unwrap()).is_err());
    assert!(record.result.is_some());
    record.play("c3".parse().unwrap()).unwrap();
    assert_eq!(record.notes.len(), 3);
    assert_eq!((record.result, &*record.black.name), (None, "ann"));
    for mv in ["c3", "d6"] {
        assert_eq!(record.undo(), Some(mv.parse().unwrap()));
    }
    assert_eq!(record.notes[0].centidiscs, Some(150));
    assert_eq!(record.notes.len(), 1);
    assert!(record.undo().is_some() && record.undo().is_none());
}

#[test]
fn the_name_of_an_opening_is_no_moves() {
    for (opening, moves) in [("Parallel", "f5f4"), ("Tiger", "f5d6c3d3c4"), ("f5", "f4")] {
        let record: Record =
            format!(r#"{{"opening":"{opening}","moves":"{moves}"}}"#).parse().unwrap();
        let expected = if opening == "f5" { 2 } else { moves.len() / 2 };
        assert_eq!(record.game.moves().len(), expected, "{opening}");
    }
}

/// The result in `text`, which is one record.
fn result(text: &str) -> Option<String> {
    let record: Record = text.parse().unwrap();
    record.result.map(|result| result.to_string())
}

#[test]
fn the_result_behind_moves_is_kept_whatever_stands_before_them() {
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
fn what_follows_an_address_is_a_comment_or_an_error() {
    let record: Record = "https://x.org/g?m=f5d6 % of a friend".parse().unwrap();
    assert_eq!((record.game.moves().len(), &*record.comment), (2, "of a friend"));
    let refused = "https://x.org/g?m=f5d6 c3d3".parse::<Record>().unwrap_err();
    assert_eq!(refused.to_string(), "1:24: \"c3d3\" follows the record: expected nothing");
}

#[test]
fn games_in_braces_and_in_names_are_none() {
    assert_eq!(read("f5d6 {see (;PB[x]} c3"), ["1:1 transcript 3"]);
    let named = Record {
        black: GgfPlayer { name: r"(;A[x \(;PB[".into(), ..GgfPlayer::default() },
        ..Record::default()
    };
    let ggf = named.to_text(Format::Ggf).unwrap();
    assert_eq!(ggf.parse::<Record>().unwrap().black.name, named.black.name, "{ggf}");
}

#[test]
fn a_line_of_few_moves_is_no_row_of_a_board() {
    let start = "X1XXXXXO/XOOOOXXO/XOOOXOXX/XOOOOOXX/XOXOOOOX/XXXOXOOO/XXOXOOOO/XOOOOOOO O";
    for moves in ["1. b1 22-42", "1. b1 20-44", "1. b1 0-1"] {
        assert_eq!(read(&format!("[FEN \"{start}\"]\n\n{moves}\n")), ["1:1 pgn 1"], "{moves}");
    }
}

#[test]
fn a_character_that_is_no_square_is_the_fault_of_its_drawn_board() {
    let drawn = Setup::START.draw().to_string();
    for (row, column) in [(1, 1), (5, 5), (8, 8)] {
        let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
        lines[row].replace_range(2 * column..=2 * column, "Q");
        let (line, column) = (row + 1, 2 * column + 1);
        let found = read(&(lines.join("\n") + "\nf5"));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with(&format!("{line}:{column}: 'Q' cannot be")), "{found:?}");
    }
}

#[test]
fn a_remark_without_an_end_is_a_fault_where_it_starts() {
    for (text, fault) in [
        ("f5d6 (c3d3 zz", "1:6: \"(c3d3\" starts a remark: expected ) at its end"),
        ("f5 {a (b) d6", "1:4: \"{a\" starts a remark: expected } at its end"),
        ("f5 (a {b) c} d6", "1:4: \"(a\" starts a remark: expected ) at its end"),
        ("f5[3 d6", "1:3: \"[3\" starts a remark: expected ] at its end"),
        (
            "[Black \"ann\"]\n\n1. f5 d6 {why 2. c3",
            "3:10: \"{why\" starts a remark: expected } at its end",
        ),
    ] {
        assert_eq!(read(text), [fault], "{text}");
    }
    assert_eq!(read("f5 {a {b ( } (c [d) d6"), ["1:1 transcript 2"]);
}

#[test]
fn a_time_behind_a_move_is_no_tag() {
    for time in ["[3]", " [0:05]", " [1.5]", " 3s"] {
        let text = format!("[Black \"a\"]\n[White \"b [3]\"]\n\n1. f5 d6{time}\n\nf5d6c3\n");
        assert_eq!(read(&text), ["1:1 pgn 2", "6:1 transcript 3"], "{time}");
    }
}

#[test]
fn json_may_have_blanks_anywhere() {
    assert_eq!(read("[ \"f5\", \"d6\" ]"), ["1:1 json 2"]);
    assert_eq!(read("{\n\"moves\":\n[\"f5\",\"d6\"]\n}\n[\"f5\"]"), ["1:1 json 2", "5:1 json 1"]);
}

#[test]
fn the_side_below_a_drawn_board_is_in_any_case() {
    let drawn = Setup::START.draw().to_string();
    for side in ["Black To Move", "BLACK TO MOVE", "black to move"] {
        let text = drawn.replace("black to move", side);
        assert!(text.contains(side), "{text}");
        assert_eq!(read(&text), ["1:3 board 0"]);
    }
}

#[test]
fn a_start_in_json_is_a_string_or_nothing() {
    let start = |value: &str| read(&format!("{{\"start\":{value},\"moves\":\"f5\"}}"));
    for value in ["null", "\"8/8/8/3OX3/3XO3/8/8/8 X\""] {
        assert_eq!(start(value), ["1:1 json 1"]);
    }
    for value in ["5", "[\"8/8\"]", "true"] {
        let told = format!("1:2: {value} in JSON: expected a FEN or a board as a string \"start\"");
        assert_eq!(start(value), [told]);
    }
}

#[test]
fn names_that_a_format_takes_for_none_are_told_to_be_lost() {
    let lost = |name: &str, format| {
        let player = GgfPlayer { name: name.into(), ..GgfPlayer::default() };
        let record = Record { black: player, event: name.into(), ..Record::default() };
        record.lost_in(format).collect::<Vec<_>>()
    };
    let names = [RecordPart::Players, RecordPart::Event];
    for name in ["-", "...", "? ?", " ann", "ann "] {
        assert_eq!(lost(name, Format::Pgn), names, "{name}");
        assert_eq!(lost(name, Format::Json), []);
    }
    assert_eq!(lost("ann - bob?", Format::Pgn), []);
}

#[test]
fn comments_that_do_not_fit_on_a_line_as_they_are_are_told_to_be_lost() {
    let lost = |comment: &str, format| {
        let record: Record = "f5d6".parse().unwrap();
        let record = Record { comment: comment.into(), ..record };
        record.lost_in(format).any(|part| part == RecordPart::Comment)
    };
    let lines = [Format::Transcript, Format::Position, Format::Board, Format::Fen, Format::Obf];
    for format in lines {
        for comment in ["a\nb", " a", "a ", "\t"] {
            assert!(lost(comment, format), "{format} {comment:?}");
            assert!(!lost(comment, Format::Json), "{comment:?}");
        }
        assert!(!lost("a % b # c", format), "{format}");
    }
}

#[test]
fn a_file_of_one_wthor_game_gives_back_what_fits() {
    let lost = |name: &str, date: &str| {
        let player = GgfPlayer { name: name.into(), ..GgfPlayer::default() };
        let record: Record = "f5d6".parse().unwrap();
        let record = Record { black: player, date: date.into(), ..record };
        record.lost_in(Format::Wthor).collect::<Vec<_>>()
    };
    assert_eq!(lost("Ann Lee of somewhere", "1999-07-01"), [RecordPart::Players, RecordPart::Date]);
    assert_eq!(lost("\u{1f600}", "01999"), [RecordPart::Players, RecordPart::Date]);
    assert_eq!(lost("Ann Lee of Somewher", "1999"), []);
    let passed: Record = "c4c3f5b4a4a5c2a3--".parse().unwrap();
    assert_eq!(passed.lost_in(Format::Wthor).collect::<Vec<_>>(), [RecordPart::Moves]);
}

#[test]
fn a_game_without_notes_comes_back_from_ggf_without_notes() {
    let record: Record = "f5d6c3".parse().unwrap();
    let ggf = record.to_text(Format::Ggf).unwrap();
    assert_eq!(ggf.parse::<Record>().unwrap(), record);
    let noted: Record = ggf.replace("B[F5]", "B[F5/1.00]").parse().unwrap();
    assert_eq!(noted.notes.len(), 3);
}

/// The one record in `text`.
fn one(text: &str) -> Record {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_game_in_the_text_of_a_board_or_a_list_is_read_whatever_surrounds_it() {
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
fn the_name_of_an_opening_beside_its_moves_is_a_comment() {
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
        ("f5 hello d6", "1:4: \"hello\" is not a move: expected a square a1-h8 or pass"),
        ("f5 d6 zz", "1:7: \"zz\" is not a move: expected a square a1-h8 or pass"),
        ("Tiger: f5d3", "1:10: move 2, \"d3\", is illegal: d3 flips nothing for white"),
        (
            "startpos moves f5 Tiger",
            "1:19: \"Tiger\" is not a move: expected a square a1-h8 or pass",
        ),
        (
            "f5d6; c3d3",
            "1:5: \"; c3d3\" could be more moves or a comment: expected moves without a semicolon, \
             or a comment behind %",
        ),
    ] {
        assert_eq!(read(text), [message], "{text}");
    }
}

#[test]
fn moves_behind_a_board_need_no_word_before_them() {
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
fn a_board_of_a_game_server_stands_alone() {
    let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows: Vec<String> = rows.collect();
    assert_eq!(read(&format!("[8 {} *]\nf5", rows.join(" "))), ["1:1 board 0", "2:1 transcript 1"]);
    assert_eq!(
        read(&format!("[8 {}\n*]\nf5", rows.join("\n"))),
        ["1:1 board 0", "10:1 transcript 1"]
    );
}

#[test]
fn numbered_moves_wrapped_within_a_pair_are_one_game() {
    for text in [
        "1. F5 d6 2. C3 d3 3. C4\nf4 4. F6 f3 5. E6 e7",
        "1. F5 d6 2. C3 d3 3.\nC4 f4 4. F6 f3 5. E6 e7",
        "1. F5 d6 2. C3 d3 3. C4 f4 4. F6 f3 5. E6\ne7",
        "1. F5 d6 2. C3\nd3 3. C4 f4 4. F6\nf3 5. E6 e7\n",
    ] {
        assert_eq!(read(text), ["1:1 transcript 10"], "{text}");
    }
    assert_eq!(read("1. f5 d6 2. c3\nf5 d6\n"), ["1:1 transcript 3", "2:1 transcript 2"]);
}

#[test]
fn rows_of_a_table_are_games_with_what_their_columns_say() {
    let games = |text: &str| -> Vec<Record> {
        Records::new(text.as_bytes()).map(|found| found.unwrap().record).collect()
    };
    let text = "game_id,winner,game_moves\n1,1,f5f6e6f4g6c5f3\n2,-1,f5d6c4d3c3\n\nf5d6";
    let found = games(text);
    assert_eq!(found.len(), 3);
    assert_eq!(found[0].game.transcript(), "f5f6e6f4g6c5f3");
    let winners: Vec<_> = found.iter().map(|game| game.result.map(|it| it.to_string())).collect();
    assert_eq!(winners, [Some("black".to_owned()), Some("white".to_owned()), None]);
    assert_eq!(found[0].tags["game_id"], "1");

    for separator in [",", ";", "\t"] {
        let row = |fields: [&str; 5]| fields.join(separator);
        let text = [
            row(["Black", "white player", "Result", "Date", "moves"]),
            row(["ann", "\"bob, the 2nd; or\t3rd\"", "36-28", "2001-05-03", "f5 d6 c3"]),
            row(["\"an \"\"x\"\" n\"", "", "10", "", "\"['f5', 'd6']\""]),
        ];
        let found = games(&text.join("\r\n"));
        assert_eq!(found[0].black.name, "ann");
        assert_eq!(found[0].white.name, "bob, the 2nd; or\t3rd");
        assert_eq!(found[0].result.unwrap().to_string(), "36-28");
        assert_eq!((&*found[0].date, found[0].game.moves().len()), ("2001-05-03", 3));
        assert_eq!((&*found[1].black.name, found[1].game.moves().len()), ("an \"x\" n", 2));
        // Ten discs or ten more: it is kept as it stands.
        assert_eq!((found[1].result, &*found[1].tags["Result"]), (None, "10"));
    }
    assert_eq!(
        read("id,moves\n1,f5d3\n2,\n3,f5d6\nx\n"),
        [
            "2:5: move 2, \"d3\", is illegal: d3 flips nothing for white",
            "3:3: no moves in the column \"moves\"",
            "4:1 transcript 2",
            "5:1: \"x\" starts no record: expected moves, 64 squares and a side, a FEN, OBF, GGF, tags or JSON",
        ]
    );
    let bare = games("1,1,f5f6e6f4g6c5f3\n2;ann;f5d6;36-28\n");
    assert_eq!((&*bare[0].comment, bare[0].game.moves().len()), ("1 1", 7));
    assert_eq!((&*bare[1].comment, bare[1].result.unwrap().to_string()), ("2 ann", "36-28".into()));
}

#[test]
fn all_games_in_json_are_found_each_at_its_place() {
    for text in [
        r#"{"games":[{"moves":"f5d6c3"},{"moves":"f5d6"}]}"#,
        r#"{"b":{"moves":"f5d6c3"},"a":{"moves":["f5","d6"]}}"#,
        r#"{"games":["f5d6c3","f5d6"]}"#,
        r#"{"data":{"page":1,"list":[{"id":1,"record":"f5d6c3"},{"id":2,"kifu":"f5d6"}]}}"#,
    ] {
        let found = read(text);
        let moves: Vec<&str> = found.iter().map(|line| &line[line.len() - 6..]).collect();
        assert_eq!(moves, ["json 3", "json 2"], "{text}");
        assert_ne!(found[0], found[1].replace('2', "3"), "{text}");
    }
    let text = r#"{"event":"Cup","games":[{"moves":"f5d3"},{"moves":"f5d6"}]}"#;
    let found: Vec<_> = Records::new(text.as_bytes()).collect();
    assert_eq!(
        found[0].as_ref().unwrap_err().to_string(),
        "1:26: move 2, \"d3\", is illegal: d3 flips nothing for white"
    );
    assert_eq!(found[1].as_ref().unwrap().record.event, "Cup");
    assert!(read(r#"["f5d6","c4d3"]"#)[0].contains("several first moves in JSON"));
}

#[test]
fn pgn_keeps_comments_variations_and_other_tags() {
    let text = "[Event \"The \"Gold\" Cup\"]\n[Black 'ann']\n% an escape\n[White “bob”]\n[Round \"3\"]\n\
                [Annotator cat]\n\n{before} 1. f5! {good} d6 (1. ... f6 2. e6 (2. c4 $2) {x} f4) \
                2. c3 ; a remark\nd3 [0:07] 3. c4 (slow)\n% hidden\nf4 Black resigned\n";
    let record = one(text);
    assert_eq!(
        (&*record.event, &*record.black.name, &*record.white.name),
        ("The \"Gold\" Cup", "ann", "bob")
    );
    assert_eq!((&*record.tags["Round"], &*record.tags["Annotator"]), ("3", "cat"));
    assert_eq!((&*record.comment, record.result.unwrap().to_string()), ("before", "white".into()));
    assert_eq!(record.game.transcript(), "f5d6c3d3c4f4");
    let comments: Vec<&str> = record.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!(comments, ["! good", "", "a remark", "", "slow hidden", ""]);
    assert_eq!(record.notes[3].time.unwrap().as_secs(), 7);
    let [outer] = &record.variations[..] else { panic!("{:?}", record.variations) };
    assert_eq!((outer.ply, outer.moves.len(), &*outer.notes[1].comment), (1, 3, "x"));
    assert_eq!((outer.variations[0].ply, &*outer.variations[0].notes[0].comment), (1, "$2"));

    for format in [Format::Pgn, Format::Json, Format::Sgf] {
        let written = record.to_text(format).unwrap();
        let read = one(&written);
        assert_eq!(
            (&read.variations, &read.comment),
            (&record.variations, &record.comment),
            "{written}"
        );
        let comments_of = |record: &Record| -> Vec<String> {
            record.notes.iter().map(|note| note.comment.clone()).collect()
        };
        assert_eq!(comments_of(&read), comments_of(&record), "{written}");
        let lost: Vec<RecordPart> = record.lost_in(format).collect();
        let expected: &[RecordPart] = match format {
            Format::Pgn => &[RecordPart::Notes],
            Format::Sgf => &[RecordPart::Notes, RecordPart::Tags],
            _ => &[],
        };
        assert_eq!(lost, expected, "{format}");
    }
    assert_eq!(record, one(&record.to_text(Format::Json).unwrap()));
}

#[test]
fn an_odd_tag_costs_no_game() {
    let record = one("[Event \"Cup\"]\n[Date]\n[White-Elo \"2\"]\n[Black \"ann\"]\n\n1. f5 d6 *\n");
    assert_eq!((&*record.event, &*record.black.name), ("Cup", "ann"));
    assert_eq!(record.game.transcript(), "f5d6");
}

#[test]
fn variations_that_are_not_legal_are_comments() {
    let record = one("[Black \"a\"]\n\n1. f5 d6 (1... d3 2. c4) 2. c3 (as usual) d3\n");
    assert_eq!(record.variations, []);
    let comments: Vec<&str> = record.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!(comments, ["", "1... d3 2. c4", "as usual", ""]);
    let nested = format!("f5 {}d6{} d6", "(".repeat(5000), ")".repeat(5000));
    assert!(nested.parse::<Record>().is_ok());
}

#[test]
fn sgf_is_read_as_others_write_it() {
    let cassio = "(;GM[2]FF[4]SZ[8]TM[1500]AP[Cassio:8.0]PB[a]PW[b]EV[e]DT[2010]RE[B+8]\
                  AB[e4][d5]AW[d4][e5]PL[B];B[f5]BL[1480];W[d6]C[why\\]\n not];B[c3])";
    let found: FoundRecord = cassio.parse().unwrap();
    let record = &found.record;
    assert_eq!((found.format, found.skipped), (Format::Sgf, 1));
    assert_eq!((record.game.start(), &*record.game.transcript()), (Setup::START, "f5d6c3"));
    assert_eq!(record.result.unwrap().to_string(), "+8.00");
    assert_eq!((&*record.event, &*record.tags["TM"]), ("e", "1500"));
    assert_eq!(record.notes[1].comment, "why]\n not");

    // Points of two letters, rows from the top, as the specification says, and from the bottom.
    for moves in [";B[fe];W[df];B[cc]", ";B[fd];W[dc];B[cf]"] {
        let record = one(&format!("(;GM[2]{moves})"));
        assert_eq!(record.game.transcript(), "f5d6c3", "{moves}");
    }
    let tree =
        "(;GM[2]C[a];B[f5](;W[d6];B[c3](;W[d3])(;W[f4];B[f6]C[b]))\n(;W[f4];B[e3]))(;GM[2];B[c4])";
    let games: Vec<Record> =
        Records::new(tree.as_bytes()).map(|found| found.unwrap().record).collect();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].game.transcript(), &*games[0].comment), ("f5d6c3d3".into(), "a"));
    let plies: Vec<(usize, usize)> =
        games[0].variations.iter().map(|inner| (inner.ply, inner.moves.len())).collect();
    assert_eq!(plies, [(1, 2), (3, 2)]);
    assert_eq!(one("(;GaMe[2];Black[f5];White[d6])").game.transcript(), "f5d6");
    // Passes that are left out, empty, or outside of the board.
    let start = "AB[a1]AW[b1]PL[W]";
    for pass in ["", ";W[]", ";W[tt]", ";W[pass]"] {
        let record = one(&format!("(;GM[2]{start}{pass};B[c1])"));
        assert_eq!(record.game.transcript_with_passes(), "--c1", "{pass}");
    }
    for (text, message) in [
        ("(;GM[1]SZ[19];B[aa])", "1:6: the game is \"1\" (GM): expected 2, Othello"),
        ("(;GM[2]SZ[10])", "1:11: the board size is \"10\" (SZ): expected 8"),
        (
            "(;GM[2];B[f5];B[d6])",
            "1:17: move 2, \"d6\" of black, is illegal: white has a move and may not pass",
        ),
        (
            "(;GM[2];B[f5];W[d3])",
            "1:17: move 2, \"d3\" of white, is illegal: d3 flips nothing for white",
        ),
        (
            "(;GM[2];B[z9])",
            "1:11: invalid point \"z9\": expected such as f5 or fe, or nothing for a pass",
        ),
    ] {
        assert_eq!(read(text), [message], "{text}");
    }
}

#[test]
fn sgf_gives_back_start_moves_values_and_variations() {
    let text = "(;GM[2]PB[ann]RE[W+R]AB[a1]AW[b1]PL[W]C[c];W[]V[-2.50];B[c1]C[d])";
    let record = one(text);
    assert_eq!(record.notes[0].centidiscs, Some(250), "seen from White");
    let again = one(&record.to_text(Format::Sgf).unwrap());
    assert_eq!(again, record);
    assert_eq!(record.lost_in(Format::Sgf).count(), 0);
}

#[test]
fn komi_games_keep_their_moves() {
    let text = format!("(;GM[Othello]TY[8k]BO[8 {START} *]B[f5]KM[2.5];)");
    let record = one(&text);
    assert_eq!(record.game.transcript(), "f5");
    assert!(record.kind.komi);
}

#[test]
fn the_part_of_a_game_before_an_illegal_move_is_kept_with_the_error() {
    let ggf = format!("(;GM[Othello]PB[ann]BO[8 {START} *]B[f5]W[d6]B[a1]W[c3];)");
    for text in [
        "f5 d6 a1 c3",
        "[Black \"ann\"]\n\n1. f5 {good} d6 2. a1 c3\n",
        "Tiger: f5d6a1c3",
        "(;GM[2]PB[ann];B[f5](;W[d6];B[a1])(;W[f4]))",
        &*ggf,
    ] {
        let error = text.parse::<Record>().unwrap_err();
        assert!(error.fault.is_illegal_move(), "{error}");
        let legal = error.legal.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(legal.game.transcript(), "f5d6", "{text}");
        assert_eq!(legal.black.name, if text.contains("ann") { "ann" } else { "" });
    }
    assert_eq!("a1".parse::<Record>().unwrap_err().legal.map(|legal| legal.game), None);
}

/// The moves of each record in `text`, or `!` and the fault.
fn games(text: &str) -> Vec<String> {
    let moves = |found: Result<FoundRecord, RecordError>| match found {
        Ok(found) => found.record.game.transcript(),
        Err(error) => format!("!{error}"),
    };
    Records::new(text.as_bytes()).map(moves).collect()
}

#[test]
fn a_bad_row_is_no_header_of_the_next() {
    let found = games("ann,f5d6c3,31-33\nbob,f5d6c9,36-28\ncarl,f5f6e6,20-44\n");
    assert_eq!((found.len(), &*found[0], &*found[2]), (3, "f5d6c3", "f5f6e6"));
    assert!(found[1].starts_with("!2:"), "{found:?}");
    let found = games("black,white,moves\nann,bob,\ncarl,dora,f5d6c3\nid,nan\neve,fay,nan\n");
    assert_eq!(found[1], "f5d6c3");
    assert!(
        found.iter().enumerate().all(|(at, game)| (at == 1) != game.starts_with('!')),
        "{found:?}"
    );
    assert_eq!(games("Name;Moves\nDiagonal;C4\nPerp;C4e3\n"), ["c4", "c4e3"]);
    assert_eq!(games("ann,f5\nbob,f5d6\ncarl,f5d6c3\n"), ["f5", "f5d6", "f5d6c3"]);
    let found = games("Tiger: f5d6c3\nSee also, my list\nann, f5d6c4\n");
    assert_eq!((found.len(), &*found[0], &*found[2]), (3, "f5d6c3", "f5d6c4"));
}

#[test]
fn a_table_goes_on_behind_an_odd_row_and_begins_anew_with_a_header() {
    let text = "id,black,moves,comment\n1,ann,f5d6c3,x\n2,bob,f5d6c4\n3,a,f5,b,c\n4,dora,f5f6,q\n\
                black,id,moves\neve,5,f5d6\n";
    let records: Vec<_> = Records::new(text.as_bytes()).collect();
    let name = |at: usize| records[at].as_ref().map(|found| &*found.record.black.name);
    assert_eq!((records.len(), name(1), name(3), name(4)), (5, Ok("bob"), Ok("dora"), Ok("eve")));
    let refused = records[2].as_ref().unwrap_err().to_string();
    assert_eq!(refused, "4:1: 5 fields: expected 4, as in the header");
    assert_eq!(games("| Name | Moves |\n|---|---|\n| Tiger | f5d6c3 |\n"), ["f5d6c3"]);
    assert_eq!(games("sep=;\nid;moves\n1;56 64 33\n"), ["f5d6c3"]);
    assert_eq!(games("moves\nf5d6c3\nf5d6\n"), ["f5d6c3", "f5d6"]);
    assert_eq!(games("f5d6 % see, moves, there\n"), ["f5d6"], "a record is no header");
}

#[test]
fn a_list_of_numbered_games_is_not_one_game() {
    for list in [
        "1\tf5\tx\n2\tf5d6\ty\n3\tf5f6\tz\n",
        "1) f5: Pin\n2) f5d6: Pen\n3) f5f6: Pan\n",
        "1. f5\n2. f5d6\n3. f5f6\n",
        "#1 f5\n#2 f5d6\n#3 f5f6\n",
        "* f5\n* f5d6\n* f5f6\n",
        "[\n \"f5\",\n \"f5d6\",\n \"f5f6\"\n]\n",
        "f5\rf5d6\rf5f6\r",
        "f5;a;b\nf5d6;c;d\nf5f6;e;36-28\n",
    ] {
        assert_eq!(games(list), ["f5", "f5d6", "f5f6"], "{list}");
    }
    assert_eq!(games("[\"f5d6c3\",\"f5d6\"]\n"), ["f5d6c3", "f5d6"]);
    assert_eq!(games("[[\"f5\",\"d6\"],[\"f5\",\"f6\"]]\n"), ["f5d6", "f5f6"]);
    // Numbers of a game.
    assert_eq!(games("1. f5 d6 {f4 is parallel}\n2. c3 d3\n3. c4\n"), ["f5d6c3d3c4"]);
    assert_eq!(games("1. f5 d6 (1... f4)\n2. c3 d3\n"), ["f5d6c3d3"]);
    assert_eq!(games("1. f5 d6 {a long\ncomment} 2. c3\n"), ["f5d6c3"]);
    assert_eq!(games("Tournament: Paris\n\nf5d6c3d3\nf5d6c4\n"), ["f5d6c3d3", "f5d6c4"]);
    assert_eq!(games("[code]\nf5d6c3\n[/code]\n")[1], "f5d6c3");
}

#[test]
fn two_games_in_a_line_are_not_one_and_a_comment() {
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
fn names_and_results_behind_moves_are_told_apart() {
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

#[test]
fn boards_of_other_programs_are_read_with_the_side_beside_or_below() {
    let edax = "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 * to move\n\
                3 - - - - - - - - 3\n4 - - - O * - - - 4 *: discs =  2    moves =  4\n\
                5 - - - * O - - - 5 O: discs =  2    moves =  4\n6 - - - - - - - - 6  empties = 60\n\
                7 - - - - - - - - 7\n8 - - - - - - - - 8\n  A B C D E F G H\n\nf5d6\n";
    assert_eq!(read(edax), ["1:3 board 0", "12:1 transcript 2"]);
    let rows = START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows = rows.collect::<Vec<_>>().join("\n");
    for side in [
        "Black to play",
        "Black to play and win",
        "(X to move)",
        "\nBlack to move.",
        "手番：黒",
        "黒番",
    ] {
        assert_eq!(read(&format!("{rows}\n{side}\nf5\n"))[0], "1:1 board 0", "{side}");
    }
    let wide = rows.replace('-', "・").replace('X', "●").replace('O', "〇");
    assert_eq!(read(&format!("{wide}\n●番\n")), ["1:1 board 0"]);
}
