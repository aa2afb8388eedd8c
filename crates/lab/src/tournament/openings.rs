//! [`Openings`]: start positions of games.

use std::collections::HashSet;
use std::fmt;

use engine::Engine;
use engine::search::{Limits, NoMemory, Stop};
use othello::board::{Move, Position};
use othello::game::Game;
use othello::random::Random;

/// Consecutive rejected draws (known, finished or unbalanced) after which the openings count as
/// exhausted.
const MAX_ATTEMPTS: u32 = 10_000;

/// Where openings come from.
#[derive(Debug)]
pub enum OpeningSource {
    /// A fixed list, repeated.
    Listed(Vec<Game>),
    /// Random moves from the start of the game.
    Random(Box<RandomOpenings>),
}

/// Settings of random openings.
pub struct RandomOpenings {
    /// The seed of the random moves.
    pub seed: u64,
    /// The number of plies.
    pub plies: u32,
    /// Accepts only balanced positions; `None` accepts all.
    pub balance: Option<Balance>,
    /// Plays the moves before the random ones.
    pub lead_in: Option<LeadIn>,
}

/// Omits `lead_in`.
impl fmt::Debug for RandomOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomOpenings")
            .field("seed", &self.seed)
            .field("plies", &self.plies)
            .field("balance", &self.balance)
            .finish_non_exhaustive()
    }
}

/// Plays random first moves of a game.
pub type LeadIn = Box<dyn FnMut(&mut Random) -> Game + Send>;

/// Limits the advantage of either side.
#[derive(Debug)]
pub struct Balance {
    /// The engine that evaluates the positions.
    pub engine: Engine,
    /// Search depth in plies.
    pub depth: u32,
    /// Maximum absolute score in centidiscs.
    pub centidiscs: i32,
}

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The list is empty.
    #[error("there are no openings")]
    Empty,
    /// No further distinct opening was found.
    #[error("too few distinct openings: found {found}, expected {wanted}; use more plies")]
    Exhausted {
        /// How many were found.
        found: usize,
        /// How many are needed.
        wanted: usize,
    },
    /// No further balanced opening was found.
    #[error(
        "too few balanced openings: found {found} in {drawn}, expected {wanted}; \
         use more plies or raise --balanced"
    )]
    Unbalanced {
        /// Balanced openings found.
        found: usize,
        /// Distinct openings drawn.
        drawn: usize,
        /// How many are needed.
        wanted: usize,
    },
    /// The engine cannot search.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// The stop flag was set.
    #[error("interrupted during the search for openings")]
    Stopped,
}

/// The openings of a match by number. They depend on the source only, not on the order of calls.
#[derive(Debug)]
pub struct Openings {
    source: OpeningSource,
    random: Random,
    games: Vec<Game>,
    /// The canonical forms of all drawn positions.
    drawn: HashSet<Position>,
}

impl Openings {
    /// The openings of `source`.
    #[must_use]
    pub fn new(source: OpeningSource) -> Openings {
        let seed = match &source {
            OpeningSource::Listed(_) => 0,
            OpeningSource::Random(random) => random.seed,
        };
        let (games, drawn) = (Vec::new(), HashSet::new());
        Openings { source, random: Random::new(seed, 0), games, drawn }
    }

    /// Checks that `wanted` distinct random openings exist. Does not check the balance, which takes
    /// searches.
    ///
    /// # Errors
    /// If there are fewer, or `stop` was set.
    pub fn ensure(&mut self, wanted: usize, stop: &dyn Stop) -> Result<(), OpeningsError> {
        let OpeningSource::Random(source) = &mut self.source else { return Ok(()) };
        let (mut random, mut drawn) = (Random::new(source.seed, 0), HashSet::new());
        while drawn.len() < wanted {
            if stop.is_set() {
                return Err(OpeningsError::Stopped);
            }
            let mut attempts = 0..MAX_ATTEMPTS;
            if !attempts.any(|_| source.draw_new(&mut random, &mut drawn).is_some()) {
                return Err(OpeningsError::Exhausted { found: drawn.len(), wanted });
            }
        }
        Ok(())
    }

