//! Exact and win/loss/draw solves against plain search to the end.

use crate::common::data::{self, Endgame};
use crate::common::random::{Random, random_discs, random_position};
use engine::score::{Bound, DiscDiff, Score};
use engine::search::{Certainty, Goal, Limits, Line, Never, Parameters};
use engine::{Engine, Options};
use othello::board::{Bitboard, Move, Position, Square, Symmetry};

/// The exact score: alpha-beta in reading order on the bitboard rules, which `board::rules`
/// compares with the mailbox.
fn plain(position: Position, alpha: i32, beta: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_over() {
            position.final_difference().discs()
        } else {
            -plain(position.pass(), -beta, -alpha)
        };
    }
    let mut best = -65;
    for square in moves {
        let next = position.play(square).expect("a legal move");
        best = best.max(-plain(next, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

fn engine(threads: usize) -> Engine {
    Engine::new(Options { hash: 16, threads, ..Options::default() })
}

fn solve(engine: &mut Engine, position: Position, goal: Goal) -> Line {
    let limits = Limits { goal, ..Limits::default() };
    let report = engine.search(position, &limits, &Never, |_| ()).expect("there is memory");
    report.lines.into_iter().next().expect("a report has a line")
}

/// Panics unless `line` is exact, has `score`, and its variation ends the game with it.
fn assert_exact(line: &Line, position: Position, score: i32) {
    assert_eq!(line.score, Score::from(DiscDiff::saturating(score)), "{position:?}");
    assert_eq!((line.bound, line.certainty), (Bound::Exact, Certainty::Exact), "{position:?}");
    let (mut last, mut sign) = (position, 1);
    for &mv in &line.pv {
        last = last.after(mv).unwrap_or_else(|| panic!("{mv} in {:?} of {position:?}", line.pv));
        sign = -sign;
    }
    assert!(last.is_over(), "{:?} does not end {position:?}", line.pv);
    assert_eq!(sign * last.final_difference().discs(), score, "{:?} of {position:?}", line.pv);
}

#[test]
fn endgames_are_solved_as_plain_search_does() {
    let mut engine = engine(1);
    for (empties, count) in [(8, 2000), (9, 1000), (10, 500), (11, 100), (12, 30)] {
        for seed in 0..count {
            let position = random_position(seed << 8 | u64::from(empties), empties);
            assert_exact(
                &solve(&mut engine, position, Goal::Exact),
                position,
                plain(position, -65, 65),
            );
        }
    }
}

#[test]
fn unreachable_boards_are_solved_too() {
    let mut engine = engine(1);
    let boards = (0..4000).map(random_discs).filter(|board| board.empty_count() <= 8);
    for position in boards {
        assert_exact(
            &solve(&mut engine, position, Goal::Exact),
            position,
            plain(position, -65, 65),
        );
    }
}

#[test]
fn the_table_of_endgames_is_solved_by_any_number_of_threads() {
    for threads in [1, 2, 3, 8] {
        let mut engine = engine(threads);
        for line in data::lines("endgames.txt") {
            let Endgame { position, solution } = Endgame::parse(&line);
            let found = solve(&mut engine, position, Goal::Exact);
            assert_exact(&found, position, solution.score);
            assert!(solution.best_moves.contains(&found.pv[0]), "{position:?}");
        }
    }
}

#[test]
fn deeper_endgames_have_equal_scores_with_any_number_of_threads() {
    for seed in 0..12 {
        let position = random_position(seed, 17);
        let alone = solve(&mut engine(1), position, Goal::Exact);
        for threads in [2, 3, 8] {
            let together = solve(&mut engine(threads), position, Goal::Exact);
            assert_exact(&together, position, alone.score.floor_discs().discs());
        }
    }
}

#[test]
fn selective_presearches_prove_nothing() {
    // Parameters that make selective results wrong often: no thread may take one for a proof.
    let parameters = Parameters {
        ladder_empties: 60,
        presearch_empties: 13,
        deviations_95: 1,
        split_empties: 9,
        ..Parameters::DEFAULT
    };
    for seed in 0..40 {
        let position = random_position(seed, 16);
        let score = solve(&mut engine(1), position, Goal::Exact).score.floor_discs().discs();
        for threads in [1, 2, 3, 8] {
            let options = Options { hash: 1, threads, parameters, ..Options::default() };
            assert_exact(&solve(&mut Engine::new(options), position, Goal::Exact), position, score);
        }
    }
}

#[test]
fn scores_with_excluded_moves_are_not_stored_for_the_position() {
    for seed in 0..20 {
        let before = random_position(seed, 16);
        let expected = solve(&mut engine(1), before, Goal::Exact);
        let Some(position) = expected.pv[0].square().and_then(|square| before.play(square)) else {
            continue;
        };
        let mut engine = engine(1);
        let best = solve(&mut engine, position, Goal::Exact).pv[0];
        let excluded = best.square().map_or(Bitboard::EMPTY, Square::bit);
        engine.new_game();
        let limits = Limits { goal: Goal::Exact, excluded, ..Limits::default() };
        engine.search(position, &limits, &Never, |_| ()).expect("there is memory");
        assert_eq!(solve(&mut engine, before, Goal::Exact).score, expected.score, "{seed}");
    }
}

#[test]
fn wld_scores_have_the_sign_of_the_exact_score() {
    let mut engine = engine(1);
    for seed in 0..600 {
        let position = random_position(seed, 9 + (seed % 3) as u32);
        let exact = solve(&mut engine, position, Goal::Exact).score;
        engine.new_game();
        let line = solve(&mut engine, position, Goal::Wld);
        assert_eq!(line.score.cmp(&Score::ZERO), exact.cmp(&Score::ZERO), "{position:?}");
        match line.bound {
            Bound::Lower => assert!(line.score <= exact, "{position:?}"),
            Bound::Upper => assert!(line.score >= exact, "{position:?}"),
            Bound::Exact => assert_eq!(line.score, exact, "{position:?}"),
        }
        assert!(matches!(line.certainty, Certainty::Wld | Certainty::Exact), "{position:?}");
    }
}

#[test]
fn symmetries_and_passing_keep_the_score() {
    let mut engine = engine(1);
    for seed in 0..100 {
        let position = random_position(seed, 12);
        let score = solve(&mut engine, position, Goal::Exact).score;
        for symmetry in Symmetry::ALL {
            engine.new_game();
            let image = position.transform(symmetry);
            assert_eq!(solve(&mut engine, image, Goal::Exact).score, score, "{position:?}");
        }
        if position.must_pass() {
            let passed = solve(&mut engine, position.pass(), Goal::Exact);
            assert_eq!(passed.score, -score, "{position:?}");
        }
    }
}

#[test]
fn ranked_moves_have_their_own_exact_scores() {
    let mut engine = engine(1);
    for seed in 0..60 {
        let position = random_position(seed, 9);
        let limits = Limits { goal: Goal::Exact, multi_pv: 64, ..Limits::default() };
        let report = engine.search(position, &limits, &Never, |_| ()).expect("there is memory");
        let moves = position.legal_moves();
        assert_eq!(report.lines.len(), moves.count().max(1) as usize);
        for pair in report.lines.windows(2) {
            assert!(pair[0].score >= pair[1].score, "{position:?}");
        }
        for line in &report.lines {
            if let Some(Move::Place(square)) = line.pv.first() {
                let next = position.play(*square).expect("a ranked move is legal");
                assert_exact(line, position, -plain(next, -65, 65));
            }
        }
    }
}

#[test]
fn a_node_limit_yields_no_false_proof() {
    let mut random = Random::new(1);
    for seed in 0..40 {
        let position = random_position(seed, 16);
        let nodes = 1 + random.below(200_000) as u64;
        let mut engine = engine(1);
        let limits = Limits { goal: Goal::Exact, nodes: Some(nodes), ..Limits::default() };
        let report = engine.search(position, &limits, &Never, |_| ()).expect("there is memory");
        let exact = solve(&mut engine, position, Goal::Exact);
        assert_exact(&exact, position, exact.score.floor_discs().discs());
        if report.lines[0].certainty == Certainty::Exact {
            assert_eq!(report.lines[0].score, exact.score, "{position:?}");
        }
        let untouched = solve(&mut self::engine(1), position, Goal::Exact);
        assert_eq!(exact.score, untouched.score, "the table misled {position:?}");
    }
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    let position = random_position(5, 20);
    for limits in [
        Limits { depth: Some(9), ..Limits::default() },
        Limits { nodes: Some(123_456), ..Limits::default() },
        Limits { goal: Goal::Exact, nodes: Some(1_000_000), ..Limits::default() },
    ] {
        let run = || engine(1).search(position, &limits, &Never, |_| ()).expect("there is memory");
        let (first, second) = (run(), run());
        assert_eq!(first.lines, second.lines);
        assert_eq!(first.usage.nodes, second.usage.nodes);
        if let Some(nodes) = limits.nodes {
            assert!(first.usage.nodes <= nodes + 20_000, "{} of {nodes}", first.usage.nodes);
        }
    }
}
