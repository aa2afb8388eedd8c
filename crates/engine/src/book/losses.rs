//! [`ExportLosses`]: what another format cannot hold.

use std::fmt;

/// What an export of a book loses: the number of positions for each kind of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportLosses {
    /// Fractions of a disc in a score.
    pub hundredths: usize,
    /// The certainty of an estimate.
    pub confidence: usize,
    /// The proof of a win, loss or draw.
    pub wld: usize,
    /// The proof of an outside move in a position that is not proven, or the depth of a proof.
    pub proofs: usize,
    /// Depths of estimates beyond the end of the game.
    pub depths: usize,
    /// Counts of games.
    pub games: usize,
    /// Everything, because no line of the book reaches the position.
    pub unreached: usize,
    /// The number of counted sources (not positions).
    pub sources: usize,
}

/// `hundredths of discs (3), which games were counted (1)`.
impl fmt::Display for ExportLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let losses = [
            (self.hundredths, "hundredths of discs"),
            (self.confidence, "confidence of estimates"),
            (self.wld, "proofs of the winner only"),
            (self.proofs, "proofs of single moves"),
            (self.depths, "depths beyond the end"),
            (self.games, "counts of games"),
            (self.unreached, "positions that no line from the start reaches"),
            (self.sources, "which games were counted"),
        ];
        let mut gap = "";
        for (count, what) in losses.into_iter().filter(|&(count, _)| count > 0) {
            write!(f, "{gap}{what} ({count})")?;
            gap = ", ";
        }
        Ok(())
    }
}
