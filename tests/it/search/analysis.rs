//! Analyses of whole games: against the reference solver, and consistent from ply to ply.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::common::books::random_games;
use crate::common::mailbox::Mailbox;
use crate::common::solver::solve;
use engine::score::Score;
use engine::search::{Certainty, Limits};
use engine::{AnalysedPly, Effort, Engine, Mark, Options, Summary};
use othello::board::{DiscDiff, Move};
use othello::game::{Game, Setup};

fn random_game(seed: u64) -> Game {
    random_games(seed, 1).swap_remove(0)
}

/// The first `count` moves of `game`.
fn beginning(game: &Game, count: usize) -> Game {
    let mut beginning = Game::new(game.start());
    game.moves()[..count].iter().for_each(|&mv| beginning.play(mv).expect("a legal move"));
    beginning
}

fn engine() -> Engine {
    Engine::new(Options { hash: 4, level: 2, ..Options::default() })
}

fn quick() -> Effort {
    let limits = Limits { depth: Some(2), ..Limits::default() };
    Effort { limits: Some(limits), exact_from: Some(9), ..Effort::default() }
}

/// The plies of `game`, last ply first.
fn analyse(game: &Game) -> Vec<AnalysedPly> {
    let mut analysis = engine().analysis(game, quick()).expect("there is memory");
    let stop = AtomicBool::new(false);
    std::iter::from_fn(|| analysis.step(&stop)).collect()
}

#[test]
fn values_agree_from_ply_to_ply() {
    for seed in 0..12 {
        let game = random_game(seed);
        let plies = analyse(&game);
        assert_eq!(plies.len(), game.moves().len() + 1);
        let end = plies.first().expect("the end of the game");
        assert_eq!(end.score, game.setup().position.final_difference().into());
        assert_eq!((end.played, end.best(), end.mark()), (None, None, None));
        for pair in plies.windows(2) {
            let (after, ply) = (&pair[0], &pair[1]);
            assert_eq!(ply.ply + 1, after.ply);
            assert_eq!(ply.played_score, Some(-after.score), "ply {} of {game:?}", ply.ply);
            assert!(ply.loss() >= Some(0));
            if ply.best() == ply.played {
                assert_eq!(ply.loss(), Some(0));
                assert_eq!(ply.pv[1..], after.pv);
            } else {
                assert!(ply.has_choice() && ply.loss() > Some(0));
            }
            let mut setup = ply.setup;
            ply.pv.iter().for_each(|&mv| setup = setup.after(mv).expect("a legal line"));
        }
    }
}

#[test]
fn solved_plies_have_their_true_values() {
    for seed in 20..32 {
        let game = random_game(seed);
        for ply in analyse(&game).iter().filter(|ply| ply.setup.position.empty_count() <= 9) {
            let solution = solve(&Mailbox::from(ply.setup.position));
            let score = Score::from(DiscDiff::saturating(solution.score));
            assert_eq!((ply.score, ply.certainty), (score, Certainty::Exact), "{:?}", ply.setup);
            let best = ply.best().into_iter();
            assert!(best.into_iter().all(|mv| solution.best_moves.contains(&mv)));
        }
    }
}

#[test]
fn a_resigned_game_has_a_value_at_its_last_position() {
    let game = beginning(&random_game(3), 30);
    let plies = analyse(&game);
    let end = &plies[0];
    assert_eq!((end.ply, end.played, end.mark()), (30, None, None));
    assert!(end.best().is_some());
    assert_eq!(Summary::of(&plies).solved_from, None);
}

#[test]
fn an_analysis_can_be_stopped_and_resumed() {
    let game = random_game(5);
    let whole = analyse(&game);
    let stop = AtomicBool::new(false);
    let mut engine = engine();
    let mut analysis = engine.analysis(&game, quick()).expect("there is memory");
    let mut plies: Vec<AnalysedPly> = (0..20).filter_map(|_| analysis.step(&stop)).collect();
    stop.store(true, Relaxed);
    assert_eq!(analysis.step(&stop), None);
    assert_eq!(analysis.left(), whole.len() - 20);

    stop.store(false, Relaxed);
    let mut rest = engine.analysis(&game, quick()).expect("there is memory");
    assert!(rest.resume(plies.last().expect("twenty plies")));
    assert!(!rest.resume(&analyse(&random_game(6))[3]));
    plies.extend(std::iter::from_fn(|| rest.step(&stop)));
    // Old table entries may change estimates, but not proven scores.
    let outcome = |plies: &[AnalysedPly]| -> Vec<(usize, Option<Move>)> {
        plies.iter().map(|ply| (ply.ply, ply.played)).collect()
    };
    assert_eq!(outcome(&plies), outcome(&whole));
    assert_eq!(Summary::of(&plies).solved_from, Summary::of(&whole).solved_from);
}

#[test]
fn totals_count_moves_with_a_choice() {
    let game = Game::from_transcript(Setup::START, "e6f4e3f6g5d6e7f5c5").expect("legal moves");
    let plies = analyse(&game);
    let summary = Summary::of(&plies);
    // The first move does not count: all four are symmetric.
    assert_eq!((summary.black.choices, summary.white.choices), (4, 4));
    let by_white = plies.iter().filter(|ply| ply.ply % 2 == 1);
    let blunders: Vec<usize> =
        by_white.filter(|ply| ply.mark() == Some(Mark::Blunder)).map(|ply| ply.ply).collect();
    assert!(blunders.contains(&7), "f5 loses all discs: {blunders:?}");
    assert_eq!(summary.white.count(Mark::Blunder) as usize, blunders.len());
    let lost: i32 = plies.iter().filter(|ply| ply.ply % 2 == 1).filter_map(AnalysedPly::loss).sum();
    assert_eq!(summary.white.lost, lost);
    assert_eq!(summary.white.average_loss(), (f64::from(lost) / 4.0).round() as i32);
}

#[test]
fn a_mirrored_best_move_is_not_a_better_move() {
    // This board is its own mirror image.
    let start = Setup::from_fen("8/8/2OOOO2/2OXXO2/2XXXX2/8/8/8 X").expect("a position");
    let mirror = |mv: Move| {
        let square = mv.square().expect("no pass");
        let (column, row) = (b'h' - square.column() as u8, square.row() + 1);
        format!("{}{row}", char::from(column)).parse::<Move>().expect("a move")
    };
    for mv in Game::new(start).legal_moves() {
        let mut game = Game::new(start);
        game.play(mv).expect("a legal move");
        for depth in [3, 6, 9, 10] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let effort = Effort { limits: Some(limits), ..Effort::default() };
            let mut analysis = engine().analysis(&game, effort).expect("there is memory");
            let stop = AtomicBool::new(false);
            let plies: Vec<AnalysedPly> = std::iter::from_fn(|| analysis.step(&stop)).collect();
            let first = plies.last().expect("the ply of the move");
            assert_ne!(first.best(), Some(mirror(mv)), "{mv} at depth {depth}");
        }
    }
}
