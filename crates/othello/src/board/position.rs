//! [`Position`]: the discs of both sides, from the point of view of the side to move.

use std::fmt;

use super::{Bitboard, DiscDiff, Move, Square, flips, mobility};

/// The discs of the side to move (the player) and of the other side (the opponent). They never
/// overlap.
///
/// ```
/// use othello::board::{Position, Square};
///
/// //   a b c d e f g h
/// // 3 . . . * . . . .     the player (X) may go to d3, c4, f5, e6
/// // 4 . . * O X . . .
/// // 5 . . . X O * . .
/// // 6 . . . . * . . .
/// let start = Position::START;
/// assert_eq!(start.legal_moves().count(), 4);
/// let next = start.play(Square::F5).expect("f5 is legal");
/// assert_eq!(next.player().count(), 1);
/// assert_eq!(next.opponent().count(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) player: Bitboard,
    pub(super) opponent: Bitboard,
}

impl Position {
    /// The start position: the player (Black) on e4 and d5, the opponent on d4 and e5.
    pub const START: Position = Position {
        player: Bitboard(0x0000_0008_1000_0000),
        opponent: Bitboard(0x0000_0010_0800_0000),
    };

    /// The empties of [`Position::START`], and so the maximum number of discs placed in a game.
    /// Other positions may have more.
    pub const START_EMPTIES: u32 = 60;

    /// The position with these discs; `None` if they overlap.
    #[inline]
    #[must_use]
    pub const fn new(player: Bitboard, opponent: Bitboard) -> Option<Position> {
        if player.0 & opponent.0 == 0 { Some(Position { player, opponent }) } else { None }
    }

    /// The discs of the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn player(self) -> Bitboard {
        self.player
    }

    /// The discs of the other side.
    #[inline(always)]
    #[must_use]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// The squares with a disc.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(self) -> Bitboard {
        Bitboard(self.player.0 | self.opponent.0)
    }

    /// The squares without a disc.
    #[inline(always)]
    #[must_use]
    pub const fn empties(self) -> Bitboard {
        Bitboard(!self.occupied().0)
    }

    /// The number of empty squares, 0 to 64.
    #[inline(always)]
    #[must_use]
    pub const fn empty_count(self) -> u32 {
        self.empties().count()
    }

    /// The legal squares of the player; empty if it must pass or the game is over.
    #[inline(always)]
    #[must_use]
    pub fn legal_moves(self) -> Bitboard {
        Bitboard(mobility::legal_moves(self.player.0, self.opponent.0))
    }

    /// The legal squares of the opponent, if it were to move.
    #[inline(always)]
    #[must_use]
    pub fn opponent_moves(self) -> Bitboard {
        self.pass().legal_moves()
    }

    /// The empty squares next to opposing discs: a superset of the legal moves (potential mobility:
    /// Rosenbloom 1982).
    #[inline(always)]
    #[must_use]
    pub fn potential_moves(self) -> Bitboard {
        self.opponent.grow() & self.empties()
    }

    /// The opposing discs that a disc of the player on `square` flips. The square need not be
    /// empty. The move is legal if the square is empty and the result is not.
    #[inline(always)]
    #[must_use]
    pub fn flips(self, square: Square) -> Bitboard {
        Bitboard(flips::flips(square.index(), self.player.0, self.opponent.0))
    }

    /// The position after a disc on `square`, with the other side to move; `None` if illegal.
    #[must_use]
    pub fn play(self, square: Square) -> Option<Position> {
        let flips = self.flips(square);
        let legal = self.empties().contains(square) && !flips.is_empty();
        legal.then(|| self.play_flips(square, flips))
    }

    /// [`Position::play`] on the empty `square` with known [`flips`](Position::flips).
    #[inline(always)]
    #[must_use]
    pub fn play_flips(self, square: Square, flips: Bitboard) -> Position {
        debug_assert!(self.empties().contains(square), "{square} is taken");
        debug_assert_eq!(flips - self.opponent, Bitboard::EMPTY);
        Position { player: self.opponent ^ flips, opponent: self.player ^ flips ^ square.bit() }
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    #[must_use]
    pub const fn pass(self) -> Position {
        Position { player: self.opponent, opponent: self.player }
    }

    /// The position after `mv`; `None` if illegal. A pass is legal only without a legal square.
    #[must_use]
    pub fn after(self, mv: Move) -> Option<Position> {
        match mv {
            Move::Place(square) => self.play(square),
            Move::Pass => self.must_pass().then(|| self.pass()),
        }
    }

    /// Whether the player has no legal square but the opponent has.
    #[must_use]
    pub fn must_pass(self) -> bool {
        self.legal_moves().is_empty() && !self.opponent_moves().is_empty()
    }

    /// Whether neither side has a legal square.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.opponent_moves().is_empty()
    }

    /// The final score for the side to move if the game ended here. Empties count for the winner.
    #[inline]
    #[must_use]
    pub const fn final_difference(self) -> DiscDiff {
        let player = self.player.count() as i32;
        let opponent = self.opponent.count() as i32;
        let empties = 64 - player - opponent;
        let difference = player - opponent;
        DiscDiff::saturating(difference + difference.signum() * empties)
    }
}

/// Eight rows: `X` for the player, `O` for the opponent, `-` for empty.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::ALL {
            if square.column() == 0 {
                writeln!(f)?;
            }
            f.write_str(if self.player.contains(square) {
                "X"
            } else if self.opponent.contains(square) {
                "O"
            } else {
                "-"
            })?;
        }
        Ok(())
    }
}
