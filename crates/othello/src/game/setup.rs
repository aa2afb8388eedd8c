//! [`Setup`]: a position with colours.

use crate::board::{Bitboard, Color, DiscDiff, Move, Position, Square};

/// A position and the side to move. A side without a legal move stays the side to move until it
/// passes.
///
/// ```
/// use othello::board::{Color, Square};
/// use othello::game::Setup;
///
/// let setup = Setup::START.after(Square::F5.into())?;
/// assert_eq!(setup.side, Color::White);
/// assert_eq!(setup.disc_at(Square::E5), Some(Color::Black));
/// assert_eq!(setup.to_fen(), "8/8/8/3OX3/3XXX2/8/8/8 O");
/// # Ok::<(), othello::game::IllegalMove>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The discs, from the side to move.
    pub position: Position,
    /// The side to move.
    pub side: Color,
}

impl Setup {
    /// The usual start, Black to move.
    pub const START: Setup = Setup { position: Position::START, side: Color::Black };

    /// The setup with these discs; `None` if a square has both.
    #[must_use]
    pub fn from_discs(black: Bitboard, white: Bitboard, side: Color) -> Option<Setup> {
        let position = match side {
            Color::Black => Position::new(black, white),
            Color::White => Position::new(white, black),
        };
        Some(Setup { position: position?, side })
    }

    /// The setup with these discs, by square index.
    #[must_use]
    pub fn from_squares(contents: &[Option<Color>; 64], side: Color) -> Setup {
        let discs = |color| {
            let held = |square: &Square| contents[square.index()] == Some(color);
            Square::ALL.into_iter().filter(held).collect()
        };
        Setup::from_discs(discs(Color::Black), discs(Color::White), side)
            .expect("a square holds one disc at most")
    }

    /// The discs of `color`.
    #[must_use]
    pub fn discs(self, color: Color) -> Bitboard {
        if color == self.side { self.position.player() } else { self.position.opponent() }
    }

    /// The black discs.
    #[must_use]
    pub fn black(self) -> Bitboard {
        self.discs(Color::Black)
    }

    /// The white discs.
    #[must_use]
    pub fn white(self) -> Bitboard {
        self.discs(Color::White)
    }

    /// The colour of the disc on `square`; `None` if it is empty.
    #[must_use]
    pub fn disc_at(self, square: Square) -> Option<Color> {
        [Color::Black, Color::White].into_iter().find(|&color| self.discs(color).contains(square))
    }

    /// The legal moves: squares from a1 to h8, or a forced pass. Empty for a finished game.
    pub fn legal_moves(self) -> impl Iterator<Item = Move> {
        let pass = self.position.must_pass().then_some(Move::Pass);
        self.position.legal_moves().into_iter().map(Move::Place).chain(pass)
    }

    /// The setup after `mv`. A pass is legal only if the side to move has no other move;
    /// [`Game::play`](super::Game::play) adds forced passes.
    ///
    /// # Errors
    ///
    /// If `mv` is illegal.
    pub fn after(self, mv: Move) -> Result<Setup, IllegalMove> {
        match self.position.after(mv) {
            Some(position) => Ok(Setup { position, side: !self.side }),
            None => Err(self.reason_against(mv)),
        }
    }

    /// Why `mv` is illegal here; `None` if it is legal.
    #[must_use]
    pub fn explain_illegal(self, mv: Move) -> Option<IllegalMove> {
        self.after(mv).err()
    }

    /// Why `mv` is illegal.
    fn reason_against(self, mv: Move) -> IllegalMove {
        let side = self.side;
        if self.position.is_over() {
            return IllegalMove::GameOver;
        }
        match mv {
            Move::Pass => IllegalMove::HasMoves { side },
            Move::Place(square) if self.position.occupied().contains(square) => {
                IllegalMove::Taken { square }
            }
            Move::Place(_) if self.position.must_pass() => IllegalMove::MustPass { side },
            Move::Place(square) => IllegalMove::FlipsNothing { square, side },
        }
    }

    /// Black's final disc difference. Empties count for the winner. `None` for an unfinished game.
    #[must_use]
    pub fn final_difference(self) -> Option<DiscDiff> {
        let difference = self.position.is_over().then(|| self.position.final_difference())?;
        Some(if self.side == Color::Black { difference } else { -difference })
    }
}

/// Why a move is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Neither side has a move.
    #[error("the game is over")]
    GameOver,
    /// A pass by a side that can place a disc.
    #[error("{side} has a move and may not pass")]
    HasMoves {
        /// The side to move.
        side: Color,
    },
    /// A disc by a side that can only pass.
    #[error("{side} has to pass here")]
    MustPass {
        /// The side to move.
        side: Color,
    },
    /// The square has a disc.
    #[error("{square} is taken")]
    Taken {
        /// The square.
        square: Square,
    },
    /// The move flips no disc.
    #[error("{square} flips nothing for {side}")]
    FlipsNothing {
        /// The square.
        square: Square,
        /// The side to move.
        side: Color,
    },
}

/// For tests: White must pass, then c1 ends the game.
#[cfg(test)]
pub(super) fn white_must_pass() -> Setup {
    Setup::from_discs(Square::A1.bit(), Square::B1.bit(), Color::White).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_its_discs() {
        let start = Setup::START;
        assert_eq!(start.black(), Square::E4.bit() | Square::D5.bit());
        assert_eq!(start.white(), Square::D4.bit() | Square::E5.bit());
        assert_eq!(start.disc_at(Square::D5), Some(Color::Black));
        assert_eq!(start.disc_at(Square::D4), Some(Color::White));
        assert_eq!(start.disc_at(Square::A1), None);
        assert_eq!(Setup::from_discs(start.black(), start.white(), Color::Black), Some(start));
        assert_eq!(Setup::from_discs(start.black(), start.black(), Color::Black), None);
    }

    #[test]
    fn every_illegal_move_has_a_reason() {
        let start = Setup::START;
        let cases = [
            (start, Move::Place(Square::D4), "d4 is taken"),
            (start, Move::Place(Square::A1), "a1 flips nothing for black"),
            (start, Move::Pass, "black has a move and may not pass"),
            (white_must_pass(), Move::Place(Square::C1), "white has to pass here"),
            (white_must_pass(), Move::Place(Square::A1), "a1 is taken"),
        ];
        for (setup, mv, reason) in cases {
            assert_eq!(setup.explain_illegal(mv).unwrap().to_string(), reason);
        }
        assert_eq!(start.explain_illegal(Move::Place(Square::D3)), None);
        assert_eq!(white_must_pass().explain_illegal(Move::Pass), None);

        let over = Setup::from_discs(Square::A1.bit(), Bitboard::EMPTY, Color::White).unwrap();
        for mv in [Move::Pass, Move::Place(Square::A1), Move::Place(Square::B1)] {
            assert_eq!(over.explain_illegal(mv), Some(IllegalMove::GameOver));
        }
    }

    #[test]
    fn legal_moves_are_squares_or_a_pass() {
        let moves: Vec<String> = Setup::START.legal_moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
        assert_eq!(white_must_pass().legal_moves().collect::<Vec<_>>(), [Move::Pass]);
    }

    #[test]
    fn results_are_for_black_with_either_side_to_move() {
        assert_eq!(Setup::START.final_difference(), None);
        for side in [Color::Black, Color::White] {
            let over = Setup::from_discs(Bitboard::EMPTY, Square::A1.bit(), side).unwrap();
            assert_eq!(over.final_difference().unwrap().discs(), -64);
        }
    }
}
