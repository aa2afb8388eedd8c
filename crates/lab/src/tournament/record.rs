//! [`Entrant`]: who plays; [`GameRecord`]: a game as it was played.

use super::control::Control;
use super::player::PlayerSpec;
use super::schedule::Fixture;
use super::stats::{Ending, GameOutcome};
use super::{ForfeitKind, Seat};
use othello::board::{Color, DiscDiff};
use othello::game::{Clock, GameEnding, GameResult, Player, Record};

/// A participant: a player and its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Its name, which no other entrant has.
    pub name: String,
    /// How it is started.
    pub spec: PlayerSpec,
    /// The limits of its searches.
    pub control: Control,
}

/// A game as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number, its opening and its entrants.
    pub fixture: Fixture,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// The moves, with the scores and times that the players gave them.
    pub game: Record,
    /// The forfeit that ended it; `None` if it was played to the end.
    pub forfeit: Option<Forfeit>,
}

/// Why a game was not played to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// The seat that lost by it.
    pub by: Seat,
    /// What kind of fault it was.
    pub kind: ForfeitKind,
    /// The fault, in words.
    pub reason: String,
}

impl GameRecord {
    /// Its result for the statistics.
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

    /// The game with its players and result. A forfeit is a loss by 64 discs.
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
