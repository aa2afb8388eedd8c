//! [`Clocks`]: what the host says of time, and what that means for a move.

use std::time::Duration;

use crate::board::Color;
use crate::search::{Clock, Limits};

/// Hosts round to whole seconds and take their own time, so this much of a clock is
/// never used.
const RESERVE: Duration = Duration::from_millis(500);

/// But a move always gets this much: a clock that shows nothing may have been rounded.
const LEAST: Duration = Duration::from_millis(100);

/// The time for a game: the main time, and when that is used up `overtime` for every
/// `moves` moves (Canadian byo-yomi).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeSettings {
    /// For the game.
    pub main: Duration,
    /// For each `moves` moves after it.
    pub overtime: Duration,
    /// How many moves have to be made in it.
    pub moves: u32,
}

impl TimeSettings {
    /// Whether there is any limit: overtime for no moves means that there is none, and
    /// so does no time at all.
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

/// The clocks of both sides. A host need not say what they show: they run for the
/// engine's own moves, too.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clocks {
    settings: Option<TimeSettings>,
    /// Of Black and of White.
    shown: [Option<Shown>; 2],
}

/// What a clock shows: time, and the number of moves that have to be made in it, or 0
/// in the main time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shown {
    left: Duration,
    moves: u32,
}

impl Clocks {
    /// Sets the time for a game.
    pub(super) fn set(&mut self, settings: TimeSettings) {
        self.settings = settings.is_limited().then_some(settings);
        self.reset();
    }

    /// Starts them anew.
    pub(super) fn reset(&mut self) {
        self.shown = [self.settings.map(TimeSettings::start); 2];
    }

    /// Sets what the clock of `side` shows. If there is no limit of time, it says so all
    /// the same.
    pub(super) fn show(&mut self, side: Color, left: Duration, moves: u32) {
        let unlimited = moves == 0 && self.settings.is_none() && left.is_zero();
        self.shown[side as usize] = (!unlimited).then_some(Shown { left, moves });
    }

    /// Lets the clock of `side` run for `used`, in which it made a move.
    pub(super) fn run(&mut self, side: Color, used: Duration) {
        let settings = self.settings;
        if let Some(shown) = &mut self.shown[side as usize] {
            *shown = shown.after(used, settings);
        }
    }

    /// What a move of `side` with `empties` empty squares is limited by; `None` if time
    /// is no limit.
    pub(super) fn limits(&self, side: Color, empties: u32) -> Option<Limits> {
        let Shown { left, moves } = self.shown[side as usize]?;
        let remaining = left.saturating_sub(RESERVE).max(LEAST);
        // No more moves than there can be.
        let moves = moves.min(empties.div_ceil(2).max(1));
        let overtime = self.settings.filter(|settings| settings.has_overtime());
        let increment = overtime.map_or(Duration::ZERO, |settings| {
            settings.overtime.saturating_sub(RESERVE) / settings.moves
        });
        Some(match moves {
            0 => Limits {
                clock: Some(Clock { remaining, increment, moves: None }),
                ..Limits::default()
            },
            1 => Limits { move_time: Some(remaining), ..Limits::default() },
            _ => Limits {
                clock: Some(Clock { remaining, increment: Duration::ZERO, moves: Some(moves) }),
                ..Limits::default()
            },
        })
    }
}

impl TimeSettings {
    /// What a clock shows at the start.
    fn start(self) -> Shown {
        if self.main.is_zero() { self.period() } else { Shown { left: self.main, moves: 0 } }
    }

    /// What it shows when a period of overtime begins.
    fn period(self) -> Shown {
        Shown { left: self.overtime, moves: self.moves }
    }
}

impl Shown {
    /// What it shows after a move that took `used`.
    fn after(self, used: Duration, settings: Option<TimeSettings>) -> Shown {
        let overtime = settings.filter(|settings| settings.has_overtime());
        match (self.moves, overtime) {
            (0, Some(settings)) if used >= self.left => {
                settings.period().after(used - self.left, Some(settings))
            }
            (0, _) => Shown { left: self.left.saturating_sub(used), moves: 0 },
            (1, Some(settings)) => settings.period(),
            // One more of the same, if nothing is known of the next period.
            (1, None) => self,
            (moves, _) => Shown { left: self.left.saturating_sub(used), moves: moves - 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn clocks(main: u64, overtime: u64, moves: u32) -> Clocks {
        let [main, overtime] = [main, overtime].map(Duration::from_secs);
        let mut clocks = Clocks::default();
        clocks.set(TimeSettings { main, overtime, moves });
        clocks
    }

    fn limits(clocks: &Clocks) -> Limits {
        clocks.limits(BLACK, 60).unwrap()
    }

    fn shown(clocks: &Clocks) -> (u64, u32) {
        let shown = clocks.shown[0].unwrap();
        (shown.left.as_secs(), shown.moves)
    }

    #[test]
    fn settings_mean_what_the_specification_says() {
        // Overtime for no moves, and no time at all: no limit.
        for (main, overtime, moves) in [(0, 1, 0), (300, 5, 0), (0, 0, 0)] {
            assert_eq!(clocks(main, overtime, moves).limits(BLACK, 60), None);
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
    fn what_the_host_shows_counts() {
        let mut clocks = clocks(600, 30, 5);
        clocks.show(BLACK, Duration::from_secs(100), 0);
        let clock = limits(&clocks).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (99_500, None));
        clocks.show(BLACK, Duration::from_secs(20), 3);
        let clock = limits(&clocks).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.moves), (19_500, Some(3)));
        // Two moves are all that this side can still make.
        assert_eq!(clocks.limits(BLACK, 4).unwrap().clock.unwrap().moves, Some(2));
        clocks.show(BLACK, Duration::ZERO, 0);
        assert_eq!(limits(&clocks).clock.unwrap().remaining, LEAST);
        // Hosts that only show clocks are believed; one without a limit shows nothing.
        let mut silent = Clocks::default();
        silent.show(BLACK, Duration::ZERO, 0);
        assert_eq!(silent.limits(BLACK, 60), None);
        silent.show(BLACK, Duration::from_secs(5), 0);
        assert!(silent.limits(BLACK, 60).is_some());
    }

    #[test]
    fn clocks_run_when_the_host_shows_nothing() {
        let mut clocks = clocks(10, 6, 2);
        for (used, left) in [(4, (6, 0)), (8, (4, 1)), (3, (6, 2)), (9, (0, 1)), (0, (6, 2))] {
            clocks.run(BLACK, Duration::from_secs(used));
            assert_eq!(shown(&clocks), left);
        }
        clocks.reset();
        assert_eq!(shown(&clocks), (10, 0));
    }
}
