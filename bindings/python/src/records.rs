//! Files of games.

use std::io::{self, BufReader, Cursor};
use std::path::{Path, PathBuf};

use engine::score::discs_of;
use othello::board::Color;
use othello::game::{self, Format, RecordWriter, WriteError, WthorNames};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::batch::array;
use crate::convert::{memory_error, value_error, with_room};
use crate::game::Game;

/// The games and positions in a text or a file, in any formats.
///
/// An iterator of `Game`. An invalid record raises ValueError, and the next step continues with the
/// following record.
///
/// Args:
///     data: a text, the bytes of a file, or the `pathlib.Path` of a file, in any format that
///         `Game.parse` reads, or a WTHOR .wtb file. A str is a text, never the name of a file.
///     names: the bytes or paths of .jou and .trn files with WTHOR names.
///
/// Raises:
///     ValueError: if one of the `names` is not such a file.
///     MemoryError: if a copy of the data does not fit into memory.
#[pyclass(module = "outflank")]
pub(crate) struct Records {
    records: game::Records<Cursor<Vec<u8>>>,
}

/// The bytes of the file at the path `object`, or a copy of the bytes in `object`. `expected`
/// completes the message of a type error.
fn bytes_of(object: &Bound<PyAny>, expected: &str) -> PyResult<Vec<u8>> {
    if !object.is_instance_of::<PyString>()
        && let Ok(path) = object.extract::<PathBuf>()
    {
        return std::fs::read(&path).map_err(|error| in_file(error, &path));
    }
    let Ok(buffer) = PyBuffer::<u8>::get(object) else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{found}: expected {expected}")));
    };
    let mut bytes = with_room(buffer.item_count())?;
    bytes.resize(buffer.item_count(), 0);
    buffer.copy_to_slice(object.py(), &mut bytes)?;
    Ok(bytes)
}

/// `error` with the name of the file, like the exception of Python's `open`.
pub(crate) fn in_file(error: io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string().replace(&format!(" (os error {number})"), "");
            PyOSError::new_err((number, text, path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Whether `text` is one line that names a file.
fn is_file_name(text: &str) -> bool {
    !text.is_empty() && !text.contains('\n') && Path::new(text).is_file()
}

/// Reads positions from a file in any format that `Records` reads, or from Parquet.
///
/// Args:
///     path: the file; or a Parquet file (`.parquet`) or a folder of such files with columns
///         `player`, `opponent` and, for the values, `score`. Parquet needs pyarrow.
///     every_ply: take every position before a move, not only the last position of each record. Not
///         for Parquet.
///
/// Returns: `Positions`: an array of uint64 of shape (n, 2), as `solve` takes it, and the values of
/// the positions in discs for the side to move. A last position with scored moves has the value of
/// the best move. Other positions have the result of their game, or NaN if it has no result.
///
/// Raises:
///     ValueError: for an invalid record, with its place.
///     OSError: if the file cannot be read.
#[pyfunction]
#[pyo3(signature = (path, *, every_ply = false))]
pub(crate) fn read_positions<'py>(
    py: Python<'py>,
    path: PathBuf,
    every_ply: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if path.is_dir() || path.extension().is_some_and(|extension| extension == "parquet") {
        return py.import("outflank._results")?.call_method1("read_parquet", (path,));
    }
    let file = std::fs::File::open(&path).map_err(|error| in_file(error, &path))?;
    let (words, scores) = py.detach(|| {
        let (mut words, mut scores) = (Vec::new(), Vec::new());
        for found in game::Records::new(BufReader::new(file)) {
            let record = found.map_err(value_error)?.record;
            let game = record.game();
            let result = record.outcome().and_then(|result| result.centidiscs());
            let last = (!every_ply).then_some(game.setup());
            let before = game.turns().map(|(setup, _)| setup).filter(|_| every_ply);
            let best = record.scores.iter().map(|score| score.centidiscs).max();
            for setup in before.chain(last) {
                let of_black = |value: i32| if setup.side == Color::Black { value } else { -value };
                let value = best.filter(|_| !every_ply).or(result.map(of_black));
                words.extend([setup.position.player().0, setup.position.opponent().0]);
                scores.push(value.map_or(f32::NAN, |value| discs_of(value) as f32));
            }
        }
        Ok::<_, PyErr>((words, scores))
    })?;
    let words = array(py, "uint64", words.into_iter())?.call_method1("reshape", (-1, 2))?;
    let scores = array(py, "float32", scores.into_iter())?;
    py.import("outflank._results")?.getattr("Positions")?.call1((words, scores))
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
                if is_file_name(&text) {
                    return Err(value_error(format_args!(
                        "{text:?} is the name of a file: expected its contents, or \
                         pathlib.Path({text:?})"
                    )));
                }
                let mut bytes = with_room(text.len())?;
                bytes.extend_from_slice(text.as_bytes());
                bytes
            }
            Err(_) => bytes_of(data, "a str, bytes or a Path")?,
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
/// after each game, or for "wthor" a .wtb file without names.
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
