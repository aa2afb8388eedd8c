//! [`Series`]: plays scheduled games, several at a time.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::MatchSide;
use super::openings::{Openings, OpeningsError};
use super::player::{Fault, NoAnswer, Player, StartError, StderrListener};
use super::record::{Entrant, Forfeit, GameRecord};
use super::referee::{NextStep, Referee, Timeouts};
use super::schedule::ScheduledGame;
use engine::memory;
use engine::search::Stop;
use othello::game::Game;

/// The games of a match or a tournament.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use othello::game::{Game, Setup};
/// use lab::tournament::control::Control;
/// use lab::tournament::openings::{OpeningSource, Openings};
/// use lab::tournament::record::Entrant;
/// use lab::tournament::referee::Timeouts;
/// use lab::tournament::schedule::ScheduledGame;
/// use lab::tournament::series::Series;
/// use lab::tournament::stats::Tally;
///
/// // A player is a command line, or a style of this engine that needs no process.
/// let entrant = |name: &str, spec: &str| -> Result<Entrant, Box<dyn std::error::Error>> {
///     let control = Control { depth: Some(2), ..Control::default() };
///     let [name, title] = [name; 2].map(str::to_owned);
///     Ok(Entrant { name, title, spec: spec.parse()?, control })
/// };
/// let entrants = vec![entrant("full", "style:full hash=1")?, entrant("edge", "style:edge")?];
/// let opening = Game::from_transcript(Setup::START, "f5d6c3d3c4")?;
/// let openings = Openings::new(OpeningSource::Listed(vec![opening]));
/// let timeouts =
///     Timeouts { margin: Duration::from_secs(1), untimed: Duration::from_secs(60) };
/// let stop = AtomicBool::new(false);
/// let series = Series::new(entrants, openings, timeouts, &stop, None);
/// let mut tally = Tally::default();
/// series.play((0..2).map(ScheduledGame::of_match), 1, |record| tally.add(&record))?;
/// assert_eq!(tally.wins + tally.draws + tally.losses, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Series<'a> {
    entrants: Vec<Entrant>,
    /// The openings of the games.
    pub openings: Mutex<Openings>,
    /// The timeouts of players.
    pub timeouts: Timeouts,
    /// Ends the series when set. Unfinished games are dropped.
    pub stop: &'a AtomicBool,
    /// Receives the standard error of the players.
    pub stderr: Option<SharedStderrListener>,
    /// Whether each participant has started before.
    started: Vec<AtomicBool>,
}

/// Shows entrants and timeouts.
impl fmt::Debug for Series<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series")
            .field("entrants", &self.entrants)
            .field("timeouts", &self.timeouts)
            .finish_non_exhaustive()
    }
}

/// Receives an entrant's name and a line of its standard error.
pub type SharedStderrListener = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// Why a series ended early.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A player failed to start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// No opening is left.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The system refused a thread.
    #[error("cannot start a thread for a game")]
    NoThread(#[source] io::Error),
}

/// Ends the games of one call of [`Series::play`].
struct Ended<'a> {
    /// The flag of the caller.
    stop: &'a AtomicBool,
    /// Set when a game fails.
    has_failed: AtomicBool,
}

impl Stop for Ended<'_> {
    fn is_set(&self) -> bool {
        self.stop.load(Relaxed) || self.has_failed.load(Relaxed)
    }
}

/// The running players of sides A and B with their entrant indices; `None` after a failure.
type SidePlayers<'a> = [Option<(usize, Player<'a>)>; 2];

