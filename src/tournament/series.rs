//! [`Series`]: many games, several at a time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::Seat;
use super::entrant::{Entrant, Fixture};
use super::openings::{Openings, OpeningsError};
use super::player::{Ear, NoAnswer, Player, StartError};
use super::record::{Forfeit, GameRecord};
use super::referee::{Patience, Referee, Turn};
use crate::game::Game;

/// The games of a match or a tournament.
pub struct Series<'a> {
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// Where games start.
    pub openings: Mutex<Openings>,
    /// How long players are waited for.
    pub patience: Patience,
    /// Ends the match when it is set; games that are not finished are dropped.
    pub stop: &'a AtomicBool,
    /// Who hears what players say on standard error.
    pub ear: Option<SharedEar>,
}

/// Hears a line of the entrant with this name.
pub type SharedEar = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// Why a match ended early.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A player cannot be had.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An opening cannot be had.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

/// The players of one game at a time, those who have not failed, each with the index
/// of the entrant that it is.
type Table<'a> = [Option<(usize, Player<'a>)>; 2];

impl Series<'_> {
    /// Plays these games, so many at a time, and hands each to `listener` when it is
    /// finished. With limits other than time the games are the
    /// same whatever the number of those played at a time.
    ///
    /// # Errors
    /// If a player does not start or there are no more openings. Games that are being
    /// played elsewhere are dropped then.
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
            let workers: Vec<_> = (0..concurrency.max(1))
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(|| self.work(next, sender))
                })
                .collect();
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
        let mut table = [None, None];
        while let Some(fixture) = next() {
            let played =
                self.opening(fixture).and_then(|game| self.game(fixture, game, &mut table));
            let record = played.inspect_err(|_| self.stop.store(true, Relaxed))?;
            let Some(record) = record else { break };
            if records.send(record).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn ear(&self, entrant: &Entrant) -> Option<Ear> {
        let ear = Arc::clone(self.ear.as_ref()?);
        let name = entrant.name.clone();
        Some(Box::new(move |line| ear(&name, line)))
    }

    /// How the game of `fixture` starts.
    ///
    /// # Errors
    /// If there is no such opening.
    pub fn opening(&self, fixture: Fixture) -> Result<Game, SeriesError> {
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(openings.get(fixture.opening as usize)?)
    }

    /// Plays one game; `None` when stopped.
    fn game<'b>(
        &'b self,
        fixture: Fixture,
        opening: Game,
        table: &mut Table<'b>,
    ) -> Result<Option<GameRecord>, SeriesError> {
        let controls = fixture.entrants.map(|entrant| self.entrants[entrant].control);
        let mut referee = Referee::new(fixture, opening, controls, self.patience);
        for seat in Seat::ALL {
            let place = &mut table[seat as usize];
            let index = fixture.entrant(seat);
            place.take_if(|(seated, _)| *seated != index);
            if place.is_none() {
                let entrant = &self.entrants[index];
                let Entrant { spec, control, .. } = entrant;
                let player = Player::start(spec, control, self.stop, self.ear(entrant))?;
                *place = player.map(|player| (index, player));
            }
            let Some((_, player)) = place else { return Ok(None) };
            if let Err(no_answer) = player.new_game() {
                return Ok(concede(seat, no_answer, referee, table));
            }
        }
        while let Turn::Ask(seat, task) = referee.turn() {
            let Some((_, player)) = &mut table[seat as usize] else { return Ok(None) };
            let answer = player.think(referee.game(), &task);
            let judged = answer.and_then(|answer| Ok(referee.judge(&answer)?));
            if let Err(no_answer) = judged {
                return Ok(concede(seat, no_answer, referee, table));
            }
        }
        Ok(Some(referee.conclude(None)))
    }
}

/// The game as `seat` has lost it, whose player then leaves the table; `None` when
/// stopped.
fn concede(
    seat: Seat,
    no_answer: NoAnswer,
    referee: Referee,
    table: &mut Table,
) -> Option<GameRecord> {
    table[seat as usize] = None;
    match no_answer {
        NoAnswer::Fault(fault) => {
            let (kind, reason) = (fault.kind(), fault.to_string());
            Some(referee.conclude(Some(Forfeit { by: seat, kind, reason })))
        }
        NoAnswer::Interrupted => None,
    }
}
