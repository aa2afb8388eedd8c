//! The values of tags that are more than text: [`GgfClock`] (TI, TB, TW), [`GgfKind`] (TY)
//! and [`GgfResult`] (RE).

use std::fmt;
use std::time::Duration;

use crate::game::decimal::{parse_centidiscs, print_centidiscs};

/// The time that a player is given. Text has whole seconds, to which each time is rounded; an
/// increment that comes to nothing is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GgfClock {
    /// For the game.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// What may still be used, at a loss, when the time is over; `None` if it is not said, which
    /// means two minutes on game servers.
    pub grace: Option<Duration>,
}

impl GgfClock {
    /// Reads `time[/increment[/grace]]`, each `[[days.]hours:]minutes:seconds`, the
    /// latter two perhaps blank; `None` if `text` is something else.
    pub(in crate::game) fn parse(text: &str) -> Option<GgfClock> {
        let mut parts = text.split('/').map(str::trim);
        let time = parse_time(parts.next()?)?;
        let mut next = || match parts.next() {
            None | Some("") => Some(None),
            Some(part) => parse_time(part).map(Some),
        };
        let increment = next()?.unwrap_or(Duration::ZERO);
        let grace = next()?;
        parts.next().is_none().then_some(GgfClock { time, increment, grace })
    }
}

/// `05:00`, `05:00/00:10`, `05:00//02:00`: without an increment of nothing.
impl fmt::Display for GgfClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let increment = whole_seconds(self.increment);
        write_time(f, whole_seconds(self.time))?;
        if increment > 0 {
            f.write_str("/")?;
            write_time(f, increment)?;
        } else if self.grace.is_some() {
            f.write_str("/")?;
        }
        if let Some(grace) = self.grace {
            f.write_str("/")?;
            write_time(f, whole_seconds(grace))?;
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

/// The nearest number of whole seconds; of two the greater one.
const fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add((time.subsec_millis() >= 500) as u64)
}

fn write_time(f: &mut fmt::Formatter<'_>, seconds: u64) -> fmt::Result {
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    if days > 0 {
        write!(f, "{days}.")?;
    }
    if hours > 0 {
        write!(f, "{:02}:", hours % 24)?;
    }
    write!(f, "{:02}:{:02}", minutes % 60, seconds % 60)
}

/// The kind of a match on the usual board by the usual rules; others are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GgfKind {
    /// Whether it is one of two games that were played at once from the same start
    /// with colours changed.
    pub synchro: bool,
    /// The number of discs of the random start; `None` of the usual start.
    pub random_discs: Option<u32>,
    /// Whether the players bid for a komi. The moves follow the usual rules.
    pub komi: bool,
}

impl GgfKind {
    /// Reads `8`, `s8`, `8k`, `8r20`, `s8r20` and the like. A `b` or `w` for the preferred
    /// colour is dropped. `None` if `text` is something else.
    pub(in crate::game) fn parse(text: &str) -> Option<GgfKind> {
        let text = text.trim();
        let (synchro, text) = match text.strip_prefix('s') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let options = text.strip_prefix('8')?.trim_matches(['b', 'w']);
        let komi = options.starts_with('k') || options.ends_with('k');
        let options = options.trim_matches(['b', 'w', 'k']);
        let random_discs = match options.strip_prefix('r') {
            None if options.is_empty() => None,
            None => return None,
            Some(discs) if discs.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(discs.parse().ok()?)
            }
            Some(_) => return None,
        };
        Some(GgfKind { synchro, random_discs, komi })
    }
}

/// As in TY: `8`, `s8`, `8k`, `8r20`, `s8r20`.
impl fmt::Display for GgfKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.synchro { "s8" } else { "8" })?;
        f.write_str(if self.komi { "k" } else { "" })?;
        match self.random_discs {
            None => Ok(()),
            Some(discs) => write!(f, "r{discs}"),
        }
    }
}

/// The stated result of a game, which need not follow from its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GgfResult {
    /// Black's discs less White's, in hundredths of a disc.
    pub centidiscs: i32,
    /// What ended it.
    pub ending: GgfEnding,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GgfEnding {
    /// Neither side could move.
    Played,
    /// A side resigned.
    Resigned,
    /// A side used up its time.
    TimedOut,
    /// The sides agreed on the score.
    Agreed,
}

