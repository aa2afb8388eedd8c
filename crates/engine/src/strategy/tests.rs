//! The styles' rules on hand-made positions, and properties of all styles.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use super::alpha_beta::{Aim, AlphaBeta, LeafEvaluation};
use super::alpha_beta::{classic, disc_difference, heuristic, mobility_and_frontier};
use super::*;
use crate::search::Limits;
use othello::game::Setup;
use othello::random::Random;

fn position(fen: &str) -> Position {
    Setup::from_fen(fen).expect(fen).position
}

fn report(style: StyleName, position: Position, seed: u64) -> SearchReport {
    play(style, &StyleQuery { position, seed, limits: StyleLimits::until(&AtomicBool::new(false)) })
}

fn square(style: StyleName, position: Position, seed: u64) -> Square {
    match report(style, position, seed).best_move() {
        Some(Move::Place(square)) => square,
        other => panic!("{style:?}: {other:?} in {position:?}"),
    }
}

fn squares(style: StyleName, fen: &str) -> Bitboard {
    (0..50).map(|seed| square(style, position(fen), seed)).collect()
}

/// Positions with a legal move, from a random game.
fn positions(seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed, 0);
    let mut position = Position::START;
    let mut positions = Vec::new();
    while !position.is_over() {
        match random.legal_square(position) {
            Some(square) => {
                positions.push(position);
                position = position.play(square).expect("a legal move");
            }
            None => position = position.pass(),
        }
    }
    positions
}

/// The score at `depth` by plain minimax.
fn minimax(evaluate: LeafEvaluation, position: Position, depth: u32) -> Score {
    if position.is_over() {
        return position.final_difference().into();
    }
    if position.must_pass() {
        return -minimax(evaluate, position.pass(), depth);
    }
    if depth == 0 {
        return evaluate(position);
    }
    let nexts = position.legal_moves().into_iter().map(|square| position.play(square).unwrap());
    nexts.map(|next| -minimax(evaluate, next, depth - 1)).max().unwrap()
}

#[test]
fn square_styles_choose_their_squares() {
    // X may play c1 (edge), a4 (edge), g4 (inside), a8 (corner).
    let fen = "XO6/8/8/1OX1XO2/8/8/8/1OX5 X";
    assert!(position(fen).legal_moves().contains(Square::A8));
    for (style, expected) in [
        (StyleName::TopLeft, Square::C1),
        (StyleName::BottomRight, Square::A8),
        (StyleName::Center, Square::G4),
        (StyleName::Edge, Square::A8),
        (StyleName::EdgeExclusive, Square::A8),
    ] {
        assert_eq!(squares(style, fen), expected.bit(), "{style:?}");
    }
    let four = [Square::C1, Square::A4, Square::G4, Square::A8].into_iter().collect();
    assert_eq!(squares(StyleName::Random, fen), four);
}

#[test]
fn no_style_exceeds_the_empties() {
    for start in positions(7).into_iter().filter(|start| start.empty_count() <= 8) {
        for &style in StyleName::ALL {
            let depth = report(style, start, 0).lines[0].depth;
            assert!(depth <= start.empty_count(), "{style:?}: {depth} in {start:?}");
        }
    }
}

#[test]
fn edge_exclusive_prefers_corners_then_edges() {
    let edges = squares(StyleName::EdgeExclusive, "XO6/8/8/1OX1XO2/8/8/8/8 X");
    assert_eq!(edges, [Square::C1, Square::A4].into_iter().collect());
    let anywhere = squares(StyleName::EdgeExclusive, "8/8/8/2OXXO2/8/8/8/8 X");
    assert_eq!(anywhere, [Square::B4, Square::G4].into_iter().collect());
}

#[test]
fn shallow_score_flips_most_and_minmax_score_expects_the_reply() {
    // b3 flips four discs, but then h3 flips six. c5 and c7 flip one disc, and then h3 flips one.
    let fen = "8/8/O1OOOOX1/8/XO6/8/XO6/8 X";
    assert_eq!(squares(StyleName::ShallowScore, fen), Square::B3.bit());
    assert_eq!(squares(StyleName::MinmaxScore, fen), Square::C5.bit());
    assert_eq!(
        report(StyleName::MinmaxScore, position(fen), 0).lines[0].score,
        Score::saturating(-400)
    );
    for start in positions(3) {
        let value = |square| start.play(square).unwrap().player().count();
        let fewest = start.legal_moves().into_iter().map(value).min().unwrap();
        assert_eq!(value(square(StyleName::ShallowScore, start, 0)), fewest);
    }
}