    /// Opening `number`, from 0. A list repeats after its end. Random openings differ even up to
    /// symmetry.
    ///
    /// # Errors
    /// If there are fewer, or `stop` was set.
    pub fn get(&mut self, number: usize, stop: &dyn Stop) -> Result<Game, OpeningsError> {
        match &mut self.source {
            OpeningSource::Listed(games) => {
                let game = games.get(number % games.len().max(1));
                game.cloned().ok_or(OpeningsError::Empty)
            }
            OpeningSource::Random(source) => {
                while self.games.len() <= number {
                    match draw(source, &mut self.random, &mut self.drawn, stop)? {
                        Some(game) => self.games.push(game),
                        None => {
                            let (found, drawn) = (self.games.len(), self.drawn.len());
                            return Err(source.exhausted(found, drawn, number + 1));
                        }
                    }
                }
                Ok(self.games[number].clone())
            }
        }
    }
}

impl RandomOpenings {
    /// Draws an opening, balanced or not; `None` if it is in `drawn` already.
    fn draw_new(&mut self, random: &mut Random, drawn: &mut HashSet<Position>) -> Option<Game> {
        let start = self.lead_in.as_mut().map_or_else(Game::default, |play| play(random));
        let game = random_game(random, start, self.plies)?;
        drawn.insert(game.setup().position.canonical().0).then_some(game)
    }

    /// The error when only `found` of the `drawn` openings are usable.
    fn exhausted(&self, found: usize, drawn: usize, wanted: usize) -> OpeningsError {
        match &self.balance {
            Some(_) if drawn > found => OpeningsError::Unbalanced { found, drawn, wanted },
            _ => OpeningsError::Exhausted { found, wanted },
        }
    }
}

