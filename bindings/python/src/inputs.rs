//! Arguments that are a position, a game or a text.

use othello::game::{self, Record, Setup};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::value_error;
use crate::game::Game;
use crate::position::Position;

/// A position, the last position of a game, or a text with either.
pub(crate) struct PositionOrGame(pub(crate) Setup);

impl<'py> FromPyObject<'_, 'py> for PositionOrGame {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PositionOrGame> {
        if let Ok(position) = object.cast::<Position>() {
            Ok(PositionOrGame(position.get().setup))
        } else if let Ok(game) = object.cast::<Game>() {
            Ok(PositionOrGame(game.try_borrow()?.record.game().setup()))
        } else if let Ok(text) = object.cast::<PyString>() {
            let record: Record = text.to_cow()?.parse().map_err(value_error)?;
            Ok(PositionOrGame(record.game().setup()))
        } else {
            let found = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("{found}: expected a Position, a Game or a str")))
        }
    }
}

/// A game, or a text with a game.
pub(crate) struct GameOrText(pub(crate) game::Game);

impl<'py> FromPyObject<'_, 'py> for GameOrText {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<GameOrText> {
        if let Ok(game) = object.cast::<Game>() {
            Ok(GameOrText(game.try_borrow()?.record.game().clone()))
        } else if let Ok(text) = object.cast::<PyString>() {
            let record: Record = text.to_cow()?.parse().map_err(value_error)?;
            Ok(GameOrText(record.into_game()))
        } else {
            let found = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("{found}: expected a Game or a str")))
        }
    }
}
