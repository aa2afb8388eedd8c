//! Files of games.

use std::io::{self, Cursor};

use othello::game::{self, Format, RecordWriter, WriteError, WthorNames};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::convert::{memory_error, value_error, with_room};
use crate::game::Game;

/// The games and positions in a text or a file, in any formats.
///
/// An iterator of `Game`. An invalid record raises ValueError, and the next step continues with the
/// following one.
///
/// Args:
///     data: a text or the bytes of a file, in any format that `Game.parse` reads, or a WTHOR .wtb
///         file.
///     names: the bytes of .jou and .trn files with WTHOR names.
///
/// Raises:
///     ValueError: if one of the `names` is neither.
///     MemoryError: if a copy of the data does not fit into memory.
#[pyclass(module = "outflank")]
pub(crate) struct Records {
    records: game::Records<Cursor<Vec<u8>>>,
}

/// Copies the bytes of `object`. `expected` completes the message of a type error.
fn bytes_of(object: &Bound<PyAny>, expected: &str) -> PyResult<Vec<u8>> {
    let Ok(buffer) = PyBuffer::<u8>::get(object) else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{found}: expected {expected}")));
    };
    let mut bytes = with_room(buffer.item_count())?;
    bytes.resize(buffer.item_count(), 0);
    buffer.copy_to_slice(object.py(), &mut bytes)?;
    Ok(bytes)
}

#[pymethods]
impl Records {
    #[new]
    #[pyo3(signature = (data, *, names = None), text_signature = "(data, *, names=())")]
    fn new(data: &Bound<PyAny>, names: Option<&Bound<PyAny>>) -> PyResult<Records> {
        let mut known = WthorNames::default();
        if let Some(names) = names {
            for file in names.try_iter()? {
                let file = bytes_of(&file?, "the bytes of a .jou or .trn file")?;
                known.read(&*file).map_err(value_error)?;
            }
        }
        let bytes = match data.cast::<PyString>() {
            Ok(text) => {
                let text = text.to_cow()?;
                let mut bytes = with_room(text.len())?;
                bytes.extend_from_slice(text.as_bytes());
                bytes
            }
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

/// Writes `games` as the bytes of a file in a format of `outflank.FORMATS`: UTF-8 with a line break
/// after each, or for "wthor" a .wtb file without names.
///
/// Raises:
///     ValueError: if the format does not exist or cannot hold one of the games.
///     MemoryError: if the file does not fit into memory.
#[pyfunction]
pub(crate) fn write_records<'py>(
    games: &Bound<'py, PyAny>,
    format: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut bytes = Output::default();
    write(games, format.parse().map_err(value_error)?, &mut bytes)?;
    bytes.to_python(games.py())
}

/// Writes `games` as the bytes of three WTHOR files: the games (.wtb), the names of the players
/// (.jou) and of the tournaments (.trn).
///
/// Raises:
///     ValueError: if a game has another start position, or there are too many names.
///     MemoryError: if the files do not fit into memory.
#[pyfunction]
pub(crate) fn write_wthor<'py>(
    games: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let [mut wtb, mut jou, mut trn] = <[Output; 3]>::default();
    let writer = write(games, Format::Wthor, &mut wtb)?;
    writer.write_names(&mut jou, &mut trn).map_err(memory_error)?;
    drop(writer);
    let py = games.py();
    Ok((wtb.to_python(py)?, jou.to_python(py)?, trn.to_python(py)?))
}

/// Collects the written bytes. Writing fails only when memory is short.
#[derive(Default)]
struct Output(Vec<u8>);

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_reserve(bytes.len())?;
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.0.len(), |bytes| {
            bytes.copy_from_slice(&self.0);
            Ok(())
        })
    }
}

/// Passes each game to the writer. Does not trust the reported length of `games`.
fn write<'a>(
    games: &Bound<PyAny>,
    format: Format,
    output: &'a mut Output,
) -> PyResult<RecordWriter<&'a mut Output>> {
    let mut writer = RecordWriter::new(output, format);
    for game in games.try_iter()? {
        let game = game?.extract::<PyRef<Game>>()?;
        writer.write(&game.record).map_err(|error| match error {
            WriteError::CannotHold(reason) => value_error(reason),
            WriteError::Output(error) => memory_error(error),
        })?;
    }
    writer.finish().map_err(memory_error)?;
    Ok(writer)
}
