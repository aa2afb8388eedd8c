//! [`Clocks`]: the clocks of both sides, and the time limits of a move.

use std::time::Duration;

use engine::search::Clock;
use othello::board::Color;

/// Time kept in reserve for latency, and for hosts that round to whole seconds.
const RESERVE: Duration = Duration::from_millis(500);

/// Minimum time assumed on a clock. Hosts may round a short time down to 0.
const MIN_TIME: Duration = Duration::from_millis(100);

/// The time for a game: the main time, then `overtime` for every `moves` moves (Canadian byo-yomi).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeSettings {
    /// The main time of the game.
    pub main: Duration,
    /// The time of an overtime period of `moves` moves.
    pub overtime: Duration,
    /// The number of moves in an overtime period.
    pub moves: u32,
}

impl TimeSettings {
    /// Whether time is limited. Unlimited: overtime for 0 moves, or both times 0.
    fn is_limited(self) -> bool {
        match self.overtime {
            Duration::ZERO => !self.main.is_zero(),
            _ => self.moves > 0,
        }
    }

    fn has_overtime(self) -> bool {
        !self.overtime.is_zero() && self.moves > 0
    }
}

/// The clocks of both sides. Also counts down the engine's own moves, because hosts may omit
/// `time_left`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clocks {
    settings: Option<TimeSettings>,
    /// The time left for Black and for White.
    time_left: [Option<TimeLeft>; 2],
}

/// The time left on a clock, and the number of moves to make in it; 0 in the main time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TimeLeft {
    left: Duration,
    moves: u32,
}

/// The time available for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeLimit {
    /// The time is for this move only.
    Move(Duration),
    /// The time also covers later moves.
    Clock(Clock),
}

impl Clocks {
    /// Sets the time for a game.
    pub(super) fn set(&mut self, settings: TimeSettings) {
        self.settings = settings.is_limited().then_some(settings);
        self.reset();
    }

    /// Resets both clocks to the start of a game.
    pub(super) fn reset(&mut self) {
        self.time_left = [self.settings.map(TimeSettings::start); 2];
    }

    /// Sets the time left for `side`. Hosts send 0 also for games without a time limit.
    pub(super) fn set_time_left(&mut self, side: Color, left: Duration, moves: u32) {
        let unlimited = moves == 0 && self.settings.is_none() && left.is_zero();
        self.time_left[side as usize] = (!unlimited).then_some(TimeLeft { left, moves });
    }

    /// Subtracts `used`, the time of a move, from the clock of `side`.
    pub(super) fn spend(&mut self, side: Color, used: Duration) {
        let settings = self.settings;
        if let Some(time_left) = &mut self.time_left[side as usize] {
            *time_left = time_left.after(used, settings);
        }
    }

    /// The time limit of a move of `side` with `empties` empty squares. `None` without a time
    /// limit.
    pub(super) fn limit(&self, side: Color, empties: u32) -> Option<TimeLimit> {
        let time_left = self.time_left[side as usize]?;
        // Upper bound for the moves that `side` still makes.
        let most_moves = empties.div_ceil(2).max(1);
        let overtime = self.settings.filter(|settings| settings.has_overtime());
        let period = overtime.map(|settings| settings.period().for_at_most(most_moves));
        Some(time_left.for_at_most(most_moves).limit(period))
    }
}

impl TimeSettings {
    /// The time left at the start of a game.
    fn start(self) -> TimeLeft {
        if self.main.is_zero() { self.period() } else { TimeLeft { left: self.main, moves: 0 } }
    }

    /// The time left at the start of an overtime period.
    fn period(self) -> TimeLeft {
        TimeLeft { left: self.overtime, moves: self.moves }
    }
}

impl TimeLeft {
    /// The same time, for at most `moves` moves.
    fn for_at_most(self, moves: u32) -> TimeLeft {
        TimeLeft { moves: self.moves.min(moves), ..self }
    }

    /// The time limit of a move. `period` follows the main time.
    fn limit(self, period: Option<TimeLeft>) -> TimeLimit {
        let period = period.filter(|_| self.moves == 0);
        let overtime = period.map_or(Duration::ZERO, TimeLeft::share);
        match (self.moves, period) {
            // The rest of the main time extends the first period.
            (_, Some(period)) if self.left <= overtime => {
                let left = self.left.saturating_sub(RESERVE).saturating_add(period.left);
                TimeLeft { left, ..period }.limit(None)
            }
            (1, _) => TimeLimit::Move(self.usable()),
            (moves, _) => {
                let moves = (moves > 0).then_some(moves);
                let remaining = self.usable();
                TimeLimit::Clock(Clock { remaining, moves, overtime, ..Clock::default() })
            }
        }
    }

    /// The time left, less the reserve.
    fn usable(self) -> Duration {
        self.left.saturating_sub(RESERVE).max(MIN_TIME)
    }

    /// The time for each move of a period.
    fn share(self) -> Duration {
        self.left.saturating_sub(RESERVE) / self.moves
    }

