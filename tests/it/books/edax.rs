//! Books of Edax, written and read here by the published layout alone.

use std::collections::HashMap;
use std::fs;

use engine::book::{Book, EdaxBook, Entry, Games};
use engine::score::Selectivity;
use engine::search::Certainty;
use othello::board::{Bitboard, Position, Square};
use tempfile::tempdir;

use crate::common::books::{book_of, entries, entries_at, random_games};
use crate::common::run::{DONE, ERROR, NO, Run, answer, run};
use crate::common::text;

/// A move with its score. Squares are 0 to 63, 64 is a pass, 65 is no move.
type Link = (i8, u8);

const NONE: Link = (-127, 65);

/// A position of a book of Edax.
#[derive(Debug, Clone)]
struct Known {
    player: u64,
    opponent: u64,
    games: [u32; 3],
    /// The value, the lower and the upper bound.
    scores: [i16; 3],
    level: u8,
    links: Vec<Link>,
    leaf: Link,
}

fn header(version: u8, count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(0x4544_4158_u32.to_le_bytes()); // EDAX
    bytes.extend(0x424f_4f4b_u32.to_le_bytes()); // BOOK
    bytes.extend([version, 6]);
    bytes.extend(2024_u16.to_le_bytes());
    bytes.extend([5, 17, 12, 30, 59, 0]);
    for number in [21, 24, 2, 1, 1, count as u32] {
        bytes.extend(u32::to_le_bytes(number));
    }
    assert_eq!(bytes.len(), 42);
    bytes
}

fn file(version: u8, positions: &[Known]) -> Vec<u8> {
    let mut bytes = header(version, positions.len());
    for known in positions {
        bytes.extend(known.player.to_le_bytes());
        bytes.extend(known.opponent.to_le_bytes());
        bytes.extend(known.games.into_iter().chain([7]).flat_map(u32::to_le_bytes));
        bytes.extend(known.scores.into_iter().flat_map(i16::to_le_bytes));
        bytes.extend([known.links.len() as u8, known.level]);
        for (score, square) in known.links.iter().copied().chain([known.leaf]) {
            bytes.extend([score as u8, square]);
        }
    }
    bytes
}

/// The positions of a file, read at fixed offsets.
fn read(bytes: &[u8]) -> Vec<Known> {
    assert_eq!(&bytes[..8], b"XADEKOOB");
    assert_eq!(bytes[8], 4);
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let short = |at: usize| i16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
    let mut at = 42;
    let mut positions = Vec::new();
    for _ in 0..word(38) {
        let link = |index: usize| (bytes[at + 40 + 2 * index] as i8, bytes[at + 41 + 2 * index]);
        let links = usize::from(bytes[at + 38]);
        positions.push(Known {
            player: long(at),
            opponent: long(at + 8),
            games: [word(at + 16), word(at + 20), word(at + 24)],
            scores: [short(at + 32), short(at + 34), short(at + 36)],
            level: bytes[at + 39],
            links: (0..links).map(link).collect(),
            leaf: link(links),
        });
        at += 42 + 2 * links;
    }
    assert_eq!(at, bytes.len());
    positions
}

fn position(known: &Known) -> Position {
    Position::new(Bitboard(known.player), Bitboard(known.opponent)).unwrap()
}

fn square(name: &str) -> u8 {
    name.parse::<Square>().unwrap().index() as u8
}

/// The start, f5, the best reply as an end of the book, a position with a forced pass, and the one
/// after it.
fn small_book() -> Vec<Known> {
    let known = |position: Position, games, value: i16, level, links, leaf| Known {
        player: position.player().0,
        opponent: position.opponent().0,
        games,
        scores: [value, value - 2, value + 2],
        level,
        links,
        leaf,
    };
    let start = Position::START;
    let f5 = start.play(Square::F5).unwrap();
    let d6 = f5.play(Square::D6).unwrap();
    // White on a1, Black on b1, c1 empty: White to move must pass.
    let waits = Position::new(Bitboard(1 << 1), Bitboard(1)).unwrap();
    let waits = if waits.must_pass() { waits } else { waits.pass() };
    let after_pass = waits.pass();
    let last = after_pass.legal_moves().first().unwrap().index() as u8;
    let mut end = known(after_pass, [1, 0, 0], 64, 60, vec![], (64, last));
    end.scores = [64, 64, 64];
    let mut pass = known(waits, [0, 0, 1], -64, 60, vec![(-64, 64)], NONE);
    pass.scores = [-64, -64, -64];
    vec![
        known(start, [3, 1, 2], -1, 21, vec![(-1, square("f5"))], NONE),
        known(f5, [2, 1, 3], 1, 21, vec![(1, square("d6"))], (-3, square("f6"))),
        known(d6, [1, 1, 1], -1, 17, vec![], (-1, square("c3"))),
        pass,
        end,
    ]
}

