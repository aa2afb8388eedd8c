//! Sessions fed line by line. Jobs run when the test runs them.

use std::time::Duration;

use super::*;
use data_encoding::BASE64;
use engine::JobError;
use engine::score::{Bound, Score, Selectivity};
use engine::search::{Certainty, Line, Source, Usage};
use othello::board::{Move, Square, Symmetry};

fn session(lines: &[&str]) -> Session {
    let mut session = Session::new(Some(Protocol::Ugi), Options::default(), true);
    lines.iter().for_each(|line| session.feed(line));
    session
}

fn output(session: &mut Session) -> Vec<String> {
    std::iter::from_fn(|| session.take_output()).collect()
}

#[test]
fn a_failed_job_ends_the_wait() {
    for (error, message) in [
        (JobError::Panicked, "error no result: the engine failed, which is a bug"),
        (JobError::NoThread("no more".into()), "error no thread for the search: no more"),
    ] {
        let mut session = session(&["go infinite", "moves"]);
        drop(session.take_job());
        assert_eq!((output(&mut session), session.outcome()), (vec![], None));
        session.handle_event(JobEvent::Failed(error));
        assert_eq!(output(&mut session), [message]);
        assert_eq!(session.outcome(), Some(Outcome::Refused));
    }
}

#[test]
fn urgent_commands_are_answered_before_the_job_runs() {
    let mut session = session(&["go infinite", "moves", "isready"]);
    assert!(session.take_job().is_some());
    session.feed("isready");
    assert_eq!(output(&mut session), ["readyok", "readyok"]);
    assert_eq!((session.queued(), session.outcome()), (1, None));
}

#[test]
fn a_book_is_explored_in_every_symmetry() {
    let book = include_bytes!("../../../engine/src/book/embedded.book");
    let pieces = book.chunks(30_000).map(|piece| format!("file a.book {}", BASE64.encode(piece)));
    let mut session = session(&["file b.txt ZjVkNmMz"]);
    pieces.for_each(|line| session.feed(line));
    session.feed("index");
    let [indexed] = &output(&mut session)[..] else { panic!("one reply") };
    assert!(indexed.starts_with("indexed games 1 added 1 failed 0 positions 2"), "{indexed}");
    // The moves with their scores.
    let mut book_moves = |position: &str| -> Vec<(Square, String)> {
        session.feed(format!("position {position}"));
        session.feed("explore");
        let explored = output(&mut session).concat();
        let moves = explored.lines().filter_map(|line| line.strip_prefix("book "));
        let moves = moves.map(|line| {
            let (square, score) = line.split_once(" depth ").expect("a depth");
            let (_, score) = score.split_once(' ').expect("a score");
            (square.parse().expect("a square"), score.to_owned())
        });
        moves.collect()
    };
    // The four first moves are symmetric. The game began with f5.
    let first = book_moves("startpos");
    assert_eq!(first.iter().map(|&(square, _)| square).collect::<Vec<_>>(), [Square::F5]);
    let here = book_moves("f5d6c3");
    assert!(here.len() > 1 && here[0].1.starts_with("score cp "), "{here:?}");
    // The same position, mirrored at the diagonal from a1.
    let mirrored = here.into_iter();
    let mirrored =
        mirrored.map(|(square, score)| (Symmetry::Transpose.apply_square(square), score));
    assert_eq!(book_moves("e6f4c3"), mirrored.collect::<Vec<_>>());
    session.feed("index clear");
    session.feed("explore");
    assert_eq!(output(&mut session), ["explored games 0"]);
    session.feed("file a.book T0Zib29rDQo=");
    session.feed("index");
    assert_eq!(
        output(&mut session),
        ["error a.book: invalid book: expected one made by outflank book"]
    );
}

/// Runs the pending job, which must end without a further stop.
fn run_job(session: &mut Session) {
    let job = session.take_job().expect("a job");
    job.run(&|| (), &mut |event| session.handle_event(event));
}

