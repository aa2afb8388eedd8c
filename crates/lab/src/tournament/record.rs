//! [`Entrant`]: a participant; [`GameRecord`]: a finished game.

use super::control::Control;
use super::player::PlayerSpec;
use super::schedule::ScheduledGame;
use super::{ForfeitKind, MatchSide};
use othello::board::Color;
use othello::game::{Clock, GameEnding, GameResult, Player, Record};

/// A participant: a player and its search limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The name, unique among the entrants.
    pub name: String,
    /// The name in game records.
    pub title: String,
    /// How to start the player.
    pub spec: PlayerSpec,
    /// The search limits.
    pub control: Control,
}

/// A finished game of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The scheduled game.
    pub scheduled: ScheduledGame,
    /// Number of opening moves.
    pub opening: usize,
    /// The moves with scores and times, and the result. A forfeit is a loss by 64 discs.
    pub record: Record,
    /// The forfeit that ended the game; `None` if neither side could move.
    pub forfeit: Option<Forfeit>,
}

/// A game lost by a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The loser.
    pub by: MatchSide,
    /// The kind of fault.
    pub kind: ForfeitKind,
    /// The fault as text.
    pub reason: String,
}

impl GameRecord {
    /// The game of `scheduled` with the moves in `record`. Sets the result.
    #[must_use]
    pub fn new(
        scheduled: ScheduledGame,
        opening: usize,
        mut record: Record,
        forfeit: Option<Forfeit>,
    ) -> GameRecord {
        record.result = match &forfeit {
            Some(Forfeit { by, kind, .. }) => Some(GameResult::Difference {
                centidiscs: if *by == scheduled.black() { -6400 } else { 6400 },
                ending: match kind {
                    ForfeitKind::Time => GameEnding::TimedOut,
                    ForfeitKind::Rules | ForfeitKind::Failure => GameEnding::Resigned,
                },
            }),
            None => record.game().result(),
        };
        GameRecord { scheduled, opening, record, forfeit }
    }

    /// The winner; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<MatchSide> {
        Some(self.scheduled.side(self.record.result?.winner()?))
    }

    /// Black's final score in discs; `None` after a forfeit.
    #[must_use]
    pub fn discs(&self) -> Option<i32> {
        let result = self.record.result.filter(|_| self.forfeit.is_none());
        Some(result?.centidiscs()? / 100)
    }

    /// The record with the names and clocks of the players.
    #[must_use]
    pub fn to_record(&self, entrants: &[Entrant]) -> Record {
        let player = |color| {
            let entrant = &entrants[self.scheduled.entrant(self.scheduled.side(color))];
            let clock = entrant.control.clock.map(|clock| Clock {
                time: clock.time,
                increment: clock.increment,
                grace: None,
            });
            Player { name: entrant.title.clone(), clock, ..Player::default() }
        };
        let mut record = self.record.clone();
        (record.black, record.white) = (player(Color::Black), player(Color::White));
        record.place = "Outflank".to_owned();
        record
    }
}
