//! Self-play, matches and their statistics.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use engine::eval::{Evaluator, Pattern};
use lab::tournament::control::Control;
use lab::tournament::openings::{OpeningSource, Openings, RandomOpenings};
use lab::tournament::player::PlayerSpec;
use lab::tournament::record::{Entrant, GameRecord};
use lab::tournament::referee::Timeouts;
use lab::tournament::schedule::ScheduledGame;
use lab::tournament::series::Series;
use lab::tournament::stats::{self, Estimate, Pairs, Verdict};
use lab::training::games::PlayedGame;
use lab::training::selfplay::{SelfPlay, SelfPlayError, games_of_shard};
use othello::board::Move;
use othello::game::{self, MoveNote, Record};
use pyo3::prelude::*;

use crate::convert::{Number, Seconds, memory_error, value_error};
use crate::game::Game;
use crate::interrupt::interruptible;

/// A sequential probability ratio test of two Elo differences, over pairs of games.
///
/// Args:
///     elo0: the lower difference.
///     elo1: the higher difference.
///     alpha: the probability of rejecting a true `elo0`.
///     beta: the probability of rejecting a true `elo1`.
///
/// Raises:
///     ValueError: if the differences are not in order, or a probability is not between 0 and 0.5.
#[pyclass(module = "outflank", frozen)]
pub(crate) struct Sprt(stats::Sprt);

#[pymethods]
impl Sprt {
    #[new]
    #[pyo3(signature = (elo0, elo1, alpha = 0.05, beta = 0.05))]
    fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> PyResult<Sprt> {
        Ok(Sprt(stats::Sprt::new([elo0, elo1], alpha, beta).map_err(value_error)?))
    }

    /// The log-likelihood ratios that accept the lower and the higher difference.
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        let [lower, higher] = self.0.bounds();
        (lower, higher)
    }

    /// The log-likelihood ratio of pairs of games, counted by the points of A: 0, 0.5, 1, 1.5, 2.
    fn llr(&self, pairs: Pairs) -> f64 {
        self.0.log_likelihood_ratio(&pairs)
    }

    /// "lower" or "higher" if the test accepts that difference after these pairs, otherwise "open".
    fn verdict(&self, pairs: Pairs) -> &'static str {
        match self.0.verdict(&pairs) {
            Verdict::Lower => "lower",
            Verdict::Open => "open",
            Verdict::Higher => "higher",
        }
    }

    fn __repr__(&self) -> String {
        let [lower, higher] = self.0.elo();
        format!("<Sprt {lower} {higher}>")
    }
}

/// The Elo difference of A over B after pairs of games, counted by the points of A (0, 0.5, 1, 1.5,
/// 2): the lower end of the 95 % interval, the value, and the upper end. None without pairs.
#[pyfunction]
pub(crate) fn elo(pairs: Pairs) -> Option<(f64, f64, f64)> {
    let [lower, value, upper] = Estimate::from_pairs(&pairs)?.elo();
    Some((lower, value, upper))
}

/// A range of integers, both ends included.
type Ends = (u32, u32);

/// The range of the argument `name`, which must lie in `within`.
fn range(
    name: &str,
    (first, last): Ends,
    within: RangeInclusive<u32>,
) -> PyResult<RangeInclusive<u32>> {
    if first <= last && within.contains(&first) && within.contains(&last) {
        return Ok(first..=last);
    }
    let (least, most) = (within.start(), within.end());
    Err(value_error(format_args!(
        "invalid {name} ({first}, {last}): expected two integers in order, from {least} to {most}"
    )))
}

/// Plays a game of the engine against itself from a random opening. The same arguments give the
/// same game everywhere: the game of `outflank selfplay --games 1 --long-openings 0 --seed SEED
/// --first NUMBER`.
///
/// Args:
///     seed: the seed of the run.
///     number: the number of the game, from 0.
///     opening: the least and the greatest number of random plies at the start.
///     depth: the least and the greatest search depth of the other moves.
///     exact: the same for the number of empties from which play is exact.
///     noisy_games, noise: games per thousand with random moves after the opening, and these moves
///         per thousand.
///     stop: a `threading.Event`, or any object with `is_set()`.
///
/// Returns:
///     The game; `scores` has the search scores. None after a stop.
///
/// Raises:
///     ValueError: if an argument is out of range.
///     MemoryError: if the table does not fit into memory.
#[pyfunction]
#[pyo3(signature = (seed, number, *, opening = (8, 14), depth = (5, 6), exact = (13, 16),
    noisy_games = 500, noise = 60, stop = None),
    text_signature = "(seed, number, *, opening=(8, 14), depth=(5, 6), exact=(13, 16), \
    noisy_games=500, noise=60, stop=None)")]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn selfplay(
    py: Python,
    seed: u64,
    number: u32,
    opening: Ends,
    depth: Ends,
    exact: Ends,
    noisy_games: u32,
    noise: u32,
    stop: Option<Py<PyAny>>,
) -> PyResult<Option<Game>> {
    let settings = SelfPlay {
        seed,
        games_per_shard: 1,
        opening: range("opening", opening, 0..=60)?,
        long_openings: 0,
        long_opening: 15..=30,
        noisy_games,
        noise,
        excursions: 0,
        excursion: 1..=8,
        depth: range("depth", depth, 1..=60)?,
        exact_empties: range("exact", exact, 0..=60)?,
    };
    let evaluator: Arc<dyn Evaluator> = Arc::new(Pattern::embedded());
    let games = interruptible(
        py,
        stop.as_ref(),
        |_| Ok(()),
        |stop| games_of_shard(&settings, number, &evaluator, stop),
    )?;
    let games = games.map_err(|error| match error {
        SelfPlayError::NoMemory(error) => memory_error(error),
        error => value_error(error),
    })?;
    Ok(games.and_then(|games| games.first().map(|played| record_of(played).into())))
}

