//! The moves of the position that was asked for, and one search over them: with a
//! depth, or to the end of the game.

use std::sync::{Mutex, PoisonError};

use super::endgame::{Best, Bounds};
use super::team::Team;
use super::tt::Tt;
use super::worker::{Stopped, Worker};
use crate::board::{Bitboard, DiscDiff, Move, Position, Square};
use crate::score::{Bound, Score, Selectivity, Window};

/// A legal move of the root.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub(super) square: Square,
    pub(super) next: Position,
    /// What its last search with a window found.
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    /// The legal moves of `position` but for `excluded`, in reading order.
    pub(super) fn all_but(excluded: Option<Square>, position: Position) -> Vec<RootMove> {
        let excluded = excluded.map_or(Bitboard::EMPTY, Square::bit);
        let moves = (position.legal_moves() - excluded).into_iter().map(|square| RootMove {
            square,
            next: position.play_flips(square, position.flips(square)),
            score: -Score::INFINITY,
            bound: Bound::Upper,
            pv: vec![Move::Place(square)],
        });
        moves.collect()
    }
}

impl Worker<'_> {
    /// [`search_root`] by one thread.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        window: Window,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mut alpha = window.alpha;
        for index in 0..moves.len() {
            let next = moves[index].next;
            let open = Window { alpha, beta: window.beta };
            let score = self.after_move(next, open, depth, index == 0)?;
            if index == 0 || score > alpha {
                let best = &mut moves[index];
                best.score = score;
                best.bound = window.bound(score);
                best.pv = variation(self.shared.tt, best.square, next, depth);
                moves[..=index].rotate_right(1);
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Searches `moves` to `depth` and puts the best one first, with its score and
/// variation. When stopped half-way, a better move already found is first.
pub(super) fn search_root(
    team: &mut Team,
    moves: &mut [RootMove],
    window: Window,
    depth: u32,
) -> Result<(), Stopped> {
    let partial = Mutex::new(None);
    let outcome = team.run(|worker| {
        let mut own = moves.to_vec();
        match worker.search_root(&mut own, window, depth) {
            Ok(()) => Ok(own),
            Err(stopped) => {
                *partial.lock().unwrap_or_else(PoisonError::into_inner) = Some(own);
                Err(stopped)
            }
        }
    });
    let partial = partial.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = outcome.as_ref().ok().or(partial.as_ref()) {
        moves.clone_from_slice(found);
    }
    outcome.map(drop)
}

/// Solves the root with `moves` within `window` (in discs, both ends excluded) and
/// puts the best one first, with what is known of its score. `progress` is told
/// after each null window.
pub(super) fn solve_root(
    team: &mut Team,
    position: Position,
    moves: &mut [RootMove],
    window: (i32, i32),
    progress: &mut dyn FnMut(&RootMove),
) -> Result<(), Stopped> {
    let allowed: Bitboard = moves.iter().map(|root_move| root_move.square).collect();
    let estimate = moves[0].score.clamp(-Score::MAX_ESTIMATE, Score::MAX_ESTIMATE);
    let mut guess = (estimate + Score::PER_DISC).floor_discs().discs() & !1;
    let mut bounds = Bounds::NONE;
    while let Some(alpha) = bounds.next_alpha(guess, window) {
        let Best { score, square } =
            team.run(|worker| worker.solve_root(position, allowed, alpha))?;
        guess = bounds.learn(alpha, score);
        let beats_alpha = score > alpha;
        // Until a move is proven to reach something, the one that may reach most.
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
        best.pv = if best.bound == Bound::Exact && team.selectivity() == Selectivity::Full {
            proven_variation(team, best.square, best.next, best.score.floor_discs())
        } else {
            variation(team.tt(), best.square, best.next, position.empty_count())
        };
        progress(best);
    }
    Ok(())
}

/// The play after `first` has led to `next` with `empties` empties, both sides
/// choosing moves that are proven to keep `score`, the exact one of the side that
/// moved first. To the end of the game unless stopped.
fn proven_variation(team: &mut Team, first: Square, next: Position, score: DiscDiff) -> Vec<Move> {
    let mut moves = vec![Move::Place(first)];
    let (mut position, mut score) = (next, -score);
    while !position.is_over() {
        if position.must_pass() {
            moves.push(Move::Pass);
            (position, score) = (position.pass(), -score);
            continue;
        }
        let empties = position.empty_count() - 1;
        let known = team.tt().probe(position, position.hash64());
        let favourite = known.and_then(|entry| entry.moves[0]).map_or(Bitboard::EMPTY, Square::bit);
        let others = position.legal_moves() - favourite;
        let keeping = favourite.into_iter().chain(others).find_map(|square| {
            let next = position.play(square)?;
            let (replies, target) = (next.legal_moves(), -score.discs());
            let reached =
                team.run(|worker| worker.solve_null_window(next, replies, empties, target));
            (reached.ok()? <= target).then_some((square, next))
        });
        let Some((square, next)) = keeping else { break };
        moves.push(Move::Place(square));
        (position, score) = (next, -score);
    }
    moves
}

/// The play that the table remembers after `first` has led to `next`, `depth`
/// placed discs in all at most.
fn variation(tt: &Tt, first: Square, next: Position, depth: u32) -> Vec<Move> {
    let mut moves = vec![Move::Place(first)];
    let mut position = next;
    for _ in 1..depth {
        if position.must_pass() {
            moves.push(Move::Pass);
            position = position.pass();
        }
        let known = tt.probe(position, position.hash64());
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
