//! Books as text lines.

use std::fs;

use engine::book::{Book, Entry, Games, LineFormat, OutsideMove};
use engine::score::Score;
use engine::search::Certainty;
use othello::board::{Bitboard, Position};
use othello::game::obf_problems;
use tempfile::tempdir;

use crate::common::books::{book_of, entries, entries_at, random_games, search};
use crate::common::program::BINARY;
use crate::common::run::{DONE, ERROR, answer, run, run_with};
use crate::common::text;

#[cfg(unix)]
#[test]
fn a_book_that_cannot_be_created_leaves_no_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let command = "trap '' XFSZ; ulimit -f 0; exec \"$0\" book new \"$1\"";
    let full = std::process::Command::new("sh").args(["-c", command, BINARY, text(&path)]).output();
    assert_eq!(full.unwrap().status.code(), Some(ERROR));
    assert!(!path.exists());
    answer(&["book", "new", text(&path)]);
}

#[test]
fn a_wld_score_is_shown_as_a_bound() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let mut book = book_of(&path, &[]);
    let mut search = |position: Position, inside: Bitboard| {
        let square = (position.legal_moves() - inside).first()?;
        let (score, depth) = (Score::saturating(200), position.empty_count());
        Some(OutsideMove { square, score, certainty: Certainty::Wld, depth })
    };
    book.insert(Position::START, &mut search).unwrap();
    drop(book);
    let shown: serde_json::Value =
        serde_json::from_str(&answer(&["book", "show", text(&path), "--json"])).unwrap();
    for known in [&shown["position"], &shown["moves"][0]] {
        assert_eq!((&known["bound"], &known["certainty"]), (&"lower".into(), &"wld".into()));
    }
}

#[test]
fn a_book_is_not_replaced_by_lines_or_games() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (book, other, packed, edax) =
        (path("a.book"), path("b.book"), path("a.packed"), path("a.dat"));
    drop(book_of(&book, &random_games(5, 2)));
    fs::copy(&book, &other).unwrap();
    answer(&["book", "pack", text(&book), text(&packed)]);
    assert_eq!(run(&["book", "export", text(&book), "--out", text(&edax)]).code, DONE);
    for old in [&other, &packed, &edax] {
        let before = fs::read(old).unwrap();
        for arguments in [
            &["convert", "--to", "fen", "tests/data/game.txt", "--out", text(old)][..],
            &["book", "export", text(&book), "--to", "json", "--out", text(old)],
        ] {
            let refused = run(arguments);
            assert_eq!(refused.code, ERROR, "{arguments:?}");
            assert!(
                refused.stderr.contains(" is a book: expected a new file"),
                "{}",
                refused.stderr
            );
            assert!(fs::read(old).unwrap() == before, "{arguments:?}");
        }
    }
    assert_eq!(run(&["book", "export", text(&book), "--out", text(&edax)]).code, DONE);
}

#[test]
fn lines_restore_the_book() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let book = book_of(&path, &random_games(6, 6));
    let before = entries(&book);
    drop(book);
    for name in ["lines.jsonl", "lines.obf", "lines.txt"] {
        let (lines, back) = (folder.path().join(name), folder.path().join("b.book"));
        let exported = run(&["book", "export", text(&path), "--out", text(&lines)]);
        assert_eq!(exported.code, DONE);
        if name == "lines.obf" {
            for (_, problem) in obf_problems(&fs::read_to_string(&lines).unwrap()) {
                let scores = problem.unwrap().scores;
                assert!(scores.is_sorted_by_key(|known| -known.centidiscs), "the best move first");
            }
        }
        let has_games = name == "lines.jsonl";
        assert_eq!(exported.stderr.contains("counts of games ("), !has_games);
        assert!(exported.stderr.contains("which games were counted (6)"), "{}", exported.stderr);
        answer(&["book", "new", text(&back)]);
        let told = answer(&["book", "import", text(&back), text(&lines), "--json"]);
        assert!(told.contains(r#""searched":0"#), "{name}: {told}");
        let after = entries_at(&back);
        assert_eq!(after.len(), before.len(), "{name}");
        for (position, &entry) in &before {
            let games = if has_games { entry.games } else { Games::default() };
            assert_eq!(after[position], Entry { games, ..entry }, "{name}");
        }
        fs::remove_file(&back).unwrap();
    }
}

#[test]
fn unreached_positions_are_counted() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let unreached =
        |book: &Book| LineFormat::Transcript.write(book, &mut Vec::new()).unwrap().unreached;
    assert_eq!(unreached(&book), 0);
    let game = &random_games(1, 1)[0];
    let mut positions = game.placements().map(|(setup, _)| setup.position);
    let start = positions.next().unwrap();
    for position in positions.take(6).collect::<Vec<_>>().into_iter().rev() {
        book.insert(position, &mut search).unwrap();
    }
    assert_eq!(unreached(&book), 6);
    book.insert(start, &mut search).unwrap();
    assert_eq!(unreached(&book), 0);
}

