//! [`Drawing`]: a board with coordinates.

use std::fmt;

use crate::board::{Bitboard, Move, Square};

use super::{Setup, alphabet};

/// A drawn board with coordinates. It parses as the same [`Setup`].
///
/// ```
/// use othello::board::Square;
/// use othello::game::Setup;
///
/// let setup = Setup::START.after(Square::F5.into())?;
/// let drawing = setup.draw().with_legal_moves().with_last_move(Some(Square::F5.into()));
/// assert_eq!(drawing.to_string(), "  \
///   a b c d e f g h
/// 1 - - - - - - - -
/// 2 - - - - - - - -
/// 3 - - - - - - - -
/// 4 - - - O X . - -
/// 5 - - - X X[X]- -
/// 6 - - - . - . - -
/// 7 - - - - - - - -
/// 8 - - - - - - - -
/// white to move");
/// # Ok::<(), othello::game::IllegalMove>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    setup: Setup,
    dotted: Bitboard,
    last: Option<Square>,
}

impl Setup {
    /// A drawing of the board.
    #[must_use]
    pub const fn draw(self) -> Drawing {
        Drawing { setup: self, dotted: Bitboard::EMPTY, last: None }
    }
}

impl Drawing {
    /// Marks legal moves with dots.
    #[must_use]
    pub fn with_legal_moves(self) -> Drawing {
        Drawing { dotted: self.setup.position.legal_moves(), ..self }
    }

    /// Puts brackets around the square of the last move. A pass has no mark.
    #[must_use]
    pub fn with_last_move(self, mv: Option<Move>) -> Drawing {
        Drawing { last: mv.and_then(Move::square), ..self }
    }

    /// The squares of a row, each between blanks or brackets, without trailing blanks.
    fn row(self, squares: &[Square; 8]) -> String {
        let mut row = " ".to_owned();
        for &square in squares {
            let contents = self.contents(square);
            if self.last == Some(square) {
                row.pop();
                row.push_str(&format!("[{contents}]"));
            } else {
                row.push_str(&format!("{contents} "));
            }
        }
        row.trim_end().to_owned()
    }

    fn contents(self, square: Square) -> char {
        match self.setup.disc_at(square) {
            Some(color) => alphabet::letter(color),
            None if self.dotted.contains(square) => '.',
            None => '-',
        }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        for (number, squares) in (1..).zip(Square::ALL.as_chunks::<8>().0) {
            writeln!(f, "{number}{}", self.row(squares))?;
        }
        write!(f, "{} to move", self.setup.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_can_be_marked_and_the_drawing_reads_back() {
        // Miri takes a second for each square.
        for square in Square::ALL.into_iter().step_by(if cfg!(miri) { 9 } else { 1 }) {
            let drawing =
                Setup::START.draw().with_legal_moves().with_last_move(Some(square.into()));
            let text = drawing.to_string();
            assert_eq!(text.matches('[').count(), 1, "{text}");
            assert_eq!(text.matches(']').count(), 1, "{text}");
            assert!(text.lines().all(|line| line.len() <= 18), "{text}");
            assert_eq!(text.parse(), Ok(Setup::START), "{text}");
        }
        assert_eq!(Setup::START.draw().to_string().matches('.').count(), 0);
    }
}
