//! The opening book: contents, crash safety and refused files.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::common::books::{entries, random_games, search};
use crate::common::program::command;
use crate::common::run::{DONE, ERROR, NO, answer, run, run_with};
use engine::book::{Book, BookErrorKind, Entry, Games, LineTolerance, OutsideMove, SourceId};
use engine::score::{Score, Selectivity};
use engine::search::Certainty;
use othello::board::{Color, Position, Symmetry};
use othello::game::{Game, Setup};
use tempfile::tempdir;

/// Negamax over the book, independent of the book's own: looks children up under all eight
/// symmetries.
fn negamax(entries: &HashMap<Position, Entry>, position: Position) -> Option<Score> {
    let laid = |symmetry| entries.get(&position.transform(symmetry));
    let entry = Symmetry::ALL.into_iter().find_map(laid)?;
    let mut best = entry.outside.map(|outside| outside.score);
    for square in position.legal_moves() {
        let after = position.play(square).unwrap();
        let score = if after.legal_moves().is_empty() {
            negamax(entries, after.pass())
        } else {
            negamax(entries, after).map(|score| -score)
        };
        best = best.max(score);
    }
    best
}

#[test]
fn scores_equal_negamax_over_the_graph_after_every_insertion() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    // Whole lines, with their passes. Then the best candidates.
    for game in random_games(3, 2) {
        for (setup, _) in game.turns().rev() {
            book.insert(setup.position, &mut search).unwrap();
        }
    }
    let tolerance = LineTolerance { per_move: 1000, in_sum: 2000, plies: 6 };
    for _ in 0..30 {
        let (candidates, _) = book.candidates(Position::START, tolerance).unwrap();
        assert!(book.insert(candidates[0].position, &mut search).unwrap());
        assert!(!book.insert(candidates[0].position, &mut search).unwrap());
    }
    let entries = entries(&book);
    assert!(entries.len() > 130);
    for (&position, entry) in entries.iter().filter(|(position, _)| position.empty_count() < 58) {
        // Few positions follow before the end of the book.
        assert_eq!(negamax(&entries, position), Some(entry.score), "{position:?}");
    }
    let report = book.check().unwrap();
    assert_eq!((report.positions, &report.faults[..]), (entries.len() as u64, &[][..]));
}

#[test]
fn a_book_is_not_overwritten_by_itself() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    Book::create(&path).unwrap().insert(Position::START, &mut search).unwrap();
    let (book, before) = (path.to_str().unwrap(), fs::read(&path).unwrap());
    for arguments in [
        &["book", "pack", book, book][..],
        &["book", "export", book, "--to", "json", "--out", book],
        &["book", "merge", book, book],
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, ERROR, "{arguments:?}");
        assert!(
            refused.stderr.contains(": the book itself: expected another file"),
            "{}",
            refused.stderr
        );
        assert!(fs::read(&path).unwrap() == before, "{arguments:?}");
    }
    let refused = run(&["book", "tree", book, "--svg", book]);
    assert_eq!(refused.code, ERROR);
    assert!(refused.stderr.contains("expected a chart to replace"), "{}", refused.stderr);
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_damaged_book_is_neither_merged_nor_extended() {
    let folder = tempdir().unwrap();
    let [whole, other, damaged] = ["a", "b", "c"].map(|name| folder.path().join(name));
    let mut book = Book::create(&whole).unwrap();
    for game in random_games(2, 4) {
        for (setup, _) in game.turns().rev() {
            book.insert(setup.position, &mut search).unwrap();
        }
    }
    drop(book);
    let bytes = fs::read(&whole).unwrap();
    let [other, damaged] = [other, damaged].map(|path| path.to_str().unwrap().to_owned());
    let mut refused = 0;
    for bit in 0..12 {
        let mut bytes = bytes.clone();
        let at = (bytes.len() / 12 * bit + 100 * bit).min(bytes.len() - 1);
        bytes[at] ^= 1 << (bit % 8);
        fs::write(&damaged, &bytes).unwrap();
        let _ = fs::remove_file(&other);
        Book::create(Path::new(&other)).unwrap();
        let merged = run(&["book", "merge", &other, &damaged]);
        let checked = run(&["book", "check", &damaged]);
        assert_eq!(merged.code == ERROR, checked.code != DONE, "{at}: {}", merged.stderr);
        fs::write(&damaged, &bytes).unwrap();
        let learnt = run(&["book", "learn", &damaged, "--positions", "1", "--level", "1"]);
        assert_eq!(learnt.code == ERROR, checked.code == ERROR, "{at}: {}", learnt.stderr);
        for stderr in [merged.stderr, checked.stderr, learnt.stderr] {
            assert!(stderr.lines().count() <= 1, "{at}: {stderr}");
        }
        refused += usize::from(merged.code == ERROR);
    }
    assert!(refused > 0);
}

