//! Replies of the commands that count or change positions, as text and JSON.

use std::fmt;

use serde::Serialize;

use crate::output::{counted, rounded};
use engine::book::{BookStats, CheckReport, Fault, Pruned};
use engine::score::{Score, discs_of};
use othello::board::{Color, Position};
use othello::game::Setup;

/// The contents of a book.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "stats")]
pub(super) struct StatsReply {
    positions: u64,
    exact: u64,
    /// Sources of counts: games, and files with counts.
    counted: usize,
    bytes: u64,
    bytes_per_position: f64,
    by_empties: Vec<ByEmpties>,
    by_depth: Vec<ByDepth>,
}

#[derive(Debug, Serialize)]
struct ByEmpties {
    empties: usize,
    positions: u64,
}

#[derive(Debug, Serialize)]
struct ByDepth {
    depth: usize,
    positions: u64,
}

/// The nonzero counts with their indices.
fn counts(counts: &[u64]) -> impl DoubleEndedIterator<Item = (usize, u64)> {
    counts.iter().copied().enumerate().filter(|&(_, count)| count > 0)
}

impl From<&BookStats> for StatsReply {
    fn from(stats: &BookStats) -> StatsReply {
        let by_empties = counts(&stats.by_empties).rev();
        let by_depth = counts(&stats.by_depth).rev();
        let BookStats { positions, exact, counted, file_bytes: bytes, .. } = *stats;
        let bytes_per_position = rounded(bytes as f64 / positions.max(1) as f64);
        StatsReply {
            positions,
            exact,
            counted,
            bytes,
            bytes_per_position,
            by_empties: by_empties
                .map(|(empties, positions)| ByEmpties { empties, positions })
                .collect(),
            by_depth: by_depth.map(|(depth, positions)| ByDepth { depth, positions }).collect(),
        }
    }
}

impl fmt::Display for StatsReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatsReply { positions, exact, bytes, by_empties, by_depth, .. } = self;
        let (each, games) = (self.bytes_per_position, counted(self.counted, "game"));
        let all = counted(*positions, "position");
        writeln!(f, "{all}, {exact} of them proven, {games} counted")?;
        writeln!(f, "{}, {each:.0} a position", counted(*bytes, "byte"))?;
        if *positions > 0 {
            writeln!(f, "empties  positions  searched to depth  positions")?;
        }
        for row in 0..by_empties.len().max(by_depth.len()) {
            let left = by_empties.get(row).map_or_else(
                || " ".repeat(18),
                |row| format!("{:>7}  {:>9}", row.empties, row.positions),
            );
            match by_depth.get(row) {
                Some(row) => writeln!(f, "{left}  {:>17}  {:>9}", row.depth, row.positions)?,
                None => writeln!(f, "{left}")?,
            }
        }
        Ok(())
    }
}

/// Differences between scores of a book and fresh searches.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "sample")]
pub(super) struct SampleReply {
    positions: usize,
    /// The mean of search minus book, and of its absolute value, in discs.
    mean: f64,
    mean_size: f64,
    worst: Option<WorstReply>,
}

#[derive(Debug, Serialize)]
struct WorstReply {
    fen: String,
    book: f64,
    search: f64,
}

impl SampleReply {
    /// From positions with book score and search score.
    pub(super) fn new(sample: &[(Position, Score, Score)]) -> SampleReply {
        let difference =
            |&(_, book, found): &(_, Score, Score)| found.centidiscs() - book.centidiscs();
        let count = sample.len().max(1) as f64;
        let sum = sample.iter().map(difference).sum();
        let sizes = sample.iter().map(|found| difference(found).abs());
        let worst = sample.iter().max_by_key(|found| difference(found).abs());
        SampleReply {
            positions: sample.len(),
            mean: rounded(discs_of(sum) / count),
            mean_size: rounded(discs_of(sizes.sum()) / count),
            worst: worst.map(|&(position, book, found)| WorstReply {
                fen: Setup { position, side: Color::Black }.to_fen(),
                book: discs_of(book.centidiscs()),
                search: discs_of(found.centidiscs()),
            }),
        }
    }
}

