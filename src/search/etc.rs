//! Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996): before any
//! move of a node is searched, the table is probed for the positions after all of them. If
//! one is known to be bad enough for the opponent, the node fails high without a search.

use super::ordering::Candidates;
use super::worker::Worker;
use crate::board::{Bitboard, Position, Square};
use crate::score::Score;

impl Worker<'_> {
    /// Makes the `moves` of `position`, in no order yet. With the `beta` and the depth of a cutoff
    /// to be tried: a move whose score is known to be `beta` or more, with that score. Only then
    /// are the table's buckets for the positions after all moves fetched, as most of them are not
    /// searched.
    ///
    /// The order costs more and is left to the caller, for where there is no cutoff.
    #[inline(always)]
    pub(crate) fn make_candidates(
        &self,
        candidates: &mut Candidates,
        position: Position,
        moves: Bitboard,
        cutoff: Option<(Score, u32)>,
    ) -> Option<(Score, Square)> {
        let tt = &self.shared.tt;
        let Some((beta, depth)) = cutoff else {
            candidates.make(position, moves, |_| ());
            return None;
        };
        candidates.make(position, moves, |next| tt.prefetch(next.hash64()));
        candidates.moves().iter().find_map(|candidate| {
            let entry = tt.probe(candidate.next, candidate.next.hash64())?;
            let score = -entry.upper;
            (entry.serves(depth - 1, self.selectivity) && score >= beta)
                .then_some((score, candidate.square))
        })
    }
}
