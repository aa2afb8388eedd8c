//! Fixed-depth search against minimax, and how limits are kept.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::random::{positions, random_position};
use engine::eval::{Classic, Evaluator, Term};
use engine::score::{Bound, DiscDiff, Score, Selectivity};
use engine::search::{
    Certainty, Clock, Goal, KnownMove, Limits, Never, Parameters, Pondered, Search, SearchInfo,
    SearchReport, ThreadPool, Tt,
};
use engine::{BookUse, Engine, EvaluatorKind, JobEvent, Options};
use othello::board::{Move, Position, Square, Symmetry};
use othello::game::{Game, Setup};

/// Minimax to `depth` discs.
fn minimax(position: Position, depth: u32) -> Score {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_over() {
            position.final_difference().into()
        } else {
            -minimax(position.pass(), depth)
        };
    }
    if depth == 0 {
        return Classic.evaluate(position);
    }
    let values = moves.into_iter().map(|square| {
        let next = position.play(square).expect("a legal move");
        -minimax(next, depth - 1)
    });
    values.max().expect("there is a move")
}

fn search(position: Position, limits: &Limits) -> SearchReport {
    let mut engine =
        Engine::new(Options { hash: 4, evaluator: EvaluatorKind::Classic, ..Options::default() });
    engine.search(position, limits, &Never, |_| ()).expect("there is memory")
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), selectivity: Some(Selectivity::Full), ..Limits::default() }
}

#[test]
fn the_value_is_that_of_minimax() {
    for seed in 0..150 {
        let position = random_position(seed, 14 + (seed % 44) as u32);
        if position.is_over() {
            continue;
        }
        for depth in 1..=4 {
            let line = &search(position, &to_depth(depth)).lines[0];
            assert_eq!(line.score, minimax(position, depth), "depth {depth} of {position:?}");
            assert_eq!(line.depth, depth);
            let after = position.after(line.pv[0]).expect("the best move is legal");
            let placed = u32::from(line.pv[0] != Move::Pass);
            assert_eq!(-minimax(after, depth - placed), line.score, "{position:?}");
        }
    }
}

#[test]
fn no_search_beats_a_known_wipeout() {
    let position = random_position(3, 10);
    let square = position.legal_moves().into_iter().next().expect("a move");
    let known = Some(KnownMove { square, score: Score::saturating(6400) });
    let line =
        &search(position, &Limits { known, goal: Goal::Exact, ..Limits::default() }).lines[0];
    assert_eq!((line.score, line.bound), (Score::saturating(6400), Bound::Upper));
    assert_ne!(line.certainty, Certainty::Exact);
}

#[test]
fn a_solve_proves_whether_a_score_is_reached() {
    for seed in 1..20 {
        let position = random_position(seed, 9);
        let solve = |at_least: Option<i32>| {
            let at_least = at_least.map(DiscDiff::saturating);
            search(position, &Limits { at_least, goal: Goal::Exact, ..Limits::default() })
        };
        let exact = solve(None).lines[0].score.floor_discs().discs();
        for least in [exact - 1, exact, exact + 1, exact + 2].map(|discs| discs.clamp(-63, 64)) {
            let line = &solve(Some(least)).lines[0];
            let bound = line.score.floor_discs().discs();
            if exact >= least {
                assert!((least..=exact).contains(&bound) && line.bound != Bound::Upper, "{line:?}");
            } else {
                assert!((exact..least).contains(&bound) && line.bound != Bound::Lower, "{line:?}");
            }
        }
    }
}

#[test]
fn a_wipeout_ends_the_search() {
    for (board, score) in [
        ("OOOO----OOOOX---OOOOX---OOOOX---OOOOX---OOOO----OO------OOO----- O", 64),
        ("----XXXX--XXXXXX----XXXX---OOXXX---OOOXX--OOOOOX---O--XX-------X O", -64),
    ] {
        let position = board.parse::<Setup>().expect("a board").position;
        let depth = Limits { nodes: Some(100_000), ..to_depth(17) };
        let exact = Limits { goal: Goal::Exact, ..Limits::default() };
        for limits in [depth, Limits { nodes: Some(100_000), ..exact }] {
            let report = search(position, &limits);
            let line = &report.lines[0];
            assert_eq!(
                (line.score, line.bound),
                (DiscDiff::saturating(score).into(), Bound::Exact)
            );
            assert!(report.usage.nodes < 50_000, "{board}: {:?}", report.usage);
        }
    }
}

