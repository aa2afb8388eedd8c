//! [`Control`]: the search limits of a player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The search limits of a player. Limits combine. Without limits the player chooses its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Control {
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Time for the whole game.
    pub clock: Option<GameClock>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
}

/// Time for a whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameClock {
    /// Initial time.
    pub time: Duration,
    /// Time added by each move.
    pub increment: Duration,
}

/// `100 ms a move, depth 6`; `no limits`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            self.move_time.map(|time| format!("{} ms a move", time.as_nanos() as f64 / 1e6)),
            self.clock.map(|clock| format!("clock {clock}")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        f.pad(&if limits.is_empty() { "no limits".to_owned() } else { limits.join(", ") })
    }
}

/// Minutes and seconds of increment: `1+0.5`.
impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// A text that is not a clock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid clock {text:?}: expected minutes or minutes+increment in seconds, such as 1+0.5")]
pub struct ParseClockError {
    /// The text.
    pub text: String,
}

impl FromStr for GameClock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<GameClock, ParseClockError> {
        let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |number: &str, scale: f64| {
            Duration::try_from_secs_f64(number.trim().parse::<f64>().ok()? * scale).ok()
        };
        match (seconds(minutes, 60.0), seconds(increment, 1.0)) {
            (Some(time), Some(increment)) if !(time.is_zero() && increment.is_zero()) => {
                Ok(GameClock { time, increment })
            }
            _ => Err(ParseClockError { text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds_of_increment() {
        let clock = |time, increment| {
            let [time, increment] = [time, increment].map(Duration::from_millis);
            Ok(GameClock { time, increment })
        };
        assert_eq!("1+0.5".parse(), clock(60_000, 500));
        assert_eq!("0.1".parse(), clock(6_000, 0));
        assert_eq!("0+2".parse(), clock(0, 2_000));
        assert_eq!("1+0.5".parse::<GameClock>().unwrap().to_string(), "1+0.5");
        for text in ["", "0", "-1", "1+", "1+-2", "one", "inf", "1e300"] {
            let error = text.parse::<GameClock>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("invalid clock {text:?}")));
        }
    }

    #[test]
    fn controls_print_their_limits() {
        assert_eq!(Control::default().to_string(), "no limits");
        let control = Control {
            move_time: Some(Duration::from_millis(100)),
            depth: Some(6),
            ..Control::default()
        };
        assert_eq!(control.to_string(), "100 ms a move, depth 6");
        let short = Control { move_time: Some(Duration::from_micros(500)), ..Control::default() };
        assert_eq!(short.to_string(), "0.5 ms a move");
    }
}
