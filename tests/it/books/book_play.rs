//! Play and analysis with an opening book: when the book answers, and when a search does.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::common::run::{DONE, ERROR, NO, answer, run, run_with};
use crate::common::timeless;
use engine::book::{Book, BookReader, OutsideMove, PackedBook};
use engine::score::{Score, Selectivity};
use engine::search::Certainty;
use engine::{Engine, Options};
use othello::board::{Bitboard, Move, Position};
use othello::game::{Game, Setup};
use tempfile::{TempDir, tempdir};

/// The depth of all entries of [`book`].
const DEPTH: u32 = 16;

/// A book of all positions up to ply 2. Their scores derive from the position and are below a disc.
fn book() -> (TempDir, PathBuf) {
    let mut positions = vec![Position::START];
    let mut ply = positions.clone();
    for _ in 0..2 {
        let after = |position: Position| {
            position.legal_moves().into_iter().filter_map(move |square| position.play(square))
        };
        ply = ply.into_iter().flat_map(after).collect();
        positions.extend(&ply);
    }
    book_of(positions, |position| (position.player().0 % 61) as i32)
}

/// A book of `positions` where the best move outside has this `score`.
fn book_of(
    positions: impl IntoIterator<Item = Position>,
    score: impl Fn(Position) -> i32,
) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("small.book");
    let mut search = |position: Position, inside: Bitboard| {
        let square = (position.legal_moves() - inside).first()?;
        let certainty = Certainty::Selective(Selectivity::Percent87);
        let score = Score::saturating(score(position));
        Some(OutsideMove { square, score, certainty, depth: DEPTH })
    };
    let mut book = Book::create(&path).unwrap();
    for position in positions {
        book.insert(position, &mut search).unwrap();
    }
    (folder, path)
}

fn after(moves: &str) -> Position {
    Game::from_transcript(Setup::START, moves).unwrap().setup().position
}

/// The output of a session with these flags and lines.
fn session(flags: &str, lines: &str) -> String {
    let arguments: Vec<&str> = flags.split(' ').filter(|flag| !flag.is_empty()).collect();
    let run = run_with(&[&["--hash", "1"], &arguments[..]].concat(), lines);
    assert_eq!(run.code, DONE, "{}", run.stderr);
    run.stdout
}

fn is_from_book(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("info ") && line.contains(" book "))
}

#[test]
fn the_book_answers_if_its_depth_suffices() {
    let (_folder, path) = book();
    let flags = format!("--book {}", path.display());
    // After two moves only moves outside the book are left.
    let go = |command: &str| {
        is_from_book(&session(&flags, &format!("position f5d6\n{command}\nsetoption name X\n")))
    };
    for command in ["go depth 1", "go depth 16", "go", "go movetime 1", "go nodes 1000", "hint 1"] {
        assert!(go(command), "{command}");
    }
    for command in [
        "go depth 17 nodes 200000",
        "go depth 4 selectivity 95",
        "go nodes 200000",
        "solve depth 3",
    ] {
        assert!(!go(command), "{command}");
    }
    let at_start = |command: &str| session(&flags, &format!("{command}\n"));
    assert!(is_from_book(&at_start("go depth 18")), "two moves of the book and depth 16");
    assert!(is_from_book(&at_start("go depth 19 nodes 1000")), "the first limit applies");
    assert!(!is_from_book(&at_start("go nodes 300000")));
    for flags in ["--skill 9", "--strategy edge", "--bookdepth 0", "--no-book"] {
        let flags = format!("--book {} {flags}", path.display());
        assert!(!is_from_book(&session(&flags, "go depth 1\n")), "{flags}");
    }
    let flags = format!("{flags} --bookdepth 1");
    assert!(is_from_book(&session(&flags, "go depth 1\n")));
    assert!(!is_from_book(&session(&flags, "position f5\ngo depth 1\n")));
}

/// The first book moves of a game against itself, after `games` earlier games.
fn opening(seed: u32, games: usize) -> String {
    let mut game = Game::default();
    for _ in 0..6 {
        let new_games = "uginewgame\n".repeat(games);
        let position = format!("position start moves {}\n", game.transcript());
        let lines = format!("{new_games}{position}go movetime 1\n");
        let said = session(&format!("--seed {seed}"), &lines);
        let best = said.lines().last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
        if !is_from_book(&said) {
            break;
        }
        game.play(best.parse::<Move>().unwrap()).unwrap();
    }
    game.transcript()
}