fn best_moves(session: &mut Session) -> usize {
    output(session).iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn a_stop_ends_the_search_before_it() {
    let mut session = session(&["go infinite", "stop"]);
    run_job(&mut session);
    assert_eq!(best_moves(&mut session), 1);
}

#[test]
fn a_stop_also_ends_a_waiting_search() {
    let mut session = session(&["go infinite"]);
    let first = session.take_job().expect("a job");
    ["stop", "go infinite", "stop", "go depth 1"].iter().for_each(|line| session.feed(line));
    first.run(&|| (), &mut |event| session.handle_event(event));
    run_job(&mut session);
    assert_eq!(best_moves(&mut session), 2);
    run_job(&mut session);
    assert_eq!(best_moves(&mut session), 1);
}

#[test]
fn a_second_interrupt_ends_the_waiting_move() {
    let mut session = Session::new(Some(Protocol::Gtp), Options::default(), true);
    session.feed("outflank-level 60");
    session.feed("1 genmove b");
    let first = session.take_job().expect("a job");
    session.feed("2 genmove w");
    session.feed("# interrupt");
    session.feed("# interrupt");
    first.run(&|| (), &mut |event| session.handle_event(event));
    run_job(&mut session);
    assert_eq!(output(&mut session).len(), 3, "with the answer to the level");
}

/// Ends the pending job with this report.
fn finish_job(session: &mut Session, lines: Vec<Line>, usage: Usage) {
    drop(session.take_job().expect("a job"));
    let report = SearchReport { lines, usage, shortage: None };
    session.handle_event(JobEvent::Done(JobResult::Search(report)));
}

#[test]
fn a_cleared_table_has_no_earlier_results() {
    let options = Options { hash: 1, own_book: false, ..Options::default() };
    let mut session = Session::new(Some(Protocol::Ugi), options, true);
    let mut nodes = |lines: &[&str]| {
        lines.iter().for_each(|line| session.feed(line));
        run_job(&mut session);
        let output = output(&mut session);
        let info = output.iter().rfind(|line| line.starts_with("info ")).expect("a line");
        info.split(' ').skip_while(|&word| word != "nodes").nth(1).expect("a number").to_owned()
    };
    let first = nodes(&["go depth 8"]);
    assert_ne!(nodes(&["go depth 8"]), first);
    assert_eq!(nodes(&["setoption name Clear Hash", "go depth 8"]), first);
}

#[test]
fn pondering_saves_its_time_at_the_same_depth() {
    // A position outside the book with one clearly best move at each depth.
    let position = "position -XXXXX--O-XXOX--OOXXOOOO-OXOOOO-XOOOOO---OOOOO------O----------- X";
    let mut session = session(&[position, "go ponder p1time 20000 p2time 20000"]);
    let line = Line {
        rank: 1,
        depth: 7,
        score: Score::ZERO,
        bound: Bound::Exact,
        certainty: Certainty::Selective(Selectivity::Percent73),
        pv: vec![Move::Place(Square::A6)],
        source: Source::Search,
    };
    let usage = Usage { time: Duration::from_secs(10), ..Usage::default() };
    session.feed("ponderhit");
    finish_job(&mut session, vec![line], usage);
    run_job(&mut session);
    let output = output(&mut session);
    let last = output.iter().rfind(|line| line.starts_with("info ")).unwrap();
    assert!(last.starts_with("info depth 7 "), "{output:?}");
}

#[test]
fn a_short_search_answers_from_pondering() {
    let position = "position -XXXXX--O-XXOX--OOXXOOOO-OXOOOO-XOOOOO---OOOOO------O----------- X";
    let line = |depth, selectivity| Line {
        rank: 1,
        depth,
        score: Score::saturating(-400),
        bound: Bound::Exact,
        certainty: Certainty::Selective(selectivity),
        pv: vec![Move::Place(Square::F7)],
        source: Source::Search,
    };
    let usual = Selectivity::Percent73;
    for (limit, pondered, is_answer) in [
        ("nodes 1", line(9, usual), true),
        ("nodes 20000", line(1, usual), false),
        ("depth 2", line(9, usual), false),
        ("depth 20 nodes 1", line(9, usual), true),
        // Aborted before the first iteration. Higher selectivity but lower depth.
        ("nodes 20000", line(0, Selectivity::Full), false),
        ("nodes 20000", line(2, Selectivity::Percent99), false),
    ] {
        let mut session = session(&[position, &format!("go ponder {limit}")]);
        session.feed("ponderhit");
        finish_job(&mut session, vec![pondered], Usage::default());
        run_job(&mut session);
        let output = output(&mut session);
        let is_that = output.last().unwrap() == "bestmove f7";
        assert_eq!(is_that, is_answer, "{limit}: {output:?}");
    }
}

#[test]
fn the_end_of_the_input_does_not_undo_a_hit() {
    let mut session = session(&["go ponder depth 2"]);
    finish_job(&mut session, vec![], Usage::default());
    session.feed("ponderhit");
    session.end_input();
    assert_eq!(session.take_output(), None);
    run_job(&mut session);
    assert_eq!(best_moves(&mut session), 1);
}

#[test]
fn an_interrupted_move_has_no_statistics() {
    let options = Options { hash: 1, own_book: false, ..Options::default() };
    let mut session = Session::new(Some(Protocol::NBoard), options, true);
    session.feed("set depth 3");
    for is_hurried in [false, true] {
        session.feed("go");
        let job = session.take_job().expect("a search");
        if is_hurried {
            session.feed("ping 1");
        }
        job.run(&|| (), &mut |event| session.handle_event(event));
        let told = output(&mut session);
        assert!(told.iter().any(|line| line.starts_with("===")), "{told:?}");
        let has_statistics = told.iter().any(|line| line.starts_with("nodestats"));
        assert_eq!(has_statistics, !is_hurried, "{told:?}");
    }
}
