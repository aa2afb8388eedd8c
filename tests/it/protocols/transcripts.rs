//! The sessions in `tests/transcripts`, played to the program, to an inline session and to a tab of
//! `outflank gui`.

use std::fs;
use std::path::Path;

use crate::common::host::Host;
use crate::common::inline_host::InlineHost;
use crate::common::socket_host::SocketHost;
use crate::common::transcript::{Engine, matches, play, suits_a_tab};

#[test]
fn every_transcript_replies_as_written() {
    play_all::<Host>(|_| true);
}

#[test]
fn every_transcript_replies_as_written_without_threads() {
    play_all::<InlineHost>(|_| true);
}

#[test]
fn every_transcript_replies_as_written_in_a_tab() {
    play_all::<SocketHost>(suits_a_tab);
}

fn play_all<E: Engine>(suits: fn(&str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(&folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = fs::read_to_string(&path).expect("a transcript can be read");
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        if suits(&text) {
            play::<E>(&format!("tests/transcripts/{name}"), 1, &text);
        }
    }
}

#[test]
fn patterns_match_numbers_and_any_text() {
    for (pattern, line) in [
        ("", ""),
        ("abc", "abc"),
        ("a*c", "ac"),
        ("a*c", "abcbc"),
        ("*", ""),
        ("time <n> nodes <n>", "time 0 nodes -12"),
        ("<n>*", "5 x"),
    ] {
        assert!(matches(pattern, line), "{pattern:?} {line:?}");
    }
    for (pattern, line) in
        [("", "a"), ("abc", "ab"), ("ab", "abc"), ("a*c", "acb"), ("<n>", ""), ("<n>", "-")]
    {
        assert!(!matches(pattern, line), "{pattern:?} {line:?}");
    }
}