#[test]
fn a_selective_search_extends_its_variation_to_the_end() {
    for seed in 0..20 {
        let position = random_position(seed, 14 + (seed % 2) as u32);
        if position.legal_moves().is_empty() {
            continue;
        }
        let limits = Limits { selectivity: Some(Selectivity::Percent87), ..to_depth(13) };
        let report = search(position, &limits);
        assert_eq!(report.lines[0].depth, 13);
        assert_eq!(report.usage.deepest_ply, position.empty_count(), "{position:?}");
    }
}

#[test]
fn without_probcut_the_end_of_a_variation_is_proven() {
    let parameters = Parameters { probcut_empties: 60, ..Parameters::DEFAULT };
    let mut engine = Engine::new(Options { hash: 4, parameters, ..Options::default() });
    let exact = Limits { goal: Goal::Exact, ..Limits::default() };
    for seed in 0..20 {
        let position = random_position(seed, 14 + (seed % 2) as u32);
        if position.legal_moves().is_empty() {
            continue;
        }
        let limits = Limits { selectivity: Some(Selectivity::Percent87), ..to_depth(13) };
        let line = engine.search(position, &limits, &Never, |_| ()).unwrap().lines.swap_remove(0);
        let after = position.after(line.pv[0]).expect("the best move is legal");
        engine.new_game();
        let truth = engine.search(after, &exact, &Never, |_| ()).unwrap().lines.swap_remove(0);
        assert_eq!(line.score, -truth.score, "{position:?}");
    }
}

#[test]
fn ranked_moves_have_their_own_values() {
    for seed in 0..40 {
        let position = random_position(seed, 20 + (seed % 30) as u32);
        let report = search(position, &Limits { multi_pv: 64, ..to_depth(3) });
        let mut values: Vec<Score> = position
            .legal_moves()
            .into_iter()
            .map(|square| -minimax(position.play(square).expect("a legal move"), 2))
            .collect();
        values.sort_by_key(|&value| std::cmp::Reverse(value));
        if !values.is_empty() {
            let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
            assert_eq!(scores, values, "{position:?}");
        }
    }
}

#[test]
fn symmetric_moves_have_the_same_value() {
    let limits = |multi_pv| Limits { depth: Some(9), multi_pv, ..Limits::default() };
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let mut infos = Vec::new();
    let search = engine.search(Position::START, &limits(64), &Never, |info| infos.push(info.line));
    let lines = search.expect("there is memory").lines;
    let mut firsts: Vec<_> = lines.iter().map(|line| line.pv[0].to_string()).collect();
    firsts.sort();
    assert_eq!(firsts, ["c4", "d3", "e6", "f5"]);
    assert!(lines.iter().all(|line| line.score == lines[0].score && line.depth == 9));
    for (rank, line) in (1..).zip(&lines) {
        assert_eq!(line.rank, rank);
        let mut game = Game::default();
        line.pv.iter().for_each(|&mv| game.play(mv).expect("a variation can be played"));
    }
    assert_eq!(infos[infos.len() - 4..], lines);
    let two =
        engine.search(Position::START, &limits(2), &Never, |info| assert!(info.line.rank <= 2));
    assert_eq!(two.expect("there is memory").lines.len(), 2);

    // One mirror axis is left. Moves on it have no image.
    let setup = Setup::from_fen("8/8/3X4/2XXX3/3XO3/5O2/8/8 O").expect("a position");
    let lines =
        engine.search(setup.position, &limits(64), &Never, |_| ()).expect("there is memory").lines;
    assert_eq!(lines.len() as u32, setup.position.legal_moves().count());
    let value = |square: Square| {
        let line =
            lines.iter().find(|line| line.pv[0] == square.into()).expect("every move is ranked");
        (line.score, line.bound)
    };
    let mut alone = 0;
    for square in setup.position.legal_moves() {
        let other = Symmetry::Transpose.apply_square(square);
        assert_eq!(value(square), value(other));
        alone += usize::from(other == square);
    }
    assert!(0 < alone && alone < lines.len());
    for (rank, pair) in (1..).zip(lines.windows(2)) {
        assert!(pair[0].score >= pair[1].score && pair[0].rank == rank);
    }
}