#[test]
fn seeds_select_book_games() {
    let games: Vec<String> = (1..9).map(|seed| opening(seed, 0)).collect();
    assert_eq!(games[0], opening(1, 0));
    assert_eq!(games[0], opening(1, 1), "the seed is that of every game");
    let different: HashSet<&String> = games.iter().collect();
    assert!(different.len() > 2, "{games:?}");
}

#[test]
fn a_depth_gets_the_same_move_in_every_game() {
    let go = |lines: &str| session("", lines).lines().last().unwrap().to_owned();
    let moves: HashSet<String> =
        (0..4).map(|games| go(&format!("{}go depth 2\n", "uginewgame\n".repeat(games)))).collect();
    assert_eq!(moves.len(), 1);
}

#[test]
fn every_way_to_play_without_a_book_searches_the_same_nodes() {
    let lines = "position f5\ngo depth 9\nhint 3 depth 6\nanalyze depth 4\nstats\n";
    let none = timeless(&session("--no-book", lines));
    assert!(none.contains("info depth 9 ") && !none.contains(" book"), "{none}");
    let ways = [
        ("", "setoption name OwnBook value false\n"),
        ("", "setoption name Book value <empty>\n"),
        ("", "setoption name Book value\n"),
        ("--bookdepth 0", ""),
    ];
    for (flags, before) in ways {
        assert_eq!(
            timeless(&session(flags, &format!("{before}{lines}"))),
            none,
            "{flags} {before}"
        );
    }
    // The table is not affected by the book either.
    let asked = session("", &format!("go depth 1\nsetoption name OwnBook value false\n{lines}"));
    assert!(timeless(&asked).ends_with(&none), "{asked}");
}

