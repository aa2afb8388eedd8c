//! Files of records, good and bad ones beside each other.

use std::io;

use super::split::MAX_RECORD;
use super::*;

const START: &str = "---------------------------OX------XO---------------------------";

/// What is found in `text`, a line for each record: its place, its format and the
/// number of its moves, or the error.
fn read(text: &str) -> Vec<String> {
    let line = |found: Result<FoundRecord, RecordError>| match found {
        Ok(FoundRecord { place, format, record }) => {
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
    let not_text = "1:1: neither text nor a WTHOR file";
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
    assert_eq!(read("f5 {a {b} ( } (c [d) d6"), ["1:1 transcript 2"]);
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
