//! [`AnalysedPly`]: the analysis of a ply, and [`Mark`].

use std::fmt;

use crate::score::Score;
use crate::search::{Certainty, Usage};
use othello::board::{Move, Position};
use othello::game::Setup;

/// A ply of a game and its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysedPly {
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// The setup before the move.
    pub setup: Setup,
    /// The played move; `None` in the last position of the game.
    pub played: Option<Move>,
    /// The value of the played move for the side to move; `None` if there is none.
    pub played_score: Option<Score>,
    /// The value of the best move, never less than that.
    pub score: Score,
    /// The certainty of both values.
    pub certainty: Certainty,
    /// The principal variation, passes included; it starts with the played move unless another
    /// is better. Empty if the game is over.
    pub pv: Vec<Move>,
    /// Whether the values of the moves other than the played one were found in the book.
    pub from_book: bool,
    /// The time and nodes of the search.
    pub usage: Usage,
}

impl AnalysedPly {
    /// The best move: the one that was played unless another is better; `None` if the
    /// game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Whether there were different moves; moves that lead to symmetric positions, such as all
    /// at the start of the game, count as the same.
    #[must_use]
    pub fn has_choice(&self) -> bool {
        has_choice(self.setup.position)
    }

    /// By how much the best move is better than the one that was played, in hundredths of
    /// a disc, 0 or more; `None` if nothing was played.
    #[must_use]
    pub fn loss(&self) -> Option<i32> {
        self.played_score.map(|played| self.score.centidiscs() - played.centidiscs())
    }

    /// The mark of the played move; `None` if there is none.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        let mark = Mark::of_loss(self.loss()?);
        let changes_outcome =
            self.certainty >= Certainty::Wld && self.score.signum() != self.played_score?.signum();
        Some(if changes_outcome { mark.max(Mark::Mistake) } else { mark })
    }
}

/// Whether there are different moves in `position`; moves that lead to symmetric positions,
/// such as all at the start of the game, count as the same.
pub(super) fn has_choice(position: Position) -> bool {
    let moves = position.legal_moves();
    moves.first().is_some_and(|square| position.same_moves(square) != moves)
}

/// The quality of a move by the discs that it loses: an inaccuracy from 1 disc on, a mistake
/// from 4, a blunder from 8. A move that is proven to turn a win or a draw into something
/// worse is at least a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// It loses less than 1 disc, or there was no other move.
    Best,
    /// It loses 1 disc or more.
    Inaccuracy,
    /// It loses 4 discs or more, or the win, or the draw.
    Mistake,
    /// It loses 8 discs or more.
    Blunder,
}

impl Mark {
    /// All marks, the best one first.
    pub const ALL: [Mark; 4] = [Mark::Best, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The loss in whole discs from which on a move has at least this mark; one that gives a proven
    /// win or draw away is a mistake whatever it loses.
    #[must_use]
    pub const fn least_loss(self) -> i32 {
        match self {
            Mark::Best => 0,
            Mark::Inaccuracy => 1,
            Mark::Mistake => 4,
            Mark::Blunder => 8,
        }
    }

    fn of_loss(loss: i32) -> Mark {
        let reached = |mark: &Mark| loss >= mark.least_loss() * Score::PER_DISC;
        Mark::ALL.into_iter().rfind(reached).unwrap_or(Mark::Best)
    }

    /// In one word: `best`, `inaccuracy`, `mistake` or `blunder`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Selectivity;
    use othello::board::Square;

    fn mark(score: i32, played: i32, certainty: Certainty) -> Mark {
        let ply = AnalysedPly {
            ply: 0,
            setup: Setup::START,
            played: Some(Square::F5.into()),
            played_score: Some(Score::saturating(played)),
            score: Score::saturating(score),
            certainty,
            pv: vec![Square::E6.into()],
            from_book: false,
            usage: Usage::default(),
        };
        ply.mark().expect("something was played")
    }

    #[test]
    fn marks_are_by_the_discs_lost_and_by_what_is_given_away() {
        let guess = Certainty::Selective(Selectivity::Percent87);
        for (score, played, certainty, expected) in [
            (300, 300, guess, Mark::Best),
            (300, 201, guess, Mark::Best),
            (300, 200, guess, Mark::Inaccuracy),
            (600, 400, Certainty::Exact, Mark::Inaccuracy),
            (600, 200, Certainty::Exact, Mark::Mistake),
            (600, -200, guess, Mark::Blunder),
            (200, 0, Certainty::Exact, Mark::Mistake),
            (0, -200, Certainty::Wld, Mark::Mistake),
            (100, -100, guess, Mark::Inaccuracy),
        ] {
            assert_eq!(mark(score, played, certainty), expected, "{score} {played} {certainty}");
        }
    }
}
