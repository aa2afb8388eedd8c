//! [`GgfGame`]: a game with its players, clocks and comments on moves, in the
//! format of game servers and of NBoard.

mod error;
mod read;
mod values;
mod write;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::board::{Color, Move};

use super::{Game, IllegalMove, Setup};

pub use error::ParseGgfError;
pub use values::{GgfClock, GgfEnding, GgfKind, GgfResult};
pub(super) use write::can_hold_tag;

/// A game in GGF. Texts are empty if they are not given.
///
/// ```
/// use othello::game::GgfGame;
///
/// let text = "(;GM[Othello]PC[NBoard]PB[ann]PW[bob]RE[?]TI[15:00]TY[8]\
///     BO[8 ---------------------------O*------*O--------------------------- *]\
///     B[F5]W[F6/0.00]B[E6//1.338];)";
/// let game: GgfGame = text.parse()?;
/// assert_eq!(game.white.name, "bob");
/// assert_eq!(game.game().transcript(), "f5f6e6");
/// assert_eq!(game.notes()[2].time.unwrap().as_millis(), 1338);
/// # Ok::<(), othello::game::ParseGgfError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GgfGame {
    /// Where it was played (PC).
    pub place: String,
    /// When it was played, as written (DT).
    pub date: String,
    /// The player of Black.
    pub black: GgfPlayer,
    /// The player of White.
    pub white: GgfPlayer,
    /// The kind of match it belongs to (TY).
    pub kind: GgfKind,
    /// How it ended, if it is said (RE).
    pub result: Option<GgfResult>,
    /// The comment before the first move (C).
    pub comment: String,
    /// Tags that have no field of their own, by name.
    pub tags: BTreeMap<String, String>,
    game: Game,
    /// One for each move of the game.
    notes: Vec<GgfNote>,
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GgfPlayer {
    /// The name (PB, PW).
    pub name: String,
    /// The rating before the game, as written (RB, RW).
    pub rating: String,
    /// The time given for the game (TB, TW, or TI for those without one of their own).
    pub clock: Option<GgfClock>,
}

/// What is noted on a move.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct GgfNote {
    /// The score of the move for its player, in hundredths of a disc.
    pub centidiscs: Option<i32>,
    /// The time used for the move, in whole milliseconds.
    pub time: Option<Duration>,
    /// A comment on the move (C); empty if there is none.
    pub comment: String,
}

impl GgfNote {
    /// Adds `text` to the comment, behind a blank if there is one already.
    pub(in crate::game) fn add_comment(&mut self, text: &str) {
        add_comment(&mut self.comment, text);
    }
}

/// Adds `text` to `comment`, behind a blank if `comment` is not empty.
pub(in crate::game) fn add_comment(comment: &mut String, text: &str) {
    let text = text.trim();
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

impl GgfGame {
    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The notes on the moves of [`GgfGame::game`], in their order.
    #[must_use]
    pub fn notes(&self) -> &[GgfNote] {
        &self.notes
    }

    /// Puts `notes` on the first moves.
    pub(in crate::game) fn set_notes(&mut self, notes: &[GgfNote]) {
        for (note, new) in self.notes.iter_mut().zip(notes) {
            note.clone_from(new);
        }
    }

    /// The player of `color`.
    #[must_use]
    pub const fn player(&self, color: Color) -> &GgfPlayer {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Makes `mv` as [`Game::play`] does and notes `note` on it; a pass put before it
    /// has an empty one.
    ///
    /// # Errors
    ///
    /// If `mv` is illegal; nothing is changed then.
    pub fn play(&mut self, mv: Move, note: GgfNote) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.notes.resize(self.game.moves().len() - 1, GgfNote::default());
        self.notes.push(note);
        Ok(())
    }

    /// The time that `color` has left: what it was given, less the times noted on its
    /// moves, plus the increment for each of them; nothing if that is used up. `None`
    /// if the game has no clock for it.
    #[must_use]
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        let clock = self.player(color).clock?;
        let turns = self.game.turns().zip(&self.notes);
        Some(turns.filter(|((setup, _), _)| setup.side == color).fold(
            clock.time,
            |left, (_, note)| {
                let used = note.time.unwrap_or_default();
                left.saturating_sub(used).saturating_add(clock.increment)
            },
        ))
    }
}

/// A game of which nothing but the moves is known.
impl From<Game> for GgfGame {
    fn from(game: Game) -> GgfGame {
        GgfGame {
            place: String::new(),
            date: String::new(),
            black: GgfPlayer::default(),
            white: GgfPlayer::default(),
            kind: GgfKind::default(),
            result: None,
            comment: String::new(),
            tags: BTreeMap::new(),
            notes: vec![GgfNote::default(); game.moves().len()],
            game,
        }
    }
}

/// A game without moves yet.
impl From<Setup> for GgfGame {
    fn from(start: Setup) -> GgfGame {
        Game::new(start).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::game::setup::white_must_pass;

    #[test]
    fn every_move_has_a_note_passes_too() {
        let mut game = GgfGame::from(white_must_pass());
        let note = GgfNote { centidiscs: Some(6400), ..GgfNote::default() };
        assert!(game.play(Square::H8.into(), note.clone()).is_err());
        assert_eq!(game.notes(), []);
        game.play(Square::C1.into(), note.clone()).unwrap();
        assert_eq!(game.notes(), [GgfNote::default(), note]);
        let empty = [GgfNote::default(), GgfNote::default()];
        assert_eq!(GgfGame::from(game.game().clone()).notes(), empty);
    }

    #[test]
    fn the_time_left_follows_from_the_moves() {
        let mut game = GgfGame::from(Setup::START);
        assert_eq!(game.time_left(Color::Black), None);
        let clock = GgfClock {
            time: Duration::from_secs(60),
            increment: Duration::from_secs(2),
            grace: None,
        };
        game.black.clock = Some(clock);
        let note =
            |seconds| GgfNote { time: Some(Duration::from_secs(seconds)), ..GgfNote::default() };
        game.play(Square::F5.into(), note(10)).unwrap();
        game.play(Square::D6.into(), note(1)).unwrap();
        assert_eq!(game.time_left(Color::Black), Some(Duration::from_secs(52)));
        game.play(Square::C3.into(), note(100)).unwrap();
        assert_eq!(game.time_left(Color::Black), Some(Duration::from_secs(2)));
        assert_eq!(game.time_left(Color::White), None);
    }
}
