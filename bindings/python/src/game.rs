//! `Game`.

use othello::game::{self, Format, Opening, Record, Setup};
use pyo3::prelude::*;

use crate::convert::{Whole, illegal, parse_move, texts, value_error};
use crate::position::Position;

/// A game: where it started, its moves, and what is known of it.
///
/// Moves are legal by construction. Passes are moves, too; one that has to come before a disc
/// is made by itself, so games written with passes and without become the same.
///
/// Args:
///     moves: the moves, such as "f5d6c3".
///     start: where the game starts; the usual start if it is not given.
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

    /// Reads a text that is one game or position, in any format that Outflank knows: moves, a
    /// board, FEN, OBF, GGF, tags (PGN), JSON, the address of a page with moves in it. For
    /// files, also WTHOR's, there is `Records`.
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
        texts(self.record.game.moves())
    }

    /// Where the game started.
    #[getter]
    fn start(&self) -> Position {
        self.record.game.start().into()
    }

    /// Where the game is now.
    #[getter]
    fn position(&self) -> Position {
        self.record.game.setup().into()
    }

    /// All positions of the game, from the start to the last: one more than there are moves.
    fn positions(&self) -> Vec<Position> {
        let game = &self.record.game;
        let before = game.turns().map(|(setup, _)| setup);
        before.chain([game.setup()]).map(Position::from).collect()
    }

    /// Makes a move. If a disc is placed where the side to move has to pass, the pass is made
    /// first. What was said of the end of the game is dropped.
    ///
    /// Raises:
    ///     ValueError: if the text is no move or the move is illegal; nothing is changed then.
    fn play(&mut self, r#move: &Bound<PyAny>) -> PyResult<()> {
        let mv = parse_move(r#move)?;
        self.record.play(mv).map_err(|reason| illegal(mv, reason))
    }

    /// Takes back the last move, together with the pass that was made before it by itself, and
    /// returns it; None at the start.
    fn undo(&mut self) -> Option<String> {
        Some(self.record.undo()?.to_string())
    }

    /// The game up to its first `plies` moves, passes counted.
    ///
    /// Raises:
    ///     ValueError: if it has fewer.
    fn at(&self, plies: Whole) -> PyResult<Game> {
        let cut = self.record.clone().at(plies.count()).ok_or_else(|| {
            let moves = self.record.game.moves().len();
            value_error(format_args!(
                "{} plies: expected 0 to {moves}, the moves there are",
                plies.0
            ))
        })?;
        Ok(cut.into())
    }

    /// Whether neither side can place a disc.
    fn is_over(&self) -> bool {
        self.record.game.is_over()
    }

    /// The result on the board of a finished game: Black's discs less White's, the empty
    /// squares counted for the winner. None while the game goes on.
    fn result(&self) -> Option<i32> {
        Some(self.record.game.result()?.black_difference.discs())
    }

    /// Checks the result that the record states against that of the moves, if there are both.
    ///
    /// Raises:
    ///     ValueError: if they differ.
    fn check_result(&self) -> PyResult<()> {
        let Some(stated) = self.record.result else { return Ok(()) };
        stated.check(&self.record.game).map_err(value_error)
    }

    /// The result that the record states, as text; None if it states none.
    #[getter]
    fn stated_result(&self) -> Option<String> {
        self.record.result.map(|result| result.to_string())
    }

    /// The name of the opening, such as "Tiger"; None if it has none.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        Opening::of_game(&self.record.game).map(|opening| opening.name)
    }

    /// The name of the player of Black; "" if it is not known.
    #[getter]
    fn black(&self) -> &str {
        &self.record.black.name
    }

    #[setter]
    fn set_black(&mut self, value: String) {
        self.record.black.name = value;
    }

    /// The name of the player of White; "" if it is not known.
    #[getter]
    fn white(&self) -> &str {
        &self.record.white.name
    }

    #[setter]
    fn set_white(&mut self, value: String) {
        self.record.white.name = value;
    }

    /// The tournament; "" if it is not known.
    #[getter]
    fn event(&self) -> &str {
        &self.record.event
    }

    #[setter]
    fn set_event(&mut self, value: String) {
        self.record.event = value;
    }

    /// Where it was played; "" if it is not known.
    #[getter]
    fn place(&self) -> &str {
        &self.record.place
    }

    #[setter]
    fn set_place(&mut self, value: String) {
        self.record.place = value;
    }

    /// When it was played, as written; "" if it is not known.
    #[getter]
    fn date(&self) -> &str {
        &self.record.date
    }

    #[setter]
    fn set_date(&mut self, value: String) {
        self.record.date = value;
    }

    /// Free text; "" if there is none.
    #[getter]
    fn comment(&self) -> &str {
        &self.record.comment
    }

    #[setter]
    fn set_comment(&mut self, value: String) {
        self.record.comment = value;
    }

    /// The game as text in a format of `outflank.FORMATS`, in one line but for "pgn". What the
    /// format does not hold is left out (`lost_in` tells). "wthor" is no text: there is
    /// `write_wthor`.
    ///
    /// Raises:
    ///     ValueError: if there is no such format or it cannot hold the game.
    #[pyo3(signature = (format = "transcript"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        self.record.to_text(format.parse().map_err(value_error)?).map_err(value_error)
    }

    /// What does not come back from the game written in a format, such as "players".
    ///
    /// Raises:
    ///     ValueError: if there is no such format.
    fn lost_in(&self, format: &str) -> PyResult<Vec<String>> {
        Ok(texts(self.record.lost_in(format.parse().map_err(value_error)?)))
    }

    fn __str__(&self) -> String {
        game::position_text(self.record.game.start(), self.record.game.moves())
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

    /// For pickle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let json = self.record.to_text(Format::Json).map_err(value_error)?;
        Ok((py.get_type::<Game>().getattr("parse")?, (json,)))
    }
}
