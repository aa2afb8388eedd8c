//! [`Game`]: a game record.

use std::fmt;

use crate::board::{Color, DiscDiff, Move, Square};

use super::{IllegalMove, Setup};

/// A start and the moves made from it, every one of them legal.
///
/// Passes are moves of the record like others. [`Game::play`] makes the pass that
/// has to come before a disc by itself, so games written without passes and games
/// written with them become the same record.
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
    /// By move, the setup it was made in.
    earlier: Vec<Setup>,
    /// By successful call of `play`, the number of moves before it.
    plays: Vec<usize>,
}

impl Game {
    /// A game without moves yet.
    #[must_use]
    pub const fn new(start: Setup) -> Game {
        Game { setup: start, moves: Vec::new(), earlier: Vec::new(), plays: Vec::new() }
    }

    /// The game of `moves` from `start`, each of them known to be legal.
    pub(super) fn from_moves(start: Setup, moves: &[Move]) -> Game {
        let mut game = Game::new(start);
        for &mv in moves {
            game.play(mv).expect("it is legal");
        }
        game
    }

    /// Makes `mv`. If a disc is placed while the side to move has to pass, that pass
    /// is recorded first and the disc is the other side's.
    ///
    /// # Errors
    ///
    /// If `mv` is illegal; nothing is changed then.
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

    /// Takes back what the last call of [`Game::play`] did and returns its move: a
    /// disc together with the pass that `play` put before it, if it did; a pass that
    /// was asked for is taken back alone. `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let length = self.plays.pop()?;
        let mv = self.moves.last().copied();
        self.setup = self.earlier[length];
        self.moves.truncate(length);
        self.earlier.truncate(length);
        mv
    }

    /// The game up to its first `plies` moves.
    #[must_use]
    pub fn at(&self, plies: usize) -> Game {
        Game::from_moves(self.start(), &self.moves[..plies.min(self.moves.len())])
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> Setup {
        self.earlier.first().copied().unwrap_or(self.setup)
    }

    /// Where the game is now.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The moves so far, passes included.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves so far, each with the setup in which it was made.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (Setup, Move)> + ExactSizeIterator {
        self.earlier.iter().copied().zip(self.moves.iter().copied())
    }

    /// The moves that place a disc, each with the setup in which it was made: all but the passes.
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = (Setup, Square)> {
        self.turns().filter_map(|(setup, mv)| Some((setup, mv.square()?)))
    }

    /// The moves that are legal now; see [`Setup::legal_moves`].
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        self.setup.legal_moves()
    }

    /// Whether neither side has a move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.setup.position.is_over()
    }

    /// The result of a finished game; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.setup.result()
    }
}

/// A game from the usual start, without moves yet.
impl Default for Game {
    fn default() -> Game {
        Game::new(Setup::START)
    }
}

/// Two games are equal if their starts and moves are, whoever asked for the passes.
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

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Seen from Black, the empties counted for the winner.
    pub black_difference: DiscDiff,
}

impl GameResult {
    /// The side with more discs; `None` of a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.black_difference.discs() {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }
}

/// `black wins by 12`, `white wins by 2` or `draw`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            None => f.pad("draw"),
            Some(winner) => {
                let discs = self.black_difference.discs().abs();
                f.pad(&format!("{winner} wins by {discs}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};
    use crate::game::setup::white_must_pass;

    #[test]
    fn a_needed_pass_is_made_and_taken_back_with_its_disc() {
        let mut game = Game::new(white_must_pass());
        game.play(Square::C1.into()).unwrap();
        assert_eq!(game.moves(), [Move::Pass, Move::Place(Square::C1)]);
        assert_eq!(game.setup().side, Color::White);
        assert_eq!(game.undo(), Some(Move::Place(Square::C1)));
        assert_eq!(game, Game::new(white_must_pass()));
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_pass_that_was_asked_for_is_taken_back_alone() {
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
        assert_eq!(result.to_string(), "black wins by 64");

        let draw = Setup::from_discs(Square::A1.bit(), Square::H8.bit(), Color::Black).unwrap();
        assert_eq!(draw.result().unwrap().to_string(), "draw");
        let lost = Setup::from_discs(Bitboard::EMPTY, Bitboard::FULL, Color::Black).unwrap();
        assert_eq!(lost.result().unwrap().winner(), Some(Color::White));
    }

    #[test]
    fn turns_tell_where_each_move_was_made() {
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
