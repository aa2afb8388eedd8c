//! [`Entrant`]: a participant; [`GameRecord`]: a finished game.

use super::control::Control;
use super::player::PlayerSpec;
use super::schedule::Fixture;
use super::stats::{Ending, GameOutcome};
use super::{ForfeitKind, Seat};
use othello::board::{Color, DiscDiff};
use othello::game::{Clock, GameEnding, GameResult, Player, Record};

/// A participant: a player and its search limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The name, unique among the entrants.
    pub name: String,
    /// How to start the player.
    pub spec: PlayerSpec,
    /// The search limits.
    pub control: Control,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The scheduled game.
    pub fixture: Fixture,
    /// Number of opening moves.
    pub opening: usize,
    /// The moves with scores and times.
    pub game: Record,
    /// The forfeit that ended the game; `None` if neither side could move.
    pub forfeit: Option<Forfeit>,
}

/// A game lost by a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The loser.
    pub by: Seat,
    /// The kind of fault.
    pub kind: ForfeitKind,
    /// The fault as text.
    pub reason: String,
}

impl GameRecord {
    /// The result for the statistics.
    #[must_use]
    pub fn outcome(&self) -> GameOutcome {
        let pair = self.fixture.pair();
        if let Some(Forfeit { by, kind, .. }) = &self.forfeit {
            return GameOutcome { pair, winner: Some(by.other()), ending: Ending::Forfeit(*kind) };
        }
        let black = self.fixture.black();
        let result = self.game.game().result();
        let of_black = self.game.game().final_difference().map_or(0, DiscDiff::discs);
        let winner = result.and_then(GameResult::winner).map(|color| match color {
            Color::Black => black,
            Color::White => black.other(),
        });
        let discs = if black == Seat::A { of_black } else { -of_black };
        GameOutcome { pair, winner, ending: Ending::Played { discs } }
    }

    /// The game with players and result. A forfeit counts as a loss by 64 discs.
    #[must_use]
    pub fn to_record(&self, entrants: &[Entrant]) -> Record {
        let black = self.fixture.black();
        let player = |seat| {
            let entrant = &entrants[self.fixture.entrant(seat)];
            let clock = entrant.control.clock.map(|clock| Clock {
                time: clock.time,
                increment: clock.increment,
                grace: None,
            });
            Player { name: entrant.name.clone(), clock, ..Player::default() }
        };
        let result = match &self.forfeit {
            Some(Forfeit { by, kind, .. }) => Some(GameResult::Difference {
                centidiscs: if *by == black { -6400 } else { 6400 },
                ending: match kind {
                    ForfeitKind::Time => GameEnding::TimedOut,
                    ForfeitKind::Rules | ForfeitKind::Failure => GameEnding::Resigned,
                },
            }),
            None => self.game.game().result(),
        };
        let mut game = self.game.clone();
        (game.black, game.white, game.result) = (player(black), player(black.other()), result);
        game.place = "Outflank".to_owned();
        game
    }
}
