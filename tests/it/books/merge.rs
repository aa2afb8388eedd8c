//! Books that are merged, pruned, drawn and checked.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use engine::book::{Book, Entry, Games, Import, LineTolerance, OutsideMove, SourceId};
use engine::score::{Score, Selectivity};
use engine::search::Certainty;
use othello::board::{Bitboard, Position, Square};
use othello::game::{Game, Setup};
use tempfile::tempdir;

use crate::common::books::{book_of, entries, entries_at, random_games, search};
use crate::common::run::{DONE, ERROR, NO, answer, run};
use crate::common::text;

#[test]
fn merged_books_are_the_book_of_all_games() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = random_games(7, 14);
    let whole = entries(&book_of(&path("whole"), &games));
    let mut first = book_of(&path("first"), &games[..8]);
    let second = book_of(&path("second"), &games[8..]);
    let mut import = Import::default();
    import.add_book(&second).unwrap();
    for round in 0..2 {
        let mut changes = first.changes();
        let imported = changes.import(&import, &mut search, || ()).unwrap();
        changes.finish().unwrap();
        assert_eq!((imported.counted_twice, imported.known_sources), (0, [0, 6][round]));
        assert_eq!(imported.new > 0, round == 0);
        // Merging again counts no game twice.
        assert_eq!(entries(&first), whole, "round {round}");
    }
    // Merge the first book, which now contains the second, into the second.
    drop(first);
    let mut second = second;
    drop(Book::open(&path("first")).unwrap());
    let mut import = Import::default();
    import.add_book(&Book::open(&path("first")).unwrap()).unwrap();
    drop(second);
    second = Book::open_to_write(&path("second")).unwrap();
    let mut changes = second.changes();
    let imported = changes.import(&import, &mut search, || ()).unwrap();
    changes.finish().unwrap();
    assert_eq!((imported.counted_twice, imported.known_sources), (0, 6));
    assert_eq!(entries(&second), whole);
    drop(second);

    // A packed book becomes a learning book again, without counts of games.
    let (packed, again) = (path("packed"), path("again"));
    for arguments in [
        ["book", "pack", text(&path("second")), text(&packed)].as_slice(),
        &["book", "new", text(&again)],
        &["book", "import", text(&again), text(&packed)],
    ] {
        assert_eq!(run(arguments).code, DONE, "{arguments:?}");
    }
    let of_again = entries(&Book::open(&again).unwrap());
    let without_games = |(position, entry): (Position, Entry)| {
        (position, Entry { games: Games::default(), ..entry })
    };
    let expected: HashMap<Position, Entry> = whole.into_iter().map(without_games).collect();
    assert_eq!(of_again, expected);

    // Books that share games: `merge` warns.
    drop(book_of(&path("third"), &games[..1]));
    drop(book_of(&path("fourth"), &random_games(8, 1)));
    assert_eq!(run(&["book", "merge", text(&path("fourth")), text(&path("third"))]).code, DONE);
    let merged = run(&["book", "merge", text(&path("fourth")), text(&path("whole"))]);
    assert!(merged.stderr.contains("1 count of shared games added twice"), "{}", merged.stderr);
    entries_at(&path("fourth"));
}

/// The positive counts of games in the book at `path`.
fn counts_at(path: &Path) -> HashMap<Position, Games> {
    let counts = entries_at(path).into_iter().map(|(position, entry)| (position, entry.games));
    counts.filter(|(_, games)| games.count() > 0).collect()
}