#[test]
fn an_aborted_search_ranks_moves_by_depth_and_score() {
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    for seed in 0..20 {
        let position = random_position(seed, 24);
        for nodes in (500..8_000).step_by(500) {
            let limits = Limits { nodes: Some(nodes), multi_pv: 5, ..Limits::default() };
            engine.new_game();
            let report = engine.search(position, &limits, &Never, |_| ()).expect("there is memory");
            let moves = position.legal_moves().count() as usize;
            assert_eq!(report.lines.len(), moves.min(5), "{position:?}, {nodes} nodes");
            for pair in report.lines.windows(2) {
                assert!(pair[0].depth >= pair[1].depth, "{position:?}, {nodes} nodes");
                let is_ranked = pair[0].score >= pair[1].score || pair[0].depth > pair[1].depth;
                assert!(is_ranked, "{position:?}, {nodes} nodes");
            }
        }
    }
}

#[test]
fn variations_can_be_played() {
    for seed in 0..40 {
        let mut position = random_position(seed, 13 + (seed % 40) as u32);
        for mv in &search(position, &to_depth(6)).lines[0].pv {
            position = position.after(*mv).expect("a legal move");
        }
    }
    // A pass follows the best move. The variation must not end with it.
    let pv = &search(random_position(93, 14), &to_depth(2)).lines[0].pv;
    assert_ne!(pv.last(), Some(&Move::Pass), "{pv:?}");
}

