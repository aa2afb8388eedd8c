//! [`Analysis`]: a game looked at from its end to its start.

use crate::board::{Move, Position};
use crate::game::Game;
use crate::score::Score;
use crate::search::{Certainty, SearchReport};

/// A game whose positions are valued from the last to the first, so that each search
/// finds in the table what those after it have found. Who drives it searches
/// [`Analysis::position`] and hands the report to [`Analysis::take`].
///
/// The values agree with one another: a position is worth at least what the move that
/// was played in it leads to, unless its own value is proven.
///
/// ```
/// use outflank::engine::{Analysis, Engine, Options};
/// use outflank::game::{Game, Setup};
///
/// let mut engine = Engine::new(Options { level: 1, hash: 1, ..Options::default() });
/// let game = Game::from_transcript(Setup::START, "f5d6c3")?;
/// let mut analysis = Analysis::of(&game);
/// let mut moves_made = Vec::new();
/// while let Some(position) = analysis.position() {
///     let report = engine.search(position, &engine.level_limits(position), |_| ())?;
///     moves_made.extend(analysis.take(&report).map(|value| value.ply));
/// }
/// assert_eq!(moves_made, [3, 2, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Those that are not valued yet.
    positions: Vec<Position>,
    /// What the last one was valued with, for its side to move.
    after: Option<Score>,
}

/// What a position of a game is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyValue {
    /// How many moves were made before it, passes included.
    pub ply: usize,
    /// Its value for the side to move.
    pub score: Score,
    /// How sure that is.
    pub certainty: Certainty,
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
}

impl Analysis {
    /// The analysis of all positions of `game`.
    #[must_use]
    pub fn of(game: &Game) -> Analysis {
        let earlier = game.turns().map(|(setup, _)| setup.position);
        Analysis { positions: earlier.chain([game.setup().position]).collect(), after: None }
    }

    /// The position that has to be searched next; `None` when all are valued.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.positions.last().copied()
    }

    /// Takes what a search of that position has found, and returns what it is worth;
    /// `None` if there was none, or nothing was found.
    pub fn take(&mut self, report: &SearchReport) -> Option<PlyValue> {
        self.positions.pop()?;
        let line = report.lines.first()?;
        if line.score <= -Score::INFINITY {
            self.after = None;
            return None;
        }
        let played = self.after.map(|score| -score);
        let score = match line.certainty {
            Certainty::Exact => line.score,
            _ => played.map_or(line.score, |played| played.max(line.score)),
        };
        self.after = Some(score);
        let ply = self.positions.len();
        Some(PlyValue { ply, score, certainty: line.certainty, best: report.best_move() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::score::{Bound, Selectivity};
    use crate::search::{Line, Usage};

    fn report(centidiscs: i32, certainty: Certainty) -> SearchReport {
        let score = Score::saturating(centidiscs);
        let line = Line { rank: 1, depth: 5, score, bound: Bound::Exact, certainty, pv: vec![] };
        SearchReport { lines: vec![line], usage: Usage::default() }
    }

    #[test]
    fn a_position_is_worth_what_the_move_played_leads_to_or_more() {
        let game = Game::from_transcript(Setup::START, "f5d6c3d3").unwrap();
        let mut analysis = Analysis::of(&game);
        let guess = Certainty::Selective(Selectivity::Percent87);
        for (found, certainty, ply, value) in [
            (300, guess, 4, 300),
            // Its move was worth -300.
            (-500, guess, 3, -300),
            (200, guess, 2, 300),
            // What is proven stays.
            (-600, Certainty::Exact, 1, -600),
            (700, guess, 0, 700),
        ] {
            assert!(analysis.position().is_some());
            let valued = analysis.take(&report(found, certainty)).unwrap();
            assert_eq!((valued.ply, valued.score.centidiscs()), (ply, value));
        }
        assert_eq!(analysis.position(), None);
        assert_eq!(analysis.take(&report(0, guess)), None);
    }

    #[test]
    fn a_search_that_found_nothing_is_no_value() {
        let game = Game::from_transcript(Setup::START, "f5").unwrap();
        let mut analysis = Analysis::of(&game);
        let guess = Certainty::Selective(Selectivity::Full);
        let nothing = report(-Score::INFINITY.centidiscs(), guess);
        assert_eq!(analysis.take(&nothing), None);
        assert_eq!(analysis.take(&report(100, guess)).unwrap().score.centidiscs(), 100);
    }
}
