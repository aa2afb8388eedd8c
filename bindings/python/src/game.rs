//! `Game`.

use othello::game::{self, Format, Opening, Record, Setup};
use pyo3::prelude::*;

use crate::convert::{Whole, illegal, parse_move, texts, value_error};
use crate::position::Position;

/// A game: its start position, its moves, and its tags and comments.
///
/// All moves are legal. Passes count as moves. A necessary pass before a disc is inserted, so a
/// game written without passes equals the same game written with them.
///
/// Args:
///     moves: the moves, such as "f5d6c3".
///     start: the start position; by default the standard one.
///
/// Raises:
///     ValueError: if a move is illegal, with its number and the reason.
#[pyclass(module = "outflank", eq)]
#[derive(PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) record: Record,
}

impl From<Record> for Game {
    fn from(record: Record) -> Game {
        Game { record }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (moves = "", *, start = None))]
    fn new(moves: &str, start: Option<PyRef<Position>>) -> PyResult<Game> {
        let start = start.map_or(Setup::START, |position| position.setup);
        let game = game::Game::from_transcript(start, moves).map_err(value_error)?;
        Ok(Record::from(game).into())
    }

    /// Reads a text with one game or position in any format: moves, a board, FEN, OBF, GGF, tags
    /// (PGN), JSON, or a URL that contains moves. For files, including WTHOR, use `Records`.
    ///
    /// Raises:
    ///     ValueError: with the place in the text, the offending part and what was expected.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Game> {
        Ok(text.parse::<Record>().map_err(value_error)?.into())
    }

    /// The moves so far, passes included: squares such as "f5", or "pass".
    #[getter]
    fn moves(&self) -> Vec<String> {
        texts(self.record.game().moves())
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        self.record.game().start().into()
    }

    /// The current position.
    #[getter]
    fn position(&self) -> Position {
        self.record.game().setup().into()
    }

    /// All positions from the start to the current one: one more than the number of moves.
    fn positions(&self) -> Vec<Position> {
        let game = self.record.game();
        let before = game.turns().map(|(setup, _)| setup);
        before.chain([game.setup()]).map(Position::from).collect()
    }

    /// The scores noted for the moves, in discs for the side that moved; None for a move without a
    /// score.
    #[getter]
    fn scores(&self) -> Vec<Option<f64>> {
        let (notes, moves) = (self.record.notes(), self.record.game().moves());
        let score = |ply: usize| notes.get(ply)?.centidiscs.map(|score| f64::from(score) / 100.0);
        (0..moves.len()).map(score).collect()
    }

    /// Plays a move. Before a disc, plays a necessary pass of the side to move. Discards the stated
    /// ending of the game.
    ///
    /// Raises:
    ///     ValueError: if the move is invalid or illegal. The game is unchanged.
    fn play(&mut self, r#move: &Bound<PyAny>) -> PyResult<()> {
        let mv = parse_move(r#move)?;
        self.record.play(mv).map_err(|reason| illegal(mv, reason))
    }

    /// Undoes the last move and a pass that `play` inserted before it. Returns the move; None at
    /// the start.
    fn undo(&mut self) -> Option<String> {
        Some(self.record.undo()?.to_string())
    }

    /// The game after its first `plies` moves, passes included.
    ///
    /// Raises:
    ///     ValueError: if the game has fewer moves.
    fn at(&self, plies: Whole) -> PyResult<Game> {
        let cut = self.record.clone().at(plies.count()).ok_or_else(|| {
            let moves = self.record.game().moves().len();
            value_error(format_args!("invalid plies {}: expected 0 to {moves}", plies.0))
        })?;
        Ok(cut.into())
    }

    /// Whether neither side has a legal move.
    fn is_over(&self) -> bool {
        self.record.game().is_over()
    }

    /// The result of a finished game: Black's discs minus White's, with empty squares counted for
    /// the winner. None before the end of the game.
    fn result(&self) -> Option<i32> {
        Some(self.record.game().final_difference()?.discs())
    }

    /// Checks the stated result against the result of the moves, if both exist.
    ///
    /// Raises:
    ///     ValueError: if they differ.
    fn check_result(&self) -> PyResult<()> {
        let Some(stated) = self.record.result else { return Ok(()) };
        stated.contradiction(self.record.game()).map_or(Ok(()), |reason| Err(value_error(reason)))
    }

    /// The stated result as text; None if no result is stated.
    #[getter]
    fn stated_result(&self) -> Option<String> {
        self.record.result.map(|result| result.to_string())
    }

    /// The name of the opening, such as "Tiger"; None if it has no name.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        Opening::of_game(self.record.game()).map(|opening| opening.name)
    }

    /// The name of Black's player; "" if unknown.
    #[getter]
    fn black(&self) -> &str {
        &self.record.black.name
    }

    #[setter]
    fn set_black(&mut self, value: String) {
        self.record.black.name = value;
    }

    /// The name of White's player; "" if unknown.
    #[getter]
    fn white(&self) -> &str {
        &self.record.white.name
    }

    #[setter]
    fn set_white(&mut self, value: String) {
        self.record.white.name = value;
    }

    /// The tournament; "" if unknown.
    #[getter]
    fn event(&self) -> &str {
        &self.record.event
    }

    #[setter]
    fn set_event(&mut self, value: String) {
        self.record.event = value;
    }

    /// The place of the game; "" if unknown.
    #[getter]
    fn place(&self) -> &str {
        &self.record.place
    }

    #[setter]
    fn set_place(&mut self, value: String) {
        self.record.place = value;
    }

    /// The date as written; "" if unknown.
    #[getter]
    fn date(&self) -> &str {
        &self.record.date
    }

    #[setter]
    fn set_date(&mut self, value: String) {
        self.record.date = value;
    }

    /// The comment on the game; "" without one.
    #[getter]
    fn comment(&self) -> &str {
        &self.record.comment
    }

    #[setter]
    fn set_comment(&mut self, value: String) {
        self.record.comment = value;
    }

    /// The game in a format of `outflank.FORMATS`, one line except for "pgn". Omits data that the
    /// format cannot hold (see `lost_in`). For "wthor", which is binary, use `write_wthor`.
    ///
    /// Raises:
    ///     ValueError: if the format does not exist or cannot hold the game.
    #[pyo3(signature = (format = "transcript"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        self.record.to_text(format.parse().map_err(value_error)?).map_err(value_error)
    }

    /// The data of the game that a format cannot hold, such as "players".
    ///
    /// Raises:
    ///     ValueError: if the format does not exist.
    fn lost_in(&self, format: &str) -> PyResult<Vec<String>> {
        Ok(texts(self.record.lost_in(format.parse().map_err(value_error)?)))
    }

    fn __str__(&self) -> String {
        game::position_text(self.record.game().start(), self.record.game().moves())
    }

    fn __repr__(&self) -> String {
        format!("Game.parse({:?})", self.__str__())
    }

    fn __copy__(&self) -> Game {
        self.record.clone().into()
    }

    fn __deepcopy__(&self, memo: &Bound<PyAny>) -> Game {
        let _ = memo;
        self.__copy__()
    }

    /// Supports pickle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let json = self.record.to_text(Format::Json).map_err(value_error)?;
        Ok((py.get_type::<Game>().getattr("parse")?, (json,)))
    }
}
