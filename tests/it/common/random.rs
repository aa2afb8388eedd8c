//! Reproducible random games and positions. [`random_game`] and [`random_position`] play on the
//! [`Mailbox`], for tests of the rules; [`positions`] and [`game_from`] use the fast board.

use othello::board::{Bitboard, Position, Square};

use super::mailbox::Mailbox;

/// Splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`, which must be small and positive.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_u64() % limit as u64) as usize
    }

    /// A legal move; `None` if there is none.
    pub fn legal_move(&mut self, position: Position) -> Option<Square> {
        let moves = position.legal_moves();
        let choices = moves.into_iter().len().max(1);
        moves.into_iter().nth(self.below(choices))
    }

    /// All positions of a random game, passes included, from the start to the finished one.
    fn game(&mut self) -> Vec<Position> {
        let mut mailbox = Mailbox::start();
        let mut game = vec![mailbox.to_position()];
        loop {
            let replies = mailbox.replies();
            if replies.is_empty() {
                return game;
            }
            (_, mailbox) = replies[self.below(replies.len())];
            game.push(mailbox.to_position());
        }
    }
}

/// All positions of a random game, passes included, from the start to the finished one.
pub fn random_game(seed: u64) -> Vec<Position> {
    Random::new(seed).game()
}

/// A position right after the disc that leaves `empties` (0 to 60) in a random game. It may have to
/// pass or be over.
pub fn random_position(seed: u64, empties: u32) -> Position {
    assert!(empties <= 60, "the game starts with 60 empties");
    let mut random = Random::new(seed);
    loop {
        let game = random.game();
        if let Some(&position) = game.iter().find(|position| position.empty_count() == empties) {
            return position;
        }
    }
}

/// `start` and all positions of one random game from there, passes included.
#[allow(dead_code, reason = "for tests/levels and benches")]
pub fn game_from(start: Position, random: &mut Random) -> impl Iterator<Item = Position> {
    let next = |position: Position, random: &mut Random| match random.legal_move(position) {
        Some(square) => position.play(square),
        None => position.must_pass().then(|| position.pass()),
    };
    std::iter::successors(Some(start), move |&position| next(position, random))
}

/// `count` consecutive positions of random games.
#[allow(dead_code, reason = "for tests/levels and benches")]
pub fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::with_capacity(count + 128);
    while positions.len() < count {
        positions.extend(game_from(Position::START, &mut random));
    }
    positions.truncate(count);
    positions
}

/// Random discs that mostly no game reaches: nearly empty to full, mixed to one-sided.
pub fn random_discs(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let occupied = random_set(&mut random);
    let player = random_set(&mut random);
    Position::new(occupied & player, occupied - player).expect("no square is in both")
}

/// A random set whose density is 0 to 8 eighths.
fn random_set(random: &mut Random) -> Bitboard {
    let chance = random.below(9) as u64;
    let square = |set: u64, _| set << 1 | u64::from(random.next_u64() % 8 < chance);
    Bitboard((0..64).fold(0, square))
}