impl<'a> Series<'a> {
    /// The games between these participants.
    #[must_use]
    pub fn new(
        entrants: Vec<Entrant>,
        openings: Openings,
        timeouts: Timeouts,
        stop: &'a AtomicBool,
        stderr: Option<SharedStderrListener>,
    ) -> Series<'a> {
        let started = entrants.iter().map(|_| AtomicBool::new(false)).collect();
        Series { entrants, openings: Mutex::new(openings), timeouts, stop, stderr, started }
    }

    /// The participants.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Plays `schedule`, up to `concurrency` games at a time, and passes each finished game to
    /// `listener`. Uses fewer threads if the system refuses some. Without time limits, the games do
    /// not depend on `concurrency`.
    ///
    /// # Errors
    /// If a player fails to start for its first game, the openings run out, or no thread starts.
    /// Unfinished games are then dropped.
    pub fn play(
        &self,
        schedule: impl Iterator<Item = ScheduledGame> + Send,
        concurrency: usize,
        mut listener: impl FnMut(GameRecord),
    ) -> Result<(), SeriesError> {
        let schedule = Mutex::new(schedule);
        let next = || schedule.lock().unwrap_or_else(PoisonError::into_inner).next();
        let ended = &Ended { stop: self.stop, has_failed: AtomicBool::new(false) };
        let (sender, records) = channel();
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..concurrency.max(1) {
                if !workers.is_empty() && !memory::can_reserve(memory::THREAD_ROOM) {
                    break;
                }
                let (sender, (started, is_started)) = (sender.clone(), channel());
                let work = move || {
                    let _ = started.send(());
                    self.work(next, sender, ended)
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    Err(error) if workers.is_empty() => return Err(SeriesError::NoThread(error)),
                    Err(_) => break,
                }
                // Wait until the thread has allocated its start-up memory.
                let _ = is_started.recv();
            }
            drop(sender);
            records.iter().for_each(&mut listener);
            let ends = workers.into_iter().map(|worker| worker.join().expect("it does not panic"));
            // Join all threads before reporting the first error.
            ends.collect::<Vec<_>>().into_iter().collect()
        })
    }

    /// Plays games until none is left.
    fn work(
        &self,
        next: impl Fn() -> Option<ScheduledGame>,
        records: Sender<GameRecord>,
        ended: &Ended,
    ) -> Result<(), SeriesError> {
        let mut sides = [None, None];
        while let Some(scheduled) = next() {
            let played = self.game(scheduled, ended, &mut sides);
            let record = match played {
                Ok(Some(record)) => record,
                Ok(None) | Err(SeriesError::Openings(OpeningsError::Stopped)) => break,
                Err(error) => {
                    ended.has_failed.store(true, Relaxed);
                    return Err(error);
                }
            };
            if records.send(record).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn stderr_listener(&self, entrant: &Entrant) -> Option<StderrListener> {
        let listener = Arc::clone(self.stderr.as_ref()?);
        let name = entrant.name.clone();
        Some(Box::new(move |line| listener(&name, line)))
    }

    /// The opening of `scheduled`.
    ///
    /// # Errors
    /// If there is no such opening, or the stop flag was set.
    pub fn opening(&self, scheduled: ScheduledGame) -> Result<Game, SeriesError> {
        self.opening_unless(scheduled, self.stop)
    }

    fn opening_unless(
        &self,
        scheduled: ScheduledGame,
        stop: &dyn Stop,
    ) -> Result<Game, SeriesError> {
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(openings.get(scheduled.opening as usize, stop)?)
    }

    /// Plays one game. Returns `None` after a stop.
    fn game<'b>(
        &'b self,
        scheduled: ScheduledGame,
        ended: &'b Ended,
        sides: &mut SidePlayers<'b>,
    ) -> Result<Option<GameRecord>, SeriesError> {
        let opening = self.opening_unless(scheduled, ended)?;
        let controls = scheduled.entrants.map(|entrant| self.entrants[entrant].control);
        let mut referee = Referee::new(scheduled, opening, controls, self.timeouts);
        for side in MatchSide::ALL {
            let place = &mut sides[side as usize];
            let index = scheduled.entrant(side);
            place.take_if(|(seated, _)| *seated != index);
            if place.is_none() {
                let entrant = &self.entrants[index];
                let Entrant { spec, control, .. } = entrant;
                let listener = self.stderr_listener(entrant);
                match Player::start(spec, control, ended, listener) {
                    Ok(player) => *place = player.map(|player| (index, player)),
                    Err(error) if self.started[index].load(Relaxed) => {
                        let fault = Fault::NoStart { reason: error.reason };
                        return Ok(concede(side, fault.into(), referee, sides));
                    }
                    Err(error) => return Err(error.into()),
                }
                self.started[index].store(true, Relaxed);
            }
            let Some((_, player)) = place else { return Ok(None) };
            if let Err(no_answer) = player.new_game() {
                return Ok(concede(side, no_answer, referee, sides));
            }
        }
        while let NextStep::Ask(side, task) = referee.next_step() {
            let Some((_, player)) = &mut sides[side as usize] else { return Ok(None) };
            let answer = player.think(referee.game(), &task);
            let judged = answer.and_then(|answer| Ok(referee.judge(&answer)?));
            if let Err(no_answer) = judged {
                return Ok(concede(side, no_answer, referee, sides));
            }
        }
        Ok(Some(referee.conclude(None)))
    }
}

/// Ends the player of `side` and the game. The side loses the game. Returns `None` after a stop.
fn concede(
    side: MatchSide,
    no_answer: NoAnswer,
    referee: Referee,
    sides: &mut SidePlayers,
) -> Option<GameRecord> {
    sides[side as usize] = None;
    match no_answer {
        NoAnswer::Fault(fault) => {
            let (kind, reason) = (fault.kind(), fault.to_string());
            Some(referee.conclude(Some(Forfeit { by: side, kind, reason })))
        }
        NoAnswer::Interrupted => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tournament::control::Control;
    use crate::tournament::openings::OpeningSource;
    use othello::game::Setup;

    /// Plays `scheduled` and counts the finished games.
    fn play_one(
        specs: [&str; 2],
        scheduled: ScheduledGame,
        stop: &AtomicBool,
    ) -> Result<u32, SeriesError> {
        let entrants = specs.map(|spec| Entrant {
            name: spec.to_owned(),
            title: spec.to_owned(),
            spec: spec.parse().unwrap(),
            control: Control { depth: Some(1), ..Control::default() },
        });
        let opening = Game::from_transcript(Setup::START, "f5d6c3d3c4").unwrap();
        let openings = Openings::new(OpeningSource::Listed(vec![opening]));
        let second = Duration::from_secs(1);
        let timeouts = Timeouts { margin: second, untimed: 60 * second };
        let series = Series::new(entrants.to_vec(), openings, timeouts, stop, None);
        assert_eq!(series.entrants().len(), 2);
        let mut played = 0;
        series.play([scheduled].into_iter(), 1, |_| played += 1)?;
        Ok(played)
    }

    #[test]
    fn a_stop_flag_is_reusable_after_an_error() {
        let stop = AtomicBool::new(false);
        let good = "style:edge";
        for _ in 0..2 {
            let failed = play_one([good, "./no-such-program"], ScheduledGame::of_match(0), &stop);
            assert!(matches!(failed, Err(SeriesError::Start(_))));
        }
        assert_eq!(play_one([good; 2], ScheduledGame::of_match(0), &stop).unwrap(), 1);
    }
}