#[test]
fn book_moves_follow_the_symmetry_of_the_board() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let game = Game::from_transcript(Setup::START, "f5d6c3").unwrap();
    let position = game.setup().position;
    book.insert(position, &mut search).unwrap();
    book.insert(position.play("d3".parse().unwrap()).unwrap(), &mut search).unwrap();
    for symmetry in Symmetry::ALL {
        let turned = position.transform(symmetry);
        let known = book.variations(turned).unwrap();
        assert_eq!(known.len(), 2);
        let inside = known.iter().find(|known| known.is_inside).unwrap();
        assert_eq!(inside.line.pv[0], symmetry.apply_square("d3".parse().unwrap()).into());
        let legal = turned.legal_moves();
        assert!(known.iter().all(|known| legal.contains(known.line.pv[0].square().unwrap())));
        assert_eq!(known[0].line.score, book.look_up(turned).unwrap().unwrap().score);
    }
    assert_eq!(book.look_up(Position::START).unwrap(), None);
}

#[test]
fn answers_about_a_list_name_their_lines() {
    let folder = tempdir().unwrap();
    let (path, svg) = (folder.path().join("a.book"), folder.path().join("a.svg"));
    let [book, svg] = [&path, &svg].map(|path| path.to_str().unwrap());
    answer(&["book", "new", book]);
    for command in ["show", "tree"] {
        let list = run_with(&["book", command, book, "-", "--json"], "f5\n\nf5d6\n");
        let lines: Vec<_> = list.json().iter().map(|answer| answer["line"].clone()).collect();
        assert_eq!((list.code, &lines[..]), (NO, &[1.into(), 3.into()][..]), "{command}");
        let one = run(&["book", command, book, "f5f4"]);
        assert!(one.stdout.starts_with("black to move, Parallel: not in the book\n"), "{command}");
    }
    let pictures = run_with(&["book", "tree", book, "-", "--svg", svg], "f5\nf5d6\n");
    assert_eq!(pictures.code, ERROR);
    assert!(pictures.stderr.contains("too many positions for --svg: expected one"));
    assert_eq!(fs::read(svg).unwrap_or_default(), b"");
}

#[test]
fn no_depth_exceeds_the_empties() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let mut to_the_end = |position, inside| {
        let found = search(position, inside)?;
        Some(OutsideMove { depth: 60, ..found })
    };
    let game = &random_games(3, 1)[0];
    let late: Vec<Setup> = game.placements().map(|(setup, _)| setup).skip(45).take(5).collect();
    for setup in late.iter().rev() {
        book.insert(setup.position, &mut to_the_end).unwrap();
    }
    for Setup { position, .. } in late {
        for known in book.variations(position).unwrap() {
            assert_eq!(known.line.depth, position.empty_count());
        }
    }
}

