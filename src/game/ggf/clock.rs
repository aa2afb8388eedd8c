//! [`GgfClock`].

use std::fmt;
use std::time::Duration;

/// The time that a player is given. Whole seconds are kept in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GgfClock {
    /// For the game.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// What may still be used, at a loss, when the time is over.
    pub grace: Duration,
}

impl GgfClock {
    /// The grace where none is written: two minutes.
    pub const USUAL_GRACE: Duration = Duration::from_secs(120);

    /// Reads `time[/increment[/grace]]`, each `[[days.]hours:]minutes:seconds`, the
    /// latter two perhaps blank; `None` if `text` is something else.
    pub(in crate::game) fn parse(text: &str) -> Option<GgfClock> {
        let mut parts = text.split('/').map(str::trim);
        let time = parse_time(parts.next()?)?;
        let mut next_or = |missing| match parts.next() {
            None | Some("") => Some(missing),
            Some(part) => parse_time(part),
        };
        let increment = next_or(Duration::ZERO)?;
        let grace = next_or(GgfClock::USUAL_GRACE)?;
        parts.next().is_none().then_some(GgfClock { time, increment, grace })
    }
}

/// `05:00`, `05:00/00:10`, `05:00//00:00`: blank where the value is the usual one.
impl fmt::Display for GgfClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_time(f, self.time)?;
        let usual_grace = self.grace == GgfClock::USUAL_GRACE;
        if !self.increment.is_zero() {
            f.write_str("/")?;
            write_time(f, self.increment)?;
        } else if !usual_grace {
            f.write_str("/")?;
        }
        if !usual_grace {
            f.write_str("/")?;
            write_time(f, self.grace)?;
        }
        Ok(())
    }
}

/// `[[days.]hours:]minutes:seconds`.
fn parse_time(text: &str) -> Option<Duration> {
    let (rest, seconds) = text.rsplit_once(':')?;
    let (hours, minutes) = rest.rsplit_once(':').unwrap_or(("0", rest));
    let (days, hours) = hours.split_once('.').unwrap_or(("0", hours));
    let hours = parse_count(days)? * 24 + parse_count(hours)?;
    let minutes = hours * 60 + parse_count(minutes)?;
    Some(Duration::from_secs(minutes * 60 + parse_count(seconds)?))
}

/// A number without sign that fits 32 bits.
fn parse_count(text: &str) -> Option<u64> {
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse::<u32>().ok().map(u64::from) } else { None }
}

fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    if days > 0 {
        write!(f, "{days}.")?;
    }
    if hours > 0 {
        write!(f, "{:02}:", hours % 24)?;
    }
    write!(f, "{:02}:{:02}", minutes % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_with_parts_left_out() {
        let clock = |time, increment, grace| {
            let [time, increment, grace] = [time, increment, grace].map(Duration::from_secs);
            Some(GgfClock { time, increment, grace })
        };
        assert_eq!(GgfClock::parse("15:00"), clock(900, 0, 120));
        assert_eq!(GgfClock::parse("15:00//02:00"), clock(900, 0, 120));
        assert_eq!(GgfClock::parse("05:00/00:10"), clock(300, 10, 120));
        assert_eq!(GgfClock::parse(" 5:0 / 0:10 / 0:00 "), clock(300, 10, 0));
        assert_eq!(GgfClock::parse("2.01:30:05"), clock(2 * 86400 + 5405, 0, 120));
        assert_eq!(GgfClock::parse("90:00/"), clock(5400, 0, 120));
    }

    #[test]
    fn other_texts_are_no_clocks() {
        for text in ["", "15", "x:00", "1:2:3:4", "-1:00", "1:00/2:00/3:00/4:00", "1:+2", "1.5:00"]
        {
            assert_eq!(GgfClock::parse(text), None, "{text}");
        }
        assert_eq!(GgfClock::parse("99999999999:00"), None);
    }

    #[test]
    fn clocks_print_without_what_is_usual() {
        for text in ["15:00", "05:00/00:10", "05:00//00:00", "01:00:00/00:01/00:30", "3.00:00:01"] {
            assert_eq!(GgfClock::parse(text).unwrap().to_string(), text);
        }
    }
}