#[test]
fn counts_of_files_are_added_with_a_warning() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = random_games(10, 6);
    drop(book_of(&path("own.book"), &games[..4]));
    let own = counts_at(&path("own.book"));
    for file in ["own.jsonl", "own.dat"] {
        let (book, out) = (path("own.book"), path(file));
        assert_eq!(run(&["book", "export", text(&book), "--out", text(&out)]).code, DONE);
        let merged = run(&["book", "import", text(&book), text(&out)]);
        let known = format!("{file}: skipped 1 count of known games");
        assert!(merged.stderr.contains(&known), "{}", merged.stderr);
        assert!(counts_at(&path("own.book")) == own, "{file}");
    }
    // Merge the book itself after the file exported from it.
    answer(&["book", "new", text(&path("back.book"))]);
    answer(&["book", "import", text(&path("back.book")), text(&path("own.jsonl"))]);
    let merged = run(&["book", "merge", text(&path("back.book")), text(&path("own.book"))]);
    assert!(
        merged.stderr.contains("own.book: skipped 1 count of known games"),
        "{}",
        merged.stderr
    );
    assert!(counts_at(&path("back.book")) == own);
    // From then on its games are known.
    let mut back = Book::open_to_write(&path("back.book")).unwrap();
    let mut changes = back.changes();
    for game in &games[..4] {
        let source = SourceId::of(game.transcript().as_bytes(), 1);
        assert!(!changes.count(game, 60, 0, source).unwrap());
    }
    changes.finish().unwrap();
    drop(back);
    // Other games. One is in the file, too.
    drop(book_of(&path("other.book"), &games[3..]));
    let before = counts_at(&path("other.book"));
    let merged = run(&["book", "merge", text(&path("other.book")), text(&path("own.jsonl"))]);
    let shared = own.keys().filter(|position| before.contains_key(position)).count();
    let told = format!(
        "own.jsonl: added game counts to existing ones at {shared} positions; they may count the \
         same games"
    );
    assert!(merged.stderr.contains(&told), "{}", merged.stderr);
    let sum = counts_at(&path("other.book"))[&Position::START.canonical().0];
    assert_eq!(sum.count(), 4 + 3);
}

#[test]
fn games_counted_at_fewer_plies_are_the_same_games() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = random_games(12, 3);
    let lines: Vec<String> = games.iter().map(|game| game.transcript() + "\n").collect();
    fs::write(path("games.txt"), lines.concat()).unwrap();
    for (book, plies) in [("short.book", "3"), ("long.book", "6")] {
        let (book, games) = (path(book), path("games.txt"));
        answer(&["book", "new", text(&book)]);
        answer(&["book", "add", text(&book), text(&games), "--level", "1", "--plies", plies]);
    }
    let merged = run(&["book", "merge", text(&path("short.book")), text(&path("long.book"))]);
    assert!(merged.stderr.contains(": skipped 3 counts of known games"), "{}", merged.stderr);
    assert!(counts_at(&path("short.book")) == counts_at(&path("long.book")));
}

#[test]
fn counts_at_more_plies_survive_a_merge_with_more_games() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [won, lost] = ["f5d6c3d3c4f4 40-24\n", "f5d6c3d3c4b3 24-40\n"];
    for (book, games) in
        [("a.book", [(won, "10"), ("", "1")]), ("b.book", [(won, "3"), (lost, "10")])]
    {
        answer(&["book", "new", text(&path(book))]);
        for (line, plies) in games.into_iter().filter(|(line, _)| !line.is_empty()) {
            fs::write(path("game.txt"), line).unwrap();
            let file = text(&path("game.txt")).to_owned();
            answer(&["book", "add", text(&path(book)), &file, "--plies", plies, "--level", "1"]);
        }
    }
    let merged = run(&["book", "merge", text(&path("a.book")), text(&path("b.book"))]);
    assert!(merged.stderr.contains("1 count of shared games added twice"), "{}", merged.stderr);
    let late = Game::from_transcript(Setup::START, "f5d6c3d3c4").unwrap().setup().position;
    let games = counts_at(&path("a.book"))[&late.canonical().0];
    assert_eq!((games.wins + games.losses, games.count()), (2, 2));
}

#[test]
fn counts_survive_a_merge_with_a_pruned_book() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = ["f5d6c3d3c4f4", "f5d6c3d3c4b3", "f5d6c3g5"]
        .map(|moves| Game::from_transcript(Setup::START, moves).unwrap());
    drop(book_of(&path("a.book"), &games[..2]));
    fs::copy(path("a.book"), path("b.book")).unwrap();
    answer(&["book", "prune", text(&path("b.book")), "--plies", "1"]);
    let mut grown = Book::open_to_write(&path("b.book")).unwrap();
    let mut changes = grown.changes();
    for (setup, _) in games[2].turns().rev() {
        changes.insert(setup.position, &mut search).unwrap();
    }
    let source = SourceId::of(games[2].transcript().as_bytes(), 1);
    assert!(changes.count(&games[2], 60, 1, source).unwrap());
    changes.finish().unwrap();
    drop(grown);
    let before = counts_at(&path("a.book"));
    let merged = run(&["book", "merge", text(&path("a.book")), text(&path("b.book"))]);
    assert!(merged.stderr.contains(": skipped 2 counts of known games"), "{}", merged.stderr);
    let after = counts_at(&path("a.book"));
    let start = Position::START.canonical().0;
    assert_eq!((before[&start].count(), after[&start].count()), (2, 3));
    for (position, games) in before {
        assert!(after[&position].count() >= games.count(), "{position:?}");
    }
}