/// The book has all replies to the first moves. Its depth there is that of searches after them.
#[test]
fn depths_equal_those_of_hints() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let book = path.to_str().unwrap();
    answer(&["book", "new", book]);
    let add = ["book", "add", book, "-", "--level", "6", "--plies", "3"];
    assert_eq!(run_with(&add, "f5d6c3 36-28\nf5f6e6 36-28\nf5f4e3 36-28\n").code, DONE);
    for position in ["start", "f5", "f5d6"] {
        let shown = run(&["book", "show", book, position, "--json"]).json();
        let hints = run(&["hint", position, "1", "--book", book, "--depth", "1", "--json"]).json();
        let (shown, hint) = (&shown[0]["moves"][0], &hints[0]);
        assert_eq!(shown["move"], hint["pv"][0], "{position}");
        assert_eq!((&hint["book"], &shown["depth"]), (&true.into(), &hint["depth"]), "{position}");
        assert!(shown["depth"].as_u64() > Some(1), "{position}: {shown}");
    }
}

#[test]
fn an_interrupted_search_changes_nothing() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let error = book.insert(Position::START, &mut |_, _| None).unwrap_err();
    assert!(error.is_interruption());
    assert!(book.is_empty().unwrap());
}

#[test]
fn a_search_that_finds_no_such_move_changes_nothing() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let certainty = Certainty::Selective(Selectivity::Percent87);
    let position = Position::START.play("d3".parse().unwrap()).unwrap().canonical().0;
    let mut moves = position.legal_moves().into_iter();
    let (inside, outside) = (moves.next().unwrap(), moves.next().unwrap());
    book.insert(position.play(inside).unwrap(), &mut search).unwrap();
    let taken = position.player().first().unwrap();
    // An occupied square, a move that stays in the book, and scores beyond 64 discs.
    for (square, score) in [(taken, 500), (inside, 500), (outside, -6500), (outside, 6500)] {
        let score = Score::saturating(score);
        let mut search = |_, _| Some(OutsideMove { square, score, certainty, depth: 3 });
        let error = book.insert(position, &mut search).unwrap_err();
        assert!(
            error.to_string().contains(&format!(" {square} {score}: expected a legal move")),
            "{error}"
        );
        assert_eq!(book.len().unwrap(), 1);
    }
    let report = book.check().unwrap();
    assert_eq!((report.positions, &report.faults[..]), (1, &[][..]));
}

#[test]
fn dropped_changes_are_written() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let mut changes = book.changes();
    assert!(changes.insert(Position::START, &mut search).unwrap());
    drop(changes);
    assert_eq!(book.len().unwrap(), 1);
}

#[test]
fn panics_of_callbacks_reach_the_caller() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let fault_in = |work: &mut dyn FnMut()| {
        let payload = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
        *payload.downcast_ref::<&str>().unwrap()
    };
    let mut insert = || drop(book.insert(Position::START, &mut |_, _| panic!("in a search")));
    assert_eq!(fault_in(&mut insert), "in a search");
    book.insert(Position::START, &mut search).unwrap();
    let mut read = || drop(book.for_each(|_, _| panic!("in a callback")));
    assert_eq!(fault_in(&mut read), "in a callback");
    assert_eq!(book.check().unwrap().positions, 1);
}

#[test]
fn proven_and_distant_positions_are_not_candidates() {
    let folder = tempdir().unwrap();
    let unsure = Certainty::Selective(Selectivity::Full);
    for (name, certainty, plies, expected) in [
        ("a", unsure, 1, Some(1)),
        ("b", Certainty::Wld, 1, Some(1)),
        ("c", Certainty::Exact, 1, None),
        ("d", unsure, 0, None),
    ] {
        let mut book = Book::create(&folder.path().join(name)).unwrap();
        let found = |position, inside| Some(OutsideMove { certainty, ..search(position, inside)? });
        book.insert(Position::START, &mut { found }).unwrap();
        let tolerance = LineTolerance { per_move: 100, in_sum: 100, plies };
        let (candidates, inside) = book.candidates(Position::START, tolerance).unwrap();
        assert_eq!((candidates.first().map(|found| found.ply), inside), (expected, 1), "{name}");
    }
}

