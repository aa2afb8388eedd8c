//! [`Game`]: a start and legal moves.

use std::fmt;

use crate::board::{DiscDiff, Move, Square};

use super::{GameResult, IllegalMove, Setup};

/// A start and the legal moves played from it.
///
/// Passes are moves too. [`Game::play`] adds the forced pass before a disc, so transcripts with and
/// without passes give the same game.
///
/// ```
/// use othello::board::Square;
/// use othello::game::Game;
///
/// let mut game = Game::default();
/// game.play(Square::F5.into())?;
/// game.play(Square::D6.into())?;
/// assert_eq!(game.transcript(), "f5d6");
/// let error = game.play(Square::A1.into()).unwrap_err();
/// assert_eq!(error.to_string(), "a1 flips nothing for black");
/// # Ok::<(), othello::game::IllegalMove>(())
/// ```
#[derive(Clone)]
pub struct Game {
    setup: Setup,
    moves: Vec<Move>,
    /// The setup before each move.
    earlier: Vec<Setup>,
    /// The number of moves before each successful call of `play`.
    plays: Vec<usize>,
}

impl Game {
    /// A game without moves yet.
    #[must_use]
    pub const fn new(start: Setup) -> Game {
        Game { setup: start, moves: Vec::new(), earlier: Vec::new(), plays: Vec::new() }
    }

    /// The game with `moves`, which must be legal.
    pub(super) fn from_moves(start: Setup, moves: &[Move]) -> Game {
        let mut game = Game::new(start);
        for &mv in moves {
            game.play(mv).expect("it is legal");
        }
        game
    }

    /// Plays `mv`. If the side to move must pass, records the pass first and plays the disc for the
    /// other side.
    ///
    /// # Errors
    ///
    /// If `mv` is illegal; nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let passed = match mv {
            Move::Place(_) => self.setup.after(Move::Pass).ok(),
            Move::Pass => None,
        };
        let next = passed.unwrap_or(self.setup).after(mv)?;
        self.plays.push(self.moves.len());
        if let Some(passed) = passed {
            self.push(Move::Pass, passed);
        }
        self.push(mv, next);
        Ok(())
    }

    fn push(&mut self, mv: Move, next: Setup) {
        self.moves.push(mv);
        self.earlier.push(self.setup);
        self.setup = next;
    }

    /// Takes back the last call of [`Game::play`], with the pass that the call added. Returns the
    /// move of the call. `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let length = self.plays.pop()?;
        let mv = self.moves.last().copied();
        self.setup = self.earlier[length];
        self.moves.truncate(length);
        self.earlier.truncate(length);
        mv
    }

    /// The first `plies` moves; the whole game if it is shorter.
    #[must_use]
    pub fn at(&self, plies: usize) -> Game {
        Game::from_moves(self.start(), &self.moves[..plies.min(self.moves.len())])
    }

    /// The setup before the first move.
    #[must_use]
    pub fn start(&self) -> Setup {
        self.earlier.first().copied().unwrap_or(self.setup)
    }

    /// The setup after the last move.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The moves, passes included.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves, each with the setup before it.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (Setup, Move)> + ExactSizeIterator {
        self.earlier.iter().copied().zip(self.moves.iter().copied())
    }

    /// The moves without passes, each with the setup before it.
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = (Setup, Square)> {
        self.turns().filter_map(|(setup, mv)| Some((setup, mv.square()?)))
    }

    /// The legal moves; see [`Setup::legal_moves`].
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        self.setup.legal_moves()
    }

    /// Whether neither side has a move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.setup.position.is_over()
    }

    /// Black's final disc difference. Empties count for the winner. `None` for an unfinished game.
    #[must_use]
    pub fn final_difference(&self) -> Option<DiscDiff> {
        self.setup.final_difference()
    }

    /// The result; `None` for an unfinished game.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.final_difference().map(GameResult::from)
    }
}

/// A game from the usual start without moves.
impl Default for Game {
    fn default() -> Game {
        Game::new(Setup::START)
    }
}

/// Games with equal starts and moves are equal.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.start() == other.start() && self.moves == other.moves
    }
}

impl Eq for Game {}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start().to_string())
            .field("moves", &self.moves)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Color, Square};
    use crate::game::setup::white_must_pass;

    #[test]
    fn a_forced_pass_is_played_and_undone_with_its_disc() {
        let mut game = Game::new(white_must_pass());
        game.play(Square::C1.into()).unwrap();
        assert_eq!(game.moves(), [Move::Pass, Move::Place(Square::C1)]);
        assert_eq!(game.setup().side, Color::White);
        assert_eq!(game.undo(), Some(Move::Place(Square::C1)));
        assert_eq!(game, Game::new(white_must_pass()));
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn an_explicit_pass_is_undone_alone() {
        let mut game = Game::new(white_must_pass());
        game.play(Move::Pass).unwrap();
        game.play(Square::C1.into()).unwrap();
        let mut same = Game::new(white_must_pass());
        same.play(Square::C1.into()).unwrap();
        assert_eq!(game, same);
        assert_eq!(game.undo(), Some(Move::Place(Square::C1)));
        assert_eq!(game.moves(), [Move::Pass]);
        assert_eq!(game.undo(), Some(Move::Pass));
        assert_eq!(game.moves(), []);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::new(white_must_pass());
        let before = game.clone();
        let flips_nothing = IllegalMove::FlipsNothing { square: Square::H8, side: Color::Black };
        assert_eq!(game.play(Square::H8.into()), Err(flips_nothing));
        assert_eq!(game.play(Square::A1.into()), Err(IllegalMove::Taken { square: Square::A1 }));
        assert_eq!(game, before);
        game.play(Move::Pass).unwrap();
        assert_eq!(game.play(Move::Pass), Err(IllegalMove::HasMoves { side: Color::Black }));
    }

    #[test]
    fn a_finished_game_has_a_result_and_takes_no_moves() {
        let mut game = Game::new(white_must_pass());
        assert_eq!(game.result(), None);
        game.play(Square::C1.into()).unwrap();
        assert!(game.is_over());
        assert_eq!(game.play(Move::Pass), Err(IllegalMove::GameOver));
        let result = game.result().unwrap();
        assert_eq!(result.winner(), Some(Color::Black));
        assert_eq!(result.words(), "black wins by 64");

        let draw = Setup::from_discs(Square::A1.bit(), Square::H8.bit(), Color::Black).unwrap();
        assert_eq!(Game::new(draw).result().unwrap().words(), "draw");
        let lost = Setup::from_discs(Bitboard::EMPTY, Bitboard::FULL, Color::Black).unwrap();
        assert_eq!(Game::new(lost).result().unwrap().winner(), Some(Color::White));
    }

    #[test]
    fn turns_have_the_position_of_each_move() {
        let mut game = Game::default();
        game.play(Square::F5.into()).unwrap();
        let after_f5 = game.setup();
        game.play(Square::D6.into()).unwrap();
        let turns: Vec<_> = game.turns().collect();
        assert_eq!(turns, [(Setup::START, Square::F5.into()), (after_f5, Square::D6.into())]);
        assert_eq!(game.at(1).setup(), after_f5);
        assert_eq!(game.at(0), Game::default());
        assert_eq!(game.at(9), game);
    }
}
