//! Games of the engine against itself, from random openings and with some random moves.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::games::{GamesError, MAX_PROVENANCE, PlayedGame, provenance, shard_bytes};
use super::searcher::Searcher;
use super::shards::{FileError, RunControl, Shards};
use engine::eval::Evaluator;
use engine::score::Score;
use engine::search::NoMemory;
use othello::board::{Position, Square};
use othello::random::Random;

/// How games are played. Values given as ranges are drawn for each game; none of them may be empty.
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
    /// How many random plies games begin with: 0 to 60.
    pub opening: RangeInclusive<u32>,
    /// How many games of a thousand begin with more.
    pub long_openings: u32,
    /// The number of random plies of such an opening: 0 to 60.
    pub long_opening: RangeInclusive<u32>,
    /// In how many games of a thousand mistakes are made after the opening.
    pub noisy_games: u32,
    /// How many of a thousand moves of such a game are random.
    pub noise: u32,
    /// In how many games of a thousand every other move is random for a while, as in the lines
    /// that a search refutes.
    pub excursions: u32,
    /// The length of such an excursion, in plies: 0 to 60.
    pub excursion: RangeInclusive<u32>,
    /// The depth of the searches for the other moves: 1 to 60.
    pub depth: RangeInclusive<u32>,
    /// Exact play with this many empties or fewer: 0 to 60.
    pub exact_empties: RangeInclusive<u32>,
}

/// The last random move comes so many plies before exact play: a result says little of
/// the positions before a blunder.
const LATEST_NOISE: u32 = 2;

/// Why a run of self-play ended early.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// A setting is empty or goes beyond what it may be.
    #[error(
        "{} to {} is no value for {name}: expected a range within {} to {}",
        given.start(), given.end(), within.start(), within.end()
    )]
    Setting {
        /// The field of [`SelfPlay`].
        name: &'static str,
        /// What it is.
        given: RangeInclusive<u32>,
        /// What it may be.
        within: RangeInclusive<u32>,
    },
    /// The name of the player is too long for a shard.
    #[error("the name of the player has {length} bytes: expected at most {most}")]
    LongName {
        /// How many bytes it has.
        length: usize,
        /// How many there is room for.
        most: usize,
    },
    /// A shard cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A shard that is there cannot be read.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// A shard that is there was played in another way.
    #[error("{path}: these games are of '{found}': expected '{expected}', or a new folder or seed")]
    OtherSettings {
        /// Which file.
        path: PathBuf,
        /// What it says of how its games were played.
        found: String,
        /// What it would say if they were of this run.
        expected: String,
    },
    /// The table of the search cannot be allocated.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// There are not as many openings as there are to be games in a shard.
    #[error(
        "there seem to be only {found} different openings of so many plies: expected {wanted}, \
         one for each game of a shard"
    )]
    TooFewOpenings {
        /// How many were found.
        found: usize,
        /// How many are needed.
        wanted: u32,
    },
}

/// After so many openings in a row that were drawn before there seem to be no others.
const MAX_ATTEMPTS: u32 = 100_000;