#[test]
fn counts_of_games_equal_an_independent_count() {
    let folder = tempdir().unwrap();
    let (book, records) = (folder.path().join("a.book"), folder.path().join("games.txt"));
    let games = random_games(11, 30);
    let lines: Vec<String> = games.iter().map(|game| game.transcript() + "\n").collect();
    fs::write(&records, lines.concat() + "f5d6\nf5d7\n").unwrap();
    let (book, records) = (book.to_str().unwrap(), records.to_str().unwrap());
    assert_eq!(answer(&["book", "new", book]), "");
    let added = run(&["book", "add", book, records, "--plies", "4", "--level", "1"]);
    assert_eq!(added.code, NO);
    assert!(added.stdout.starts_with("30 games, "), "{}", added.stdout);
    assert!(added.stderr.contains("games.txt:31:1: missing result"), "{}", added.stderr);
    assert!(added.stderr.contains("games.txt:32:3: move 2, \"d7\", is illegal"));

    // A repeated game does not count again. With more plies it counts only at the new plies.
    let again = run(&["book", "add", book, records, records, "--plies", "3", "--level", "1"]);
    assert!(again.stdout.starts_with("0 games, 30 counted before, 0 new "), "{}", again.stdout);
    // It does not count in another file either.
    let copy = folder.path().join("copy.txt");
    fs::write(&copy, lines.concat()).unwrap();
    let both = [records, copy.to_str().unwrap(), "--plies", "3", "--level", "1"];
    let again = run(&[&["book", "add", book], &both[..]].concat());
    assert!(again.stdout.starts_with("0 games, 60 counted before, 0 new "), "{}", again.stdout);
    // It does not count in another format either.
    for format in ["ggf", "pgn", "json"] {
        let converted = run_with(&["convert", "--to", format, "-"], &lines.concat()).stdout;
        let again = run_with(&["book", "add", book, "-", "--plies", "3"], &converted);
        assert!(again.stdout.starts_with("0 games, 30 counted before, 0 new "), "{}", again.stdout);
    }
    // A game that occurs twice in one file counts as two games.
    let twice = run_with(&["book", "add", book, "-", "--plies", "1"], &[&*lines[0]; 2].concat());
    assert!(twice.stdout.starts_with("1 game, 1 counted before, 0 new "), "{}", twice.stdout);

    let mut expected: HashMap<Position, Games> = HashMap::new();
    for game in &games {
        let discs = game.setup().black().count() as i32 - game.setup().white().count() as i32;
        for (setup, _) in game.turns().take(4) {
            let least = Symmetry::ALL.map(|symmetry| setup.position.transform(symmetry));
            let result = if setup.side == Color::Black { discs } else { -discs };
            let counted = expected.entry(least.into_iter().min().unwrap()).or_default();
            match result {
                1.. => counted.wins += 1,
                0 => counted.draws += 1,
                _ => counted.losses += 1,
            }
        }
    }
    let entries = entries(&Book::open(Path::new(book)).unwrap());
    let counted: HashMap<Position, Games> =
        entries.into_iter().map(|(position, entry)| (position, entry.games)).collect();
    let first = expected.get_mut(&Position::START.canonical().0).unwrap();
    assert_eq!(first.count(), 30);
    let discs = games[0].setup().black().count() as i32 - games[0].setup().white().count() as i32;
    *first += Games::one(discs);
    assert_eq!(counted, expected);
}

#[test]
fn a_game_counted_at_more_plies_counts_once() {
    let folder = tempdir().unwrap();
    let mut book = Book::create(&folder.path().join("a.book")).unwrap();
    let game = Game::from_transcript(Setup::START, "f5d6c3d3c4").unwrap();
    for (setup, _) in game.turns() {
        book.insert(setup.position, &mut search).unwrap();
    }
    let (mut changes, source) = (book.changes(), SourceId::of(b"f5d6c3d3c4", 0));
    for (plies, is_new) in [(2, true), (1, false), (4, true)] {
        assert_eq!(changes.count(&game, plies, 8, source).unwrap(), is_new);
    }
    changes.finish().unwrap();
    for (ply, (setup, _)) in game.turns().enumerate() {
        let won = Games::one(if setup.side == Color::Black { 8 } else { -8 });
        let counted = if ply < 4 { won } else { Games::default() };
        assert_eq!(book.look_up(setup.position).unwrap().unwrap().games, counted);
        // Counts of moves are from the side that moves.
        let variations = book.variations(setup.position).unwrap();
        let mut games = variations.iter().map(|known| known.games).filter(|it| it.count() > 0);
        assert_eq!(games.next(), (ply < 3).then_some(won), "{ply}");
    }
}

