//! By what the styles that search value positions, for the side to move.

use crate::board::{Bitboard, Position};
use crate::eval::{Classic, Evaluator};
use crate::score::Score;

/// What a corner is worth to [`heuristic`] on an empty board, in centidiscs.
const CORNER: i32 = 2500;

/// What another square of the edge is worth to it.
const EDGE: i32 = 500;

/// What a corner is worth to [`budgeted`], in centidiscs.
const BUDGETED_CORNER: i32 = 1000;

/// What a move more is worth to it.
const BUDGETED_MOBILITY: i32 = 100;

/// What a disc that touches an empty square costs it.
const BUDGETED_FRONTIER: i32 = 40;

/// The discs of the player in `squares` less those of the opponent.
fn discs(position: Position, squares: Bitboard) -> i32 {
    let count = |discs: Bitboard| (discs & squares).count() as i32;
    count(position.player()) - count(position.opponent())
}

/// The difference in discs.
pub(super) fn disc_difference(position: Position) -> Score {
    Score::estimate(Score::PER_DISC * discs(position, Bitboard::FULL))
}

/// The difference in discs, and more for corners and edges as long as the board is
/// empty.
pub(super) fn heuristic(position: Position) -> Score {
    let corners = CORNER * discs(position, Bitboard::CORNERS);
    let edges = EDGE * discs(position, Bitboard::EDGES - Bitboard::CORNERS);
    let bonus = (corners + edges) * position.empty_count() as i32 / 64;
    Score::estimate(Score::PER_DISC * discs(position, Bitboard::FULL) + bonus)
}

/// Square weights, mobility and frontier by the stage of the game: the [`Classic`]
/// evaluator.
pub(super) fn classic(position: Position) -> Score {
    Classic.evaluate(position)
}

/// Mobility, frontier and corners.
pub(super) fn budgeted(position: Position) -> Score {
    let count = |squares: Bitboard| squares.count() as i32;
    let mobility = count(position.legal_moves()) - count(position.opponent_moves());
    let frontier = discs(position, position.empties().grow());
    let corners = discs(position, Bitboard::CORNERS);
    Score::estimate(
        BUDGETED_MOBILITY * mobility - BUDGETED_FRONTIER * frontier + BUDGETED_CORNER * corners,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;

    /// The position of a FEN.
    fn position(fen: &str) -> Position {
        Setup::from_fen(fen).expect(fen).position
    }

    #[test]
    fn discs_are_counted_for_the_side_to_move() {
        assert_eq!(disc_difference(position("XX6/O7/8/8/8/8/8/8 X")).centidiscs(), 100);
        assert_eq!(disc_difference(position("XX6/O7/8/8/8/8/8/8 O")).centidiscs(), -100);
    }

    #[test]
    fn bonuses_fade_as_the_board_fills() {
        // A corner with 63 empties: one disc and 63 64ths of the bonus.
        assert_eq!(heuristic(position("X7/8/8/8/8/8/8/8 X")).centidiscs(), 100 + 2460);
        assert_eq!(heuristic(position("2X5/8/8/8/8/8/8/8 X")).centidiscs(), 100 + 492);
        let full = "XXXXXXXX/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO X";
        assert_eq!(heuristic(position(full)), disc_difference(position(full)));
    }

    #[test]
    fn mobility_frontier_and_corners_are_balanced_at_the_start() {
        assert_eq!(budgeted(Position::START), Score::ZERO);
        // White may go to e4 and Black to b4; each has a disc that touches empty squares.
        assert_eq!(budgeted(position("8/8/8/2OX4/8/8/8/8 O")).centidiscs(), 0);
        // Black has a corner and a move, White has none.
        assert_eq!(budgeted(position("XO6/8/8/8/8/8/8/8 X")).centidiscs(), 1000 + 100);
    }
}