#[test]
fn an_egaroucid_book_is_refused_by_name() {
    let (run, entries) = import(b"DICUORAGE\x03\0\0\0\0", &[]);
    assert_eq!((run.code, entries.len()), (ERROR, 0));
    assert!(run.stderr.contains("invalid Egaroucid book: expected"), "{}", run.stderr);
}

#[test]
fn an_edax_book_is_imported() {
    let folder = tempdir().unwrap();
    let (path, dat) = (folder.path().join("a.book"), folder.path().join("edax.dat"));
    for version in [3, 4] {
        let _ = fs::remove_file(&path);
        fs::write(&dat, file(version, &small_book())).unwrap();
        answer(&["book", "new", text(&path)]);
        let told = answer(&["book", "import", text(&path), text(&dat)]);
        assert_eq!(told, "4 positions, 4 of them new, 0 searches; 4 in the book\n");
        // The second import adds nothing and counts no game twice.
        let again = run(&["book", "merge", text(&path), text(&dat), "--json"]);
        assert_eq!(again.json()[0]["new"], 0);
        assert!(again.stderr.contains("edax.dat: skipped 1 count of known games"));
        assert!(entries_at(&path).len() == 4);
        let book = Book::open(&path).unwrap();
        let start = book.look_up(Position::START).unwrap().unwrap();
        assert_eq!((start.score.centidiscs(), start.outside), (-100, None));
        assert_eq!(start.games, Games { wins: 3, draws: 1, losses: 2 });
        let f5 = Position::START.play(Square::F5).unwrap();
        let outside = book.look_up(f5).unwrap().unwrap().outside.unwrap();
        assert_eq!((outside.square, outside.score.centidiscs()), (Square::F6, -300));
        assert_eq!((outside.depth, outside.certainty < Certainty::Wld), (21, true));
        let best = &book.variations(f5).unwrap()[0].line;
        assert_eq!((best.pv[0], best.score.centidiscs()), (Square::D6.into(), 100));
        let last = small_book().pop().unwrap();
        let last = book.look_up(position(&last)).unwrap().unwrap();
        assert_eq!((last.score.centidiscs(), last.certainty), (6400, Certainty::Exact));
    }
}

#[test]
fn values_without_bounds_prove_nothing_and_depths_end_with_the_game() {
    let outside = |known: &Known, error: u32| {
        let mut bytes = file(4, std::slice::from_ref(known));
        // The midgame error of the header. With 0 the bounds are dropped.
        bytes[26..30].copy_from_slice(&error.to_le_bytes());
        let (import, _) = EdaxBook::parse(&bytes).unwrap().0.to_import();
        let folder = tempdir().unwrap();
        let mut book = Book::create(&folder.path().join("a.book")).unwrap();
        let mut changes = book.changes();
        changes.import(&import, &mut |_, _| None, || ()).unwrap();
        changes.finish().unwrap();
        book.look_up(position(known)).unwrap().unwrap().outside.unwrap()
    };
    let estimate = Certainty::Selective(Selectivity::Percent73);
    let d6 = Known { scores: [-1; 3], level: 17, ..small_book().swap_remove(2) };
    let certainties = [2, 0].map(|error| outside(&d6, error).certainty);
    assert_eq!(certainties, [Certainty::Exact, estimate]);
    let end = Known { scores: [64, 62, 64], level: 63, ..small_book().swap_remove(4) };
    let found = outside(&end, 2);
    assert_eq!((found.depth, found.certainty), (position(&end).empty_count(), estimate));
}