#[test]
fn a_book_learns_shows_and_resumes() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let book = path.to_str().unwrap();
    answer(&["book", "new", book]);
    let grow = |more: &[&str]| {
        let command = ["book", "learn", book, "--level", "2", "--positions", "12", "--json"];
        let rows = run(&[&command, more].concat()).json();
        (rows[0]["new"].as_u64().unwrap(), rows[0]["positions"].as_u64().unwrap())
    };
    assert_eq!(grow(&[]), (12, 12));
    assert_eq!(grow(&[]), (12, 24));
    // Only the best lines, and no more than exist.
    let (new, positions) = grow(&["f5f4", "--error", "0", "--plies", "3"]);
    assert!(new < 12 && positions == 24 + new, "{new} new, {positions}");
    assert_eq!(grow(&["f5f4", "--error", "0", "--plies", "3"]), (0, positions));
    let checked = format!("{positions} positions checked, 0 wrong\n");
    assert_eq!(answer(&["book", "check", book]), checked);
    let counted = format!("{positions} positions, 0 of them proven, ");
    assert!(answer(&["book", "stats", book]).starts_with(&counted));

    let shown = answer(&["book", "show", book, "f5"]);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("white to move: ") && lines[0].ends_with(", games 0-0-0"));
    let head = " #  move     score   sure  depth  book         games  opening";
    assert_eq!(lines[1], head);
    assert!(lines[2..].iter().any(|line| line.contains("  yes ") && line.ends_with("Parallel")));
    assert!(lines[2..].iter().filter(|line| line.contains("  no ")).count() <= 1);
    let json = &run(&["book", "show", book, "f5", "--json"]).json()[0];
    assert_eq!(json["reply"], "book");
    assert_eq!(json["position"]["score"], json["moves"][0]["score"]);
    let unknown = run_with(&["book", "show", book, "-"], "f5f4d3\nf5\n");
    assert_eq!(unknown.code, NO);
    assert!(unknown.stdout.starts_with("white to move, Parallel: not in the book\n"));
}

/// Kills the process several times while it learns. The book stays consistent and complete.
#[test]
fn a_killed_process_loses_nothing() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let book = path.to_str().unwrap();
    answer(&["book", "new", book]);
    let (mut before, mut round) = (0, 0);
    // On a loaded machine the first rounds may end before anything is learnt.
    while round < 8 || before == 0 {
        assert!(round < 60, "the book did not grow");
        let mut learning = command()
            .args(["book", "learn", book, "--level", "1", "--positions", "100000"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(150 + 37 * round));
        // `kill -9` on Unix.
        learning.kill().unwrap();
        learning.wait().unwrap();
        let mut book = Book::open_to_write(&path).unwrap();
        let report = book.check().unwrap();
        assert_eq!(report.faults, []);
        assert!(report.positions >= before, "{} after {before}", report.positions);
        before = report.positions;
        round += 1;
    }
}

