//! [`Series`]: the games of a match, several at a time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::Seat;
use super::control::Control;
use super::openings::{Openings, OpeningsError};
use super::player::{Ear, NoAnswer, Player, PlayerSpec, StartError};
use super::record::{Forfeit, GameRecord};
use super::referee::{Patience, Referee, Turn};
use crate::game::Game;

/// The games of a match.
pub struct Series<'a> {
    /// How A and B are started.
    pub specs: [PlayerSpec; 2],
    /// What A and B are given.
    pub controls: [Control; 2],
    /// Where games start.
    pub openings: Mutex<Openings>,
    /// How long players are waited for.
    pub patience: Patience,
    /// Ends the match when it is set; games that are not finished are dropped.
    pub stop: &'a AtomicBool,
    /// Who hears what players say on standard error.
    pub ear: Option<SharedEar>,
}

/// Hears a line of one of the players.
pub type SharedEar = Arc<dyn Fn(Seat, &str) + Send + Sync>;

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

/// The players of one game at a time, those who have not failed.
type Table<'a> = [Option<Player<'a>>; 2];

impl Series<'_> {
    /// Plays the games with these `numbers`, so many at a time, and hands each to
    /// `listener` when it is finished. With limits other than time the games are the
    /// same whatever the number of those played at a time.
    ///
    /// # Errors
    /// If a player does not start or there are no more openings. Games that are being
    /// played elsewhere are dropped then.
    pub fn play(
        &self,
        numbers: impl Iterator<Item = u32> + Send,
        concurrency: usize,
        mut listener: impl FnMut(GameRecord),
    ) -> Result<(), SeriesError> {
        let numbers = Mutex::new(numbers);
        let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
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
        next: impl Fn() -> Option<u32>,
        records: Sender<GameRecord>,
    ) -> Result<(), SeriesError> {
        let mut table = [None, None];
        while let Some(number) = next() {
            let played = self.opening(number).and_then(|game| self.game(number, game, &mut table));
            let record = played.inspect_err(|_| self.stop.store(true, Relaxed))?;
            let Some(record) = record else { break };
            if records.send(record).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn ear(&self, seat: Seat) -> Option<Ear> {
        let ear = Arc::clone(self.ear.as_ref()?);
        Some(Box::new(move |line| ear(seat, line)))
    }

    fn opening(&self, number: u32) -> Result<Game, SeriesError> {
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(openings.get(GameRecord::pair(number) as usize)?)
    }

    /// Plays one game; `None` when stopped.
    fn game<'b>(
        &'b self,
        number: u32,
        opening: Game,
        table: &mut Table<'b>,
    ) -> Result<Option<GameRecord>, SeriesError> {
        let mut referee = Referee::new(number, opening, self.controls, self.patience);
        for seat in Seat::ALL {
            let place = &mut table[seat as usize];
            if place.is_none() {
                *place = Player::start(&self.specs[seat as usize], self.stop, self.ear(seat))?;
            }
            let Some(player) = place else { return Ok(None) };
            if let Err(no_answer) = player.new_game() {
                return Ok(concede(seat, no_answer, referee, table));
            }
        }
        while let Turn::Ask(seat, task) = referee.turn() {
            let Some(player) = &mut table[seat as usize] else { return Ok(None) };
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
            Some(referee.conclude(Some(Forfeit { by: seat, reason: fault.to_string() })))
        }
        NoAnswer::Interrupted => None,
    }
}
