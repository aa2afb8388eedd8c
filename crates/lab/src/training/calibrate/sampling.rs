//! Random positions of games, some after further random moves.

use std::ops::RangeInclusive;

use crate::training::games::PlayedGame;
use othello::board::Position;
use othello::random::Random;

/// Settings of the sample.
#[derive(Debug, Clone)]
pub struct Sampling {
    /// The seed of the run.
    pub seed: u64,
    /// The numbers of empties.
    pub empties: RangeInclusive<u32>,
    /// Positions per thousand after random moves.
    pub wild: u32,
    /// Maximum random moves.
    pub wild_moves: u32,
}

impl Sampling {
    /// A random position with `empties` empties and a legal move; `None` if this draw fails.
    pub(super) fn position(
        &self,
        empties: u32,
        games: &[PlayedGame],
        random: &mut Random,
    ) -> Option<Position> {
        let is_wild = random.chance(self.wild) && self.wild_moves > 0;
        let wild = if is_wild { 1 + random.below(self.wild_moves) } else { 0 };
        let game = random.below(games.len() as u32) as usize;
        let from = (empties + wild).min(60);
        let positions = games[game].positions();
        let mut position = positions.into_iter().find(|position| position.empty_count() == from)?;
        while position.empty_count() > empties {
            if position.is_over() {
                return None;
            }
            if position.must_pass() {
                position = position.pass();
            }
            position = position.play(random.legal_square(position)?)?;
        }
        if position.must_pass() {
            position = position.pass();
        }
        (!position.is_over()).then_some(position)
    }
}