#[test]
fn hints_combine_book_lines_with_a_search() {
    let (_folder, path) = book();
    let flags = format!("--book {}", path.display());
    // Two moves, or one, are known to be best. All others are searched.
    let said = session(&flags, "position f5d6\nhint 4 depth 5\n");
    let last: Vec<&str> = said.lines().rev().skip(1).take(4).collect();
    assert!(last.iter().any(|line| line.contains(" book ")), "{said}");
    assert!(last.iter().any(|line| line.starts_with("info depth 5 ")), "{said}");
    let scores: Vec<i32> = last
        .iter()
        .map(|line| line.split(" cp ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert!(scores.is_sorted(), "the last rank first: {said}");

    let path = path.to_str().unwrap();
    let table = answer(&["hint", "2", "--book", path, "--table"]);
    assert!(table.lines().skip(2).all(|row| row.contains(" 87 %     18* ")), "{table}");
    let rows = run(&["hint", "2", "--json", "--book", path]).json();
    assert_eq!((&rows[0]["book"], &rows[0]["depth"]), (&true.into(), &18.into()));
    let search = run(&["search", "f5", "--depth", "3", "--json", "--no-book"]).json();
    assert!(search.iter().all(|row| row["book"].is_null()));
}

#[test]
fn analyses_take_alternatives_from_the_book() {
    let (_folder, path) = book();
    let path = path.to_str().unwrap();
    let plies = run(&["analyze", "f5d6c3d3", "--level", "4", "--json", "--book", path]).json();
    let of_book: Vec<(u64, u64)> = plies
        .iter()
        .filter(|row| row["book"] == true)
        .map(|row| (row["ply"].as_u64().unwrap(), row["nodes"].as_u64().unwrap()))
        .collect();
    // All first moves are symmetric, and the book ends after three moves.
    assert!(of_book.contains(&(2, 0)), "{plies:?}");
    assert!(of_book.iter().all(|&(ply, nodes)| (2..4).contains(&ply) && nodes == 0), "{plies:?}");
    let again = run(&["analyze", "f5d6c3d3", "--level", "4", "--json", "--no-book"]).json();
    assert!(again.iter().all(|row| row["book"].is_null()));
}

#[test]
fn a_stopped_search_does_not_change_the_book() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.book");
    drop(Book::create(&path).unwrap());
    let mut options = Options { hash: 1, ..Options::default() };
    options.set("Book", path.to_str().unwrap()).unwrap();
    let game = Game::from_transcript(Setup::START, "f5d6c3").unwrap();
    let job = Engine::new(options).learn_job(&game).unwrap().expect("there is a book");
    job.run(&AtomicBool::new(true)).unwrap();
    assert!(Book::open(&path).unwrap().is_empty().unwrap());
}

#[test]
fn nboard_and_gtp_play_and_hint_from_the_book() {
    let (_folder, path) = book();
    let flags = format!("--book {}", path.display());
    let said = session(&flags, "nboard 2\nset depth 8\nping 1\nhint 2\n");
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with("nodestats")).collect();
    let is_book = |line: &str| line.starts_with("book ") && line.ends_with(" 0 18");
    assert_eq!(lines[..3], ["set myname Outflank8", "pong 1", "status Analyzing"]);
    assert!(is_book(lines[3]) && is_book(lines[4]), "{said}");
    assert_eq!(lines[5..], ["status"]);
    let said = session(&flags, "nboard 2\nset depth 8\nping 1\ngo\n");
    assert!(said.lines().last().is_some_and(|line| line.starts_with("=== ")), "{said}");

    // New moves are available at once, in this session and in the file.
    let game = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]\
        TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]W[D6]B[C3]W[D3]B[C4];)";
    let positions = || Book::open(&path).unwrap().len().unwrap();
    let before = positions();
    let said = session(&flags, &format!("nboard 2\nset depth 4\n{game}\nping 1\nlearn\nhint 1\n"));
    assert!(said.contains("\npong 1\nlearned\nstatus Analyzing\n"), "{said}");
    assert_eq!(positions(), before + 3);
    // Also during a search. Later commands wait.
    let said = session(
        &flags,
        &format!("nboard 2\nset depth 60\n{game}\nmove F4\nhint 1\nset depth 4\nlearn\nping 2\n"),
    );
    assert!(said.ends_with("\nlearned\npong 2\n"), "{said}");
    assert_eq!(positions(), before + 4);
    let said = session(&flags, &format!("nboard 2\nset depth 4\n{game}\nmove F4\nhint 1\n"));
    assert!(said.contains("\nbook "), "the position on the board is learnt, too: {said}");
    // An interrupted `learn` does not report success.
    let unknown = game.replace("W[D6]B[C3]W[D3]B[C4]", "W[F6]B[E6]");
    let said = session(&flags, &format!("nboard 2\nset depth 60\n{unknown}\nlearn\nquit\n"));
    assert_eq!(said.lines().skip(1).collect::<Vec<_>>(), ["status"]);
    // Commands queued after `learn` interrupt the search that follows it.
    let said = session(
        &flags,
        &format!("nboard 2\n{game}\nset depth 4\nlearn\nset depth 60\nhint 1\nping 2\n"),
    );
    assert!(said.ends_with("\npong 2\n"), "{said}");

    let said = session(&flags, "1 outflank-book /nowhere/my openings.book\n");
    assert!(said.contains("/nowhere/my openings.book"), "{said}");
    let said = session(
        &flags,
        "1 outflank-book\n2 time_settings 0 1 1\n3 genmove b\n4 outflank-ownbook\n\
         5 outflank-ownbook false\n6 outflank-ownbook perhaps\n",
    );
    assert!(said.starts_with(&format!("=1 {}\n\n=2\n\n=3 ", path.display())), "{said}");
    assert!(said.contains("\n=4 true\n\n=5\n\n?6 "), "{said}");
}