    /// The time left after a move that took `used`.
    fn after(self, used: Duration, settings: Option<TimeSettings>) -> TimeLeft {
        let overtime = settings.filter(|settings| settings.has_overtime());
        match (self.moves, overtime) {
            (0, Some(settings)) if used >= self.left => {
                settings.period().after(used - self.left, Some(settings))
            }
            (0, _) => TimeLeft { left: self.left.saturating_sub(used), moves: 0 },
            (1, Some(settings)) => settings.period(),
            // Without settings, the next period is assumed to equal the current period.
            (1, None) => self,
            (moves, _) => TimeLeft { left: self.left.saturating_sub(used), moves: moves - 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::{Limits, Parameters};

    const BLACK: Color = Color::Black;

    fn clocks(main: u64, overtime: u64, moves: u32) -> Clocks {
        let [main, overtime] = [main, overtime].map(Duration::from_secs);
        let mut clocks = Clocks::default();
        clocks.set(TimeSettings { main, overtime, moves });
        clocks
    }

    fn limits_with(clocks: &Clocks, empties: u32) -> Limits {
        match clocks.limit(BLACK, empties).unwrap() {
            TimeLimit::Move(time) => Limits { move_time: Some(time), ..Limits::default() },
            TimeLimit::Clock(clock) => Limits { clock: Some(clock), ..Limits::default() },
        }
    }

    fn limits(clocks: &Clocks) -> Limits {
        limits_with(clocks, 60)
    }

    fn time_left(clocks: &Clocks) -> (u64, u32) {
        let time_left = clocks.time_left[0].unwrap();
        (time_left.left.as_secs(), time_left.moves)
    }

    #[test]
    fn time_settings_follow_the_specification() {
        // Overtime for zero moves, or zero time, means no limit.
        for (main, overtime, moves) in [(0, 1, 0), (300, 5, 0), (0, 0, 0)] {
            assert_eq!(clocks(main, overtime, moves).limit(BLACK, 60), None);
        }
        // No overtime: all moves in the main time.
        let clock = limits(&clocks(600, 0, 0)).clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(599_500));
        assert_eq!((clock.increment, clock.moves), (Duration::ZERO, None));
        // No main time: overtime at once.
        assert_eq!(limits(&clocks(0, 15, 1)).move_time, Some(Duration::from_millis(14_500)));
        let clock = limits(&clocks(0, 300, 10)).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (299_500, Some(10)));
    }

    #[test]
    fn time_left_overrides_the_own_clock() {
        let mut clocks = clocks(600, 30, 5);
        clocks.set_time_left(BLACK, Duration::from_secs(100), 0);
        let clock = limits(&clocks).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (99_500, None));
        clocks.set_time_left(BLACK, Duration::from_secs(20), 3);
        let clock = limits(&clocks).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (19_500, Some(3)));
        // This side can make at most two more moves.
        assert_eq!(limits_with(&clocks, 4).clock.unwrap().moves, Some(2));
        // The main time has just ended.
        clocks.set_time_left(BLACK, Duration::ZERO, 0);
        let clock = limits(&clocks).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (29_500, Some(5)));
        clocks.set_time_left(BLACK, Duration::from_secs(2), 0);
        let clock = limits(&clocks).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (31_000, Some(5)));
        // Accept times from hosts that send only `time_left`. Hosts without a time limit send none.
        let mut silent = Clocks::default();
        silent.set_time_left(BLACK, Duration::ZERO, 0);
        assert_eq!(silent.limit(BLACK, 60), None);
        silent.set_time_left(BLACK, Duration::from_secs(5), 0);
        assert!(silent.limit(BLACK, 60).is_some());
    }

    #[test]
    fn main_time_moves_may_take_their_share_of_overtime() {
        for (main, overtime, moves) in [(2, 3, 1), (60, 30, 1), (60, 30, 5), (1, 300, 25)] {
            let mut clocks = clocks(main, overtime, moves);
            let share = (Duration::from_secs(overtime) - RESERVE) / moves;
            for left in (0..=main * 10).map(|tenths| Duration::from_millis(100 * tenths)) {
                clocks.set_time_left(BLACK, left, 0);
                let limits = limits(&clocks);
                let usual = limits.usual_time(60, &Parameters::DEFAULT).unwrap();
                let reserve = Duration::from_millis(Parameters::DEFAULT.reserve.into());
                assert!(usual + reserve / moves >= share, "{left:?} {limits:?}: {usual:?}");
            }
        }
    }

    #[test]
    fn spending_the_maximum_never_loses_on_time() {
        for (main, overtime, moves) in
            [(2, 3, 1), (60, 30, 1), (60, 30, 5), (1, 300, 25), (0, 5, 10), (100, 0, 0), (9, 1, 3)]
        {
            let mut clocks = clocks(main, overtime, moves);
            let period = Duration::from_secs(overtime);
            for empties in (1..=60).rev().step_by(2) {
                let TimeLeft { left, moves } = clocks.time_left[0].unwrap();
                let limits = limits_with(&clocks, empties);
                let most = limits.most_time(empties, &Parameters::DEFAULT).unwrap();
                let there = if moves == 0 { left + period } else { left };
                assert!(most < there, "{main} {overtime}, {left:?} for {moves} moves: {most:?}");
                clocks.spend(BLACK, most);
            }
        }
    }

    #[test]
    fn clocks_run_without_time_left() {
        let mut clocks = clocks(10, 6, 2);
        for (used, left) in [(4, (6, 0)), (8, (4, 1)), (3, (6, 2)), (9, (0, 1)), (0, (6, 2))] {
            clocks.spend(BLACK, Duration::from_secs(used));
            assert_eq!(time_left(&clocks), left);
        }
        clocks.reset();
        assert_eq!(time_left(&clocks), (10, 0));
    }

    #[test]
    fn an_unannounced_period_repeats() {
        let mut clocks = Clocks::default();
        clocks.set_time_left(BLACK, Duration::from_secs(9), 2);
        for left in [(5, 1), (5, 1)] {
            clocks.spend(BLACK, Duration::from_secs(4));
            assert_eq!(time_left(&clocks), left);
        }
    }
}
