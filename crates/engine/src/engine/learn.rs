//! [`LearnJob`]: adds the positions of a game to the opening book.

use super::{OpeningBook, level_limits};
use crate::book::{BookError, OutsideMove};
use crate::search::{Limits, Search, Stop};
use othello::board::{Bitboard, Position};
use othello::game::Game;

/// Maximum number of positions learned from a game, counted from its start.
const POSITIONS: usize = 20;

/// The positions of a game, ready to be added to an opening book in any thread.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use engine::book::Book;
/// use engine::{Engine, OpeningBook, Options};
/// use othello::game::{Game, Setup};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("openings.book");
/// drop(Book::create(&path)?);
/// let book = Some(OpeningBook::open(&path)?);
/// let mut engine = Engine::new(Options { book, level: 2, hash: 1, ..Options::default() });
/// let game = Game::from_transcript(Setup::START, "f5d6c3")?;
/// let job = engine.learn_job(&game)?.expect("the book is in a file");
/// job.run(&AtomicBool::new(false))?;
/// assert_eq!(Book::open(&path)?.len()?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LearnJob {
    book: OpeningBook,
    positions: Vec<Position>,
    /// Template for each search. The position and limits vary.
    search: Search,
    level: u32,
}

impl LearnJob {
    /// A job for the first positions of `game`. Searches use `search` with the limits of `level`.
    pub(super) fn new(book: OpeningBook, game: &Game, search: Search, level: u32) -> LearnJob {
        let last = Some(game.setup().position).filter(|last| !last.legal_moves().is_empty());
        let before_moves = game.placements().map(|(setup, _)| setup.position);
        let positions = before_moves.chain(last).take(POSITIONS).collect();
        LearnJob { book, positions, search, level }
    }

    /// Adds the positions until `stop` is set. Positions already added stay. While the job runs,
    /// engines that share the book play without it, and a second job for the book fails.
    ///
    /// # Errors
    /// If the book cannot be written, or is being written.
    pub fn run(self, stop: &dyn Stop) -> Result<(), BookError> {
        let mut search = |position, inside| self.best_outside(position, inside, stop);
        self.book.reader().grow(|book| {
            // Last position first, so that each earlier position finds its successor in the book.
            for &position in self.positions.iter().rev() {
                match book.insert(position, &mut search) {
                    Err(error) if error.is_interruption() => break,
                    inserted => inserted?,
                };
            }
            Ok(())
        })
    }

    /// The best move of `position` outside `inside`. `None` if `stop` was set.
    fn best_outside(
        &self,
        position: Position,
        inside: Bitboard,
        stop: &dyn Stop,
    ) -> Option<OutsideMove> {
        let level = level_limits(self.level, position.empty_count());
        let limits = Limits { excluded: inside, ..level };
        let report = Search { position, limits, ..self.search.clone() }.run(stop, &mut |_| ());
        if stop.is_set() {
            return None;
        }
        report.lines.iter().find_map(OutsideMove::from_line)
    }
}
