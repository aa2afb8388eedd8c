//! Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996): before any
//! move of a node is searched, the table is probed for the positions after all of them. If
//! one is known to be bad enough for the opponent, the node fails high without a search.

use super::ordering::Candidate;
use super::worker::Worker;
use crate::board::Square;
use crate::score::Score;

impl Worker<'_> {
    /// A move of a node that is searched to `depth` whose score is known to be `beta` or
    /// more, with that score.
    pub(crate) fn transposition_cutoff(
        &self,
        candidates: &[Candidate],
        beta: Score,
        depth: u32,
    ) -> Option<(Score, Square)> {
        for candidate in candidates {
            self.shared.tt.prefetch(candidate.next.hash64());
        }
        candidates.iter().find_map(|candidate| {
            let entry = self.shared.tt.probe(candidate.next, candidate.next.hash64())?;
            let score = -entry.upper;
            (entry.serves(depth - 1, self.selectivity) && score >= beta)
                .then_some((score, candidate.square))
        })
    }
}
