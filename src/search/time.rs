//! How long to think.

use std::time::Duration;

use super::limits::Clock;

/// Kept back for the way between the engine and the clock.
const RESERVE: Duration = Duration::from_millis(30);

/// What a move may take with `clock` and `empties` empty squares: an equal share of
/// what is left for the moves that remain, and most of the increment.
pub(super) fn time_for_move(clock: Clock, empties: u32) -> Duration {
    let left = clock.remaining.saturating_sub(RESERVE);
    // The last moves are played at once by solving them from further out.
    let own_moves = (empties.saturating_sub(8) / 2).max(2);
    let share = left / own_moves + clock.increment * 3 / 4;
    share.min(left / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_used_up() {
        for empties in 0..=60 {
            for remaining in [0, 1, 20, 50, 1000, 100_000] {
                for increment in [0, 10, 10_000] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                    };
                    let share = time_for_move(clock, empties);
                    assert!(share <= clock.remaining / 2, "{clock:?} {empties}: {share:?}");
                }
            }
        }
    }
}
