//! Incremental evaluation equals evaluation from scratch, parts add up to the value, and the error
//! stays small.

use std::fs;
use std::sync::Arc;

use crate::common::random::random_game;
use crate::common::run::{DONE, ERROR, run};
use engine::eval::{Classic, Evaluator, Pattern};
use engine::search::Limits;
use lab::training::evaltest::{Findings, KnownPosition, evaluate};
use lab::training::searcher::Searcher;
use othello::board::{Bitboard, Position};
use othello::game::obf_problems;
use proptest::prelude::*;

#[test]
fn incremental_evaluation_equals_evaluation_from_scratch() {
    let (pattern, classic) = (Pattern::embedded(), Classic);
    for seed in 0..200 {
        let game = random_game(seed);
        let evaluator: &dyn Evaluator = if seed % 10 == 0 { &classic } else { &pattern };
        for &position in &game {
            let before = evaluator.prepare(position);
            for square in position.legal_moves() {
                let next = position.play(square).expect("a legal move");
                let replies = next.legal_moves();
                let valued = evaluator.evaluate_next(&before, next, replies);
                assert_eq!(valued, evaluator.evaluate(next), "{position:?} {square}");
                let with_moves = evaluator.evaluate_with_moves(next, replies);
                assert_eq!(with_moves, valued, "{position:?} {square}");
            }
        }
    }
}

/// Positions of games and random discs, whose values may exceed the limits of an estimate.
fn positions() -> impl Strategy<Value = Position> {
    let played = (any::<u64>(), any::<prop::sample::Index>())
        .prop_map(|(seed, index)| *index.get(&random_game(seed)));
    let wild = (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(occupied, more, player)| {
        let occupied = occupied | more;
        let discs = Position::new(Bitboard(occupied & player), Bitboard(occupied & !player));
        discs.expect("no square holds both")
    });
    let one_sided = any::<u64>().prop_map(|occupied| {
        Position::new(Bitboard(occupied), Bitboard::EMPTY).expect("no square holds both")
    });
    prop_oneof![4 => played, 2 => wild, 1 => one_sided]
}

proptest! {
    #[test]
    fn parts_add_up_to_terms_and_terms_to_the_value(position in positions()) {
        let pattern = Pattern::embedded();
        for evaluator in [&Classic as &dyn Evaluator, &pattern] {
            let terms = evaluator.terms(position);
            for term in terms.iter().filter(|term| !term.parts.is_empty()) {
                let parts: i32 = term.parts.iter().map(|part| part.centidiscs).sum();
                prop_assert_eq!(parts, term.centidiscs, "{}", term.name);
                prop_assert!(term.parts.iter().all(|part| !part.squares.is_empty()));
            }
            let sum: i32 = terms.iter().map(|term| term.centidiscs).sum();
            prop_assert_eq!(sum, evaluator.evaluate(position).centidiscs());
        }
    }
}

/// The mean absolute error in discs of searches to `depth` on positions of games.
fn error_at(depth: u32) -> f64 {
    let searcher = Searcher::new(Arc::new(Pattern::embedded())).expect("memory");
    let problems = obf_problems(include_str!("../../../src/suites/played.obf"));
    let problems: Vec<_> = problems.map(|(_, problem)| problem.expect("a problem")).collect();
    assert_eq!(problems.len(), 396);
    let error = problems.iter().map(|problem| {
        let value = searcher.value(problem.game().setup().position, depth).centidiscs();
        f64::from((value - problem.scores[0].centidiscs).abs()) / 100.0
    });
    error.sum::<f64>() / problems.len() as f64
}

#[test]
fn searches_of_played_positions_are_accurate() {
    let (at_once, shallow) = (error_at(0), error_at(8));
    assert!(at_once < 6.0, "{at_once}");
    assert!(shallow < 3.3, "{shallow}");
}

/// The positions of `sets`.
fn known_positions(sets: &[&str]) -> Vec<KnownPosition> {
    let problems = sets.iter().copied().flat_map(obf_problems);
    let known = problems.map(|(_, problem)| {
        let problem = problem.expect("a problem");
        KnownPosition::new(problem.game().setup().position, &problem.scores)
    });
    known.map(|known| known.expect("it has scores")).collect()
}

