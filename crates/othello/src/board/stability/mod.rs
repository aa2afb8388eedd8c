//! Stable discs: discs that no continuation can flip.
//!
//! A disc flips along a line only if the line has an empty square on one side of the disc. A disc
//! is safe along an axis if the line is full, if the disc ends the line, or if a neighbour on the
//! line is a stable disc of the same colour. A disc that is safe along all four axes is stable.
//!
//! In plain integers; vectors are no faster. See docs/search.md, Board.

mod edges;
mod inwards;

use inwards::inwards;

use super::{Bitboard, Position};

impl Position {
    /// The player's discs that are proven stable: they never flip, whatever both sides play, passes
    /// included. A lower bound. For the opponent use [`Position::pass`].
    ///
    /// ```
    /// use othello::board::{Bitboard, Position};
    ///
    /// // a b c d e f g h
    /// // X X X O . . . .   1    From the corner three discs are stable,
    /// // X O . . . . . .   2    and a2, but not b2.
    /// let position = Position::new(Bitboard(0x0107), Bitboard(0x0208)).expect("disjoint");
    /// assert_eq!(position.stable_discs(), Bitboard(0x0107));
    /// ```
    #[inline]
    #[must_use]
    pub fn stable_discs(self) -> Bitboard {
        self.stable_discs_with(self.stable_edge_discs())
    }

    /// The subset of [`Position::stable_discs`] that the edges alone prove: most or all stable edge
    /// discs. Takes a third of the instructions.
    #[inline]
    #[must_use]
    pub fn stable_edge_discs(self) -> Bitboard {
        Bitboard(edges::stable(self.player().0, self.opponent().0))
    }

    /// [`Position::stable_discs`], computed from the stable discs on the edges.
    #[inline]
    #[must_use]
    pub fn stable_discs_with(self, edges: Bitboard) -> Bitboard {
        Bitboard(inwards(self.player().0, self.occupied().0, edges.0))
    }
}