impl fmt::Display for SampleReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SampleReply { positions, mean, mean_size, worst } = self;
        write!(f, "{} searched again", counted(*positions, "position"))?;
        let Some(WorstReply { fen, book, search }) = worst else { return Ok(()) };
        write!(f, ": mean absolute difference {mean_size:.2} discs, mean difference {mean:+.2}")?;
        write!(f, "\nworst: {fen}, {book:+.2} in the book, {search:+.2} by search")
    }
}

/// A faulty position.
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

/// The result of a check.
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
        write!(f, "{} checked, {} wrong", counted(self.positions, "position"), self.faults)
    }
}

/// The growth of a book.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "grown")]
pub(super) struct GrownReply {
    /// The games of `add`; `None` for `learn`.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<AddedGames>,
    /// The new positions.
    pub(super) new: usize,
    /// All positions in the book.
    pub(super) positions: u64,
}

/// Games that were added.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct AddedGames {
    /// Newly counted.
    #[serde(rename = "games")]
    pub(super) counted: usize,
    /// Counted before.
    pub(super) known: usize,
}

impl fmt::Display for GrownReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(games) = self.games {
            write!(f, "{}, ", counted(games.counted, "game"))?;
            if games.known > 0 {
                write!(f, "{} counted before, ", games.known)?;
            }
        }
        let new = counted(self.new, "new position");
        write!(f, "{new}, {} in the book", self.positions)
    }
}

/// The result of an import.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "reply", rename = "imported")]
pub(super) struct ImportedReply {
    /// Positions in all files.
    pub(super) told: usize,
    /// New positions.
    pub(super) new: usize,
    /// Searches.
    pub(super) searched: usize,
    /// All positions in the book.
    pub(super) positions: u64,
    /// Edax scores and bounds clamped to 64 discs.
    pub(super) clamped: usize,
    /// Unknown Edax scores and bounds.
    pub(super) unknown: usize,
    /// Damaged or missing Edax positions.
    pub(super) skipped: usize,
}

impl fmt::Display for ImportedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImportedReply { new, positions, .. } = self;
        let told = counted(self.told, "position");
        let searches = match self.searched {
            1 => "1 search".to_owned(),
            count => format!("{count} searches"),
        };
        write!(f, "{told}, {new} of them new, {searches}; {positions} in the book")
    }
}

/// The result of pruning.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "pruned")]
pub(super) struct PrunedReply {
    removed: u64,
    positions: u64,
    counts_lost: u64,
}

impl From<Pruned> for PrunedReply {
    fn from(pruned: Pruned) -> PrunedReply {
        PrunedReply { removed: pruned.removed, positions: pruned.left, counts_lost: pruned.counted }
    }
}

impl fmt::Display for PrunedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let removed = counted(self.removed, "position");
        write!(f, "{removed} removed, {} in the book", self.positions)?;
        match self.counts_lost {
            0 => Ok(()),
            lost => write!(f, "; game counts lost: {lost}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_positions_have_no_mean() {
        assert_eq!(SampleReply::new(&[]).to_string(), "0 positions searched again");
    }

    #[test]
    fn one_position_is_no_plural() {
        let pruned = PrunedReply { removed: 1, positions: 2, counts_lost: 0 };
        assert_eq!(pruned.to_string(), "1 position removed, 2 in the book");
        assert_eq!(
            CheckedReply { positions: 1, faults: 0 }.to_string(),
            "1 position checked, 0 wrong"
        );
        let imported = ImportedReply {
            told: 1,
            new: 1,
            searched: 1,
            positions: 1,
            ..ImportedReply::default()
        };
        assert_eq!(imported.to_string(), "1 position, 1 of them new, 1 search; 1 in the book");
    }
}
