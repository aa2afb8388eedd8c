use crate::game::records::testing::read;
use crate::game::records::{Record, Records};

#[test]
fn an_opening_name_is_not_read_as_moves() {
    for (opening, moves) in [("Parallel", "f5f4"), ("Tiger", "f5d6c3d3c4"), ("f5", "f4")] {
        let record: Record =
            format!(r#"{{"opening":"{opening}","moves":"{moves}"}}"#).parse().unwrap();
        let expected = if opening == "f5" { 2 } else { moves.len() / 2 };
        assert_eq!(record.game.moves().len(), expected, "{opening}");
    }
}

#[test]
fn json_may_have_blanks_anywhere() {
    assert_eq!(read("[ \"f5\", \"d6\" ]"), ["1:1 json 2"]);
    assert_eq!(read("{\n\"moves\":\n[\"f5\",\"d6\"]\n}\n[\"f5\"]"), ["1:1 json 2", "5:1 json 1"]);
}

#[test]
fn a_start_in_json_is_a_string_or_nothing() {
    let start = |value: &str| read(&format!("{{\"start\":{value},\"moves\":\"f5\"}}"));
    for value in ["null", "\"8/8/8/3OX3/3XO3/8/8/8 X\""] {
        assert_eq!(start(value), ["1:1 json 1"]);
    }
    for value in ["5", "[\"8/8\"]", "true"] {
        let fault = "invalid JSON: expected a FEN or a board as a string \"start\"";
        let told = format!("1:2: {fault}, found {value}");
        assert_eq!(start(value), [told]);
    }
}

#[test]
fn all_games_in_json_are_found_with_their_positions() {
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
    assert!(read(r#"["f5d6","c4d3"]"#)[0].contains("found several first moves"));
}

#[test]
fn the_settings_of_a_results_file_are_not_a_game() {
    let settings = r#"{"reply":"settings","players":["A: x (depth 1)"],"seed":1}"#;
    assert_eq!(read(&format!("{settings}\n{{\"moves\":\"f5d6\"}}\n")), ["2:1 json 2"]);
}
