//! [`Summary`]: the totals of an analysis.

use super::{AnalysedPly, Mark};
use crate::search::Certainty;
use othello::board::Color;

/// The totals of an analysis for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Black's moves.
    pub black: SideSummary,
    /// White's moves.
    pub white: SideSummary,
    /// The start of the solved part: this ply and all later plies are exact.
    pub solved_from: Option<usize>,
}

/// The totals of an analysis for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SideSummary {
    /// The number of moves with a choice.
    pub choices: u32,
    /// The total loss in centidiscs.
    pub lost: i32,
    /// The number of choices with each mark, in the order of [`Mark::ALL`].
    marks: [u32; Mark::ALL.len()],
}

impl Summary {
    /// Summarises some plies of a game, in any order.
    #[must_use]
    pub fn of<'a>(plies: impl IntoIterator<Item = &'a AnalysedPly>) -> Summary {
        let mut summary = Summary::default();
        let (mut exact, mut last_open) = (Vec::new(), None);
        for ply in plies {
            match ply.setup.side {
                Color::Black => summary.black.add(ply),
                Color::White => summary.white.add(ply),
            }
            if ply.certainty == Certainty::Exact {
                exact.push(ply.ply);
            } else {
                last_open = last_open.max(Some(ply.ply));
            }
        }
        summary.solved_from = exact.into_iter().filter(|&ply| Some(ply) > last_open).min();
        summary
    }

    /// The totals of `side`.
    #[must_use]
    pub fn side(&self, side: Color) -> &SideSummary {
        match side {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl SideSummary {
    /// Counts the move of `ply`. Ignores moves without a choice.
    pub fn add(&mut self, ply: &AnalysedPly) {
        let Some((loss, mark)) = ply.loss().zip(ply.mark()) else { return };
        if ply.has_choice() {
            self.choices += 1;
            self.lost += loss;
            self.marks[mark as usize] += 1;
        }
    }

    /// The mean loss per choice, in centidiscs, rounded.
    #[must_use]
    pub fn average_loss(&self) -> i32 {
        let choices = self.choices.max(1) as i32;
        (self.lost + choices / 2) / choices
    }

    /// The number of choices with `mark`.
    #[must_use]
    pub fn count(&self, mark: Mark) -> u32 {
        self.marks[mark as usize]
    }
}
