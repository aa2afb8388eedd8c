//! [`Entrant`]: a participant; [`GameRecord`]: a finished game.

use super::control::Control;
use super::player::PlayerSpec;
use super::schedule::Fixture;
use super::stats::{Ending, GameOutcome};
use super::{ForfeitKind, Seat};
use engine::score::Score;
use othello::board::Color;
use othello::game::{GgfClock, GgfEnding, GgfGame, GgfPlayer, GgfResult};

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
    pub game: GgfGame,
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
        let of_black = result.map_or(0, |result| result.black_difference.discs());
        let winner = result.and_then(|result| result.winner()).map(|color| match color {
            Color::Black => black,
            Color::White => black.other(),
        });
        let discs = if black == Seat::A { of_black } else { -of_black };
        GameOutcome { pair, winner, ending: Ending::Played { discs } }
    }

    /// The game with players and result. A forfeit counts as a loss by 64 discs.
    #[must_use]
    pub fn to_ggf(&self, entrants: &[Entrant]) -> GgfGame {
        let black = self.fixture.black();
        let player = |seat| {
            let entrant = &entrants[self.fixture.entrant(seat)];
            let clock = entrant.control.clock.map(|clock| GgfClock {
                time: clock.time,
                increment: clock.increment,
                grace: None,
            });
            GgfPlayer { name: entrant.name.clone(), clock, ..GgfPlayer::default() }
        };
        let result = match &self.forfeit {
            Some(Forfeit { by, kind, .. }) => Some(GgfResult {
                centidiscs: if *by == black { -6400 } else { 6400 },
                ending: match kind {
                    ForfeitKind::Time => GgfEnding::TimedOut,
                    ForfeitKind::Rules | ForfeitKind::Failure => GgfEnding::Resigned,
                },
            }),
            None => self.game.game().result().map(|result| GgfResult {
                centidiscs: Score::from(result.black_difference).centidiscs(),
                ending: GgfEnding::Played,
            }),
        };
        let mut game = self.game.clone();
        (game.black, game.white, game.result) = (player(black), player(black.other()), result);
        game.place = "Outflank".to_owned();
        game
    }
}
