//! [`SymmetricMoves`]: searches one of several symmetric root moves, such as the four of the start
//! position, and reports all of them with the same score.

use super::info::Line;
use othello::board::{Bitboard, Move, Position, Square, Symmetry};

/// The moves of a position that has symmetries.
pub(super) struct SymmetricMoves {
    moves: Bitboard,
    /// The symmetries that map the position to itself, without the identity.
    symmetries: Vec<Symmetry>,
    /// The size of each class, in the order of their ranks. The last one belongs to the line that
    /// was expanded last.
    sizes: Vec<usize>,
}

impl SymmetricMoves {
    /// `None` if the position has no symmetry.
    pub(super) fn of(position: Position, moves: Bitboard) -> Option<SymmetricMoves> {
        let holds = |symmetry: &Symmetry| position.transform(*symmetry) == position;
        let symmetries: Vec<_> = Symmetry::ALL.into_iter().skip(1).filter(holds).collect();
        (!symmetries.is_empty()).then_some(SymmetricMoves { moves, symmetries, sizes: Vec::new() })
    }

    /// One move of each class.
    pub(super) fn representatives(&self) -> Bitboard {
        let is_first = |square: &Square| {
            let mut others = self.symmetries.iter().map(|symmetry| symmetry.apply_square(*square));
            others.all(|other| other >= *square || !self.moves.contains(other))
        };
        self.moves.into_iter().filter(is_first).collect()
    }

    /// The `line` of a move, then the lines of the other moves of its class, with ranks among all
    /// moves.
    pub(super) fn expand(&mut self, line: Line) -> Vec<Line> {
        let mut lines = vec![line];
        for &symmetry in &self.symmetries {
            let other = mapped(&lines[0], symmetry);
            let first = other.pv.first().and_then(|mv| mv.square());
            let is_new = lines.iter().all(|line| line.pv.first() != other.pv.first());
            if is_new && first.is_some_and(|square| self.moves.contains(square)) {
                lines.push(other);
            }
        }
        let before = lines[0].rank - 1;
        self.sizes.resize(before, 1);
        let better: usize = self.sizes.iter().sum();
        self.sizes.push(lines.len());
        for (rank, line) in (better + 1..).zip(&mut lines) {
            line.rank = rank;
        }
        lines
    }
}

fn mapped(line: &Line, symmetry: Symmetry) -> Line {
    let of = |&mv: &Move| match mv {
        Move::Pass => Move::Pass,
        Move::Place(square) => Move::Place(symmetry.apply_square(square)),
    };
    Line { pv: line.pv.iter().map(of).collect(), ..line.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_its_symmetric_moves_a_move_represents_itself() {
        let legal = Position::START.legal_moves();
        for square in legal {
            let symmetric = SymmetricMoves::of(Position::START, square.bit()).expect("symmetries");
            assert_eq!(symmetric.representatives(), square.bit());
        }
        let symmetric = SymmetricMoves::of(Position::START, legal).expect("symmetries");
        assert_eq!(symmetric.representatives().count(), 1);
    }
}
