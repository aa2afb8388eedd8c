//! Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996): before the moves
//! of a node are searched, in the middle game all but the hash move, the table is probed for
//! the positions after them. If one is known to be bad enough for the opponent, the node fails
//! high without a search.

use super::ordering::Candidates;
use super::worker::Worker;
use crate::score::Score;
use othello::board::{Bitboard, Position, Square};

impl Worker<'_> {
    /// Makes the `moves` of `position`, in no order yet; meanwhile what the table knows of the
    /// positions after them is fetched. The order costs more and is left to the caller, for where
    /// there is a cutoff.
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

    /// The cutoff at `beta` of a node that is searched to `depth`: one of its moves whose score is
    /// known to be that or more, with the score.
    #[inline(always)]
    pub(crate) fn transposition_cutoff(
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
