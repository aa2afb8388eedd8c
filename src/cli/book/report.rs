//! What `stats`, `check`, `add` and `learn` answer, as text and in JSON.

use std::fmt;

use serde::Serialize;

use crate::board::{Color, Position};
use crate::book::{BookStats, CheckReport, Fault};
use crate::game::Setup;

/// What is in a book.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "stats")]
pub(super) struct StatsReply {
    positions: u64,
    exact: u64,
    bytes: u64,
    by_empties: Vec<ByEmpties>,
}

#[derive(Debug, Serialize)]
struct ByEmpties {
    empties: usize,
    positions: u64,
}

impl From<&BookStats> for StatsReply {
    fn from(stats: &BookStats) -> StatsReply {
        let counted = stats.by_empties.iter().copied().enumerate().rev();
        let by_empties = counted
            .filter(|&(_, positions)| positions > 0)
            .map(|(empties, positions)| ByEmpties { empties, positions })
            .collect();
        let BookStats { positions, exact, file_bytes: bytes, .. } = *stats;
        StatsReply { positions, exact, bytes, by_empties }
    }
}

impl fmt::Display for StatsReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatsReply { positions, exact, bytes, by_empties } = self;
        writeln!(f, "{positions} positions, {exact} of them proven, {bytes} bytes")?;
        if !by_empties.is_empty() {
            writeln!(f, "empties  positions")?;
        }
        by_empties
            .iter()
            .try_for_each(|row| writeln!(f, "{:>7}  {:>9}", row.empties, row.positions))
    }
}

/// A position of a book with which something is wrong.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "fault")]
pub(super) struct FaultReply {
    fen: String,
    reason: String,
}

impl From<&(Position, Fault)> for FaultReply {
    fn from(&(position, fault): &(Position, Fault)) -> FaultReply {
        let fen = Setup { position, side: Color::Black }.to_fen();
        FaultReply { fen, reason: fault.to_string() }
    }
}

impl fmt::Display for FaultReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fen, self.reason)
    }
}

/// How many positions were checked.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "checked")]
pub(super) struct CheckedReply {
    positions: u64,
    faults: usize,
}

impl From<&CheckReport> for CheckedReply {
    fn from(report: &CheckReport) -> CheckedReply {
        CheckedReply { positions: report.positions, faults: report.faults.len() }
    }
}

impl fmt::Display for CheckedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions checked, {} wrong", self.positions, self.faults)
    }
}

/// By how much a book has grown.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "grown")]
pub(super) struct GrownReply {
    /// The games that were counted; `None` where there are none to be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<usize>,
    /// The new positions.
    pub(super) new: usize,
    /// All that are in the book now.
    pub(super) positions: u64,
}

impl fmt::Display for GrownReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(games) = self.games {
            write!(f, "{games} games, ")?;
        }
        write!(f, "{} new positions, {} in the book", self.new, self.positions)
    }
}
