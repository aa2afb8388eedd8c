//! Games of the engine against itself, from random openings and with some noise.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::blocks::{Blocks, Crew, FileError};
use super::games::{PlayedGame, shard_bytes};
use super::searcher::{NoTable, Searcher};
use crate::board::Position;
use crate::eval::Evaluator;
use crate::random::Random;

/// How games are played.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// What makes this run different from others.
    pub seed: u64,
    /// Games in a shard.
    pub games_per_shard: u32,
    /// The fewest and the most random plies at the start.
    pub opening: (u32, u32),
    /// How many of a thousand later moves are random.
    pub noise: u32,
    /// The depth of the search for the other moves.
    pub depth: u32,
    /// Exact play with this many empties or fewer.
    pub exact_empties: u32,
}

/// Why a run of self-play ended early.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// A shard cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no memory to search with.
    #[error(transparent)]
    NoTable(#[from] NoTable),
}

/// Plays the shards that are missing among `blocks`.
///
/// # Errors
/// If there is no memory or a shard cannot be written.
pub fn play(
    settings: &SelfPlay,
    blocks: &Blocks,
    evaluator: &Arc<dyn Evaluator>,
    crew: Crew,
) -> Result<(), SelfPlayError> {
    blocks.fill("games", crew, || {
        let mut searcher = Searcher::new(Arc::clone(evaluator))?;
        Ok(move |shard: u32| {
            let games = play_shard(settings, shard, &mut searcher, crew.stop)?;
            Some(shard_bytes(&games))
        })
    })
}

/// The games of a shard; `None` when stopped.
fn play_shard(
    settings: &SelfPlay,
    shard: u32,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Option<Vec<PlayedGame>> {
    searcher.forget();
    let mut random = Random::new(settings.seed, shard.into());
    let mut openings = HashSet::new();
    let mut games = Vec::new();
    while games.len() < settings.games_per_shard as usize {
        if stop.load(Relaxed) {
            return None;
        }
        games.extend(play_game(settings, &mut random, &mut openings, searcher));
    }
    Some(games)
}

/// A game whose opening leads to a position that is not in `openings` yet, nor a
/// symmetric one; `None` if it does not.
fn play_game(
    settings: &SelfPlay,
    random: &mut Random,
    openings: &mut HashSet<Position>,
    searcher: &mut Searcher,
) -> Option<PlayedGame> {
    let (shortest, longest) = settings.opening;
    let opening = shortest + random.below(longest.saturating_sub(shortest) + 1);
    let mut squares = Vec::new();
    let mut position = Position::START;
    let mut black_to_move = true;
    while !position.is_over() {
        if position.must_pass() {
            position = position.pass();
            black_to_move = !black_to_move;
        }
        let ply = squares.len() as u32;
        if ply == opening && !openings.insert(position.canonical().0) {
            return None;
        }
        let square = if ply < opening || random.chance(noise(settings, position)) {
            random.legal_square(position).expect("there is a legal move")
        } else if position.empty_count() <= settings.exact_empties {
            searcher.best_to_the_end(position)
        } else {
            searcher.best_move(position, settings.depth)
        };
        squares.push(square);
        position = position.play_flips(square, position.flips(square));
        black_to_move = !black_to_move;
    }
    let difference = position.final_difference().discs();
    let difference = if black_to_move { difference } else { -difference } as i8;
    Some(PlayedGame { squares, opening: opening as u8, difference })
}

/// How many of a thousand moves are random in `position`: none where play is exact.
fn noise(settings: &SelfPlay, position: Position) -> u32 {
    if position.empty_count() > settings.exact_empties { settings.noise } else { 0 }
}
