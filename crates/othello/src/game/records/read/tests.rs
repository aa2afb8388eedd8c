use std::io;

use crate::game::records::testing::{START, read};
use crate::game::records::{FoundRecord, Record, RecordError, Records, Selection};

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
            "2:1: invalid record \"é\": expected moves, 64 squares and a side, a FEN, OBF, \
             GGF, tags or JSON",
            r#"3:7: invalid row "3OX4" (row 4): expected 8 squares, found 9"#,
            r#"4:74: "a1:2" is illegal: a1 flips nothing for black"#,
            r#"6:8: move 2, "f5", is illegal: f5 is taken"#,
            "6:13 ggf 1",
            r#"10:4: move 3, "d6", is illegal: d6 is taken"#,
            "12:11: invalid JSON: expected value",
            r#"13:66: invalid side to move "Q": expected X or O after the 64 squares"#,
            "14:1 transcript 1",
        ]
    );
}

#[test]
fn byte_order_marks_inside_joined_files_are_skipped() {
    let files = "\u{feff}f5d6\n\u{feff}(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n\u{feff}";
    assert_eq!(read(files), ["1:1 transcript 2", "2:1 ggf 1"]);
}

#[test]
fn files_in_other_encodings_are_read_or_refused() {
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
    let not_text = "1:1: unknown file: expected text, a WTHOR file or a ZIP archive";
    assert_eq!(lines(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\n"), [not_text]);
    assert_eq!(lines(&bytes[2..]), [not_text]);
}

#[test]
fn a_text_must_be_one_record() {
    for (text, message) in
        [("", "1:1: no record found"), ("f5\nf5", "2:1: unexpected \"f5\" after the record")]
    {
        assert_eq!(text.parse::<Record>().unwrap_err().to_string(), message);
    }
}

#[test]
fn a_read_error_ends_the_records() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no cable"))
        }
    }
    let read: Vec<String> = Records::new(io::BufReader::new(Broken))
        .map(|found| found.unwrap_err().to_string())
        .collect();
    assert_eq!(read, ["1:1: cannot read on: no cable"]);
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

/// The lines of the records of `text` that `selection` reads.
fn selected(text: &str, selection: Selection) -> Vec<String> {
    let records = Records::new(text.as_bytes()).select(selection, 0);
    let place = |found: Result<FoundRecord, RecordError>| match found {
        Ok(found) => found.place.to_string(),
        Err(error) => format!("{} bad", error.place),
    };
    records.map(place).collect()
}

#[test]
fn only_the_selected_lines_and_records_are_read() {
    let text = "% first\nf5\nbad\nf5d6\n\nf5d6c3\nf5f6\n";
    let all = Selection::ALL;
    assert_eq!(selected(text, all), ["2:1", "3:1 bad", "4:1", "6:1", "7:1"]);
    assert_eq!(selected(text, Selection { first: 4, last: 6, ..all }), ["4:1", "6:1"]);
    assert_eq!(selected(text, Selection { index: 2, step: 3, ..all }), ["3:1 bad", "7:1"]);
    assert_eq!(selected(text, Selection { index: 1, step: 3, ..all }), ["2:1", "6:1"]);
    let part = Selection { first: 3, last: 7, index: 2, step: 2 };
    assert_eq!(selected(text, part), ["4:1", "7:1"]);
    assert_eq!(selected(text, Selection { first: 9, ..all }), [""; 0]);
}

#[test]
fn a_table_keeps_its_header_in_every_part() {
    let text = "black,white,moves\nann,bob,f5d6\nbob,ann,f5f6\nann,eve,f5d6c3\n";
    let names = |selection| -> Vec<String> {
        let records = Records::new(text.as_bytes()).select(selection, 0);
        records.map(|found| found.unwrap().record.white.name).collect()
    };
    assert_eq!(names(Selection::ALL), ["bob", "ann", "eve"]);
    assert_eq!(names(Selection { first: 3, ..Selection::ALL }), ["ann", "eve"]);
    assert_eq!(names(Selection { index: 3, step: 5, ..Selection::ALL }), ["eve"]);
}