#[test]
fn a_packed_book_equals_its_source() {
    let (folder, path) = book();
    let packed = folder.path().join("small.packed");
    let [from, to] = [&path, &packed].map(|path| path.to_str().unwrap());
    assert_eq!(answer(&["book", "pack", from, to]), "");
    let (learnt, packed) = (BookReader::open(&path).unwrap(), BookReader::open(&packed).unwrap());
    let mut positions = Vec::new();
    Book::open(&path).unwrap().for_each(|position, _| positions.push(position)).unwrap();
    assert_eq!(positions.len(), 5);
    for position in positions {
        let known = learnt.variations(position).unwrap();
        assert!(!known.is_empty());
        assert_eq!(known, packed.variations(position).unwrap());
        assert_eq!(learnt.look_up(position).unwrap(), packed.look_up(position).unwrap());
    }
    assert_eq!(answer(&["book", "show", from]), answer(&["book", "show", to]));
    let other = Game::from_transcript(Setup::START, "f5d6c3d3c4").unwrap().setup().position;
    assert_eq!(packed.variations(other).unwrap(), []);
    // A packed book is read-only, but may be replaced.
    let refused = run(&["book", "learn", to]);
    assert_eq!((refused.code, &*refused.stdout), (ERROR, ""));
    assert!(refused.stderr.contains("read-only packed book"), "{}", refused.stderr);
    assert_eq!(answer(&["book", "pack", from, to]), "");
    assert_eq!(run(&["book", "pack", to, from]).code, ERROR);
    let precious = folder.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let refused = run(&["book", "pack", from, precious.to_str().unwrap()]);
    assert_eq!(refused.code, ERROR);
    assert!(refused.stderr.contains("precious: invalid file to replace: expected a new file"));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
}

#[test]
fn the_book_in_the_program_is_shown() {
    let shown = run(&["book", "show", "embedded", "f5", "--json"]).json();
    let known = BookReader::embedded();
    let position = Game::from_transcript(Setup::START, "f5").unwrap().setup().position;
    let best = &known.variations(position).unwrap()[0];
    assert_eq!(shown[0]["moves"][0]["move"], best.line.pv[0].to_string());
    assert_eq!(shown[0]["position"]["score"], shown[0]["moves"][0]["score"]);
    assert_eq!(run(&["book", "show", "Embedded", "f5f4d3c5"]).code, NO);
    let tree = run(&["book", "tree", "embedded", "f5", "--plies", "1", "--json"]).json();
    assert_eq!(tree[0]["moves"][0]["move"], best.line.pv[0].to_string());
    let stats = &run(&["book", "stats", "embedded", "--json"]).json()[0];
    let positions = PackedBook::embedded().len() as u64;
    assert_eq!((&stats["positions"], &stats["counted"]), (&positions.into(), &0.into()));
    assert_eq!(stats["by_empties"][0]["empties"], 60);
}

#[test]
fn a_bad_book_file_is_one_error_and_changes_nothing() {
    let (folder, path) = book();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let learnt = fs::read(&path).unwrap();
    let packed_path = folder.path().join("packed");
    let [from, to] = [&path, &packed_path].map(|path| path.to_str().unwrap());
    answer(&["book", "pack", from, to]);
    let mut packed = fs::read(&packed_path).unwrap();
    let cut = file("cut", &packed[..packed.len() - 1]);
    *packed.last_mut().unwrap() ^= 1;
    let bad: Vec<PathBuf> = vec![
        folder.path().join("nowhere"),
        folder.path().to_owned(),
        file("empty", b""),
        file("foreign", b"no book at all"),
        file("half", &learnt[..learnt.len() / 2]),
        cut,
        file("damaged", &packed),
    ];
    for path in &bad {
        let name = path.display();
        let said = session(
            &format!("--book {from}"),
            &format!("setoption name Book value {name}\noptions\ngo depth 1\n"),
        );
        let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error ")).collect();
        assert_eq!(errors.len(), 1, "{said}");
        assert!(errors[0].starts_with(&format!("error invalid Book \"{name}\": ")));
        assert!(
            said.contains(&format!("option name Book type string default embedded value {from}"))
        );
        assert!(is_from_book(&said), "{said}");
        let refused = run(&["--book", path.to_str().unwrap()]);
        assert_eq!((refused.code, &*refused.stdout), (ERROR, ""));
        assert_eq!(refused.stderr.trim_end().lines().count(), 1, "{}", refused.stderr);
    }
    assert_eq!(fs::read(&path).unwrap(), learnt);
}