/// The game with its search scores.
fn record_of(played: &PlayedGame) -> Record {
    let mut record = Record::default();
    let scores = played.scores.iter().copied();
    let scores = (0..played.opening).map(|_| None).chain(scores).chain(std::iter::repeat(None));
    for (&square, score) in played.squares.iter().zip(scores) {
        let centidiscs = score.map(|score| score.centidiscs());
        let note = MoveNote { centidiscs, ..MoveNote::default() };
        record.play_noted(Move::Place(square), note).expect("games are legal");
    }
    record
}

/// Plays pairs of games between two players. The games of a pair have one random opening and
/// swapped colours. With `depth` or `nodes` the games depend on the arguments only. `outflank
/// match` with the same seed has the same openings.
///
/// Args:
///     a: a player: the command line of a UGI engine, "gtp:COMMAND", "nboard:COMMAND", or a style of
///         this engine with options, such as "style:full level=8".
///     b: the other player.
///     first: the number of the first pair, from 0.
///     count: the number of pairs.
///     seed: the seed of the openings.
///     plies: the number of random plies of an opening, 0 to 40.
///     depth, nodes, time: the limits of each move, for both players.
///     stop: a `threading.Event`, or any object with `is_set()`.
///
/// Returns:
///     A list of `MatchGame`, two for each pair. After a stop it lacks the unfinished games.
///
/// Raises:
///     ValueError: if an argument is invalid, a player does not start, or there are too few openings.
#[pyfunction]
#[pyo3(signature = (a, b, first, count = 1, *, seed = 1, plies = 8, depth = None, nodes = None,
    time = None, stop = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn match_games<'py>(
    py: Python<'py>,
    a: &str,
    b: &str,
    first: u32,
    count: u32,
    seed: u64,
    plies: u32,
    depth: Option<Number>,
    nodes: Option<Number>,
    time: Option<Seconds>,
    stop: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let control = Control {
        move_time: time.map(|time| time.duration("time")).transpose()?,
        clock: None,
        depth: depth.map(|depth| depth.within("depth", 1..=1000)).transpose()?.map(|n| n as u32),
        nodes: nodes.map(|nodes| nodes.within("nodes", 1..=u64::MAX)).transpose()?,
    };
    let last = first.checked_add(count).and_then(|last| last.checked_mul(2));
    let (Some(last), 0..=40) = (last, plies) else {
        return Err(value_error("expected 0 to 40 plies, and fewer than 2**31 pairs"));
    };
    let openings = match plies {
        0 => OpeningSource::Listed(vec![game::Game::default()]),
        _ => {
            let random = RandomOpenings { seed, plies, balance: None, lead_in: None };
            OpeningSource::Random(Box::new(random))
        }
    };
    let entrants = vec![entrant(a, control)?, entrant(b, control)?];
    // As the defaults of `outflank match`.
    let timeouts =
        Timeouts { margin: Duration::from_millis(500), untimed: Duration::from_secs(600) };
    let (played, records) = interruptible(
        py,
        stop.as_ref(),
        |_| Ok(()),
        |stop| {
            let mut records = Vec::new();
            let series =
                Series::new(entrants.clone(), Openings::new(openings), timeouts, stop, None);
            let fixtures = (2 * first..last).map(ScheduledGame::of_match);
            let played = series.play(fixtures, 1, |record| records.push(record));
            (played, records)
        },
    )?;
    played.map_err(value_error)?;
    let make = py.import("outflank._results")?.getattr("MatchGame")?;
    records.iter().map(|record| make.call1(fields(record, &entrants))).collect()
}

/// A player with its limits.
fn entrant(text: &str, control: Control) -> PyResult<Entrant> {
    // `lab` would start the running program, which is Python here.
    let command = text.trim_start().trim_start_matches("ugi:");
    if command.split_whitespace().next() == Some("outflank") {
        return Err(value_error(format_args!(
            "invalid player {text:?}: expected the path of the program, or \"style:full\" for \
             this library"
        )));
    }
    let spec: PlayerSpec = text.parse().map_err(value_error)?;
    let name = text.trim().to_owned();
    Ok(Entrant { title: name.clone(), name, spec, control })
}

/// The fields of `MatchGame`.
type MatchFields = (u32, String, Option<String>, Option<i32>, Option<String>, Game);

fn fields(record: &GameRecord, entrants: &[Entrant]) -> MatchFields {
    (
        record.scheduled.pair(),
        record.scheduled.black().to_string(),
        record.winner().map(|winner| winner.to_string()),
        record.discs(),
        record.forfeit.as_ref().map(|forfeit| forfeit.reason.clone()),
        record.to_record(entrants).into(),
    )
}