#[test]
fn import_searches_positions_without_scores() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    answer(&["book", "new", text(&path)]);
    let import =
        |lines: &str| run_with(&["book", "import", text(&path), "-", "--level", "1"], lines);
    let told = import("f5d6c3 -0.50\n\n# said before\nf5d6 +1\n");
    assert_eq!(told.stdout, "3 positions, 3 of them new, 1 search; 3 in the book\n");
    // With byte order marks.
    assert!(import("\u{feff}f5d6c3 -0.50\n\u{feff}f5d6 +1\n").stdout.contains(", 0 of them new"));
    let obf = "---------------------------OX------XO--------------------------- X; f5:-3; d3:-2;\n";
    assert_eq!(import(obf).stdout, "1 position, 0 of them new, 0 searches; 3 in the book\n");
    let shown = answer(&["book", "show", text(&path), "f5d6", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["moves"][0]["move"], "c3");
    assert_eq!(shown["moves"][0]["score"], -0.5);
    entries_at(&path);
}

#[test]
fn bad_lines_are_one_error() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    answer(&["book", "new", text(&path)]);
    let before = fs::read(&path).unwrap();
    let start = "8/8/8/3OX3/3XO3/8/8/8 X";
    let holds_games = ": games without scores: expected a book, or lines in JSON, OBF or moves with scores; use `book";
    let cases = [
        ("f5d6 -0.5\nf5d6\n", ":2: missing score in \"f5d6\": expected moves and the score"),
        ("f5d6 +65\n", ":1: invalid score \"+65\": expected discs from -64 to 64"),
        ("f5d7 +1\n", ":1: move 2, \"d7\", is illegal"),
        ("+1\n", ":1: missing score in \"+1\""),
        ("f5 +1 depth many exact\n", ":1: invalid certainty \"depth many exact\": expected"),
        (
            "{\"fen\":\"f5d6\"}\n",
            ":1: invalid line \"{\\\"fen\\\":\\\"f5d6\\\"}\": unknown field `fen`",
        ),
        ("{\"position\":\"f5\"}\n", ":1: invalid position \"f5\": "),
        (
            &format!("{{\"position\":\"{start}\",\"without\":[\"a1\"]}}\n"),
            ":1: \"a1\" is illegal: a1 flips nothing for black",
        ),
        ("f5;z6\n", ":1: "),
        ("f5;d6\n", holds_games),
        ("{\n", ":1: invalid line \"{\": it is not JSON: expected a position of a book in JSON"),
        ("\n", ": no positions: "),
        ("(;GM[Othello]BO[8 -", holds_games),
        (
            "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n",
            holds_games,
        ),
        ("f5d6c3\n", holds_games),
        ("{\"moves\":\"f5d6\"}\n", holds_games),
    ];
    for (lines, message) in cases {
        let run = run_with(&["book", "import", text(&path), "-"], lines);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{lines}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        let expected = format!("outflank: standard input{message}");
        assert!(run.stderr.starts_with(&expected), "{} {expected}", run.stderr);
        assert!(fs::read(&path).unwrap() == before, "{lines}: the book was changed");
    }
    let name = text(&path);
    assert_eq!(run(&["book", "export", name]).code, ERROR);
    let missing = run(&["book", "import", name, "nofile"]).stderr;
    assert!(missing.starts_with("outflank: nofile cannot be read: "), "{missing}");
    assert!(missing.ends_with(": expected a file, or - for standard input\n"), "{missing}");
}
