//! Laws of the board over positions of random games: every version of the flips
//! and of the legal moves that this build compiles agrees with the portable one.
//! Run it once per instruction set to cover them all.

mod random_games;

use outflank::board::{Position, flips, mobility};

const POSITIONS: usize = 1_000_000;

/// Panics unless `find` agrees with the portable flips for each square of each
/// position, taken or empty.
fn assert_flips(name: &str, find: impl Fn(usize, u64, u64) -> u64) {
    for position in random_games::positions(1, POSITIONS) {
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
    for position in random_games::positions(2, POSITIONS).into_iter().flat_map(both_sides) {
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
    assert_mobility("AVX-512", mobility::avx512::legal_moves);
}

/// The portable moves against the definition: an empty square that flips something.
#[test]
fn legal_moves_are_the_empty_squares_that_flip() {
    for position in random_games::positions(3, POSITIONS / 10) {
        let flipping = position.empties().into_iter().filter(|&s| !position.flips(s).is_empty());
        assert_eq!(position.legal_moves(), flipping.collect(), "{position:?}");
    }
}
