//! [`Openings`]: the positions from which games start.

use std::collections::HashSet;
use std::fmt;

use engine::Engine;
use engine::score::discs_of;
use engine::search::{Limits, NoMemory, Stop};
use othello::board::{Move, Position};
use othello::game::Game;
use othello::random::Random;

/// After this many draws in a row that were known already, over, or not balanced, there is taken
/// to be no more opening.
const MAX_ATTEMPTS: u32 = 10_000;

/// Where openings come from.
#[derive(Debug)]
pub enum OpeningSource {
    /// These, again and again.
    Listed(Vec<Game>),
    /// Random moves from the start of the game.
    Random(Box<RandomOpenings>),
}

/// Random moves from the start of the game.
pub struct RandomOpenings {
    /// The seed of the random moves.
    pub seed: u64,
    /// The number of plies.
    pub plies: u32,
    /// The positions to accept; `None` for all.
    pub balance: Option<Balance>,
    /// What is played before the random moves; `None` for nothing.
    pub lead_in: Option<LeadIn>,
}

/// Without the function that plays before them.
impl fmt::Debug for RandomOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomOpenings")
            .field("seed", &self.seed)
            .field("plies", &self.plies)
            .field("balance", &self.balance)
            .finish_non_exhaustive()
    }
}

/// Plays the beginning of a game, by chance.
pub type LeadIn = Box<dyn FnMut(&mut Random) -> Game + Send>;

/// A limit to the advantage of either side.
#[derive(Debug)]
pub struct Balance {
    /// The engine that evaluates the positions.
    pub engine: Engine,
    /// The depth of its searches, in plies.
    pub depth: u32,
    /// The greatest advantage of a side, in centidiscs.
    pub centidiscs: i32,
}

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The list is empty.
    #[error("there are no openings")]
    Empty,
    /// There are no more different openings.
    #[error("only {found} different openings were found: expected {wanted}; try more plies")]
    Exhausted {
        /// How many were found.
        found: usize,
        /// How many are needed.
        wanted: usize,
    },
    /// There are no more different openings that are balanced.
    #[error(
        "only {found} of {drawn} different openings drawn are within {} discs: expected {wanted}; \
         try more plies or a greater --balanced",
        discs_of(*.centidiscs)
    )]
    Unbalanced {
        /// How many are.
        found: usize,
        /// How many were found, balanced or not.
        drawn: usize,
        /// The greatest advantage of a side, in centidiscs.
        centidiscs: i32,
        /// How many are needed.
        wanted: usize,
    },
    /// The engine cannot search.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// It was told to stop.
    #[error("interrupted while openings were looked for")]
    Stopped,
}

/// The openings of a match, by number. They depend on the source alone, not on the
/// order in which they are asked for.
#[derive(Debug)]
pub struct Openings {
    source: OpeningSource,
    random: Random,
    games: Vec<Game>,
    /// What was drawn, in the form that stands for all symmetric ones.
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

    /// Makes sure, before any game is played, that there are as many different random openings as
    /// `wanted`. How many of them are balanced only shows as they are drawn, as it takes searches.
    ///
    /// # Errors
    /// If there are not so many, or `stop` was set before they were found.
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

    /// The opening with this number, from 0. Listed ones start again after the last;
    /// random ones are all different, symmetric ones not counted as such.
    ///
    /// # Errors
    /// If there are not so many, or `stop` was set before it was found.
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
    /// An opening, balanced or not, if it is none of those `drawn` before.
    fn draw_new(&mut self, random: &mut Random, drawn: &mut HashSet<Position>) -> Option<Game> {
        let start = self.lead_in.as_mut().map_or_else(Game::default, |play| play(random));
        let game = random_game(random, start, self.plies)?;
        drawn.insert(game.setup().position.canonical().0).then_some(game)
    }

    /// Why there are no `wanted` openings where `found` of the `drawn` ones can be used.
    fn exhausted(&self, found: usize, drawn: usize, wanted: usize) -> OpeningsError {
        match &self.balance {
            Some(Balance { centidiscs, .. }) if drawn > found => {
                OpeningsError::Unbalanced { found, drawn, centidiscs: *centidiscs, wanted }
            }
            _ => OpeningsError::Exhausted { found, wanted },
        }
    }
}

/// A new opening; `None` if there seems to be none.
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

/// `game` after this many random plies; `None` if it is over then.
fn random_game(random: &mut Random, mut game: Game, plies: u32) -> Option<Game> {
    for _ in 0..plies {
        let mv = random.legal_square(game.setup().position).map_or(Move::Pass, Move::Place);
        game.play(mv).ok()?;
    }
    (!game.is_over()).then_some(game)
}

impl Balance {
    /// Whether `position` is even enough. The answer depends on nothing but that.
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
    fn there_are_three_openings_of_two_plies() {
        let mut openings = random(1, 2, None);
        assert!(openings.ensure(3, &GO).is_ok());
        let ensured = openings.ensure(4, &GO);
        for error in [ensured, openings.get(3, &GO).map(drop)] {
            assert_eq!(
                error.unwrap_err().to_string(),
                "only 3 different openings were found: expected 4; try more plies"
            );
        }
    }

    #[test]
    fn too_few_balanced_openings_are_told_from_too_few_openings() {
        let balanced = |centidiscs| {
            let engine = Engine::new(Options { hash: 1, ..Options::default() });
            let balance = Balance { engine, depth: 1, centidiscs };
            random(1, 2, Some(balance)).get(3, &GO).map(drop).unwrap_err().to_string()
        };
        assert_eq!(
            balanced(0),
            "only 0 of 3 different openings drawn are within 0 discs: expected 4; \
             try more plies or a greater --balanced"
        );
        assert_eq!(
            balanced(6400),
            "only 3 different openings were found: expected 4; try more plies"
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
    fn what_was_searched_before_does_not_tell_what_is_even() {
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
    fn the_search_for_even_ones_can_be_stopped() {
        let engine = Engine::new(Options { hash: 1, ..Options::default() });
        let balance = Balance { engine, depth: 60, centidiscs: 0 };
        let found = random(1, 8, Some(balance)).get(0, &AtomicBool::new(true));
        assert!(matches!(found, Err(OpeningsError::Stopped)));
    }

    #[test]
    fn listed_openings_start_again() {
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
