//! [`GameRecord`]: a game of a match as it was played.

use super::Seat;
use super::stats::Outcome;
use crate::board::Color;
use crate::game::GgfGame;

/// A game of a match as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number in the match, from 0. Games 0 and 1 have the same opening, 2 and 3,
    /// and so on.
    pub number: u32,
    /// Who had Black.
    pub black: Seat,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// The moves, with what the players thought of them.
    pub game: GgfGame,
    /// Who forfeited it and why; `None` if it was played to the end.
    pub forfeit: Option<Forfeit>,
}

/// Why a game was not played to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// Who lost by it.
    pub by: Seat,
    /// What it did.
    pub reason: String,
}

impl GameRecord {
    /// The number of the pair to which the game with this `number` belongs.
    #[must_use]
    pub const fn pair(number: u32) -> u32 {
        number / 2
    }

    /// Who has Black in the game with this `number`.
    #[must_use]
    pub const fn black(number: u32) -> Seat {
        if number.is_multiple_of(2) { Seat::A } else { Seat::B }
    }

    /// What counts of it.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let pair = GameRecord::pair(self.number);
        if let Some(forfeit) = &self.forfeit {
            return Outcome { pair, winner: Some(forfeit.by.other()), discs: None };
        }
        let result = self.game.game().result();
        let of_black = result.map_or(0, |result| result.black_difference.discs());
        let winner = result.and_then(|result| result.winner()).map(|color| match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        });
        let discs = if self.black == Seat::A { of_black } else { -of_black };
        Outcome { pair, winner, discs: Some(discs) }
    }
}
