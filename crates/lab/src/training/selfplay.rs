//! Self-play games with random openings and random moves.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::games::{GamesError, PlayedGame, provenance, shard_bytes};
use super::searcher::Searcher;
use super::shards::{FileError, RunControl, Shards};
use engine::eval::Evaluator;
use engine::score::Score;
use engine::search::NoMemory;
use othello::board::{Position, Square};
use othello::game::Game;
use othello::random::Random;

/// Settings of self-play. Each game draws a value from each range.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use engine::eval::{Classic, Evaluator};
/// use lab::training::shards::{Shards, RunControl};
/// use lab::training::games::read_shard;
/// use lab::training::selfplay::{SelfPlay, play};
///
/// let settings = SelfPlay {
///     seed: 1,
///     games_per_shard: 2,
///     opening: 8..=14,
///     long_openings: 0,
///     long_opening: 15..=30,
///     noisy_games: 500,
///     noise: 60,
///     excursions: 0,
///     excursion: 1..=8,
///     depth: 1..=2,
///     exact_empties: 4..=6,
/// };
/// let folder = tempfile::tempdir()?;
/// let shards = Shards { folder: folder.path().to_owned(), name: "1-".to_owned(), numbers: 0..1 };
/// let stop = AtomicBool::new(false);
/// let control = RunControl { threads: 1, stop: &stop, progress: &|_| () };
/// let evaluator: Arc<dyn Evaluator> = Arc::new(Classic);
/// play(&settings, &shards, &evaluator, "classic", control)?;
/// for path in lab::training::shards::files(folder.path(), "games")? {
///     assert_eq!(read_shard(&path)?.len(), 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// The seed of the run.
    pub seed: u64,
    /// Games in a shard.
    pub games_per_shard: u32,
    /// Random plies at the start, 0 to 60.
    pub opening: RangeInclusive<u32>,
    /// Games per thousand with a longer random opening.
    pub long_openings: u32,
    /// Random plies of a longer opening, 0 to 60.
    pub long_opening: RangeInclusive<u32>,
    /// Games per thousand with random moves after the opening.
    pub noisy_games: u32,
    /// Random moves per thousand in such a game.
    pub noise: u32,
    /// Games per thousand with an excursion, in which every other move is random, as in lines that a
    /// search refutes.
    pub excursions: u32,
    /// Length of an excursion in plies, 0 to 60.
    pub excursion: RangeInclusive<u32>,
    /// Search depth of the other moves, 1 to 60.
    pub depth: RangeInclusive<u32>,
    /// Maximum empties of exact play, 0 to 60.
    pub exact_empties: RangeInclusive<u32>,
}

/// Minimum plies between the last random move and exact play. A result says little about positions
/// before a blunder.
const LATEST_NOISE: u32 = 2;

/// Why a run of self-play ended early.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// A shard cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// An existing shard cannot be read.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// An existing shard has other settings.
    #[error("{path} has games of '{found}': expected '{expected}'; use a new folder or seed")]
    OtherSettings {
        /// Which file.
        path: PathBuf,
        /// Its provenance.
        found: String,
        /// The provenance of this run.
        expected: String,
    },
    /// The table of the search cannot be allocated.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// There are fewer distinct openings than games in a shard.
    #[error("too few distinct openings: found {found}, expected {wanted}; use more plies")]
    TooFewOpenings {
        /// Distinct openings found.
        found: usize,
        /// Openings needed.
        wanted: u32,
    },
}

/// Consecutive repeated openings after which the openings count as exhausted.
const MAX_ATTEMPTS: u32 = 100_000;

/// Plays the missing `shards` and returns the number of existing shards. `player` is the name of
/// `evaluator` in the files.
///
/// # Errors
/// If memory runs out, a shard cannot be written, an existing shard has other settings, or the
/// openings run out.
pub fn play(
    settings: &SelfPlay,
    shards: &Shards,
    evaluator: &Arc<dyn Evaluator>,
    player: &str,
    control: RunControl,
) -> Result<u32, SelfPlayError> {
    let expected = &*settings.provenance(player);
    let check = |path: &Path| {
        let found = provenance(path)?;
        if found == expected {
            return Ok(());
        }
        let (path, expected) = (path.to_owned(), expected.to_owned());
        Err(SelfPlayError::OtherSettings { path, found, expected })
    };
    shards.fill("games", control, check, || {
        let mut searcher = Searcher::new(Arc::clone(evaluator))?.stopped_by(control.stop);
        Ok(move |shard: u32| {
            let games = play_shard(settings, shard, &mut searcher, control.stop)?;
            Ok(games.map(|games| shard_bytes(expected, &games)))
        })
    })
}

/// The games of `shard`, as [`play`] writes them; `None` after a stop.
///
/// # Errors
/// If memory runs out or the openings run out.
pub fn games_of_shard(
    settings: &SelfPlay,
    shard: u32,
    evaluator: &Arc<dyn Evaluator>,
    stop: &AtomicBool,
) -> Result<Option<Vec<PlayedGame>>, SelfPlayError> {
    let mut searcher = Searcher::new(Arc::clone(evaluator))?.stopped_by(stop);
    play_shard(settings, shard, &mut searcher, stop)
}

