//! Every compiled version of flips and legal moves agrees with the portable one. Run once per
//! instruction set.

use std::sync::LazyLock;

use crate::common::random::{Random, game_from, positions};
use othello::board::perft::{PassRule, perft};
use othello::board::testing::{flips, mobility};
use othello::board::{Bitboard, Position};

const POSITIONS: usize = 1_000_000;

/// Positions of random games, generated once.
static GAMES: LazyLock<Vec<Position>> = LazyLock::new(|| positions(1, POSITIONS));

/// Panics unless `find` agrees with the portable flips for every square, empty or not.
fn assert_flips(name: &str, find: impl Fn(usize, u64, u64) -> u64) {
    for &position in GAMES.iter() {
        let (player, opponent) = (position.player().0, position.opponent().0);
        for square in 0..64 {
            let expected = flips::portable::flips(square, player, opponent);
            let found = find(square, player, opponent);
            assert_eq!(found, expected, "{name} flips of square {square} in {position:?}");
        }
    }
}

/// Panics unless `find` agrees with the portable legal moves, for both sides.
fn assert_mobility(name: &str, find: impl Fn(u64, u64) -> u64) {
    let both_sides = |position: Position| [position, position.pass()];
    for position in GAMES.iter().copied().flat_map(both_sides) {
        let (player, opponent) = (position.player().0, position.opponent().0);
        let expected = mobility::portable::legal_moves(player, opponent);
        assert_eq!(find(player, opponent), expected, "{name} moves in {position:?}");
    }
}

#[test]
fn the_chosen_versions_agree_with_the_portable_ones() {
    assert_flips("chosen", flips::flips);
    assert_mobility("chosen", mobility::legal_moves);
}

#[test]
fn the_versions_for_loops_agree_with_the_portable_one() {
    use flips::lanes;
    assert_flips("filled", |square, p, o| lanes::by_fills(1 << square, p, o));
    assert_flips("rays'", |square, p, o| lanes::by_rays(1 << square, p, o));
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[test]
fn avx2_agrees_with_portable() {
    assert_flips("AVX2", flips::avx2::flips);
    assert_mobility("AVX2", mobility::avx2::legal_moves);
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
#[test]
fn avx512_agrees_with_portable() {
    assert_flips("AVX-512", flips::avx512::flips);
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[test]
fn neon_agrees_with_portable() {
    assert_flips("NEON", flips::neon::flips);
    assert_mobility("NEON", mobility::neon::legal_moves);
}

/// By definition: an empty square that flips a disc.
#[test]
fn legal_moves_are_the_empty_squares_that_flip() {
    for position in positions(3, POSITIONS / 10) {
        let flipping = position.empties().into_iter().filter(|&s| !position.flips(s).is_empty());
        assert_eq!(position.legal_moves(), flipping.collect(), "{position:?}");
    }
}

/// Panics unless `later`, `plies` after a position, still has these discs of the earlier player and
/// opponent.
fn assert_stay(later: Position, plies: usize, player: Bitboard, opponent: Bitboard) {
    let then = if plies.is_multiple_of(2) { later } else { later.pass() };
    assert_eq!(player - then.player(), Bitboard::EMPTY, "{plies} plies later: {later:?}");
    assert_eq!(opponent - then.opponent(), Bitboard::EMPTY, "{plies} plies later: {later:?}");
}

#[test]
fn stable_discs_stay_in_random_continuations() {
    let mut random = Random::new(5);
    for position in positions(4, POSITIONS / 10) {
        let (player, opponent) = (position.stable_discs(), position.pass().stable_discs());
        for _ in 0..3 {
            for (plies, later) in game_from(position, &mut random).enumerate() {
                assert_stay(later, plies, player, opponent);
            }
        }
    }
}

/// The discs of both sides that stay in every continuation, found by exhaustive search.
fn staying(position: Position) -> (Bitboard, Bitboard) {
    let (mut player, mut opponent) = (position.player(), position.opponent());
    let mut follow = |next: Position| {
        let (next_player, next_opponent) = staying(next);
        player &= next_opponent;
        opponent &= next_player;
    };
    position
        .legal_moves()
        .into_iter()
        .filter_map(|square| position.play(square))
        .for_each(&mut follow);
    if position.must_pass() {
        follow(position.pass());
    }
    (player, opponent)
}

/// Exhaustive with few empties: no stable disc flips, and `stable_discs` finds more than 80 % of
/// the discs that never flip.
#[test]
fn stable_discs_stay_in_all_continuations() {
    let late = positions(6, POSITIONS / 5).into_iter();
    let (mut seen, mut all) = (0, 0);
    for position in late.filter(|position| (1..=6).contains(&position.empty_count())) {
        let (player, opponent) = staying(position);
        for (found, staying) in
            [(position.stable_discs(), player), (position.pass().stable_discs(), opponent)]
        {
            assert_eq!(found - staying, Bitboard::EMPTY, "{position:?}");
            seen += found.count();
            all += staying.count();
        }
    }
    assert!(seen * 10 > all * 8, "only {seen} of {all} discs that stay were seen");
}

/// The number of lines of `depth` plies, counted one by one.
fn count_lines(position: Position, depth: u32, rule: PassRule) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    if position.must_pass() {
        let depth = if rule == PassRule::Ply { depth - 1 } else { depth };
        return count_lines(position.pass(), depth, rule);
    }
    let next = |square| position.play(square).map(|next| count_lines(next, depth - 1, rule));
    position.legal_moves().into_iter().filter_map(next).sum()
}

#[test]
fn perft_counts_every_line() {
    let mut random = Random::new(8);
    for position in positions(7, POSITIONS / 500) {
        let late = position.empty_count() < 10;
        for rule in [PassRule::Ply, PassRule::Free] {
            let depth = random.below(if late { 12 } else { 5 }) as u32;
            let lines = count_lines(position, depth, rule);
            assert_eq!(
                perft(position, depth, rule),
                lines,
                "depth {depth}, {rule:?}, {position:?}"
            );
        }
    }
}