#[test]
fn the_book_answers_at_once_and_nothing_is_left_to_stop() {
    let start = Instant::now();
    let said = session("", "go movetime 100\nstop\nisready\ngo depth 2\nquit\n");
    assert!(start.elapsed() < Duration::from_secs(10));
    let mut words: Vec<&str> = said.lines().filter_map(|line| line.split(' ').next()).collect();
    // A busy session answers `isready` at once, so the order varies.
    words.sort_unstable();
    assert_eq!(words, ["bestmove", "bestmove", "info", "info", "readyok"]);
}

#[test]
fn players_of_a_match_may_have_books_and_openings_begin_after_one() {
    let (folder, path) = book();
    let path = path.to_str().unwrap();
    let log = folder.path().join("games.jsonl");
    let log_path = log.to_str().unwrap();
    let flags = ["--a", "outflank --hash 1", "--b", "outflank --hash 1 --no-book", "--depth", "1"];
    let games = ["--games", "2", "--out", log_path];
    let players = ["--book-a", path, "--after-book", path, "--random-plies", "1"];
    let said = run(&[&["match"], &flags[..], &games[..], &players[..]].concat());
    assert_eq!((said.code, &*said.stderr), (DONE, ""));
    assert!(said.stdout.contains(&format!("A        outflank --hash 1 --book {path} (depth 1)")));
    for row in fs::read_to_string(&log).unwrap().lines().filter(|line| line.contains("\"opening\""))
    {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        // Two moves lead to the last positions of the book, a third leaves it.
        let moves = row["opening"].as_str().map_or(0, |text| text.len() / 2);
        assert!(
            moves == 3 || row["opening"].as_array().is_some_and(|moves| moves.len() == 3),
            "{row}"
        );
    }
    // From the start as often as requested.
    let said = run(&[&["match"], &flags[..], &["--games", "4", "--random-plies", "0"]].concat());
    assert_eq!(said.code, DONE, "{}", said.stderr);
    assert!(said.stderr.starts_with("outflank: 1 opening for 2 pairs: "), "{}", said.stderr);
    let none = ["--after-book", "/nowhere"];
    let said = run(&[&["match"], &flags[..], &none[..]].concat());
    assert_eq!(said.code, ERROR);
    assert!(said.stderr.contains("invalid Book \"/nowhere\""), "{}", said.stderr);
}

