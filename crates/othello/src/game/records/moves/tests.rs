use crate::game::records::Record;
use crate::game::records::testing::{one, read};

#[test]
fn an_unclosed_remark_is_an_error_at_its_start() {
    for (text, fault) in [
        ("f5d6 (c3d3 zz", "1:6: unclosed remark \"(c3d3\": expected )"),
        ("f5 {a (b) d6", "1:4: unclosed remark \"{a\": expected }"),
        ("f5 (a {b) c} d6", "1:4: unclosed remark \"(a\": expected )"),
        ("f5[3 d6", "1:3: unclosed remark \"[3\": expected ]"),
        ("[Black \"ann\"]\n\n1. f5 d6 {why 2. c3", "3:10: unclosed remark \"{why\": expected }"),
    ] {
        assert_eq!(read(text), [fault], "{text}");
    }
    assert_eq!(read("f5 {a {b ( } (c [d) d6"), ["1:1 transcript 2"]);
}

#[test]
fn illegal_variations_are_comments() {
    let record = one("[Black \"a\"]\n\n1. f5 d6 (1... d3 2. c4) 2. c3 (as usual) d3\n");
    assert_eq!(record.variations, []);
    let comments: Vec<&str> = record.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!(comments, ["", "1... d3 2. c4", "as usual", ""]);
    let depth = if cfg!(miri) { 50 } else { 5000 };
    let nested = format!("f5 {}d6{} d6", "(".repeat(depth), ")".repeat(depth));
    assert!(nested.parse::<Record>().is_ok());
}