#[test]
fn the_deepest_ply_is_that_of_this_search() {
    for threads in [1, 3] {
        let mut engine = Engine::new(Options { hash: 4, threads, ..Options::default() });
        for depth in [7, 1] {
            let mut plies = Vec::new();
            let note = |info: SearchInfo| plies.push((info.line.depth, info.usage.deepest_ply));
            let report = engine.search(Position::START, &to_depth(depth), &Never, note).unwrap();
            assert_eq!(report.usage.deepest_ply, depth, "{threads} threads");
            assert_eq!(plies, (1..=depth).map(|depth| (depth, depth)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_deepest_ply_of_a_solved_position_is_the_number_of_empties() {
    let exact = Limits { goal: Goal::Exact, ..Limits::default() };
    for empties in 1..=16 {
        let position = (0..).map(|seed| random_position(seed, empties)).find(|p| !p.is_over());
        let position = position.expect("some game goes on");
        assert_eq!(search(position, &exact).usage.deepest_ply, empties, "{position:?}");
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for nodes in [1, 2, 100, 1023, 1024, 1025, 50_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = search(Position::START, &limits);
        assert_eq!(report.usage.nodes, nodes);
        assert!(report.best_move().is_some(), "{nodes} nodes");
    }
}

#[test]
fn an_aborted_search_plays_no_move_for_its_upper_bound() {
    // Here the first null window to the end fails low. For a while the move with the highest upper
    // bound, cut by ProbCut, comes first.
    let board = "--XX-O----XXXX-----OOXXX--OOOXXXXXXXOXXX--XOOOXX--OOOOO----O-OO- X";
    let position = board.parse::<Setup>().expect("a board").position;
    let first = (240_000..480_000).step_by(20_000).map(|nodes| (position, nodes));
    let second = (70_000..190_000).step_by(20_000).map(|nodes| (random_position(145, 22), nodes));
    for (position, nodes) in first.chain(second) {
        let mut engine = Engine::new(Options { hash: 16, ..Options::default() });
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut solving = Vec::new();
        let listener = |info: SearchInfo| {
            if info.line.depth == position.empty_count() {
                solving.push(info.line);
            }
        };
        let report = engine.search(position, &limits, &Never, listener).expect("there is memory");
        assert_ne!(report.lines[0].bound, Bound::Upper, "{nodes} nodes");
        for line in solving {
            assert_eq!(line.score.centidiscs() % 200, 0, "final scores are even: {line:?}");
        }
    }
}

#[test]
fn a_time_limit_is_kept() {
    let limits = Limits { move_time: Some(Duration::from_millis(60)), ..Limits::default() };
    let took = || {
        let start = Instant::now();
        search(Position::START, &limits);
        start.elapsed()
    };
    // Load delays some searches, a bug delays all.
    let shortest = [(); 3].map(|()| took()).into_iter().min().expect("three searches");
    assert!(shortest >= Duration::from_millis(60), "{shortest:?}");
    assert!(shortest < Duration::from_millis(500), "{shortest:?}");
}

/// An evaluator as slow as a table with unpopulated memory.
struct Slow(Duration);

impl Evaluator for Slow {
    fn evaluate(&self, position: Position) -> Score {
        thread::sleep(self.0);
        Classic.evaluate(position)
    }

    fn deviation(&self, empties: u32, shallow: u32, deep: u32) -> i32 {
        Classic.deviation(empties, shallow, deep)
    }

    fn terms(&self, position: Position) -> Vec<Term> {
        Classic.terms(position)
    }
}

#[test]
fn a_time_limit_is_kept_with_slow_first_nodes() {
    let evaluator = Slow(Duration::from_millis(4));
    let tt = Arc::new(Tt::new(1).expect("there is memory"));
    let limits = Limits { move_time: Some(Duration::from_millis(1)), ..Limits::default() };
    let search = Search {
        position: Position::START,
        limits,
        tt,
        evaluator: Arc::new(evaluator),
        parameters: Parameters::DEFAULT,
        threads: Arc::new(ThreadPool::new(1)),
    };
    let report = search.run(&AtomicBool::new(false), &mut |_| ());
    assert!(report.usage.nodes < 200, "{report:?}");
    let line = &report.lines[0];
    assert!(line.depth >= 1 && line.known_score().is_some(), "{line:?}");
}

#[test]
fn a_stop_ends_a_search() {
    let delay = |threads| {
        let mut engine = Engine::new(Options { hash: 4, threads, ..Options::default() });
        let (sender, events) = mpsc::channel();
        let listener = move |event| sender.send(event).expect("the receiver is there");
        let job = engine.job_within(Position::START, Limits::default(), BookUse::Off);
        let search = job.expect("there is memory").start(listener).expect("there is a thread");
        let first = events.recv().expect("an event");
        assert!(matches!(first, JobEvent::Progress(_)));
        let stopped = Instant::now();
        drop(search);
        let delay = stopped.elapsed();
        let Some(JobEvent::Done(report)) = events.into_iter().last() else {
            panic!("a stopped search still reports");
        };
        assert!(report.best_move().is_some());
        delay
    };
    for threads in [1, 3] {
        // Load delays some stops, a bug delays all.
        let shortest = [(); 3].map(|()| delay(threads)).into_iter().min().expect("three stops");
        assert!(shortest < Duration::from_millis(300), "{shortest:?}");
    }
}

#[test]
fn a_finished_game_and_a_pass_are_answered() {
    let wiped_out = Position::new(Position::START.occupied(), Default::default());
    let report = search(wiped_out.expect("nothing overlaps"), &Limits::default());
    assert_eq!(report.best_move(), None);
    assert_eq!(report.lines[0].score, Score::saturating(6400));
    assert_eq!(report.usage.deepest_ply, 0);

    let must_pass = (0..).map(|seed| random_position(seed, 15)).find(|p| p.must_pass());
    let must_pass = must_pass.expect("some game has a pass there");
    let report = search(must_pass, &to_depth(2));
    assert_eq!(report.best_move(), Some(Move::Pass));
    assert_eq!(report.usage.deepest_ply, 2, "a pass is no ply");
    assert_eq!(report.lines[0].score, minimax(must_pass, 2));
    let several = search(must_pass, &Limits { multi_pv: 3, ..to_depth(2) });
    assert_eq!(several.lines, report.lines, "the pass is the only move");
}

#[test]
fn with_a_clock_a_move_without_a_choice_takes_no_time() {
    let clock = Clock { remaining: Duration::from_secs(5), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let is_midgame = |position: &Position| (22..=28).contains(&position.empty_count());
    let positions = (0..).flat_map(|seed| positions(seed, 1_000)).filter(is_midgame);
    let of_many = positions.clone().find(|position| position.legal_moves().count() > 4).unwrap();
    let kept = of_many.legal_moves().into_iter().next().unwrap();
    let excluded = of_many.legal_moves() - kept.bit();
    let one_of_many = Limits { excluded, ..limits.clone() };
    assert!(search(of_many, &one_of_many).lines[0].depth > 5, "the value is searched");

    let forced = positions.clone().find(|position| position.legal_moves().count() == 1).unwrap();
    let must_pass = positions.clone().find(|position| position.must_pass()).unwrap();
    for position in [forced, must_pass] {
        assert_eq!(search(position, &limits).lines[0].depth, 1);
        let solving = Limits { goal: Goal::Wld, ..limits.clone() };
        assert!(search(position, &solving).lines[0].depth > 1, "the search is deeper than a move");
    }
    let mut near_the_end = (0..).map(|seed| random_position(seed, 10));
    let solved = near_the_end.find(|position| position.legal_moves().count() == 1).unwrap();
    assert_eq!(search(solved, &limits).lines[0].certainty, Certainty::Exact);
}

#[test]
fn a_depth_that_reaches_the_end_has_the_end_selectivity() {
    let position = random_position(3, 14);
    let to_the_end = |selectivity| {
        search(position, &Limits { end_selectivity: selectivity, ..to_depth(14) })
            .lines
            .swap_remove(0)
    };
    let sure = to_the_end(Selectivity::Percent73);
    assert_eq!((sure.depth, sure.certainty), (14, Certainty::Selective(Selectivity::Percent73)));
    let proven = to_the_end(Selectivity::Full);
    assert_eq!((proven.depth, proven.certainty), (14, Certainty::Exact));
}

#[test]
fn any_aspiration_window_ends() {
    for aspiration in [i32::MIN, -5, 0, i32::MAX] {
        let parameters = Parameters { aspiration, ..Parameters::DEFAULT };
        let mut engine = Engine::new(Options { hash: 4, parameters, ..Options::default() });
        let report =
            engine.search(Position::START, &to_depth(5), &Never, |_| ()).expect("there is memory");
        assert_eq!(report.lines[0].depth, 5);
    }
}

/// Returns scores that no game can end with.
struct Boundless(Score);

impl Evaluator for Boundless {
    fn evaluate(&self, _: Position) -> Score {
        self.0
    }

    fn deviation(&self, _: u32, _: u32, _: u32) -> i32 {
        i32::from(u16::MAX)
    }

    fn terms(&self, _: Position) -> Vec<Term> {
        Vec::new()
    }
}

#[test]
fn a_search_ends_with_scores_out_of_range() {
    for score in [Score::INFINITY, -Score::INFINITY] {
        let search = Search {
            position: Position::START,
            limits: Limits { depth: Some(5), ..Limits::default() },
            tt: Arc::new(Tt::new(1).expect("there is memory")),
            evaluator: Arc::new(Boundless(score)),
            parameters: Parameters::DEFAULT,
            threads: Arc::new(ThreadPool::new(1)),
        };
        let report = search.run(&AtomicBool::new(false), &mut |_| ());
        assert!(report.best_move().is_some());
    }
}

#[test]
fn pondering_may_take_any_time() {
    let sure = Certainty::Selective(Selectivity::Percent73);
    let limits = Limits {
        clock: Some(Clock { remaining: Duration::from_secs(10), ..Clock::default() }),
        pondered: Some(Pondered { depth: 1, certainty: sure, time: Duration::MAX }),
        ..to_depth(5)
    };
    assert!(search(Position::START, &limits).best_move().is_some());
}