/// The games of a shard; `None` after a stop.
fn play_shard(
    settings: &SelfPlay,
    shard: u32,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Result<Option<Vec<PlayedGame>>, SelfPlayError> {
    searcher.clear_table();
    let mut random = Random::new(settings.seed, shard.into());
    let mut openings = HashSet::new();
    let mut games = Vec::new();
    let mut attempts = 0;
    while games.len() < settings.games_per_shard as usize {
        if attempts == MAX_ATTEMPTS {
            let (found, wanted) = (games.len(), settings.games_per_shard);
            return Err(SelfPlayError::TooFewOpenings { found, wanted });
        }
        attempts += 1;
        let opening = random_opening(settings, &mut random);
        if opening.game.is_over() || !openings.insert(opening.position().canonical().0) {
            continue;
        }
        attempts = 0;
        games.push(opening.play_on(settings, &mut random, searcher));
        if stop.load(Relaxed) {
            return Ok(None);
        }
    }
    Ok(Some(games))
}

/// A game in progress.
struct Play {
    game: Game,
    scores: Vec<Option<Score>>,
}

/// A random opening.
fn random_opening(settings: &SelfPlay, random: &mut Random) -> Play {
    let is_long = random.chance(settings.long_openings);
    let plies = if is_long { &settings.long_opening } else { &settings.opening };
    let plies = random_in(plies, random);
    let mut play = Play { game: Game::default(), scores: Vec::new() };
    while play.placements() < plies
        && let Some(square) = random.legal_square(play.position())
    {
        play.place(square);
    }
    play
}

impl Play {
    /// The current position. If the side to move must pass, the position after the pass.
    fn position(&self) -> Position {
        let position = self.game.setup().position;
        if position.must_pass() { position.pass() } else { position }
    }

    fn placements(&self) -> u32 {
        Position::START_EMPTIES - self.position().empty_count()
    }

    fn place(&mut self, square: Square) {
        self.game.play(square.into()).expect("it is legal");
    }

    /// Plays to the end.
    fn play_on(
        mut self,
        settings: &SelfPlay,
        random: &mut Random,
        searcher: &Searcher,
    ) -> PlayedGame {
        let noise = if random.chance(settings.noisy_games) { settings.noise } else { 0 };
        let depth = random_in(&settings.depth, random);
        let exact_empties = random_in(&settings.exact_empties, random);
        let opening = self.placements();
        let excursion = settings.draw_excursion(opening, exact_empties, random);
        while !self.game.is_over() && self.position().empty_count() > exact_empties {
            let (position, ply) = (self.position(), self.placements());
            let strays = excursion.contains(&ply) && (ply - excursion.start).is_multiple_of(2);
            let is_early = position.empty_count() > exact_empties + LATEST_NOISE;
            let at_random = is_early && (strays || random.chance(noise));
            let (square, score) = if at_random {
                (random.legal_square(position).expect("there is a legal move"), None)
            } else {
                let (square, score) = searcher.best_move(position, depth);
                (square, Some(score))
            };
            self.scores.push(score);
            self.place(square);
        }
        while !self.game.is_over() {
            for square in searcher.best_play(self.position()) {
                self.place(square);
            }
        }
        let difference = self.game.final_difference().expect("it is over").discs();
        PlayedGame {
            squares: self.game.placements().map(|(_, square)| square).collect(),
            opening: opening as u8,
            scores: self.scores,
            difference: difference as i8,
        }
    }
}

impl SelfPlay {
    /// Everything that determines the games of `player`, written as options of `selfplay`.
    fn provenance(&self, player: &str) -> String {
        let range = |range: &RangeInclusive<u32>| format!("{}-{}", range.start(), range.end());
        format!(
            "{player} --seed {} --games {} --opening {} --long-openings {} --long-opening {} \
             --noisy-games {} --noise {} --excursions {} --excursion {} --depth {} --exact {}",
            self.seed,
            self.games_per_shard,
            range(&self.opening),
            self.long_openings,
            range(&self.long_opening),
            self.noisy_games,
            self.noise,
            self.excursions,
            range(&self.excursion),
            range(&self.depth),
            range(&self.exact_empties),
        )
    }

    /// The plies of the excursion of a game after `played` plies; empty if the game has none.
    fn draw_excursion(&self, played: u32, exact_empties: u32, random: &mut Random) -> Range<u32> {
        // Draw nothing if the setting is off, so that the games do not change.
        if self.excursions == 0 || !random.chance(self.excursions) {
            return 0..0;
        }
        let length = random_in(&self.excursion, random);
        let latest = (60 - exact_empties).saturating_sub(LATEST_NOISE + length);
        let start = random_in(&(played..=latest.max(played)), random);
        start..start + length
    }
}

/// A random number in `range`.
fn random_in(range: &RangeInclusive<u32>, random: &mut Random) -> u32 {
    range.start() + random.below(range.end() - range.start() + 1)
}