#[test]
fn pruning_raises_no_certainty() {
    let folder = tempdir().unwrap();
    let mut book = book_of(&folder.path().join("a.book"), &[]);
    let canonical = |moves: &str| {
        let game = Game::from_transcript(Setup::START, moves).unwrap();
        game.setup().position.canonical().0
    };
    let [first, best, worse] = ["f5", "f5d6", "f5f4"].map(canonical);
    // From the side to move.
    let mut search = |position: Position, inside: Bitboard| {
        let square = (position.legal_moves() - inside).first()?;
        let (centidiscs, certainty) = match position {
            _ if position == best => (-500, Certainty::Exact),
            _ if position == worse => (2000, Certainty::Selective(Selectivity::Percent73)),
            _ => (-1000, Certainty::Exact),
        };
        let depth = position.empty_count();
        Some(OutsideMove { square, score: Score::saturating(centidiscs), certainty, depth })
    };
    for position in [Position::START, first, best, worse] {
        book.insert(position, &mut search).unwrap();
    }
    let before = entries(&book)[&first];
    assert_eq!(before.score, Score::saturating(500));
    assert_eq!(before.certainty, Certainty::Selective(Selectivity::Percent73));
    book.prune(&HashSet::from([Position::START.canonical().0, first, best]), 0).unwrap();
    let after = entries(&book)[&first];
    assert_eq!((after.score, after.certainty), (before.score, before.certainty));
}

#[test]
fn pruning_reports_lost_counts() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("game.txt"), "f5d6c3d3c4f4 40-24\n").unwrap();
    let (book, game) = (path("a.book"), path("game.txt"));
    answer(&["book", "new", text(&book)]);
    let add = ["book", "add", text(&book), text(&game), "--plies", "6", "--level", "1"];
    answer(&add);
    let pruned = answer(&["book", "prune", text(&book), "--plies", "3"]);
    assert_eq!(pruned, "2 positions removed, 4 in the book; game counts lost: 2\n");
    // Adding the game again restores the positions, not the counts.
    answer(&add);
    assert_eq!((entries_at(&book).len(), counts_at(&book).len()), (6, 4));
    // Once no count is left, the games are unknown again.
    answer(&["book", "prune", text(&book), "--depth", "60"]);
    assert_eq!(entries_at(&book).len(), 0);
    answer(&add);
    assert_eq!(counts_at(&book).len(), 6);
}

#[test]
fn the_deeper_search_wins() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, level) in [("a.book", "2"), ("b.book", "5")] {
        let book = path(name);
        answer(&["book", "new", text(&book)]);
        answer(&["book", "learn", text(&book), "--positions", "8", "--level", level]);
    }
    let told =
        answer(&["book", "merge", text(&path("a.book")), text(&path("b.book")), "--level", "1"]);
    assert!(told.starts_with("8 positions, "), "{told}");
    let (shallow, deep) = (entries_at(&path("a.book")), entries_at(&path("b.book")));
    for (position, entry) in deep {
        let merged = shallow[&position].outside;
        let depth = merged.map_or(u32::MAX, |outside| outside.depth);
        let is_outside = entry
            .outside
            .is_some_and(|outside| Some(outside.square) == merged.map(|merged| merged.square));
        assert!(depth >= 5 || !is_outside, "{position:?}");
    }
}

#[test]
fn pruning_keeps_the_scores_of_the_rest() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let mut book = book_of(&path, &random_games(9, 10));
    let before = entries(&book);
    let tolerance = LineTolerance { per_move: 700, in_sum: 2500, plies: 40 };
    let keep = book.reached(Position::START, tolerance).unwrap();
    assert!((20..before.len()).contains(&keep.len()), "{}", keep.len());
    let pruned = book.prune(&keep, 0).unwrap();
    assert_eq!(
        (pruned.left, pruned.removed),
        (keep.len() as u64, (before.len() - keep.len()) as u64)
    );
    assert_eq!(book.check().unwrap().faults, []);
    let after = entries(&book);
    assert_eq!(after.keys().copied().collect::<HashSet<_>>(), keep);
    for (position, entry) in &after {
        let before = &before[position];
        assert_eq!((entry.score, entry.certainty), (before.score, before.certainty));
        assert_eq!(entry.games, before.games);
    }
    drop(book);
    let name = text(&path);
    assert!(answer(&["book", "prune", name]).starts_with("0 positions removed, "));
    let refused = run(&["book", "prune", name, "f5f4d3"]);
    assert_eq!(refused.code, ERROR);
    assert!(
        refused.stderr.contains(": no position would be left: expected a position of the book")
    );
    // Removes the ends with the shallowest searches, then the ends behind them.
    answer(&["book", "prune", name, "--depth", "6"]);
    let left = entries_at(&path);
    assert!(!left.is_empty() && left.len() < after.len());
}