impl GgfEnding {
    /// Each with its mark after the score.
    const MARKS: [(GgfEnding, &'static str); 4] = [
        (GgfEnding::Played, ""),
        (GgfEnding::Resigned, ":r"),
        (GgfEnding::TimedOut, ":t"),
        (GgfEnding::Agreed, ":s"),
    ];
}

impl GgfResult {
    /// Reads such as `+64.00` or `-2:r`; `None` if `text` is something else.
    pub(in crate::game) fn parse(text: &str) -> Option<GgfResult> {
        let text = text.trim();
        let (score, mark) = text.split_at(text.find(':').unwrap_or(text.len()));
        let (ending, _) = GgfEnding::MARKS.into_iter().find(|&(_, known)| known == mark)?;
        Some(GgfResult { centidiscs: parse_centidiscs(score)?, ending })
    }

    /// Whether there can be as many discs.
    pub(in crate::game) const fn is_possible(self) -> bool {
        self.centidiscs.unsigned_abs() <= 6400
    }
}

/// As in RE: `+64.00`, `-2.00:r`.
impl fmt::Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_centidiscs(self.centidiscs))?;
        let mark = GgfEnding::MARKS.into_iter().find(|&(ending, _)| ending == self.ending);
        f.write_str(mark.map_or("", |(_, mark)| mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_with_parts_left_out() {
        let clock = |time, increment, grace: Option<u64>| {
            let [time, increment] = [time, increment].map(Duration::from_secs);
            Some(GgfClock { time, increment, grace: grace.map(Duration::from_secs) })
        };
        assert_eq!(GgfClock::parse("15:00"), clock(900, 0, None));
        assert_eq!(GgfClock::parse("15:00//02:00"), clock(900, 0, Some(120)));
        assert_eq!(GgfClock::parse("05:00/00:10"), clock(300, 10, None));
        assert_eq!(GgfClock::parse(" 5:0 / 0:10 / 0:00 "), clock(300, 10, Some(0)));
        assert_eq!(GgfClock::parse("2.01:30:05"), clock(2 * 86400 + 5405, 0, None));
        assert_eq!(GgfClock::parse("90:00/"), clock(5400, 0, None));
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
    fn clocks_print_as_they_are_read() {
        let texts = ["15:00", "05:00/00:10", "05:00//00:00", "05:00//02:00", "05:00/00:10/02:00"];
        for text in texts.into_iter().chain(["01:00:00/00:01/00:30", "3.00:00:01"]) {
            assert_eq!(GgfClock::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn clocks_print_whole_seconds() {
        let clock = |time, increment| {
            let [time, increment] = [time, increment].map(Duration::from_millis);
            GgfClock { time, increment, grace: None }.to_string()
        };
        assert_eq!(clock(59_500, 1_900), "01:00/00:02");
        assert_eq!(clock(59_499, 1_499), "00:59/00:01");
        assert_eq!(clock(60_000, 10), "01:00");
    }

    #[test]
    fn kinds_of_the_usual_game_are_read() {
        for (text, synchro, random_discs) in [
            ("8", false, None),
            ("s8", true, None),
            ("8r20", false, Some(20)),
            ("s8r18", true, Some(18)),
        ] {
            let kind = GgfKind { synchro, random_discs, komi: false };
            assert_eq!(GgfKind::parse(text), Some(kind));
            assert_eq!(kind.to_string(), text);
        }
        assert_eq!(GgfKind::parse(" 8b "), Some(GgfKind::default()));
        assert_eq!(GgfKind::parse("8wr4"), GgfKind::parse("8r4w"));
        for text in ["8k", "s8k", "8kr20"] {
            let kind = GgfKind::parse(text).unwrap();
            assert!(kind.komi);
            assert_eq!(kind.to_string(), text);
        }
        assert_eq!(GgfKind::parse("8r20k"), GgfKind::parse("8kr20"));
    }

    #[test]
    fn other_games_are_refused() {
        for text in ["", "10", "8a", "s8ak", "6r10", "8r", "8r+4", "88", "k8", "8r99999999999"] {
            assert_eq!(GgfKind::parse(text), None, "{text}");
        }
    }

    #[test]
    fn results_are_scores_with_a_mark_for_the_ending() {
        for (text, centidiscs, ending) in [
            ("+64.00", 6400, GgfEnding::Played),
            ("-2.00:r", -200, GgfEnding::Resigned),
            ("+0.00:t", 0, GgfEnding::TimedOut),
            ("+4.50:s", 450, GgfEnding::Agreed),
        ] {
            let result = GgfResult { centidiscs, ending };
            assert_eq!(GgfResult::parse(text), Some(result));
            assert_eq!(result.to_string(), text);
        }
        assert_eq!(GgfResult::parse(" 6 ").unwrap().centidiscs, 600);
        for text in ["", "?", "+6:x", "6:", "six"] {
            assert_eq!(GgfResult::parse(text), None, "{text}");
        }
    }
}
