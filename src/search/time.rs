//! How long a search may take.

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::parameters::Parameters;

/// How long a move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    /// No deeper search begins after this time.
    pub(super) enough: Duration,
    /// The search is stopped at this time.
    pub(super) end: Duration,
}

impl Limits {
    /// How long a search with `empties` empty squares may take at most, if there is a
    /// limit in time.
    #[must_use]
    pub fn most_time(&self, empties: u32, parameters: &Parameters) -> Option<Duration> {
        Plan::of(self, empties, parameters).map(|plan| plan.end)
    }

    /// How long a search with `empties` empty squares usually takes, if there is a limit in
    /// time.
    #[must_use]
    pub fn usual_time(&self, empties: u32, parameters: &Parameters) -> Option<Duration> {
        // The last depth is begun before the first half is over, and takes about as long.
        Plan::of(self, empties, parameters).map(|plan| (plan.enough * 2).min(plan.end))
    }
}

impl Plan {
    /// What `limits` say of time with `empties` empty squares, if anything.
    pub(super) fn of(limits: &Limits, empties: u32, parameters: &Parameters) -> Option<Plan> {
        let all = limits.move_time.map(Plan::all_of);
        let share = limits.clock.map(|clock| Plan::share_of(clock, empties, parameters));
        all.into_iter().chain(share).reduce(Plan::min)
    }

    /// Everything that the move is given.
    fn all_of(time: Duration) -> Plan {
        Plan { enough: time, end: time }
    }

    /// A share of `clock` with `empties` empty squares: equal ones for the moves until
    /// the game can be solved, more for the one that solves it, next to nothing for
    /// those after it.
    fn share_of(clock: Clock, empties: u32, parameters: &Parameters) -> Plan {
        let reserve = Duration::from_millis(parameters.reserve.into());
        let left = clock.remaining.saturating_sub(reserve).max(clock.remaining / 4);
        let own_moves = empties.saturating_sub(solvable_empties(left)).div_ceil(2);
        let moves = clock.moves.map_or(own_moves + parameters.solving_moves, |moves| moves.max(1));
        let share = (left / moves + clock.increment * 3 / 4).min(left / 2);
        // Each depth takes about twice as long as the one before it: after half the share the
        // next one would not end in time. One that has begun may overrun the share.
        Plan { enough: share / 2, end: (share * parameters.stretch).min(left / 2) }
    }

    /// The plan that gives less time.
    fn min(self, other: Plan) -> Plan {
        Plan { enough: self.enough.min(other.enough), end: self.end.min(other.end) }
    }
}

/// How many empties can be solved within a good part of `left`.
fn solvable_empties(left: Duration) -> u32 {
    match left.as_millis() {
        0..500 => 16,
        500..2_000 => 18,
        2_000..8_000 => 20,
        8_000..30_000 => 22,
        30_000..120_000 => 24,
        _ => 26,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESERVE: Duration = Duration::from_millis(Parameters::DEFAULT.reserve as u64);

    fn share_of(clock: Clock, empties: u32) -> Plan {
        Plan::share_of(clock, empties, &Parameters::DEFAULT)
    }

    fn clock(remaining: u64, increment: u64) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves: None,
        }
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for empties in 0..=60 {
            for remaining in [0, 1, 20, 50, 1000, 100_000] {
                for increment in [0, 10, 10_000] {
                    for moves in [None, Some(0), Some(1), Some(25)] {
                        let clock = Clock { moves, ..clock(remaining, increment) };
                        let Plan { enough, end } = share_of(clock, empties);
                        assert!(enough <= end && end <= clock.remaining / 2, "{clock:?} {empties}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_the_clock_even_when_every_move_takes_all_it_may() {
        let mut clock = clock(60_000, 0);
        for empties in (0..=60).rev().step_by(2) {
            clock.remaining -= share_of(clock, empties).end;
            assert!(clock.remaining > RESERVE / 4, "at {empties} empties {clock:?} is left");
        }
    }

    #[test]
    fn moves_to_a_time_control_share_what_is_left() {
        let period = Clock { moves: Some(1), ..clock(10_000, 0) };
        let five = Clock { moves: Some(5), ..period };
        assert!(share_of(period, 40).end > share_of(five, 40).end);
    }
}
