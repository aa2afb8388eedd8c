//! [`PartArguments`]: line ranges and shards of the input.

use std::fmt;
use std::str::FromStr;

use othello::game::Selection;

/// The lines `first..=last`, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineRange {
    first: usize,
    last: usize,
}

impl LineRange {
    const ALL: LineRange = LineRange { first: 1, last: usize::MAX };
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineRange { first, last: usize::MAX } => write!(f, "{first}-"),
            LineRange { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

/// Reads `101-200`, `101-` up to the end, or `101` for one line.
impl FromStr for LineRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<LineRange, &'static str> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let last = if last.is_empty() { Ok(usize::MAX) } else { last.parse() };
        match (first.parse(), last) {
            (Ok(first), Ok(last)) if first >= 1 && first <= last => Ok(LineRange { first, last }),
            _ => Err("expected a line number from 1, or a range such as 101-200"),
        }
    }
}

/// Every `step`-th record from number `index` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shard {
    index: usize,
    step: usize,
}

/// Reads `2/10`.
impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let parts = text.split_once('/').map(|(index, step)| (index.parse(), step.parse()));
        match parts {
            Some((Ok(index), Ok(step))) if 1 <= index && index <= step => Ok(Shard { index, step }),
            _ => Err("expected I/N such as 2/10, with I from 1 to N"),
        }
    }
}

/// The part of the input to work on.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PartArguments {
    /// Read only these lines of a file, such as 7, 101-200 or 300-; of a WTHOR file these games
    #[arg(long, value_name = "FROM-TO", default_value = "1-", hide_default_value = true)]
    lines: LineRange,
    /// Read only every N-th record from record I on: 1/3, 2/3 and 3/3 divide the input
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
}

impl PartArguments {
    pub(super) const ALL: PartArguments =
        PartArguments { lines: LineRange::ALL, shard: Shard { index: 1, step: 1 } };

    pub(crate) const fn selection(&self) -> Selection {
        let LineRange { first, last } = self.lines;
        let Shard { index, step } = self.shard;
        Selection { first, last, index, step }
    }

    pub(crate) fn is_all(&self) -> bool {
        self.selection() == Selection::ALL
    }

    /// Describes an empty part of `input`, for a message.
    pub(super) fn nothing(&self, input: &str) -> String {
        let mut text = input.to_owned();
        if self.shard.step > 1 {
            text = format!("shard {}/{} of {text}", self.shard.index, self.shard.step);
        }
        if self.lines != LineRange::ALL {
            text = format!("lines {} of {text}", self.lines);
        }
        format!("{text}: no position there")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_ends() {
        assert_eq!("101-200".parse(), Ok(LineRange { first: 101, last: 200 }));
        assert_eq!("7-7".parse(), Ok(LineRange { first: 7, last: 7 }));
        assert_eq!("1-".parse(), Ok(LineRange { first: 1, last: usize::MAX }));
        assert_eq!("5".parse(), Ok(LineRange { first: 5, last: 5 }));
        for text in ["", "-", "0", "-5", "0-3", "5-4", "a-b", "1-2-3", "1 - 2"] {
            assert!(text.parse::<LineRange>().is_err(), "{text}");
        }
    }
}
