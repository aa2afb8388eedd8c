//! The rules on bitboards against the mailbox reference.

use crate::common::mailbox::Mailbox;
use crate::common::random::{random_discs, random_game};
use othello::board::{Bitboard, Move, Position, Square};

#[test]
fn rules_agree_on_positions_of_random_games() {
    // About 60 positions each.
    (0..3_000).flat_map(random_game).for_each(assert_rules_agree);
}

#[test]
fn rules_agree_on_discs_that_no_game_can_leave() {
    (0..30_000).map(random_discs).for_each(assert_rules_agree);
}

#[test]
fn games_of_the_product_are_legal_to_the_end() {
    for game in (20_000..22_000).map(random_game) {
        for pair in game.windows(2) {
            let (position, next) = (pair[0], pair[1]);
            let placed = next.occupied() - position.occupied();
            let mv = placed.first().map_or(Move::Pass, Move::Place);
            assert_eq!(position.after(mv), Some(next), "{mv} in {position:?}");
        }
        assert!(game.last().is_some_and(|last| last.is_over()));
    }
}

/// Compares every rule on one position, square by square.
fn assert_rules_agree(position: Position) {
    let mailbox = Mailbox::from(position);
    let moves: Bitboard = mailbox.legal_moves().into_iter().collect();
    let opponent_moves: Bitboard = mailbox.pass().legal_moves().into_iter().collect();
    assert_eq!(position.legal_moves(), moves, "{position:?}");
    assert_eq!(position.opponent_moves(), opponent_moves, "{position:?}");
    for square in Square::ALL {
        let flips: Bitboard = mailbox.flips(square).into_iter().collect();
        assert_eq!(position.flips(square), flips, "flips of {square} in {position:?}");
        let next = moves.contains(square).then(|| mailbox.play(square).to_position());
        assert_eq!(position.play(square), next, "{square} in {position:?}");
        assert_eq!(position.after(Move::Place(square)), next, "{square} in {position:?}");
    }

    let passed = mailbox.pass().to_position();
    assert_eq!(position.pass(), passed, "{position:?}");
    assert_eq!(position.must_pass(), mailbox.must_pass(), "{position:?}");
    assert_eq!(position.after(Move::Pass), mailbox.must_pass().then_some(passed), "{position:?}");
    assert_eq!(position.is_over(), mailbox.is_over(), "{position:?}");

    let empties: Bitboard = mailbox.empties().into_iter().collect();
    assert_eq!(position.empties(), empties, "{position:?}");
    assert_eq!(position.occupied(), Bitboard::FULL - empties, "{position:?}");
    assert_eq!(position.empty_count(), empties.count(), "{position:?}");
    assert_eq!(position.final_difference().discs(), mailbox.final_difference(), "{position:?}");
}