/// The findings of searches to `depth` on `known`.
fn findings_at(depth: u32, known: &[KnownPosition]) -> Findings {
    let mut searcher = Searcher::new(Arc::new(Pattern::embedded())).expect("memory");
    let limits = Limits { depth: Some(depth.max(1)), ..Limits::default() };
    let mut all = Findings::default();
    for findings in evaluate(&mut searcher, depth, &limits, known).values() {
        all.merge(findings);
    }
    all
}

/// Leaf positions of searches, which follow bad moves too.
#[test]
fn evaluation_is_accurate_at_leaf_positions() {
    let known = known_positions(&[include_str!("../../data/exact-late.obf")]);
    assert_eq!(known.len(), 1500);
    let statistics = findings_at(0, &known).error_statistics();
    assert!(statistics.mean_absolute < 4.8, "{statistics:?}");
    assert!((0.97..1.03).contains(&statistics.slope), "{statistics:?}");
    assert!(statistics.bias.abs() < 1.2, "{statistics:?}");
}

/// Positions of people, of the engine and hard ones. No fit has seen them.
#[test]
fn evaluation_has_slope_one_and_no_bias() {
    let sets = [
        include_str!("../../data/exact-18.obf"),
        include_str!("../../data/exact-20.obf"),
        include_str!("../../data/exact-22.obf"),
        include_str!("../../data/exact-24.obf"),
        include_str!("../../data/exact-28.obf"),
        include_str!("../../data/exact-30.obf"),
    ];
    let known = known_positions(&sets);
    assert_eq!(known.len(), 1126);
    for (depth, most) in [(0, 5.2), (5, 3.4), (6, 3.2)] {
        let statistics = findings_at(depth, &known).error_statistics();
        assert!(statistics.mean_absolute < most, "depth {depth}: {statistics:?}");
        assert!((0.95..1.06).contains(&statistics.slope), "depth {depth}: {statistics:?}");
        assert!(statistics.bias.abs() < 0.7, "depth {depth}: {statistics:?}");
    }
}

#[test]
fn a_chart_compares_the_accuracy_of_two_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let known = |name: &str| {
        let text = fs::read_to_string(format!("tests/data/{name}.obf")).expect("positions");
        text.lines().filter(|line| !line.starts_with('%')).take(5).collect::<Vec<_>>().join("\n")
    };
    fs::write(path("known.obf"), known("exact-18") + "\n" + &known("exact-20")).expect("written");
    let evaltest = |more: &[&str]| {
        let known = path("known.obf");
        run(&[&["evaltest", &known, "--depth", "0,1"], more].concat())
    };

    let before = evaltest(&["--json", "--evaluator", "classic"]);
    assert_eq!(before.code, DONE, "{}", before.stderr);
    fs::write(path("before.jsonl"), before.stdout).expect("written");
    let drawn = evaltest(&["--chart", &path("errors.svg"), "--beside", &path("before.jsonl")]);
    assert_eq!((drawn.code, &*drawn.stderr), (DONE, ""));
    let chart = fs::read_to_string(path("errors.svg")).expect("a chart");
    for text in ["depth 0", "depth 1", "depth 0, before", "depth 1, before", "slope", "empties"] {
        assert!(chart.contains(text), "{text}: {chart}");
    }
    // Each of the four lines in both charts has a point for 18 and one for 20 empties.
    assert_eq!(chart.matches("<circle").count(), 2 * 4 * 2, "{chart}");

    for file in ["known.obf", "before.jsonl"] {
        let there = fs::read(path(file)).expect("a file");
        let over = evaltest(&["--chart", &path(file), "--beside", &path("before.jsonl")]);
        assert_eq!((over.code, &*over.stdout), (ERROR, ""), "{file}");
        assert!(over.stderr.contains("expected a chart to replace"), "{}", over.stderr);
        assert!(fs::read(path(file)).expect("a file") == there, "{file}");
    }

    fs::write(path("before.jsonl"), "depth 0 empties 18").expect("written");
    let foreign = evaltest(&["--chart", &path("errors.svg"), "--beside", &path("before.jsonl")]);
    assert_eq!((foreign.code, &*foreign.stdout), (ERROR, ""));
    assert!(foreign.stderr.contains("before.jsonl:1: expected the output of --json"));
}