#[test]
fn searching_styles_equal_minimax() {
    let styles: [(StyleName, u32, LeafEvaluation); 8] = [
        (StyleName::MinmaxScore, 2, disc_difference),
        (StyleName::DeepScore, 5, disc_difference),
        (StyleName::DeepHeuristic, 5, heuristic),
        (StyleName::ClassicD1, 1, classic),
        (StyleName::ClassicD2, 2, classic),
        (StyleName::ClassicD3, 3, classic),
        (StyleName::ClassicD4, 4, classic),
        (StyleName::ClassicD5, 5, classic),
    ];
    for start in positions(5).into_iter().step_by(7) {
        for (style, depth, evaluate) in styles {
            let after = |square| -minimax(evaluate, start.play(square).unwrap(), depth - 1);
            let best = start.legal_moves().into_iter().min_by_key(|&s| Reverse(after(s))).unwrap();
            let line = &report(style, start, 0).lines[0];
            assert_eq!((line.pv[0], line.score), (best.into(), after(best)), "{style:?} {start:?}");
        }
        let after = |square| -minimax(heuristic, start.play(square).unwrap(), 4);
        let worst = start.legal_moves().into_iter().min_by_key(|&s| after(s)).unwrap();
        let line = &report(StyleName::DeepNegative, start, 0).lines[0];
        assert_eq!((line.pv[0], line.score), (worst.into(), after(worst)), "{start:?}");
    }
}

#[test]
fn evaluations_are_counted_one_by_one_and_kept_within_the_budget() {
    thread_local!(static COUNT: Cell<u64> = const { Cell::new(0) });
    let counting: LeafEvaluation = |position| {
        COUNT.set(COUNT.get() + 1);
        mobility_and_frontier(position)
    };
    let stop = AtomicBool::new(false);
    let start = Position::START.play(Square::F5).unwrap();
    let moves: Vec<Square> = start.legal_moves().into_iter().collect();
    let mut search = AlphaBeta::new(counting, StyleLimits::until(&stop), u64::MAX);
    let (whole, outcome) = search.choose(start, &moves, 5, Aim::Best);
    assert!(outcome.is_ok() && search.evaluations > 200);
    assert_eq!(COUNT.get(), search.evaluations);

    COUNT.set(0);
    let mut search = AlphaBeta::new(counting, StyleLimits::until(&stop), 200);
    let (part, outcome) = search.choose(start, &moves, 5, Aim::Best);
    assert!(outcome.is_err());
    assert_eq!((COUNT.get(), search.evaluations), (200, 200));
    assert!(part.score <= whole.score);
}

#[test]
fn an_aborted_search_reports_its_completed_depth() {
    let stop = AtomicBool::new(false);
    let position = Position::START.play(Square::F5).unwrap();
    let line = |style, nodes| {
        let limits = StyleLimits { nodes, ..StyleLimits::until(&stop) };
        play(style, &StyleQuery { position, seed: 0, limits }).lines.swap_remove(0)
    };
    let whole = line(StyleName::DeepScore, u64::MAX);
    let cut = line(StyleName::DeepScore, 300);
    assert_eq!((whole.depth, cut.depth), (5, 0));
    assert!(cut.known_score().is_some(), "a move has a score");
    let first = line(StyleName::Budget, 300);
    assert_eq!(first.depth, 0);
    assert!(line(StyleName::Budget, u64::MAX).depth >= 8);
}

#[test]
fn budget_searches_eight_plies_or_to_the_end() {
    for start in positions(9) {
        if start.empty_count() == 9 {
            let line = &report(StyleName::Budget, start, 0).lines[0];
            assert_eq!((line.depth, line.score), (9, minimax(mobility_and_frontier, start, 9)));
        }
        if start.empty_count() == 30 {
            let report = report(StyleName::Budget, start, 0);
            assert!(report.lines[0].depth >= 8);
            assert!(report.usage.nodes > 100_000);
        }
    }
}

#[test]
fn every_style_is_legal_and_repeatable() {
    for &style in StyleName::ALL {
        let games = if style == StyleName::Budget { 1 } else { 3 };
        for seed in 0..games {
            for start in positions(seed).into_iter().step_by(if games == 1 { 9 } else { 1 }) {
                let chosen = square(style, start, seed);
                assert!(start.legal_moves().contains(chosen), "{style:?}");
                assert_eq!(square(style, start, seed), chosen, "{style:?}");
            }
        }
    }
}

#[test]
fn styles_pass_only_without_a_move() {
    let start = position("XO6/8/8/8/8/8/8/8 O");
    for &style in StyleName::ALL {
        assert_eq!(report(style, start, 0).best_move(), Some(Move::Pass), "{style:?}");
    }
}

#[test]
fn a_stopped_style_returns_a_legal_move_at_once() {
    let (stop, go) = (AtomicBool::new(true), AtomicBool::new(false));
    for start in positions(11) {
        for &style in StyleName::ALL {
            let report = play(
                style,
                &StyleQuery { position: start, seed: 0, limits: StyleLimits::until(&stop) },
            );
            assert!(start.after(report.best_move().unwrap()).is_some());
            assert!(report.usage.nodes <= 1024, "{style:?}: {}", report.usage.nodes);
            let limits = StyleLimits { nodes: 20, ..StyleLimits::until(&go) };
            let report = play(style, &StyleQuery { position: start, seed: 0, limits });
            assert!(start.after(report.best_move().unwrap()).is_some());
            assert!(report.usage.nodes <= 21, "{style:?}: {}", report.usage.nodes);
        }
    }
}

#[test]
fn a_skill_obeys_the_depth_limit() {
    let skill = Skill::new(9).expect("a skill");
    for (depth, expected) in [(None, 6), (Some(30), 6), (Some(2), 2)] {
        let limits = skill.limits(Limits { depth, nodes: Some(500), ..Limits::default() });
        assert_eq!((limits.depth, limits.nodes), (Some(expected), Some(500)));
    }
}
