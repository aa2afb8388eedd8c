//! [`Entrant`]: who plays, and with what limits. [`Fixture`]: a game to be played.

use super::Seat;
use super::control::Control;
use super::player::PlayerSpec;

/// Who plays, and with what limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called; no other entrant has the same name.
    pub name: String,
    /// How it is started.
    pub spec: PlayerSpec,
    /// What it is given.
    pub control: Control,
}

/// A game that is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0. Games 0 and 1 have the same opening and players, who change
    /// colours; so do 2 and 3, and so on.
    pub number: u32,
    /// The number of its opening.
    pub opening: u32,
    /// The indices of the entrants who play as A and B.
    pub entrants: [usize; 2],
}

impl Fixture {
    /// Game `number` of a match between the first two entrants.
    #[must_use]
    pub const fn of_match(number: u32) -> Fixture {
        Fixture { number, opening: number / 2, entrants: [0, 1] }
    }

    /// The number of its pair.
    #[must_use]
    pub const fn pair(self) -> u32 {
        self.number / 2
    }

    /// Who has Black.
    #[must_use]
    pub const fn black(self) -> Seat {
        if self.number.is_multiple_of(2) { Seat::A } else { Seat::B }
    }

    /// The index of the entrant in this `seat`.
    #[must_use]
    pub const fn entrant(self, seat: Seat) -> usize {
        self.entrants[seat as usize]
    }
}
