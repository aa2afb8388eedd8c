//! The root moves, and one search of them: to a depth, or to the end of the game.

use std::sync::{Arc, Mutex, PoisonError};

use super::bounds::{Bounds, DiscWindow};
use super::endgame::Best;
use super::ordering::{Candidate, Candidates};
use super::threads::SearchThreads;
use super::tt::Tt;
use super::worker::{Interrupt, Worker};
use crate::score::{Bound, Score, Selectivity, Window};
use othello::board::{Bitboard, DiscDiff, Move, Position, Square};

/// A root move and its last results.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub(super) square: Square,
    pub(super) next: Position,
    /// The score of its last search with an open window.
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) pv: Vec<Move>,
    /// The nodes of its last search.
    pub(super) nodes: u64,
}

impl RootMove {
    /// The legal `moves` of `position`, unsearched.
    pub(super) fn all(moves: Bitboard, position: Position) -> Vec<RootMove> {
        let moves = moves.into_iter().map(|square| RootMove {
            square,
            next: position.play_flips(square, position.flips(square)),
            score: -Score::INFINITY,
            bound: Bound::Upper,
            pv: vec![Move::Place(square)],
            nodes: 0,
        });
        moves.collect()
    }
}

impl Worker<'_> {
    /// [`search_root_on_all_threads`] on one thread. Counts the searched moves in `searched`. Defers
    /// moves that other threads are searching.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        searched: &mut u32,
        window: Window,
        depth: u32,
    ) -> Result<(), Interrupt> {
        let mut candidates = Candidates::new();
        for &RootMove { next, square, .. } in &*moves {
            candidates.push(Candidate { next, replies: next.legal_moves(), square });
        }
        let mut priority = 0;
        candidates.rank(None, |_| {
            priority -= 1;
            priority
        });
        let busy = self.shared.busy.as_ref();
        let mut alpha = window.alpha;
        while let Some(candidate) = candidates.next_to_search(busy, *searched == 0) {
            let Candidate { next, replies, square } = candidate;
            let open = Window { alpha, beta: window.beta };
            let nodes_before = self.nodes;
            let score = self.search_child(next, replies, open, depth, *searched)?;
            let at = |root_move: &RootMove| root_move.square == square;
            let index = moves.iter().position(at).expect("the candidates are the root moves");
            moves[index].nodes = self.nodes - nodes_before;
            *searched += 1;
            if *searched == 1 || score > alpha {
                let best = &mut moves[index];
                best.score = score;
                best.bound = window.bound(score);
                best.pv = variation(&self.shared.tt, best.square, next, depth);
                moves[..=index].rotate_right(1);
                alpha = alpha.max(score);
                if score >= window.beta || score >= Score::MAX {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Searches `moves` to `depth` and puts the best first, with its score and PV. After a stopped
/// search, the best move so far is first.
pub(super) fn search_root_on_all_threads(
    threads: &mut SearchThreads,
    moves: &mut [RootMove],
    window: Window,
    depth: u32,
) -> Result<(), Interrupt> {
    let partial = Arc::new(Mutex::new(None));
    let (of_all, known) = (Arc::clone(&partial), moves.to_vec());
    let outcome = threads.run(move |worker| {
        let mut own = known.clone();
        let mut searched = 0;
        let outcome = worker.search_root(&mut own, &mut searched, window, depth);
        if outcome.is_err() && searched > 0 {
            let mut of_all = of_all.lock().unwrap_or_else(PoisonError::into_inner);
            keep_best(&mut of_all, &own);
        }
        outcome.map(|()| own)
    });
    let partial = partial.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = outcome.as_ref().ok().or(partial.as_ref()) {
        moves.clone_from_slice(found);
    }
    outcome.map(drop)
}

/// Merges the results of stopped threads: keeps the list whose first move has the higher score.
fn keep_best(kept: &mut Option<Vec<RootMove>>, found: &[RootMove]) {
    if kept.as_ref().is_none_or(|kept| found[0].score > kept[0].score) {
        *kept = Some(found.to_vec());
    }
}

/// Solves the root with `moves` within `window` and puts the best first, with the bounds of its
/// score. Calls `progress` after each null window.
pub(super) fn solve_root_on_all_threads(
    threads: &mut SearchThreads,
    position: Position,
    moves: &mut [RootMove],
    window: DiscWindow,
    progress: &mut dyn FnMut(&RootMove),
) -> Result<(), Interrupt> {
    let allowed: Bitboard = moves.iter().map(|root_move| root_move.square).collect();
    let estimate = moves[0].score.clamp(-Score::MAX_ESTIMATE, Score::MAX_ESTIMATE);
    let mut guess = estimate.nearest_even().discs();
    let mut bounds = Bounds::NONE;
    let empties = position.empty_count();
    // The score comes from an earlier iteration.
    moves[0].bound = Bound::Upper;
    if bounds.next_alpha(guess, window).is_none() {
        // The window lies above all final scores.
        moves[0].score = Score::MAX;
    }
    while let Some(alpha) = bounds.next_alpha(guess, window) {
        let Best { score, square } = threads
            .run(move |worker| worker.solve_deep::<true>(position, allowed, empties, alpha))?;
        guess = bounds.learn(alpha, score);
        let beats_alpha = score > alpha;
        // Until a move has a proven lower bound, the move with the highest upper bound is the best.
        if (beats_alpha || bounds.lower == Bounds::NONE.lower)
            && let Some(index) = moves.iter().position(|candidate| Some(candidate.square) == square)
        {
            moves[..=index].rotate_right(1);
        }
        let best = &mut moves[0];
        let known = if beats_alpha { bounds.lower } else { bounds.upper };
        best.score = DiscDiff::saturating(known).into();
        best.bound = match beats_alpha {
            _ if bounds.lower == bounds.upper => Bound::Exact,
            true => Bound::Lower,
            false => Bound::Upper,
        };
        best.pv = if best.bound == Bound::Exact && threads.selectivity() == Selectivity::Full {
            proven_variation(threads, best.square, best.next, best.score.floor_discs())
        } else {
            variation(&threads.shared().tt, best.square, best.next, empties)
        };
        progress(best);
    }
    Ok(())
}

/// The PV after the move `first`, which leads to `next`. Each move of the PV provably keeps
/// `score`, the exact score for the side that made the move `first`. Ends early if the search is
/// stopped.
fn proven_variation(
    threads: &mut SearchThreads,
    first: Square,
    next: Position,
    score: DiscDiff,
) -> Vec<Move> {
    let mut moves = vec![Move::Place(first)];
    let (mut position, mut score) = (next, -score);
    while !position.is_over() {
        if position.must_pass() {
            moves.push(Move::Pass);
            (position, score) = (position.pass(), -score);
            continue;
        }
        let empties = position.empty_count() - 1;
        let known = threads.shared().tt.probe(position, threads.shared().tt.hash(position));
        let hash_move = known.and_then(|entry| entry.moves[0]).map_or(Bitboard::EMPTY, Square::bit);
        let others = position.legal_moves() - hash_move;
        let keeping = hash_move.into_iter().chain(others).find_map(|square| {
            let next = position.play(square)?;
            let (replies, target) = (next.legal_moves(), -score.discs());
            let reached =
                threads.run(move |worker| worker.solve_null_window(next, replies, empties, target));
            match reached {
                Ok(reached) => (reached <= target).then_some(Some((square, next))),
                // Stopped.
                Err(_) => Some(None),
            }
        });
        let Some(Some((square, next))) = keeping else { break };
        moves.push(Move::Place(square));
        (position, score) = (next, -score);
    }
    moves
}

/// The PV after `first`, which leads to `next`, by the hash moves of the table; at most `depth`
/// discs.
fn variation(tt: &Tt, first: Square, next: Position, depth: u32) -> Vec<Move> {
    let mut moves = vec![Move::Place(first)];
    let mut position = next;
    for _ in 1..depth {
        if position.must_pass() {
            moves.push(Move::Pass);
            position = position.pass();
        }
        let known = tt.probe(position, tt.hash(position));
        let Some(square) = known.and_then(|entry| entry.moves[0]) else { break };
        let Some(after) = position.play(square) else { break };
        moves.push(Move::Place(square));
        position = after;
    }
    if moves.last() == Some(&Move::Pass) {
        moves.pop();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopped_threads_keep_the_best_move_in_any_order() {
        let found = |first: usize, score| {
            let mut moves = RootMove::all(Position::START.legal_moves(), Position::START);
            moves[..=first].rotate_right(1);
            moves[0].score = Score::saturating(score);
            moves
        };
        let (good, bad) = (found(2, 150), found(0, 100));
        for order in [[&good, &bad], [&bad, &good]] {
            let mut kept = None;
            for found in order {
                keep_best(&mut kept, found);
            }
            assert_eq!(kept.map(|kept| kept[0].square), Some(good[0].square));
        }
    }
}
