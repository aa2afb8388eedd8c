//! [`Tally`]: counts of results.

use std::collections::HashMap;

use crate::tournament::record::GameRecord;
use crate::tournament::{ForfeitKind, MatchSide};

/// Pairs of games by points of A: 0, 0.5, 1, 1.5, 2 (pentanomial).
pub type Pairs = [u64; 5];

/// The number of pairs.
#[must_use]
pub fn pair_count(pairs: &Pairs) -> u64 {
    pairs.iter().sum()
}

/// Counts of results, from the point of view of A.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Complete pairs.
    pub pairs: Pairs,
    /// Games forfeited by A and by B.
    pub forfeits: [u64; 2],
    /// Games lost on time by A and by B.
    pub late: [u64; 2],
    /// Sum of A's final scores, without forfeits.
    discs: i64,
    /// Half points of A in incomplete pairs, by pair number.
    halves: HashMap<u32, usize>,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord) {
        let winner = game.winner();
        let (count, half_points) = match winner {
            Some(MatchSide::A) => (&mut self.wins, 2),
            None => (&mut self.draws, 1),
            Some(MatchSide::B) => (&mut self.losses, 0),
        };
        *count += 1;
        let of_black = i64::from(game.discs().unwrap_or(0));
        self.discs += if game.scheduled.black() == MatchSide::A { of_black } else { -of_black };
        if let Some(forfeit) = &game.forfeit {
            self.forfeits[forfeit.by as usize] += 1;
            self.late[forfeit.by as usize] += u64::from(forfeit.kind == ForfeitKind::Time);
        }
        match self.halves.remove(&game.scheduled.pair()) {
            Some(other) => self.pairs[half_points + other] += 1,
            None => drop(self.halves.insert(game.scheduled.pair(), half_points)),
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points won by A, 0 to 1; 0.5 without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The mean final score of A in discs, without forfeits; `None` without such games.
    #[must_use]
    pub fn mean_discs(&self) -> Option<f64> {
        let played = self.games() - self.forfeits[0] - self.forfeits[1];
        (played > 0).then(|| self.discs as f64 / played as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::record::Forfeit;
    use crate::tournament::schedule::ScheduledGame;
    use othello::game::{GameEnding, GameResult, Record};

    /// Game 0 or 1 of `pair`. `discs` is A's final score; `None` is a forfeit by the loser.
    fn game(
        number: u32,
        winner: Option<MatchSide>,
        discs: Option<i32>,
        kind: ForfeitKind,
    ) -> GameRecord {
        let scheduled = ScheduledGame::of_match(number);
        let sign = if scheduled.black() == MatchSide::A { 100 } else { -100 };
        let result = discs.map(|discs| GameResult::Difference {
            centidiscs: sign * discs,
            ending: GameEnding::Played,
        });
        let forfeit = winner.filter(|_| discs.is_none()).map(|winner| Forfeit {
            by: winner.other(),
            kind,
            reason: String::new(),
        });
        let mut game = GameRecord::new(scheduled, 0, Record::default(), forfeit);
        game.record.result = result.or(game.record.result);
        game
    }

    fn tally(outcomes: &[(u32, Option<MatchSide>, Option<i32>)]) -> Tally {
        let mut tally = Tally::default();
        for &(number, winner, discs) in outcomes {
            tally.add(&game(number, winner, discs, ForfeitKind::Time));
        }
        tally
    }

    #[test]
    fn games_are_paired_in_any_order() {
        let (a, b) = (Some(MatchSide::A), Some(MatchSide::B));
        let tally = tally(&[
            (0, a, Some(10)),
            (4, a, Some(2)),
            (3, b, Some(-4)),
            (1, a, Some(20)),
            (2, None, Some(0)),
            (6, b, Some(-64)),
        ]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 1, 2));
        assert_eq!(tally.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(tally.games(), 6);
        assert!((tally.score() - 3.5 / 6.0).abs() < 1e-12);
        assert_eq!(tally.mean_discs(), Some(-6.0));
    }

    #[test]
    fn forfeits_are_lost_games_without_discs() {
        let (a, b) = (Some(MatchSide::A), Some(MatchSide::B));
        let tally = tally(&[(0, a, None), (1, b, None), (2, b, None), (3, b, Some(-8))]);
        assert_eq!((tally.forfeits, tally.late), ([2, 1], [2, 1]));
        assert_eq!((tally.wins, tally.losses), (1, 3));
        assert_eq!(tally.mean_discs(), Some(-8.0));
        let mut rules = tally.clone();
        rules.add(&game(4, b, None, ForfeitKind::Rules));
        assert_eq!((rules.forfeits, rules.late), ([3, 1], [2, 1]));
        assert_eq!(Tally::default().mean_discs(), None);
        assert!((Tally::default().score() - 0.5).abs() < 1e-12);
    }
}
