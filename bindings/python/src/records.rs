//! Files of games.

use std::io::Cursor;

use outflank::game::{self, Format, RecordWriter, WriteError, WthorNames};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::value_error;
use crate::game::Game;

/// The games and positions in a text or a file, one after the other, in whatever formats.
///
/// An iterator of `Game`. A record that cannot be read raises ValueError, and the next step
/// goes on with the one after it.
///
/// Args:
///     data: a text, or the bytes of a file: any format that `Game.parse` reads, or WTHOR's
///         .wtb.
///     names: the bytes of .jou and .trn files with the names for those of WTHOR's.
///
/// Raises:
///     ValueError: if one of the `names` is neither.
#[pyclass(module = "outflank")]
pub(crate) struct Records {
    records: game::Records<Cursor<Vec<u8>>>,
}

/// A copy of the bytes that `object` is; `expected` is what it should be.
fn bytes_of(object: &Bound<PyAny>, expected: &str) -> PyResult<Vec<u8>> {
    let Ok(buffer) = PyBuffer::<u8>::get(object) else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{found}: expected {expected}")));
    };
    let mut bytes = vec![0; buffer.item_count()];
    buffer.copy_to_slice(object.py(), &mut bytes)?;
    Ok(bytes)
}

#[pymethods]
impl Records {
    #[new]
    #[pyo3(signature = (data, *, names = Vec::new()))]
    fn new(data: &Bound<PyAny>, names: Vec<Bound<PyAny>>) -> PyResult<Records> {
        let mut known = WthorNames::default();
        for file in names {
            let file = bytes_of(&file, "the bytes of a .jou or .trn file")?;
            known.read(&*file).map_err(value_error)?;
        }
        let bytes = match data.cast::<PyString>() {
            Ok(text) => text.to_cow()?.into_owned().into_bytes(),
            Err(_) => bytes_of(data, "a str or bytes")?,
        };
        Ok(Records { records: game::Records::with_names(Cursor::new(bytes), known) })
    }

    fn __iter__(records: PyRef<Records>) -> PyRef<Records> {
        records
    }

    fn __next__(&mut self) -> PyResult<Option<Game>> {
        let found = self.records.next().transpose().map_err(value_error)?;
        Ok(found.map(|found| found.record.into()))
    }
}

/// The bytes of a file of `games` in a format of `outflank.FORMATS`: UTF-8 with a line break
/// after each, or for "wthor" a .wtb without names.
///
/// Raises:
///     ValueError: if there is no such format or it cannot hold one of the games.
#[pyfunction]
pub(crate) fn write_records(games: Vec<PyRef<Game>>, format: &str) -> PyResult<Vec<u8>> {
    let mut bytes = Vec::new();
    write(&games, format.parse().map_err(value_error)?, &mut bytes)?;
    Ok(bytes)
}

/// The bytes of `games` as the three files of WTHOR's: the games (.wtb), the names of the
/// players (.jou) and of the tournaments (.trn).
///
/// Raises:
///     ValueError: if a game cannot be held: it has another start, or there are too many names.
#[pyfunction]
pub(crate) fn write_wthor(games: Vec<PyRef<Game>>) -> PyResult<(Vec<u8>, Vec<u8>, Vec<u8>)> {
    let (mut wtb, mut jou, mut trn) = (Vec::new(), Vec::new(), Vec::new());
    let writer = write(&games, Format::Wthor, &mut wtb)?;
    writer.write_names(&mut jou, &mut trn)?;
    drop(writer);
    Ok((wtb, jou, trn))
}

fn write<'a>(
    games: &[PyRef<Game>],
    format: Format,
    bytes: &'a mut Vec<u8>,
) -> PyResult<RecordWriter<&'a mut Vec<u8>>> {
    let mut writer = RecordWriter::new(bytes, format);
    for game in games {
        writer.write(&game.record).map_err(|error| match error {
            WriteError::CannotHold(reason) => value_error(reason),
            WriteError::Output(error) => PyOSError::new_err(error),
        })?;
    }
    writer.finish()?;
    Ok(writer)
}
