//! [`AnalysedPly`]: the analysis of one ply, and [`Mark`].

use std::fmt;

use crate::score::Score;
use crate::search::{Certainty, Usage};
use othello::board::{Move, Position};
use othello::game::Setup;

/// A ply of a game with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysedPly {
    /// The number of moves before this ply, passes included.
    pub ply: usize,
    /// The setup before the move.
    pub setup: Setup,
    /// The played move. `None` in the last position of the game.
    pub played: Option<Move>,
    /// The value of the played move for the side to move. `None` if `played` is `None`.
    pub played_score: Option<Score>,
    /// The value of the best move, at least `played_score`.
    pub score: Score,
    /// The certainty of both values.
    pub certainty: Certainty,
    /// The principal variation, passes included. It starts with the played move unless another move
    /// is better. Empty if the game is over.
    pub pv: Vec<Move>,
    /// Whether the scores of the moves that were not played come from the book.
    pub from_book: bool,
    /// The time and nodes of the search.
    pub usage: Usage,
}

impl AnalysedPly {
    /// The played move, unless another is better. `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Whether the position has at least two different moves. Moves that lead to symmetric
    /// positions, such as all first moves, count as one.
    #[must_use]
    pub fn has_choice(&self) -> bool {
        has_choice(self.setup.position)
    }

    /// The loss of the played move against the best one, in centidiscs, at least 0. `None` if no
    /// move was played.
    #[must_use]
    pub fn loss(&self) -> Option<i32> {
        self.played_score.map(|played| self.score.centidiscs() - played.centidiscs())
    }

    /// The mark of the played move. `None` if no move was played.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        let mark = Mark::of_loss(self.loss()?);
        let changes_outcome =
            self.certainty >= Certainty::Wld && self.score.signum() != self.played_score?.signum();
        Some(if changes_outcome { mark.max(Mark::Mistake) } else { mark })
    }
}

/// Whether `position` has at least two different moves. Moves that lead to symmetric positions,
/// such as all first moves, count as one.
pub(super) fn has_choice(position: Position) -> bool {
    let moves = position.legal_moves();
    moves.first().is_some_and(|square| position.same_moves(square) != moves)
}

/// The quality of a move by its loss in discs: inaccuracy >= 1, mistake >= 4, blunder >= 8. A move
/// that provably gives away a win or draw is at least a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Loses less than 1 disc, or was the only move.
    Best,
    /// Loses at least 1 disc.
    Inaccuracy,
    /// Loses at least 4 discs, or a proven win or draw.
    Mistake,
    /// Loses at least 8 discs.
    Blunder,
}

impl Mark {
    /// All marks, best first.
    pub const ALL: [Mark; 4] = [Mark::Best, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The minimum loss for this mark, in whole discs. A move that gives away a proven win or draw
    /// is a mistake at any loss.
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

    /// `best`, `inaccuracy`, `mistake` or `blunder`.
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
    fn marks_depend_on_the_loss_and_the_result() {
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
