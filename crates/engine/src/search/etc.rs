//! Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996): the node fails high
//! without a search if the table has a good enough score for one of its children. The midgame tries
//! these cutoffs after the hash move. The endgame tries them before the hash move.

use super::ordering::Candidates;
use super::worker::Worker;
use crate::score::Score;
use othello::board::{Bitboard, Position, Square};

impl Worker<'_> {
    /// Adds `moves` of `position` to `candidates`, unordered, and prefetches the table's buckets of
    /// the children.
    #[inline(always)]
    pub(crate) fn make_candidates(
        &self,
        candidates: &mut Candidates,
        position: Position,
        moves: Bitboard,
    ) {
        let tt = &self.shared.tt;
        candidates.make(position, moves, |next| tt.prefetch(tt.hash(next)));
    }

    /// The first candidate whose table entry gives at least `beta` at `depth` plies, and the score.
    #[inline(always)]
    pub(crate) fn enhanced_transposition_cutoff(
        &self,
        candidates: &Candidates,
        beta: Score,
        depth: u32,
    ) -> Option<(Score, Square)> {
        let tt = &self.shared.tt;
        candidates.moves().iter().find_map(|candidate| {
            let entry = tt.probe(candidate.next, tt.hash(candidate.next))?;
            let score = -entry.upper;
            (entry.serves(depth - 1, self.selectivity) && score >= beta)
                .then_some((score, candidate.square))
        })
    }
}
