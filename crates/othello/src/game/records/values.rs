//! The parts of a [`Record`](super::Record): [`Player`], [`Clock`], [`MatchKind`], [`MoveNote`],
//! [`Mark`], [`MoveScore`] and [`Theory`].

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use super::json::write::{as_discs, as_milliseconds, as_text, as_word};
use crate::board::{Move, ParseSquareError, Square, Symmetry};

/// A player of a game. Unknown texts are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating before the game, as written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rating: String,
    /// The time control.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// The annotations of a move.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize)]
pub struct MoveNote {
    /// The score for the side that moved, in 1/100 disc.
    #[serde(rename = "score", serialize_with = "as_discs")]
    pub centidiscs: Option<i32>,
    /// The time used. Formats keep whole milliseconds.
    #[serde(rename = "milliseconds", serialize_with = "as_milliseconds")]
    pub time: Option<Duration>,
    /// The comment, or an empty text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The marks in the position after the move.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub marks: BTreeSet<Mark>,
}

/// A mark on the board: `f5` or, for an arrow, `f5d6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A marked square.
    Square(Square),
    /// An arrow from a square to another one.
    Arrow(Square, Square),
}

impl Mark {
    /// The mark transformed by `symmetry`.
    pub(super) fn transform(self, symmetry: Symmetry) -> Mark {
        match self {
            Mark::Square(square) => Mark::Square(symmetry.apply_square(square)),
            Mark::Arrow(from, to) => {
                Mark::Arrow(symmetry.apply_square(from), symmetry.apply_square(to))
            }
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Square(square) => write!(f, "{square}"),
            Mark::Arrow(from, to) => write!(f, "{from}{to}"),
        }
    }
}

impl FromStr for Mark {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Mark, ParseSquareError> {
        match text.split_at_checked(2) {
            Some((from, to)) if !to.is_empty() && from != to => {
                Ok(Mark::Arrow(from.parse()?, to.parse()?))
            }
            _ => text.parse().map(Mark::Square),
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl MoveNote {
    /// Appends `text` to the comment, after a blank.
    pub(super) fn add_comment(&mut self, text: &str) {
        add_comment(&mut self.comment, text);
    }
}

/// Appends `text` to `comment`, after a blank if both have text. Removes blanks and control characters
/// at both ends, because writers replace control characters with blanks.
pub(super) fn add_comment(comment: &mut String, text: &str) {
    let text = text.trim_matches(|next: char| next.is_whitespace() || next.is_control());
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// The score of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct MoveScore {
    /// The move.
    #[serde(rename = "move", serialize_with = "as_word")]
    pub mv: Move,
    /// The score for the side to move, in 1/100 disc, from -6400 to 6400.
    #[serde(rename = "score", serialize_with = "as_discs")]
    pub centidiscs: i32,
}

/// The result with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Theory {
    /// The number of empties from which play is perfect.
    pub empties: u8,
    /// Black's final discs. Empties count for the winner.
    pub black: u8,
}

/// The time control of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Time for the whole game.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Overtime, which costs points. `None` if not given: game servers then allow two minutes.
    pub grace: Option<Duration>,
}

impl Clock {
    /// Reads `time[/increment[/grace]]`, each `[[days.]hours:]minutes:seconds`. Increment and grace
    /// may be blank. `None` for other texts.
    pub(super) fn parse(text: &str) -> Option<Clock> {
        let mut parts = text.split('/').map(str::trim);
        let time = parse_time(parts.next()?)?;
        let mut next = || match parts.next() {
            None | Some("") => Some(None),
            Some(part) => parse_time(part).map(Some),
        };
        let increment = next()?.unwrap_or(Duration::ZERO);
        let grace = next()?;
        parts.next().is_none().then_some(Clock { time, increment, grace })
    }
}

/// `05:00`, `05:00/00:10`, `05:00//02:00`, rounded to whole seconds. An increment of 0 is left out.
impl fmt::Display for Clock {
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

/// An unsigned 32-bit number.
fn parse_count(text: &str) -> Option<u64> {
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse::<u32>().ok().map(u64::from) } else { None }
}

/// The nearest second; half seconds round up.
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

/// The kind of a match on 8x8 with standard rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MatchKind {
    /// Whether it is one of two simultaneous games from the same start with colours exchanged.
    pub synchro: bool,
    /// The number of discs of a random start; `None` for the usual start.
    pub random_discs: Option<u32>,
    /// Whether the players bid for a komi. The rules of the moves do not change.
    pub komi: bool,
}

