//! The reference of the other tests, checked against results by hand and against itself.

use crate::common::data::{Endgame, PerftRow};
use crate::common::mailbox::Mailbox;
use crate::common::perft::{Passes, perft};
use crate::common::random::{Random, random_discs, random_game, random_position};
use crate::common::solver::{alpha_beta, negamax, solve};
use othello::board::{Move, Position, Square};

/// X on a1 and h1, O on b1 and g1.
///
/// ```text
///   a b c d e f g h
/// 1 X O - - - - O X
/// ```
fn two_ends_of_a_row() -> Position {
    let (x, o) = ([Square::A1, Square::H1], [Square::B1, Square::G1]);
    Position::new(x.into_iter().collect(), o.into_iter().collect()).expect("no overlap")
}

#[test]
fn the_start_equals_the_product() {
    assert_eq!(Mailbox::start().to_position(), Position::START);
    assert_eq!(Mailbox::from(Position::START).to_position(), Position::START);
    let moves = Mailbox::start().legal_moves();
    assert_eq!(moves, [Square::D3, Square::C4, Square::F5, Square::E6]);
    assert_eq!(Mailbox::start().flips(Square::F5), [Square::E5]);
}

#[test]
fn lines_end_at_the_edge_and_at_empties() {
    let board = Mailbox::from(two_ends_of_a_row());
    assert_eq!(board.legal_moves(), [Square::C1, Square::F1]);
    assert_eq!(board.flips(Square::C1), [Square::B1]);
    assert!(board.flips(Square::D1).is_empty(), "c1 is empty");
    assert!(board.flips(Square::H1).is_empty(), "f1 is empty");
    assert!(board.flips(Square::A2).is_empty(), "h1 and a2 do not touch");
    assert!(board.pass().legal_moves().is_empty(), "a1 and h1 end the lines");
}

#[test]
fn a_side_without_a_move_passes_while_the_other_has_one() {
    let board = Mailbox::from(two_ends_of_a_row());
    assert!(!board.must_pass() && !board.is_over());
    assert!(board.pass().must_pass() && !board.pass().is_over());
    let stuck = board.play(Square::C1).pass().play(Square::F1);
    assert!(!stuck.must_pass() && stuck.is_over());
    assert!(stuck.replies().is_empty());
}

#[test]
fn empties_are_counted_for_the_winner() {
    let board = Mailbox::from(two_ends_of_a_row());
    assert_eq!(board.final_difference(), 0);
    let wiped_out = board.play(Square::C1).pass().play(Square::F1);
    assert_eq!(wiped_out.final_difference(), -64);
    assert_eq!(wiped_out.pass().final_difference(), 64);
}

#[test]
fn perft_counts_passes_by_either_rule() {
    // X c1, a pass, X f1: three plies, one of them the pass.
    let board = Mailbox::from(two_ends_of_a_row());
    for (depth, nodes, free) in [(0, 1, 1), (1, 2, 2), (2, 2, 2), (3, 2, 2)] {
        assert_eq!(perft(&board, depth, Passes::Ply), nodes, "depth {depth}");
        assert_eq!(perft(&board, depth, Passes::Free), free, "depth {depth}");
    }
    assert_eq!(perft(&board.pass(), 1, Passes::Ply), 1);
    assert_eq!(perft(&board.pass(), 1, Passes::Free), 2);
}

#[test]
fn solving_finds_all_best_moves() {
    let solution = solve(&Mailbox::from(two_ends_of_a_row()));
    assert_eq!(solution.score, 64);
    assert_eq!(solution.best_moves, [Square::C1, Square::F1].map(Move::Place));

    let solution = solve(&Mailbox::from(two_ends_of_a_row()).pass());
    assert_eq!(solution.score, -64);
    assert_eq!(solution.best_moves, [Move::Pass]);
}

#[test]
fn pruning_changes_no_score_and_no_best_move() {
    for seed in 0..200 {
        let board = Mailbox::from(random_position(seed, seed as u32 % 7));
        let scores = board.replies().into_iter().map(|(mv, next)| (mv, -negamax(&next)));
        let scores: Vec<(Move, i32)> = scores.collect();
        let solution = solve(&board);
        assert_eq!(solution.score, negamax(&board), "{:?}", board.to_position());
        let is_best = |(_, score): &&(Move, i32)| *score == solution.score;
        let best_moves: Vec<Move> = scores.iter().filter(is_best).map(|&(mv, _)| mv).collect();
        assert_eq!(solution.best_moves, best_moves, "{:?}", board.to_position());
    }
}

#[test]
fn scores_outside_the_window_are_bounds() {
    for seed in 0..50 {
        let board = Mailbox::from(random_position(seed, 6));
        let score = negamax(&board);
        for alpha in -65..=64 {
            let bound = alpha_beta(&board, alpha, alpha + 1);
            let holds = if score <= alpha {
                (score..=alpha).contains(&bound)
            } else {
                (alpha + 1..=score).contains(&bound)
            };
            assert!(holds, "{bound} with alpha {alpha}, but the score is {score}");
        }
    }
}

#[test]
fn random_numbers_are_splitmix64() {
    let mut random = Random::new(1234567);
    let numbers = [random.next_u64(), random.next_u64(), random.next_u64()];
    assert_eq!(numbers, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
}

#[test]
fn random_games_go_from_the_start_to_the_end() {
    for seed in 0..100 {
        let game = random_game(seed);
        assert_eq!(game, random_game(seed));
        assert_eq!(game[0], Position::START);
        for (index, &position) in game.iter().enumerate() {
            assert_eq!(Mailbox::from(position).is_over(), index + 1 == game.len());
        }
    }
    assert_ne!(random_game(0), random_game(1));
}

#[test]
fn random_positions_have_the_requested_empties() {
    for empties in 0..=60 {
        assert_eq!(random_position(7, empties).empty_count(), empties);
    }
}

#[test]
fn random_discs_reach_the_extremes() {
    let positions: Vec<Position> = (0..2_000).map(random_discs).collect();
    assert!(positions.iter().any(|position| position.empty_count() == 0));
    assert!(positions.iter().any(|position| position.empty_count() == 64));
    assert!(positions.iter().any(|position| position.player().count() == 64));
    assert!(positions.iter().any(|position| position.opponent().count() == 64));
}

#[test]
fn lines_of_the_tables_read_back() {
    for seed in 0..100 {
        let position = random_position(seed, 6);
        let row = PerftRow { position, depth: 3, nodes: 50, nodes_with_free_passes: 60 };
        let endgame = Endgame { position, solution: solve(&Mailbox::from(position)) };
        for side in ['X', 'O'] {
            assert_eq!(PerftRow::parse(&row.to_line(side)), row);
            if !endgame.solution.best_moves.is_empty() {
                assert_eq!(Endgame::parse(&endgame.to_line(side)), endgame);
            }
        }
    }
}