#[test]
fn a_solve_takes_only_proven_scores_from_the_book() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (known, lines) = (path("w.book"), path("w.jsonl"));
    let board = "2XOXXXX/1OO1OXXX/1OXXXXXX/OOOOOXXX/O1XOOXXX/1OXXO2X/OOOXOO2/2OXOOO1 X";
    let outside = r#"{"move":"a1","score":2.0,"certainty":"wld","selectivity":100,"depth":14}"#;
    fs::write(&lines, format!(r#"{{"position":"{board}","outside":{outside}}}"#)).unwrap();
    answer(&["book", "new", &known]);
    answer(&["book", "import", &known, &lines]);
    let said = |go: &str| {
        let flags = format!("--bookdepth 60 --book {known}");
        session(&flags, &format!("position {board}\n{go}\nstop\n"))
    };
    for go in ["go", "go depth 14", "go depth 30", "go infinite"] {
        assert!(!is_from_book(&said(go)), "{go}");
    }
    let less = said("go depth 5");
    assert!(less.contains(" score cp 200 lowerbound wld book pv a1\n"), "{less}");
}

/// The moves of the final ranking with their scores.
fn ranking(said: &str) -> Vec<(&str, &str)> {
    let ranked = said.lines().rev().skip(1);
    let mut rows: Vec<(&str, &str)> = Vec::new();
    for line in ranked.take_while(|line| line.starts_with("info ")) {
        let after = |key: &str| line.split(key).nth(1).unwrap().split(' ').next().unwrap();
        rows.push((after(" pv "), after(" cp ")));
        if line.contains(" multipv 1 ") {
            break;
        }
    }
    rows
}

#[test]
fn symmetric_moves_have_the_same_value_in_the_book() {
    let board = "--------------------XO-----XO-----XOX-----O--------------------- X";
    let said = session("", &format!("position {board}\nhint 20 depth 6\n"));
    assert!(is_from_book(&said), "{said}");
    let rows = ranking(&said);
    let score = |mv| rows.iter().find(|row| row.0 == mv).unwrap().1;
    assert_eq!(score("f4"), score("d6"), "{said}");
    let best = session("", &format!("position {board}\nhint 2 depth 6\n"));
    assert!(best.lines().filter(|line| line.contains(" book ")).count() == 2, "{best}");
}

#[test]
fn nothing_is_searched_when_the_book_has_all_moves() {
    let (_folder, path) = book_of(["", "f5", "f5f4", "f5f6"].map(after), |_| 50);
    let said = |hint: &str| {
        session(&format!("--book {}", path.display()), &format!("position f5\n{hint}\n"))
    };
    let all = said("hint 3 depth 9");
    let lines = all.lines().filter(|line| line.contains(" nodes 0 ") && line.contains(" book "));
    assert_eq!((lines.count(), all.lines().count()), (3, 4), "{all}");
    // To rank the second best of five moves, the search must try four.
    let (_folder, path) = book_of(["", "f5", "f5d6", "f5d6c3", "f5d6c4"].map(after), |_| 50);
    let said = session(&format!("--book {}", path.display()), "position f5d6\nhint 2 depth 9\n");
    assert!(said.contains("\ninfo depth 9 ") && !said.contains(" multipv 3 "), "{said}");
}

#[test]
fn ranked_moves_are_the_best_ones_also_after_pondering() {
    let hint = |seed: u32, words: &str| {
        let flags = format!("--seed {seed} --bookvariety 6400");
        let said = session(&flags, &format!("position f5\nhint 1 depth 2{words}\n"));
        said.lines().last().unwrap().to_owned()
    };
    for seed in 1..9 {
        assert_eq!(hint(seed, " ponder\nponderhit"), hint(seed, ""), "seed {seed}");
    }
}

/// A new game of NBoard and Black's first move.
fn new_nboard_game(time: &str) -> String {
    let board = "---------------------------O*------*O---------------------------";
    let players = "PC[NBoard]PB[a]PW[b]RE[?]";
    format!("set game (;GM[Othello]{players}{time}TY[8]BO[8 {board} *];)\nmove F5\n")
}

/// Plays 30 games in a session and counts the different replies to f5. A reply is a line that starts
/// with `mark`. The three replies are about equally likely, so 30 equal ones cannot be chance.
fn count_replies(before: &str, game: &str, mark: &str) -> usize {
    let lines = format!("{before}{}", game.repeat(30));
    let said = session("--bookvariety 6400 --level 2", &lines);
    let replies: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix(mark)).collect();
    assert_eq!(replies.len(), 30, "{said}");
    let moves: HashSet<&str> = replies.iter().filter_map(|reply| reply.split('/').next()).collect();
    moves.len()
}

#[test]
fn games_vary_unless_only_a_depth_is_set() {
    let gtp = |new_game: &str, before: &str| {
        count_replies(before, &format!("{new_game}play b f5\ngenmove w\n"), "= ")
    };
    assert!(gtp("clear_board\n", "") > 1);
    assert!(gtp("boardsize 8\n", "") > 1);
    assert!(gtp("clear_board\n", "time_settings 600 0 0\noutflank-level 4\n") > 1);
    assert_eq!(gtp("clear_board\n", "outflank-level 4\n"), 1);
    let nboard = |time: &str| {
        let game = new_nboard_game(time) + "go\nping 1\n";
        count_replies("nboard 2\nset depth 4\n", &game, "=== ")
    };
    assert!(nboard("TI[15:00]") > 1);
    assert_eq!(nboard(""), 1);
}

#[test]
fn a_packed_book_does_not_learn() {
    let (folder, path) = book();
    let packed = folder.path().join("small.packed");
    let [from, to] = [&path, &packed].map(|path| path.to_str().unwrap());
    answer(&["book", "pack", from, to]);
    let said = session(&format!("--book {to}"), "nboard 2\nset depth 4\nmove F5\nlearn\n");
    assert!(said.contains("status Error: ") && said.contains(": read-only packed book"), "{said}");
}