#[test]
fn an_exported_edax_book_is_consistent() {
    let folder = tempdir().unwrap();
    let (path, dat) = (folder.path().join("a.book"), folder.path().join("edax.dat"));
    let book = book_of(&path, &random_games(3, 12));
    let ours = entries(&book);
    drop(book);
    let exported = run(&["book", "export", text(&path), "--out", text(&dat)]);
    assert_eq!(exported.code, DONE);
    assert!(exported.stderr.contains("does not hold: hundredths of discs ("));
    assert!(exported.stderr.contains(", confidence of estimates ("), "{}", exported.stderr);

    let positions = read(&fs::read(&dat).unwrap());
    let by_position: HashMap<Position, &Known> =
        positions.iter().map(|known| (position(known), known)).collect();
    assert_eq!(by_position.len(), positions.len());
    let mut passes = 0;
    for known in &positions {
        let position = position(known);
        let [value, lower, upper] = known.scores;
        assert!(lower <= value && value <= upper);
        let leaf = (known.leaf.1 != 65).then_some(known.leaf.0);
        let best = known.links.iter().map(|link| link.0).chain(leaf).max().unwrap();
        assert_eq!(i16::from(best), value);
        for &(score, square) in &known.links {
            let after = match square {
                64 => position.must_pass().then(|| position.pass()),
                square => position.play(Square::ALL[usize::from(square)]),
            };
            let target = by_position[&after.unwrap().canonical().0];
            assert_eq!(i16::from(score), -target.scores[0]);
            if square != 64 && !position.must_pass() {
                let [wins, draws, losses] = target.games;
                assert!(losses + draws + wins <= known.games.iter().sum());
            }
        }
        match ours.get(&position) {
            Some(entry) => {
                let rounded = (f64::from(entry.score.centidiscs()) / 100.0).round() as i16;
                assert_eq!(value, rounded);
                let Games { wins, draws, losses } = entry.games;
                assert_eq!(known.games, [wins, draws, losses]);
                assert_eq!(lower == upper, entry.certainty == Certainty::Exact);
            }
            None => {
                assert!(position.must_pass());
                assert_eq!((known.links.len(), known.links[0].1), (1, 64));
                let [wins, draws, losses] = by_position[&position.pass().canonical().0].games;
                assert_eq!(known.games, [losses, draws, wins]);
                passes += 1;
            }
        }
    }
    assert!(passes > 0, "no pass in these games: choose others");
    assert_eq!(positions.len(), ours.len() + passes);
}

