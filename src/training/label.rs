//! Labels positions from games, some after random moves, with scores.
//!
//! A random move is a blunder on average, so the positions after one favour their side to
//! move. Each position is therefore paired with the one after its best move, which has the
//! negative score: the mean score of a pair is 0, and the fitted weights have no bias towards
//! the side to move.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::blocks::{Blocks, FileError, RunControl};
use super::games::PlayedGame;
use super::samples::{Sample, samples_bytes};
use super::searcher::Searcher;
use crate::board::Position;
use crate::eval::Evaluator;
use crate::random::Random;
use crate::score::Selectivity;
use crate::search::{Certainty, Goal, Limits, Line, NoMemory};

/// Which positions to take from games.
#[derive(Debug, Clone)]
pub struct Sampling {
    /// The seed of the run.
    pub seed: u64,
    /// The numbers of empties, drawn uniformly.
    pub empties: RangeInclusive<u32>,
    /// How many positions in a thousand come after random moves.
    pub wild: u32,
    /// The most random moves.
    pub wild_moves: u32,
}

/// Which positions to take and how to score them.
#[derive(Debug, Clone)]
pub struct Labelling {
    /// The positions.
    pub sampling: Sampling,
    /// Positions drawn for a block.
    pub samples_per_block: u32,
    /// Up to this many empties the score is proven.
    pub exact_empties: u32,
    /// Up to this many empties it comes from a search to the end with `selectivity`.
    pub solve_empties: u32,
    /// The selectivity of these searches and of those to a depth.
    pub selectivity: Selectivity,
    /// The depth of the search for the others.
    pub depth: u32,
}

/// Why a run of labelling ended early.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// A block cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The table of the search cannot be allocated.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// There are no games to take positions from.
    #[error("no games to take positions from")]
    NoGames,
}

/// One game in this many is held out from the fit, with all positions taken from it.
const HELD_OUT: usize = 16;

/// Labels the blocks that are missing among `blocks`.
///
/// # Errors
/// If there are no games, no memory, or a block cannot be written.
pub fn label(
    settings: &Labelling,
    blocks: &Blocks,
    games: &[PlayedGame],
    evaluator: &Arc<dyn Evaluator>,
    control: RunControl,
) -> Result<(), LabelError> {
    if games.is_empty() {
        return Err(LabelError::NoGames);
    }
    blocks.fill("samples", control, || {
        let mut searcher = Searcher::new(Arc::clone(evaluator))?;
        Ok(move |block: u32| {
            searcher.clear_table();
            let mut random = Random::new(settings.sampling.seed, block.into());
            let mut known = HashSet::new();
            let mut samples = Vec::new();
            for _ in 0..settings.samples_per_block {
                if control.stop.load(Relaxed) {
                    return Ok(None);
                }
                let Some(sampled) = settings.sampling.position(games, &mut random) else {
                    continue;
                };
                if known.insert(sampled.position.canonical().0) {
                    samples.extend(settings.samples(&sampled, &searcher));
                }
            }
            Ok(Some(samples_bytes(&samples)))
        })
    })
}

/// A sampled position, not labelled yet.
pub(super) struct SampledPosition {
    pub(super) position: Position,
    wild: u32,
    held_out: bool,
}

impl Sampling {
    /// A random position with a legal move; `None` if this draw gives none.
    pub(super) fn position(
        &self,
        games: &[PlayedGame],
        random: &mut Random,
    ) -> Option<SampledPosition> {
        let (least, most) = (*self.empties.start(), *self.empties.end());
        let empties = least + random.below(most - least + 1);
        let is_wild = random.chance(self.wild) && self.wild_moves > 0;
        let wild = if is_wild { 1 + random.below(self.wild_moves) } else { 0 };
        let game = random.below(games.len() as u32) as usize;
        let from = (empties + wild).min(60);
        let mut position =
            games[game].positions().find(|position| position.empty_count() == from)?;
        while position.empty_count() > empties {
            if position.is_over() {
                return None;
            }
            if position.must_pass() {
                position = position.pass();
            }
            position = position.play(random.legal_square(position)?)?;
        }
        if position.must_pass() {
            position = position.pass();
        }
        let sampled = SampledPosition { position, wild, held_out: game.is_multiple_of(HELD_OUT) };
        (!position.is_over()).then_some(sampled)
    }
}

impl Labelling {
    /// The labelled position, and the one after its best move.
    fn samples(
        &self,
        sampled: &SampledPosition,
        searcher: &Searcher,
    ) -> impl Iterator<Item = Sample> {
        let SampledPosition { position, wild, held_out } = *sampled;
        let line = self.line(position, searcher);
        let exact = line.certainty == Certainty::Exact;
        let score = line.score;
        let sample = Sample { position, score, exact, wild: wild as u8, held_out, child: false };
        let best = line.pv.first().and_then(|best| best.square());
        let next = best.and_then(|square| position.play(square));
        let child = next
            .filter(|next| !next.is_over() && !next.must_pass())
            .map(|position| Sample { position, score: -score, child: true, ..sample });
        std::iter::once(sample).chain(child)
    }

    /// The best line of `position`, which gives its score.
    fn line(&self, position: Position, searcher: &Searcher) -> Line {
        let empties = position.empty_count();
        let limits = if empties <= self.exact_empties {
            Limits { goal: Goal::Exact, ..Limits::default() }
        } else if empties <= self.solve_empties {
            let (depth, end_selectivity) = (Some(empties), self.selectivity);
            Limits { depth, end_selectivity, ..Limits::default() }
        } else {
            let (depth, selectivity) = (Some(self.depth), Some(self.selectivity));
            Limits { depth, selectivity, ..Limits::default() }
        };
        searcher.line(position, &limits)
    }
}
