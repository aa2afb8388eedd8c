//! [`Task`]: a position to be solved, from a line of the input.

use std::str::FromStr;

use crate::cli::position::report_bad_record;
use crate::cli::source::Source;
use crate::game::{FoundRecord, ObfScore, Record, RecordPlace, Setup, WthorNames};

/// A position to be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Task {
    /// The number of its line, from 1.
    pub(super) line: usize,
    /// The position.
    pub(super) setup: Setup,
    /// What is known of its moves.
    pub(super) scores: Vec<ObfScore>,
}

impl Source {
    /// The positions on its `lines`, and how many of these give none, each of which is
    /// reported, and so is a file that cannot be read at all.
    pub(super) fn read(&self, lines: LineRange) -> anyhow::Result<(Vec<Task>, usize)> {
        let mut tasks = Vec::new();
        let mut bad_lines = 0;
        for found in self.records(WthorNames::NONE)? {
            let place = found.as_ref().map_or_else(|error| error.place, |found| found.place);
            let line = match place {
                RecordPlace::Text { line, .. } => line,
                RecordPlace::Game(number) => number,
            };
            if line > lines.last {
                break;
            }
            let is_of_file = found.as_ref().is_err_and(|error| error.fault.is_of_file());
            if line < lines.first && !is_of_file {
                continue;
            }
            match found {
                Ok(FoundRecord { record: Record { game, scores, .. }, .. }) => {
                    tasks.push(Task { line, setup: game.setup(), scores });
                }
                Err(error) => {
                    report_bad_record(self, &error)?;
                    bad_lines += 1;
                }
            }
        }
        Ok((tasks, bad_lines))
    }
}

/// The lines from `first` to `last`, both of them included and counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineRange {
    pub(super) first: usize,
    pub(super) last: usize,
}

/// A text that is no range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected two line numbers such as 101-200, the first from 1 up, the second no less")]
pub(super) struct ParseLineRangeError;

/// Reads `101-200`; the second number may be left out.
impl FromStr for LineRange {
    type Err = ParseLineRangeError;

    fn from_str(text: &str) -> Result<LineRange, ParseLineRangeError> {
        let (first, last) = text.split_once('-').ok_or(ParseLineRangeError)?;
        let first = first.parse().map_err(|_| ParseLineRangeError)?;
        let last = match last {
            "" => usize::MAX,
            last => last.parse().map_err(|_| ParseLineRangeError)?,
        };
        if first >= 1 && first <= last {
            Ok(LineRange { first, last })
        } else {
            Err(ParseLineRangeError)
        }
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
        for text in ["", "-", "5", "-5", "0-3", "5-4", "a-b", "1-2-3", "1 - 2"] {
            assert_eq!(text.parse::<LineRange>(), Err(ParseLineRangeError), "{text}");
        }
    }
}