#[test]
fn a_round_trip_through_edax_keeps_its_fields() {
    let folder = tempdir().unwrap();
    let [path, dat, back] = ["a.book", "edax.dat", "b.book"].map(|name| folder.path().join(name));
    let book = book_of(&path, &random_games(4, 12));
    let before = entries(&book);
    drop(book);
    assert_eq!(run(&["book", "export", text(&path), "--out", text(&dat)]).code, DONE);
    answer(&["book", "new", text(&back)]);
    let told = answer(&["book", "import", text(&back), text(&dat), "--json"]);
    assert!(told.contains(r#""searched":0"#), "{told}");
    let after = entries_at(&back);
    assert_eq!(after.len(), before.len());
    for (position, entry) in before {
        let found = after[&position];
        let rounded = |centidiscs: i32| (f64::from(centidiscs) / 100.0).round() as i32 * 100;
        assert_eq!(found.score.centidiscs(), rounded(entry.score.centidiscs()));
        assert_eq!(found.games, entry.games);
        let is_exact = entry.certainty == Certainty::Exact;
        assert_eq!(found.certainty == Certainty::Exact, is_exact);
        let (found, outside) = (found.outside, entry.outside);
        assert_eq!(found.map(|to| to.square), outside.map(|to| to.square));
        let score = |to: engine::book::OutsideMove| to.score.centidiscs();
        assert_eq!(found.map(score), outside.map(score).map(rounded));
        if let (Some(found), Some(outside), true) = (found, outside, is_exact) {
            assert_eq!(found.depth, outside.depth);
        }
    }
}

fn import(bytes: &[u8], flags: &[&str]) -> (Run, HashMap<Position, Entry>) {
    let folder = tempdir().unwrap();
    let (path, dat) = (folder.path().join("a.book"), folder.path().join("edax.dat"));
    fs::write(&dat, bytes).unwrap();
    answer(&["book", "new", text(&path)]);
    let level = ["--level", "1"];
    let run = run(&[&["book", "import", text(&path), text(&dat)], flags, &level].concat());
    (run, entries_at(&path))
}

/// The file of [`small_book`] after a change.
fn changed(change: impl Fn(&mut Vec<Known>)) -> Vec<u8> {
    let mut positions = small_book();
    change(&mut positions);
    file(4, &positions)
}

/// A change of [`small_book`], its message, and the numbers of clamped and unknown scores.
type OddScore = (fn(&mut Vec<Known>), &'static str, [u64; 2]);

#[test]
fn bounds_and_scores_beyond_64_discs_lose_no_position() {
    let (_, expected) = import(&file(4, &small_book()), &[]);
    // Bounds of new positions, bounds plus errors and biases, and scores of moves inside the book.
    let cases: [OddScore; 8] = [
        (|known| known[0].scores = [-1, -127, 127], "2 scores unknown", [0, 2]),
        (|known| known[0].scores = [64, 62, 66], "1 score clamped to 64 discs", [1, 0]),
        (|known| known[1].scores = [-64, -68, -60], "1 score clamped to 64 discs", [1, 0]),
        (|known| known[2].scores = [-1, -200, 1000], "2 scores clamped to 64 discs", [2, 0]),
        (|known| known[1].scores[0] = -127, "1 score unknown", [0, 1]),
        (|known| known[0].links[0].0 = 127, "1 score unknown", [0, 1]),
        (|known| known[0].links[0].0 = -128, "1 score clamped to 64 discs", [1, 0]),
        (
            |known| known[1].scores = [i16::MIN, -127, i16::MAX],
            "2 scores clamped to 64 discs, 1 score unknown",
            [2, 1],
        ),
    ];
    for (change, told, [clamped, unknown]) in cases {
        let (run, found) = import(&changed(change), &["--json"]);
        assert_eq!(run.code, DONE);
        assert_eq!(found, expected, "{told}");
        assert_eq!(run.stderr.lines().count(), 1);
        assert!(run.stderr.ends_with(&format!("edax.dat: {told}\n")), "{} {told}", run.stderr);
        let reply = &run.json()[0];
        let counts = ["clamped", "unknown", "skipped"].map(|name| reply[name].as_u64());
        assert_eq!(counts, [Some(clamped), Some(unknown), Some(0)], "{told}");
    }
}

#[test]
fn the_best_move_of_a_position_may_have_no_score() {
    let f5 = Position::START.play(Square::F5).unwrap().canonical().0;
    // The import searches for it.
    let (run, found) = import(&changed(|known| known[1].leaf.0 = -127), &[]);
    assert_eq!(run.code, DONE);
    assert!(run.stderr.ends_with("edax.dat: 1 score unknown\n"), "{}", run.stderr);
    assert_eq!(run.stdout, "4 positions, 4 of them new, 1 search; 4 in the book\n");
    let outside = found[&f5].outside.unwrap();
    assert!(outside.score.centidiscs().abs() < 6400, "{outside:?}");
    let (run, found) = import(&changed(|known| known[1].leaf.0 = -66), &[]);
    assert_eq!(run.stdout, "4 positions, 4 of them new, 0 searches; 4 in the book\n");
    assert_eq!(found[&f5].outside.unwrap().score.centidiscs(), -6400);
}

#[test]
fn odd_bounds_prove_nothing() {
    let last = small_book().pop().unwrap();
    let last = position(&last).canonical().0;
    let certainty = |scores, leaf| {
        let bytes = changed(|known| {
            known[4].scores = scores;
            known[4].leaf.0 = leaf;
        });
        import(&bytes, &[]).1[&last].certainty
    };
    assert_eq!(certainty([64; 3], 64), Certainty::Exact);
    for (scores, leaf) in [([64, 66, 66], 64), ([66; 3], 64), ([66; 3], 66), ([64; 3], 66)] {
        assert!(certainty(scores, leaf) < Certainty::Wld, "{scores:?} {leaf}");
    }
}

/// A change of [`small_book`], its message, and the index of the lost position.
type Damage = (fn(&mut Vec<Known>), &'static str, usize);

#[test]
fn a_damaged_position_costs_only_itself() {
    let cases: [Damage; 4] = [
        (|known| known[1].player |= known[1].opponent, "position 2 has two discs on one square", 1),
        (|known| known[0].links[0].1 = 0, "position 1 has an illegal move, square 0", 0),
        (|known| known[2].leaf.1 = 64, "position 3 has an illegal move, square 64", 2),
        (|known| known[2].leaf.1 = 200, "position 3 has an illegal move, square 200", 2),
    ];
    for (change, fault, lost) in cases {
        let mut others = small_book();
        others.remove(lost);
        let (_, expected) = import(&file(4, &others), &[]);
        let (run, found) = import(&changed(change), &["--json"]);
        assert_eq!(run.code, NO, "{fault}");
        assert_eq!(run.stderr.lines().count(), 1);
        let told = format!("edax.dat: 1 position damaged, {fault}\n");
        assert!(run.stderr.ends_with(&told), "{} {fault}", run.stderr);
        assert_eq!(run.json()[0]["skipped"], 1, "{fault}");
        assert_eq!(found, expected, "{fault}");
    }
}

#[test]
fn a_truncated_file_keeps_its_complete_positions() {
    let whole = file(4, &small_book());
    let mut ends = vec![42];
    for known in small_book() {
        ends.push(ends.last().unwrap() + 42 + 2 * known.links.len());
    }
    for length in ends[1]..whole.len() {
        let (book, faults) = EdaxBook::parse(&whole[..length]).unwrap();
        let read = ends.iter().filter(|&&end| end <= length).count() - 1;
        let (expected, _) = EdaxBook::parse(&file(4, &small_book()[..read])).unwrap();
        assert_eq!((book, faults.missing), (expected, 5 - read), "{length}");
    }
    let (run, found) = import(&whole[..ends[3] + 41], &["--json"]);
    assert_eq!((run.code, found.len()), (NO, 3));
    assert_eq!(run.json()[0]["skipped"], 2);
    let told = "edax.dat: 2 positions missing, position 4 has no end: the file is cut\n";
    assert!(run.stderr.ends_with(told), "{}", run.stderr);
    // More links than squares: the offset of the next position is unknown.
    let mut bytes = whole.clone();
    bytes[ends[2] + 38] = 200;
    let (run, found) = import(&bytes, &[]);
    assert_eq!((run.code, found.len()), (NO, 2));
    let told = "edax.dat: 3 positions missing, position 3 has 200 links: expected at most 60\n";
    assert!(run.stderr.ends_with(told), "{}", run.stderr);
    let (run, found) = import(&[&whole[..], b"abc"].concat(), &[]);
    assert_eq!((run.code, found.len()), (DONE, 4));
    assert!(run.stderr.ends_with("edax.dat: 3 bytes after the last position\n"), "{}", run.stderr);
}

#[test]
fn an_edax_file_is_written_back_unchanged() {
    let mut positions = small_book();
    positions[0].scores = [-1, -127, 127];
    positions[1].scores = [1, -65, 66];
    positions[1].leaf.0 = -127;
    let mut bytes = file(4, &positions);
    for error in [2_u32, 0] {
        bytes[26..30].copy_from_slice(&error.to_le_bytes());
        let (book, _) = EdaxBook::parse(&bytes).unwrap();
        let mut written = Vec::new();
        book.write(&mut written).unwrap();
        assert_eq!(EdaxBook::parse(&written).unwrap().0, book, "{error}");
        let known = read(&written);
        for (known, before) in known.iter().zip(&positions) {
            assert_eq!((known.scores, &known.links), (before.scores, &before.links));
            assert_eq!((known.level, known.leaf), (before.level, before.leaf));
        }
    }
}

#[test]
fn foreign_files_and_files_without_a_position_are_one_error() {
    let folder = tempdir().unwrap();
    let (path, dat) = (folder.path().join("a.book"), folder.path().join("edax.dat"));
    drop(book_of(&path, &random_games(5, 1)));
    let before = fs::read(&path).unwrap();
    let whole = file(4, &small_book());
    for length in 0..84 {
        assert!(EdaxBook::parse(&whole[..length]).is_err(), "{length}");
    }
    for at in 0..whole.len() {
        for bit in [1, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= bit;
            // An error or a book, but no panic.
            let _ = EdaxBook::parse(&bytes).map(|(book, _)| book.to_import().0.len());
        }
    }
    let overlapping = changed(|known| known.iter_mut().for_each(|each| each.player = !0));
    let none = "damaged Edax book: none of 5 positions is valid; position 1 has";
    let cases = [
        ("invalid book: expected one of outflank".to_owned(), b"nothing of the kind \xff".to_vec()),
        ("no positions: ".to_owned(), Vec::new()),
        ("truncated Edax book: expected a header".to_owned(), whole[..30].to_vec()),
        (format!("{none} no end: the file is cut"), whole[..80].to_vec()),
        (format!("{none} two discs on one square"), overlapping),
        ("invalid Edax book version 5".to_owned(), file(5, &small_book())),
    ];
    for (message, bytes) in cases {
        fs::write(&dat, &bytes).unwrap();
        let run = run(&["book", "import", text(&path), text(&dat)]);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{message}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains(&format!("edax.dat: {message}")), "{} {message}", run.stderr);
        assert!(fs::read(&path).unwrap() == before, "{message}: the book was changed");
    }
}
