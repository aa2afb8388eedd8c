//! `Position`.

use engine::eval::{Evaluator, Pattern};
use engine::score::discs_of;
use othello::board::Bitboard;
use othello::game::{Format, Game, Record, Setup};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::convert::{Whole, illegal, parse_move, parse_side, texts, value_error};

const START: othello::board::Position = othello::board::Position::START;

/// A board and the side to move. Immutable: `play` returns a new position.
///
/// A set of squares is an int with a bit for each square: bit 0 is a1, bit 7 h1, bit 63 h8
/// (`outflank.SQUARES` has the names in this order).
///
/// Args:
///     player: the discs of the side to move; by default the standard start position.
///     opponent: the discs of the other side.
///     side: the side to move, "black" or "white".
///
/// Raises:
///     ValueError: if a square holds both discs, or `side` is neither.
#[pyclass(module = "outflank", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) setup: Setup,
}

impl From<Setup> for Position {
    fn from(setup: Setup) -> Position {
        Position { setup }
    }
}

/// The position with these discs. Errors call it `name`.
pub(crate) fn from_words(
    name: &str,
    player: u64,
    opponent: u64,
) -> PyResult<othello::board::Position> {
    let shared = Bitboard(player) & Bitboard(opponent);
    othello::board::Position::new(Bitboard(player), Bitboard(opponent)).ok_or_else(|| {
        value_error(format_args!(
            "{name}: player {player:#018x} and opponent {opponent:#018x} share {}: \
             expected no square with both",
            texts(shared).join(" ")
        ))
    })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (player = Whole(START.player().0), opponent = Whole(START.opponent().0), side = "black"),
        text_signature = "(player=0x810000000, opponent=0x1008000000, side='black')"
    )]
    fn new(player: Whole, opponent: Whole, side: &str) -> PyResult<Position> {
        let position = from_words("position", player.0, opponent.0)?;
        Ok(Setup { position, side: parse_side(side)? }.into())
    }

    /// Reads a position in any format: a drawn board, 64 characters and a side, FEN or OBF. Reads
    /// the last position of a game.
    ///
    /// Raises:
    ///     ValueError: with the place in the text, the offending part and what was expected.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Position> {
        let record: Record = text.parse().map_err(value_error)?;
        Ok(record.game().setup().into())
    }

    /// The discs of the side to move, a bit for each square.
    #[getter]
    fn player(&self) -> u64 {
        self.setup.position.player().0
    }

    /// The discs of the other side, a bit for each square.
    #[getter]
    fn opponent(&self) -> u64 {
        self.setup.position.opponent().0
    }

    /// The black discs, a bit for each square.
    #[getter]
    fn black(&self) -> u64 {
        self.setup.black().0
    }

    /// The white discs, a bit for each square.
    #[getter]
    fn white(&self) -> u64 {
        self.setup.white().0
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn side(&self) -> String {
        self.setup.side.to_string()
    }

    /// The number of empty squares, 0 to 64.
    #[getter]
    fn empty_count(&self) -> u32 {
        self.setup.position.empty_count()
    }

    /// The legal moves: squares such as "f5" in reading order, or ["pass"] if the side to move must
    /// pass; empty if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        texts(self.setup.legal_moves())
    }

    /// The discs that a move flips, a bit for each square; 0 for a pass.
    ///
    /// Raises:
    ///     ValueError: if the move is invalid or illegal.
    fn flips(&self, r#move: &Bound<PyAny>) -> PyResult<u64> {
        let mv = parse_move(r#move)?;
        self.setup.after(mv).map_err(|reason| illegal(mv, reason))?;
        Ok(mv.square().map_or(0, |square| self.setup.position.flips(square).0))
    }

    /// The position after a move, such as "f5" or "pass". A pass is legal only without another
    /// legal move, and must then be played (`Game.play` inserts it).
    ///
    /// Raises:
    ///     ValueError: if the move is invalid or illegal, with the reason.
    fn play(&self, r#move: &Bound<PyAny>) -> PyResult<Position> {
        let mv = parse_move(r#move)?;
        Ok(self.setup.after(mv).map_err(|reason| illegal(mv, reason))?.into())
    }

    /// Whether the side to move must pass: it has no legal move, and the other side has one.
    fn must_pass(&self) -> bool {
        self.setup.position.must_pass()
    }

    /// Whether neither side has a legal move.
    fn is_over(&self) -> bool {
        self.setup.position.is_over()
    }

    /// The result of a finished game: Black's discs minus White's, with empty squares counted for
    /// the winner. None before the end of the game.
    fn result(&self) -> Option<i32> {
        Some(self.setup.final_difference()?.discs())
    }

    /// The static evaluation for the side to move: the expected final difference in discs; the
    /// result if the game is over.
    fn evaluate(&self) -> f64 {
        discs_of(Pattern::embedded().score(self.setup.position).centidiscs())
    }

    /// The representative of the eight symmetric positions, with the same side to move.
    fn canonical(&self) -> Position {
        Setup { position: self.setup.position.canonical().0, ..self.setup }.into()
    }

    /// The position in a format of `outflank.FORMATS`: "board" (64 characters and the side to
    /// move), "fen", "obf" and the game formats except "transcript" and "wthor". `str(position)`
    /// draws a board, which `parse` also reads.
    ///
    /// Raises:
    ///     ValueError: if the format does not exist or cannot hold a position.
    #[pyo3(signature = (format = "board"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(value_error)?;
        Record::from(Game::new(self.setup)).to_text(format).map_err(value_error)
    }

    fn __str__(&self) -> String {
        self.setup.draw().to_string()
    }

    fn __repr__(&self) -> String {
        let (player, opponent) = (self.player(), self.opponent());
        format!("Position({player:#x}, {opponent:#x}, \"{}\")", self.setup.side)
    }

    /// Supports pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u64, u64, String)) {
        (py.get_type::<Position>(), (self.player(), self.opponent(), self.side()))
    }
}