#[test]
fn a_pruned_position_becomes_an_outside_move_a_ply_deeper() {
    let folder = tempdir().unwrap();
    let mut book = book_of(&folder.path().join("a.book"), &[]);
    let (start, after) = (Position::START, Position::START.play(Square::D3).unwrap());
    for position in [start, after] {
        book.insert(position, &mut search).unwrap();
    }
    let outside = |book: &Book, position| book.look_up(position).unwrap().unwrap().outside;
    let searched = outside(&book, after).unwrap();
    assert_eq!(outside(&book, start), None, "all first moves are the same");
    book.prune(&HashSet::from([start.canonical().0]), 0).unwrap();
    let left = outside(&book, start).unwrap();
    assert_eq!((left.score, left.depth), (-searched.score, searched.depth + 1));
}

#[test]
fn a_pruned_score_keeps_the_depth_of_its_line() {
    let folder = tempdir().unwrap();
    let mut book = book_of(&folder.path().join("a.book"), &[]);
    let mut search = |position: Position, inside: Bitboard| {
        let square = (position.legal_moves() - inside).first()?;
        let empties = position.empty_count();
        let score = Score::saturating(if empties == 58 { -500 } else { 0 });
        let certainty = Certainty::Selective(Selectivity::Percent87);
        Some(OutsideMove { square, score, certainty, depth: 70 - empties })
    };
    let (start, after) = (Position::START, Position::START.play(Square::D3).unwrap());
    let last = after.play(after.legal_moves().into_iter().last().unwrap()).unwrap();
    for position in [start, after, last] {
        book.insert(position, &mut search).unwrap();
    }
    // The best reply stays in the book and scores more than the best move outside.
    book.prune(&HashSet::from([start, last].map(|kept| kept.canonical().0)), 0).unwrap();
    let left = book.look_up(start).unwrap().unwrap().outside.unwrap();
    assert_eq!((left.score, left.depth), (Score::saturating(-500), 12 + 2));
}

#[test]
fn a_book_is_drawn_and_checked() {
    let folder = tempdir().unwrap();
    let (path, svg) = (folder.path().join("a.book"), folder.path().join("tree.svg"));
    let name = text(&path);
    answer(&["book", "new", name]);
    answer(&["book", "learn", name, "--level", "3", "--positions", "60"]);
    let tree = answer(&["book", "tree", name, "--plies", "3", "--error", "64"]);
    let lines: Vec<&str> = tree.lines().collect();
    assert_eq!(lines[0], "black to move");
    assert!(lines[1].starts_with("  d3 ") && lines[2].starts_with("    "), "{tree}");
    // The other three first moves transpose to the same position.
    assert_eq!(
        lines.iter().filter(|line| line.starts_with("  ") && line.ends_with(" =")).count(),
        3
    );
    assert!(tree.contains(" Perpendicular"), "{tree}");
    let json = run(&["book", "tree", name, "--plies", "2", "--json"]).json();
    assert_eq!((&json[0]["reply"], &json[0]["moves"][0]["move"]), (&"tree".into(), &"d3".into()));
    assert_eq!(json[0]["moves"][0]["loss"], 0.0);
    answer(&["book", "tree", name, "--svg", text(&svg)]);
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("black to move"));
    assert_eq!(run(&["book", "tree", name, "f5f4d3c3"]).code, NO);

    let rows = run(&["book", "check", name, "--sample", "5", "--depth", "4", "--json"]).json();
    assert_eq!((&rows[0]["faults"], &rows[1]["positions"]), (&0.into(), &5.into()));
    assert!(rows[1]["mean_size"].as_f64().unwrap() < 10.0);
    assert!(rows[1]["worst"]["fen"].is_string());
    let stats = &run(&["book", "stats", name, "--json"]).json()[0];
    let sum = |rows: &serde_json::Value| -> u64 {
        rows.as_array().unwrap().iter().map(|row| row["positions"].as_u64().unwrap()).sum()
    };
    assert_eq!(sum(&stats["by_empties"]), 60);
    assert!((58..=60).contains(&sum(&stats["by_depth"])), "{stats}");
}
