//! [`Series`]: many games, several at a time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::Seat;
use super::openings::{Openings, OpeningsError};
use super::player::{Fault, NoAnswer, Player, StartError, StderrListener};
use super::record::{Entrant, Forfeit, GameRecord};
use super::referee::{NextStep, Referee, Timeouts};
use super::schedule::Fixture;
use crate::game::Game;

/// The games of a match or a tournament.
pub struct Series<'a> {
    /// The participants.
    pub entrants: Vec<Entrant>,
    /// The openings of the games.
    pub openings: Mutex<Openings>,
    /// The timeouts of players.
    pub timeouts: Timeouts,
    /// Ends the match when it is set; games that are not finished are dropped.
    pub stop: &'a AtomicBool,
    /// Takes what players write to standard error.
    pub stderr: Option<SharedStderrListener>,
    /// Which participants have been started before.
    started: Vec<AtomicBool>,
}

/// Takes the name of an entrant and a line of it.
pub type SharedStderrListener = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// Why a match ended early.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A player does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// There is no further opening.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// There is no thread for a game.
    #[error("no thread can be started for a game")]
    NoThread(#[source] io::Error),
}

/// The players in the seats of one game after the other, each with the index of its
/// entrant; `None` where the last one has failed.
type Seats<'a> = [Option<(usize, Player<'a>)>; 2];

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

    /// Plays these games, so many at a time, and hands each to `listener` when it is
    /// finished. With limits other than time the games are the
    /// same whatever the number of those played at a time, which is lower where the system has no
    /// more threads.
    ///
    /// # Errors
    /// If a player does not start for its first game, there are no more openings, or no thread can
    /// be started. Games that are being played elsewhere are dropped then.
    pub fn play(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        concurrency: usize,
        mut listener: impl FnMut(GameRecord),
    ) -> Result<(), SeriesError> {
        let fixtures = Mutex::new(fixtures);
        let next = || fixtures.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (sender, records) = channel();
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..concurrency.max(1) {
                let sender = sender.clone();
                let work = || self.work(next, sender);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    Err(error) if workers.is_empty() => return Err(SeriesError::NoThread(error)),
                    Err(_) => break,
                }
            }
            drop(sender);
            records.iter().for_each(&mut listener);
            let ends = workers.into_iter().map(|worker| worker.join().expect("it does not panic"));
            // All of them, so that none is left unjoined.
            ends.collect::<Vec<_>>().into_iter().collect()
        })
    }

    /// Plays one game after the other.
    fn work(
        &self,
        next: impl Fn() -> Option<Fixture>,
        records: Sender<GameRecord>,
    ) -> Result<(), SeriesError> {
        let mut seats = [None, None];
        while let Some(fixture) = next() {
            let played =
                self.opening(fixture).and_then(|game| self.game(fixture, game, &mut seats));
            let record = match played {
                Ok(Some(record)) => record,
                Ok(None) | Err(SeriesError::Openings(OpeningsError::Stopped)) => break,
                Err(error) => {
                    self.stop.store(true, Relaxed);
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

    /// How the game of `fixture` starts.
    ///
    /// # Errors
    /// If there is no such opening, or it was not found before the series was told to stop.
    pub fn opening(&self, fixture: Fixture) -> Result<Game, SeriesError> {
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(openings.get(fixture.opening as usize, self.stop)?)
    }

    /// Plays one game; `None` when stopped.
    fn game<'b>(
        &'b self,
        fixture: Fixture,
        opening: Game,
        seats: &mut Seats<'b>,
    ) -> Result<Option<GameRecord>, SeriesError> {
        let controls = fixture.entrants.map(|entrant| self.entrants[entrant].control);
        let mut referee = Referee::new(fixture, opening, controls, self.timeouts);
        for seat in Seat::ALL {
            let place = &mut seats[seat as usize];
            let index = fixture.entrant(seat);
            place.take_if(|(seated, _)| *seated != index);
            if place.is_none() {
                let entrant = &self.entrants[index];
                let Entrant { spec, control, .. } = entrant;
                let listener = self.stderr_listener(entrant);
                match Player::start(spec, control, self.stop, listener) {
                    Ok(player) => *place = player.map(|player| (index, player)),
                    Err(error) if self.started[index].load(Relaxed) => {
                        let fault = Fault::NoStart { reason: error.reason };
                        return Ok(concede(seat, fault.into(), referee, seats));
                    }
                    Err(error) => return Err(error.into()),
                }
                self.started[index].store(true, Relaxed);
            }
            let Some((_, player)) = place else { return Ok(None) };
            if let Err(no_answer) = player.new_game() {
                return Ok(concede(seat, no_answer, referee, seats));
            }
        }
        while let NextStep::Ask(seat, task) = referee.next_step() {
            let Some((_, player)) = &mut seats[seat as usize] else { return Ok(None) };
            let answer = player.think(referee.game(), &task);
            let judged = answer.and_then(|answer| Ok(referee.judge(&answer)?));
            if let Err(no_answer) = judged {
                return Ok(concede(seat, no_answer, referee, seats));
            }
        }
        Ok(Some(referee.conclude(None)))
    }
}

/// The game as `seat` has lost it, whose player then ends; `None` when stopped.
fn concede(
    seat: Seat,
    no_answer: NoAnswer,
    referee: Referee,
    seats: &mut Seats,
) -> Option<GameRecord> {
    seats[seat as usize] = None;
    match no_answer {
        NoAnswer::Fault(fault) => {
            let (kind, reason) = (fault.kind(), fault.to_string());
            Some(referee.conclude(Some(Forfeit { by: seat, kind, reason })))
        }
        NoAnswer::Interrupted => None,
    }
}
