//! The replies of the commands that count or change positions, each as text and JSON.

use serde::Serialize;
use serde_json::{Value, json};

use crate::output::{counted, rounded};
use engine::book::{BookStats, Fault, Pruned};
use engine::score::{Score, discs_of};
use othello::board::{Color, Position};
use othello::game::Setup;

/// Text and JSON.
pub(super) type Reply = (String, Value);

/// The contents of a book.
pub(super) fn stats(stats: &BookStats) -> Reply {
    let BookStats { positions, exact, counted: games, file_bytes: bytes, .. } = *stats;
    let of_one = rounded(bytes as f64 / positions.max(1) as f64);
    let [by_empties, by_depth] = [&stats.by_empties[..], &stats.by_depth].map(nonzero);
    let mut text = format!(
        "{}, {exact} of them proven, {} counted\n{}, {of_one:.0} a position",
        counted(positions, "position"),
        counted(games, "game"),
        counted(bytes, "byte")
    );
    if positions > 0 {
        text += "\nempties  positions  searched to depth  positions";
    }
    let cells = |counts: &[(usize, u64)], row: usize, width: usize| {
        let cell = |&(index, count): &_| format!("{index:>width$}  {count:>9}");
        counts.get(row).map_or_else(|| " ".repeat(width + 11), cell)
    };
    for row in 0..by_empties.len().max(by_depth.len()) {
        let row = format!("\n{}  {}", cells(&by_empties, row, 7), cells(&by_depth, row, 17));
        text += row.trim_end_matches(' ');
    }
    let list = |counts: &[(usize, u64)], key: &str| -> Value {
        counts.iter().map(|&(index, count)| json!({ key: index, "positions": count })).collect()
    };
    let reply = json!({
        "reply": "stats", "positions": positions, "exact": exact, "counted": games,
        "bytes": bytes, "bytes_per_position": of_one,
        "by_empties": list(&by_empties, "empties"), "by_depth": list(&by_depth, "depth"),
    });
    (text, reply)
}

/// The nonzero counts with their indices, the highest index first.
fn nonzero(counts: &[u64]) -> Vec<(usize, u64)> {
    counts.iter().copied().enumerate().rev().filter(|&(_, count)| count > 0).collect()
}

/// The differences between scores of a book and fresh searches, from positions with both scores.
pub(super) fn sample(sample: &[(Position, Score, Score)]) -> Reply {
    let difference = |&(_, book, found): &(_, Score, Score)| found.centidiscs() - book.centidiscs();
    let mean = |sum: i32| rounded(discs_of(sum) / sample.len().max(1) as f64);
    let signed = mean(sample.iter().map(difference).sum());
    let absolute = mean(sample.iter().map(|found| difference(found).abs()).sum());
    let mut text = format!("{} searched again", counted(sample.len(), "position"));
    let worst = sample.iter().max_by_key(|found| difference(found).abs());
    let worst = worst.map(|&(position, book, found)| {
        let fen = fen(position);
        text += &format!(
            ": mean absolute difference {absolute:.2} discs, mean difference {signed:+.2}\n\
             worst: {fen}, {book} in the book, {found} by search"
        );
        let [book, search] = [book, found].map(|score| discs_of(score.centidiscs()));
        json!({ "fen": fen, "book": book, "search": search })
    });
    let reply = json!({
        "reply": "sample", "positions": sample.len(), "mean": signed, "mean_size": absolute,
        "worst": worst,
    });
    (text, reply)
}

/// A faulty position.
pub(super) fn fault(position: Position, fault: Fault) -> Reply {
    let (fen, reason) = (fen(position), fault.to_string());
    (format!("{fen}: {reason}"), json!({ "reply": "fault", "fen": fen, "reason": reason }))
}

fn fen(position: Position) -> String {
    Setup { position, side: Color::Black }.to_fen()
}

/// The result of a check.
pub(super) fn checked(positions: u64, faults: usize) -> Reply {
    let text = format!("{} checked, {faults} wrong", counted(positions, "position"));
    (text, json!({ "reply": "checked", "positions": positions, "faults": faults }))
}

/// The growth of a book: `new` positions were added, `positions` is the total.
pub(super) fn grown(new: usize, positions: u64) -> Reply {
    let text = format!("{}, {positions} in the book", counted(new, "new position"));
    (text, json!({ "reply": "grown", "new": new, "positions": positions }))
}

/// The growth of a book by `games`, including `known` games counted earlier.
pub(super) fn added(games: usize, known: usize, (grown, mut reply): Reply) -> Reply {
    let before = if known > 0 { format!("{known} counted before, ") } else { String::new() };
    (reply["games"], reply["known"]) = (games.into(), known.into());
    (format!("{}, {before}{grown}", counted(games, "game")), reply)
}

/// The result of an import.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "reply", rename = "imported")]
pub(super) struct Imported {
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

impl Imported {
    pub(super) fn reply(&self) -> Reply {
        let Imported { new, positions, searched, .. } = self;
        let told = counted(self.told, "position");
        let searches = if *searched == 1 { "search" } else { "searches" };
        let text =
            format!("{told}, {new} of them new, {searched} {searches}; {positions} in the book");
        (text, json!(self))
    }
}

/// The result of pruning.
pub(super) fn pruned(Pruned { removed, left, counted: lost }: Pruned) -> Reply {
    let mut text = format!("{} removed, {left} in the book", counted(removed, "position"));
    if lost > 0 {
        text += &format!("; game counts lost: {lost}");
    }
    let reply =
        json!({ "reply": "pruned", "removed": removed, "positions": left, "counts_lost": lost });
    (text, reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_has_no_mean() {
        assert_eq!(sample(&[]).0, "0 positions searched again");
    }

    #[test]
    fn one_position_is_singular() {
        let one = Pruned { removed: 1, left: 2, counted: 0 };
        assert_eq!(pruned(one).0, "1 position removed, 2 in the book");
        assert_eq!(checked(1, 0).0, "1 position checked, 0 wrong");
        let imported =
            Imported { told: 1, new: 1, searched: 1, positions: 1, ..Imported::default() };
        assert_eq!(imported.reply().0, "1 position, 1 of them new, 1 search; 1 in the book");
    }
}