#[test]
fn damaged_and_foreign_files_are_refused_unchanged() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    let name = path.to_str().unwrap();
    let mut book = Book::create(&path).unwrap();
    for game in random_games(5, 2) {
        for (setup, _) in game.turns().rev() {
            book.insert(setup.position, &mut search).unwrap();
        }
    }
    let in_use = Book::open(&path).err().unwrap();
    assert_eq!(in_use.kind(), &BookErrorKind::InUse);
    assert!(in_use.to_string().ends_with("a.book: book in use by this process or another"));
    drop(book);
    let whole = fs::read(&path).unwrap();
    let mut scrambled = whole.clone();
    for byte in &mut scrambled[9..400] {
        *byte ^= 0x5a;
    }
    let cases: [(&str, &[u8]); 7] = [
        ("empty", &[]),
        ("text", b"f5d6c3d3c4"),
        ("magic", &whole[..6]),
        ("header", &whole[..300]),
        ("half", &whole[..whole.len() / 2]),
        ("end", &whole[..whole.len() - 4096]),
        ("scrambled", &scrambled),
    ];
    for (case, bytes) in cases {
        fs::write(&path, bytes).unwrap();
        for command in [&["stats", name][..], &["check", name], &["show", name], &["new", name]] {
            let run = run(&[&["book"], command].concat());
            assert_eq!(run.code, ERROR, "{case}: {command:?} {}{}", run.stdout, run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{case}: {command:?} {}", run.stderr);
            assert!(run.stderr.starts_with(&format!("outflank: {name}: ")), "{}", run.stderr);
        }
        assert!(fs::read(&path).unwrap() == bytes, "{case}: the file was changed");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(run(&["book", "check", name]).code, DONE);
    assert!(fs::read(&path).unwrap() == whole, "a check changed the file");
    let missing = folder.path().join("none.book");
    let error = Book::open(&missing).err().unwrap();
    let is_missing = |kind: &_| matches!(kind, BookErrorKind::Io { kind: ErrorKind::NotFound, .. });
    assert!(is_missing(error.kind()), "{error}");
    for command in ["learn", "stats"] {
        let refused = run(&["book", command, missing.to_str().unwrap()]);
        assert_eq!(refused.code, ERROR);
        assert!(refused.stderr.ends_with(": expected the file of a book\n"), "{}", refused.stderr);
    }
    assert!(!missing.exists());
}

#[test]
fn jobs_without_a_move_are_refused_before_any_work() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("jobs.jsonl");
    let start = r#"{"position":"8/8/8/3OX3/3XO3/8/8/8 X"}"#;
    let jobs = |last: &str| {
        fs::write(&path, format!("{start}\n{last}\n")).unwrap();
        run(&["book", "work", path.to_str().unwrap(), "--level", "1"])
    };
    let done = jobs(start);
    assert_eq!((done.code, done.stdout.lines().count()), (DONE, 2), "{}", done.stderr);
    let refused = jobs(r#"{"position":"XO6/8/8/8/8/8/8/8 O"}"#);
    assert_eq!((refused.code, &*refused.stdout), (ERROR, ""));
    assert!(refused.stderr.contains("jobs.jsonl:2: no move to search"));
}

/// The book does not change: it is not open for writing yet.
#[cfg(unix)]
#[test]
fn a_signal_ends_commands_that_wait_for_input() {
    use std::os::unix::process::ExitStatusExt;

    use crate::common::program::send;
    use nix::sys::signal::Signal;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.book");
    let book = path.to_str().unwrap();
    assert_eq!(run(&["book", "new", book]).code, DONE);
    let before = fs::read(&path).unwrap();
    let start =
        |arguments: &[&str]| command().args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let waiting = [
        &["book", "add", book, "-"][..],
        &["book", "learn", book, "-"],
        &["match", "--a", "style:edge", "--b", "style:edge", "--openings", "-"],
    ]
    .map(start);
    sleep(Duration::from_millis(500));
    for mut waiting in waiting {
        assert!(waiting.try_wait().unwrap().is_none(), "it waits");
        // SIGINT would be ignored when the tests run in the background.
        send(&waiting, Signal::SIGTERM);
        let input = waiting.stdin.take();
        let ended = waiting.wait().unwrap();
        drop(input);
        assert_eq!(ended.signal(), Some(Signal::SIGTERM as i32), "{ended}");
    }
    assert!(fs::read(&path).unwrap() == before);
}
