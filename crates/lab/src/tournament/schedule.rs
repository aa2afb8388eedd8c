//! [`ScheduledGame`]: a game of a series; [`TournamentPlan`]: the pairings of a tournament.

use super::MatchSide;
use othello::board::Color;

/// A scheduled game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The game number, from 0. Games 2n and 2n+1 share players and opening, with colours
    /// swapped.
    pub number: u32,
    /// The opening number.
    pub opening: u32,
    /// The entrant indices of sides A and B.
    pub entrants: [usize; 2],
}

impl ScheduledGame {
    /// Game `number` of a match between the first two entrants.
    #[must_use]
    pub const fn of_match(number: u32) -> ScheduledGame {
        ScheduledGame { number, opening: number / 2, entrants: [0, 1] }
    }

    /// The number of the pair of games.
    #[must_use]
    pub const fn pair(self) -> u32 {
        self.number / 2
    }

    /// The side that plays Black.
    #[must_use]
    pub const fn black(self) -> MatchSide {
        if self.number.is_multiple_of(2) { MatchSide::A } else { MatchSide::B }
    }

    /// The side that plays `color`.
    #[must_use]
    pub fn side(self, color: Color) -> MatchSide {
        if color == Color::Black { self.black() } else { self.black().other() }
    }

    /// The index of the entrant on this `side`.
    #[must_use]
    pub const fn entrant(self, side: MatchSide) -> usize {
        self.entrants[side as usize]
    }
}

/// The pairings of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TournamentPlan {
    /// Every player meets every other.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

impl TournamentPlan {
    /// The pairings of `entrants` players.
    #[must_use]
    pub fn pairings(self, entrants: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            TournamentPlan::RoundRobin => entrants,
            TournamentPlan::Gauntlet => entrants.min(1),
        };
        (0..firsts).flat_map(|a| (a + 1..entrants).map(move |b| [a, b])).collect()
    }

    /// The pairings with their number of rounds: the smaller of the numbers of the two players.
    fn pairings_and_rounds(self, rounds: &[u32]) -> Vec<([usize; 2], u32)> {
        let pairings = self.pairings(rounds.len()).into_iter();
        pairings.map(|pair @ [a, b]| (pair, rounds[a].min(rounds[b]))).collect()
    }

    /// The number of games in [`schedule`](Self::schedule).
    #[must_use]
    pub fn game_count(self, rounds: &[u32]) -> u64 {
        let pairings = self.pairings_and_rounds(rounds).into_iter();
        pairings.map(|(_, rounds)| 2 * u64::from(rounds)).sum()
    }

    /// The games in order. In each round every pairing plays a pair of games, all from the same
    /// opening. Entrant `i` plays in the first `rounds[i]` rounds.
    #[must_use]
    pub fn schedule(self, rounds: &[u32]) -> Vec<ScheduledGame> {
        let pairings = self.pairings_and_rounds(rounds);
        let most = pairings.iter().map(|&(_, rounds)| rounds).max().unwrap_or(0);
        let pairs = (0..most).flat_map(|round| {
            let playing = pairings.iter().filter(move |&&(_, rounds)| round < rounds);
            playing.map(move |&(pair, _)| (round, pair))
        });
        let games = pairs.flat_map(|pair| [pair; 2]);
        (0..)
            .zip(games)
            .map(|(number, (opening, entrants))| ScheduledGame { number, opening, entrants })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_robin_and_gauntlet_pair_their_players() {
        assert_eq!(
            TournamentPlan::RoundRobin.pairings(4),
            [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        );
        assert_eq!(TournamentPlan::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(TournamentPlan::Gauntlet.pairings(0), [[0; 2]; 0]);
    }

    #[test]
    fn games_are_numbered_in_pairs_and_rounds_have_one_opening() {
        let schedule = TournamentPlan::RoundRobin.schedule(&[2; 3]);
        let numbers: Vec<u32> = schedule.iter().map(|scheduled| scheduled.number).collect();
        assert_eq!(numbers, (0..12).collect::<Vec<u32>>());
        for scheduled in &schedule {
            let twin = schedule[scheduled.number as usize ^ 1];
            assert_eq!((twin.entrants, twin.opening), (scheduled.entrants, scheduled.opening));
            assert_ne!(twin.black(), scheduled.black());
            assert_eq!(scheduled.opening, scheduled.number / 6);
        }
    }

    #[test]
    fn a_player_is_paired_only_in_its_rounds() {
        let schedule = TournamentPlan::RoundRobin.schedule(&[3, 1, 3]);
        let pairs: Vec<_> = schedule.iter().step_by(2).map(|f| (f.opening, f.entrants)).collect();
        assert_eq!(pairs, [(0, [0, 1]), (0, [0, 2]), (0, [1, 2]), (1, [0, 2]), (2, [0, 2])]);
        assert!(schedule.iter().zip(0..).all(|(scheduled, number)| scheduled.number == number));
    }

    #[test]
    fn games_are_counted_without_generating_them() {
        for rounds in [&[3, 1, 3][..], &[2; 4], &[5], &[]] {
            for plan in [TournamentPlan::RoundRobin, TournamentPlan::Gauntlet] {
                assert_eq!(plan.game_count(rounds), plan.schedule(rounds).len() as u64);
            }
        }
        let most = [u32::MAX; 1000];
        let pairs = u64::from(u32::MAX) * 1000 * 999 / 2;
        assert_eq!(TournamentPlan::RoundRobin.game_count(&most), 2 * pairs);
    }
}