/// Draws a new, balanced opening; `None` after [`MAX_ATTEMPTS`] failures.
fn draw(
    source: &mut RandomOpenings,
    random: &mut Random,
    drawn: &mut HashSet<Position>,
    stop: &dyn Stop,
) -> Result<Option<Game>, OpeningsError> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(game) = source.draw_new(random, drawn) else { continue };
        let balanced = match &mut source.balance {
            Some(balance) => balance.holds(game.setup().position, stop)?,
            None => true,
        };
        if balanced {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// `game` plus `plies` random plies; `None` if it ends.
fn random_game(random: &mut Random, mut game: Game, plies: u32) -> Option<Game> {
    for _ in 0..plies {
        let mv = random.legal_square(game.setup().position).map_or(Move::Pass, Move::Place);
        game.play(mv).ok()?;
    }
    (!game.is_over()).then_some(game)
}

impl Balance {
    /// Whether `position` is balanced. Depends on nothing else.
    fn holds(&mut self, position: Position, stop: &dyn Stop) -> Result<bool, OpeningsError> {
        self.engine.new_game();
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let report = self.engine.search(position, &limits, stop, |_| ())?;
        if stop.is_set() {
            return Err(OpeningsError::Stopped);
        }
        Ok(report.lines.iter().all(|line| line.score.centidiscs().abs() <= self.centidiscs))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use engine::Options;
    use engine::search::Never;
    use othello::game::Setup;

    static GO: AtomicBool = AtomicBool::new(false);

    fn random(seed: u64, plies: u32, balance: Option<Balance>) -> Openings {
        let lead_in = None;
        let random = RandomOpenings { seed, plies, balance, lead_in };
        Openings::new(OpeningSource::Random(Box::new(random)))
    }

    #[test]
    fn random_openings_differ_and_depend_on_the_seed_alone() {
        let mut openings = random(1, 6, None);
        let last = openings.get(49, &GO).unwrap();
        let positions: HashSet<Position> = (0..50)
            .map(|number| openings.get(number, &GO).unwrap().setup().position.canonical().0)
            .collect();
        assert_eq!(positions.len(), 50);
        let mut again = random(1, 6, None);
        let in_order: Vec<Game> = (0..50).map(|number| again.get(number, &GO).unwrap()).collect();
        assert_eq!(in_order[49], last);
        assert!(in_order.iter().all(|game| game.moves().len() == 6));
        assert_ne!(random(2, 6, None).get(0, &GO).unwrap(), openings.get(0, &GO).unwrap());
    }

    #[test]
    fn two_plies_give_three_openings() {
        let mut openings = random(1, 2, None);
        assert!(openings.ensure(3, &GO).is_ok());
        let ensured = openings.ensure(4, &GO);
        for error in [ensured, openings.get(3, &GO).map(drop)] {
            assert_eq!(
                error.unwrap_err().to_string(),
                "too few distinct openings: found 3, expected 4; use more plies"
            );
        }
    }

    #[test]
    fn the_error_distinguishes_too_few_balanced_openings() {
        let balanced = |centidiscs| {
            let engine = Engine::new(Options { hash: 1, ..Options::default() });
            let balance = Balance { engine, depth: 1, centidiscs };
            random(1, 2, Some(balance)).get(3, &GO).map(drop).unwrap_err().to_string()
        };
        assert_eq!(
            balanced(0),
            "too few balanced openings: found 0 in 3, expected 4; \
             use more plies or raise --balanced"
        );
        assert_eq!(
            balanced(6400),
            "too few distinct openings: found 3, expected 4; use more plies"
        );
    }

    #[test]
    fn random_moves_begin_where_the_lead_in_ends() {
        let game = || Game::from_transcript(Setup::START, "f5d6").unwrap();
        let lead_in: LeadIn = Box::new(move |_| game());
        let random = RandomOpenings { seed: 1, plies: 3, balance: None, lead_in: Some(lead_in) };
        let opening = Openings::new(OpeningSource::Random(Box::new(random))).get(0, &GO).unwrap();
        assert_eq!((opening.moves().len(), &opening.moves()[..2]), (5, game().moves()));
    }

    #[test]
    fn balanced_openings_are_even() {
        let engine = || Engine::new(Options { hash: 1, ..Options::default() });
        let balance = Balance { engine: engine(), depth: 2, centidiscs: 200 };
        let mut openings = random(1, 8, Some(balance));
        let mut judge = Balance { engine: engine(), depth: 2, centidiscs: 200 };
        for number in 0..10 {
            let game = openings.get(number, &GO).unwrap();
            assert!(judge.holds(game.setup().position, &GO).unwrap(), "{game:?}");
        }
    }

    #[test]
    fn balance_does_not_depend_on_earlier_searches() {
        let to_depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        let engine = || Engine::new(Options { hash: 1, ..Options::default() });
        let mut openings = random(1, 8, None);
        for number in 0..10 {
            let position = openings.get(number, &GO).unwrap().setup().position;
            let report = engine().search(position, &to_depth(1), &Never, |_| ()).unwrap();
            let centidiscs = report.lines[0].score.centidiscs().abs();
            for (centidiscs, holds) in [(centidiscs, true), (centidiscs - 1, false)] {
                let mut balance = Balance { engine: engine(), depth: 1, centidiscs };
                balance.engine.search(position, &to_depth(8), &Never, |_| ()).unwrap();
                assert_eq!(balance.holds(position, &GO).unwrap(), holds, "{position:?}");
            }
        }
    }

    #[test]
    fn the_search_for_balanced_openings_can_be_stopped() {
        let engine = Engine::new(Options { hash: 1, ..Options::default() });
        let balance = Balance { engine, depth: 60, centidiscs: 0 };
        let found = random(1, 8, Some(balance)).get(0, &AtomicBool::new(true));
        assert!(matches!(found, Err(OpeningsError::Stopped)));
    }

    #[test]
    fn listed_openings_repeat() {
        let games = ["f5", "f5d6"].map(|moves| Game::from_transcript(Setup::START, moves).unwrap());
        let mut openings = Openings::new(OpeningSource::Listed(games.to_vec()));
        assert_eq!(openings.get(1, &GO).unwrap(), games[1]);
        assert_eq!(openings.get(2, &GO).unwrap(), games[0]);
        assert!(matches!(
            Openings::new(OpeningSource::Listed(Vec::new())).get(0, &GO),
            Err(OpeningsError::Empty)
        ));
    }
}