impl MatchKind {
    /// Reads `8`, `s8`, `8k`, `8r20` or `s8r20`. Ignores `b` and `w` for the preferred colour.
    /// `None` for other texts.
    pub(super) fn parse(text: &str) -> Option<MatchKind> {
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
        Some(MatchKind { synchro, random_discs, komi })
    }
}

/// As in the GGF tag TY: `8`, `s8`, `8k`, `8r20`, `s8r20`.
impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.synchro { "s8" } else { "8" })?;
        f.write_str(if self.komi { "k" } else { "" })?;
        match self.random_discs {
            None => Ok(()),
            Some(discs) => write!(f, "r{discs}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_with_parts_left_out() {
        let clock = |time, increment, grace: Option<u64>| {
            let [time, increment] = [time, increment].map(Duration::from_secs);
            Some(Clock { time, increment, grace: grace.map(Duration::from_secs) })
        };
        assert_eq!(Clock::parse("15:00"), clock(900, 0, None));
        assert_eq!(Clock::parse("15:00//02:00"), clock(900, 0, Some(120)));
        assert_eq!(Clock::parse("05:00/00:10"), clock(300, 10, None));
        assert_eq!(Clock::parse(" 5:0 / 0:10 / 0:00 "), clock(300, 10, Some(0)));
        assert_eq!(Clock::parse("2.01:30:05"), clock(2 * 86400 + 5405, 0, None));
        assert_eq!(Clock::parse("90:00/"), clock(5400, 0, None));
    }

    #[test]
    fn other_texts_are_not_clocks() {
        for text in ["", "15", "x:00", "1:2:3:4", "-1:00", "1:00/2:00/3:00/4:00", "1:+2", "1.5:00"]
        {
            assert_eq!(Clock::parse(text), None, "{text}");
        }
        assert_eq!(Clock::parse("99999999999:00"), None);
    }

    #[test]
    fn clocks_print_as_read() {
        let texts = ["15:00", "05:00/00:10", "05:00//00:00", "05:00//02:00", "05:00/00:10/02:00"];
        for text in texts.into_iter().chain(["01:00:00/00:01/00:30", "3.00:00:01"]) {
            assert_eq!(Clock::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn clocks_print_whole_seconds() {
        let clock = |time, increment| {
            let [time, increment] = [time, increment].map(Duration::from_millis);
            Clock { time, increment, grace: None }.to_string()
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
            let kind = MatchKind { synchro, random_discs, komi: false };
            assert_eq!(MatchKind::parse(text), Some(kind));
            assert_eq!(kind.to_string(), text);
        }
        assert_eq!(MatchKind::parse(" 8b "), Some(MatchKind::default()));
        assert_eq!(MatchKind::parse("8wr4"), MatchKind::parse("8r4w"));
        for text in ["8k", "s8k", "8kr20"] {
            let kind = MatchKind::parse(text).unwrap();
            assert!(kind.komi);
            assert_eq!(kind.to_string(), text);
        }
        assert_eq!(MatchKind::parse("8r20k"), MatchKind::parse("8kr20"));
    }

    #[test]
    fn other_games_are_refused() {
        for text in ["", "10", "8a", "s8ak", "6r10", "8r", "8r+4", "88", "k8", "8r99999999999"] {
            assert_eq!(MatchKind::parse(text), None, "{text}");
        }
    }
}