/// Plays the shards that are missing among `shards`, and returns how many were there before;
/// `player` says in the files what `evaluator` is.
///
/// # Errors
/// If a setting is out of its range or the name is too long, there is no memory, a shard cannot be
/// written, one that is there was played in another way, or there are too few openings.
pub fn play(
    settings: &SelfPlay,
    shards: &Shards,
    evaluator: &Arc<dyn Evaluator>,
    player: &str,
    control: RunControl,
) -> Result<u32, SelfPlayError> {
    settings.check()?;
    let expected = &*settings.provenance(player);
    if let Some(beyond) = expected.len().checked_sub(MAX_PROVENANCE + 1) {
        let length = player.len();
        return Err(SelfPlayError::LongName { length, most: length.saturating_sub(beyond + 1) });
    }
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

/// The games of a shard; `None` when stopped.
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
        if opening.position.is_over() || !openings.insert(opening.position.canonical().0) {
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
    position: Position,
    black_to_move: bool,
    squares: Vec<Square>,
    scores: Vec<Option<Score>>,
}

/// Random moves from the start, as many as `settings` draw.
fn random_opening(settings: &SelfPlay, random: &mut Random) -> Play {
    let is_long = random.chance(settings.long_openings);
    let plies = if is_long { &settings.long_opening } else { &settings.opening };
    let plies = random_in(plies, random);
    let position = Position::START;
    let mut play = Play { position, black_to_move: true, squares: Vec::new(), scores: Vec::new() };
    while play.squares.len() < plies as usize
        && let Some(square) = random.legal_square(play.position)
    {
        play.place(square);
    }
    play
}

impl Play {
    /// Places a disc, and passes where the other side cannot.
    fn place(&mut self, square: Square) {
        self.squares.push(square);
        self.position = self.position.play_flips(square, self.position.flips(square));
        self.black_to_move = !self.black_to_move;
        if self.position.must_pass() {
            self.position = self.position.pass();
            self.black_to_move = !self.black_to_move;
        }
    }

    /// Plays to the end.
    fn play_on(
        mut self,
        settings: &SelfPlay,
        random: &mut Random,
        searcher: &Searcher,
    ) -> PlayedGame {
        let opening = self.squares.len() as u8;
        let noise = if random.chance(settings.noisy_games) { settings.noise } else { 0 };
        let depth = random_in(&settings.depth, random);
        let exact_empties = random_in(&settings.exact_empties, random);
        let excursion = settings.draw_excursion(self.squares.len() as u32, exact_empties, random);
        while !self.position.is_over() && self.position.empty_count() > exact_empties {
            let ply = self.squares.len() as u32;
            let strays = excursion.contains(&ply) && (ply - excursion.start).is_multiple_of(2);
            let is_early = self.position.empty_count() > exact_empties + LATEST_NOISE;
            let at_random = is_early && (strays || random.chance(noise));
            let (square, score) = if at_random {
                (random.legal_square(self.position).expect("there is a legal move"), None)
            } else {
                let (square, score) = searcher.best_move(self.position, depth);
                (square, Some(score))
            };
            self.scores.push(score);
            self.place(square);
        }
        while !self.position.is_over() {
            for square in searcher.best_play(self.position) {
                self.place(square);
            }
        }
        let difference = self.position.final_difference().discs();
        let difference = if self.black_to_move { difference } else { -difference } as i8;
        PlayedGame { squares: self.squares, opening, scores: self.scores, difference }
    }
}

impl SelfPlay {
    /// Whether all ranges are such as games can be played with.
    fn check(&self) -> Result<(), SelfPlayError> {
        let ranges = [
            ("opening", &self.opening, 0..=60),
            ("long_opening", &self.long_opening, 0..=60),
            ("excursion", &self.excursion, 0..=60),
            ("depth", &self.depth, 1..=60),
            ("exact_empties", &self.exact_empties, 0..=60),
        ];
        for (name, given, within) in ranges {
            let fits = within.contains(given.start()) && within.contains(given.end());
            if given.is_empty() || !fits {
                return Err(SelfPlayError::Setting { name, given: given.clone(), within });
            }
        }
        Ok(())
    }

    /// All that the games of a run by `player` depend on, as options of `selfplay`.
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

    /// The plies of the excursion of a game with so many plies so far and such an end; none if it
    /// has no excursion.
    fn draw_excursion(&self, played: u32, exact_empties: u32, random: &mut Random) -> Range<u32> {
        // Games without any are those that they would be without the setting.
        if self.excursions == 0 || !random.chance(self.excursions) {
            return 0..0;
        }
        let length = random_in(&self.excursion, random);
        let latest = (60 - exact_empties).saturating_sub(LATEST_NOISE + length);
        let start = random_in(&(played..=latest.max(played)), random);
        start..start + length
    }
}

/// A number in `range`.
fn random_in(range: &RangeInclusive<u32>, random: &mut Random) -> u32 {
    range.start() + random.below(range.end() - range.start() + 1)
}
