//! Batches of positions, in NumPy arrays.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::available_parallelism;

use engine::eval::Pattern;
use engine::score::{Score, discs_of};
use engine::search::{Goal, Limits};
use engine::{Batch, BatchError, Options};
use othello::board::{Bitboard, Position};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::convert::{
    Number, Seconds, Threads, Whole, memory_error, move_number, value_error, with_room,
};
use crate::interrupt::interruptible;
use crate::position::from_words;

/// Whether `buffer` has the byte order of this machine. On little-endian machines `PyBuffer::get`
/// also accepts the other order.
fn is_native(buffer: &PyBuffer<u64>) -> bool {
    cfg!(target_endian = "big") || !matches!(buffer.format().to_bytes(), [b'>' | b'!', ..])
}

/// `array`, or a copy if its values are unaligned, such as a field of packed records.
fn aligned<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let is_aligned = || array.getattr("flags")?.getattr("aligned")?.is_truthy();
    match is_aligned() {
        Ok(false) => py.import("numpy")?.call_method1("require", (array, py.None(), "A")),
        // A value that is not an array fails when it is read.
        _ => Ok(array.clone()),
    }
}

/// The positions in an array of two columns.
fn read(array: &Bound<PyAny>) -> PyResult<Vec<Position>> {
    let buffer = PyBuffer::<u64>::get(&aligned(array)?)
        .ok()
        .filter(|buffer| matches!(buffer.shape(), [_, 2]) && is_native(buffer));
    let Some(buffer) = buffer else {
        let attribute = |name| array.getattr(name).and_then(|value| Ok(value.str()?.to_string()));
        let found = match (attribute("dtype"), attribute("shape")) {
            (Ok(dtype), Ok(shape)) => format!("an array of {dtype} of shape {shape}"),
            _ => array.get_type().name()?.to_string(),
        };
        return Err(value_error(format_args!(
            "positions: found {found}: expected an array of uint64 of shape (n, 2)"
        )));
    };
    let mut words = with_room(buffer.item_count())?;
    words.resize(buffer.item_count(), 0);
    buffer.copy_to_slice(array.py(), &mut words)?;
    array.py().detach(|| positions_of(&words))
}

/// The positions in `words`, alternately player and opponent.
fn positions_of(words: &[u64]) -> PyResult<Vec<Position>> {
    let mut positions = with_room(words.len() / 2)?;
    for (row, &[player, opponent]) in words.as_chunks().0.iter().enumerate() {
        positions.push(match Position::new(Bitboard(player), Bitboard(opponent)) {
            Some(position) => position,
            // Build the name of the row only for the error.
            None => from_words(&format!("positions[{row}]"), player, opponent)?,
        });
    }
    Ok(positions)
}

/// An array of `dtype` with these values.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    dtype: &str,
    values: impl ExactSizeIterator<Item = T>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut converted = with_room(values.len())?;
    converted.extend(values);
    let array = py.import("numpy")?.call_method1("empty", (converted.len(), dtype))?;
    PyBuffer::<T>::get(&array)?.copy_from_slice(py, &converted)?;
    Ok(array)
}

/// The optional `stop` and `progress` arguments.
type Control = (Option<Py<PyAny>>, Option<Py<PyAny>>);

/// Runs `work` on the positions in `array`, with `threads` threads. `stop` ends the work early.
/// `progress` receives the numbers of finished and of all positions, about 20 times a second.
fn run<T: Send>(
    array: &Bound<PyAny>,
    threads: Option<Threads>,
    (stop, progress): Control,
    work: impl FnOnce(Batch) -> Result<T, BatchError> + Send,
) -> PyResult<T> {
    let threads = threads
        .map_or_else(|| available_parallelism().map_or(1, usize::from), |threads| threads.0.get());
    let positions = read(array)?;
    let done = AtomicUsize::new(0);
    let report = |py: Python| match &progress {
        Some(progress) => progress.call1(py, (done.load(Relaxed), positions.len())).map(drop),
        None => Ok(()),
    };
    let results = interruptible(array.py(), stop.as_ref(), report, |stop| {
        work(Batch { positions: &positions, threads, stop, done: Some(&done) })
    })?;
    results.map_err(memory_error)
}

/// Computes the legal moves of many positions.
///
/// Args:
///     positions: an array of uint64 in native byte order, of shape (n, 2): the discs of the side
///         to move and those of the other side, a bit for each square (bit 0 is a1, bit 63 h8).
///     threads: the number of threads; by default the number of CPUs.
///
/// Returns:
///     An array of n uint64, a bit for each legal move; 0 if a position has none.
///
/// Raises:
///     ValueError: if the array has another type or shape, or a square holds both discs.
///     MemoryError: if a copy of the positions or the results does not fit into memory.
#[pyfunction]
#[pyo3(signature = (positions, *, threads = None))]
pub(crate) fn legal_moves<'py>(
    positions: &Bound<'py, PyAny>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let moves = run(positions, threads, (None, None), |batch| batch.legal_moves())?;
    array(positions.py(), "uint64", moves.iter().map(|moves| moves.0))
}

/// Evaluates many positions statically.
///
/// Args:
///     positions: an array of uint64 in native byte order, of shape (n, 2): the discs of the side
///         to move and those of the other side, a bit for each square (bit 0 is a1, bit 63 h8).
///     threads: the number of threads; by default the number of CPUs.
///     stop: a `threading.Event`, or any object with `is_set()`, that ends the work when set.
///     progress: receives the numbers of finished and of all positions, about 20 times a second.
///
/// Returns:
///     An array of n float32: the expected final difference for the side to move, in discs; the
///     result if the game is over; NaN for positions that were not reached before a stop.
///
/// Raises:
///     ValueError: if the array has another type or shape, or a square holds both discs.
///     MemoryError: if a copy of the positions or the results does not fit into memory.
#[pyfunction]
#[pyo3(signature = (positions, *, threads = None, stop = None, progress = None))]
pub(crate) fn evaluate<'py>(
    positions: &Bound<'py, PyAny>,
    threads: Option<Threads>,
    stop: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let control = (stop, progress);
    let scores = run(positions, threads, control, |batch| batch.evaluate(&Pattern::embedded()))?;
    let discs = scores.iter().map(|&score| match score == -Score::INFINITY {
        true => f32::NAN,
        false => discs_of(score.centidiscs()) as f32,
    });
    array(positions.py(), "float32", discs)
}

/// Solves many positions, one thread per position.
///
/// Args:
///     positions: an array of uint64 in native byte order, of shape (n, 2): the discs of the side
///         to move and those of the other side, a bit for each square (bit 0 is a1, bit 63 h8).
///     threads: the number of threads; by default the number of CPUs.
///     hash: the size of the transposition table of each thread, in MiB.
///     wld: prove only win, draw or loss, which is faster.
///     nodes: the number of nodes after which to give up a position.
///     time: the time after which to give up a position, in seconds.
///     stop: a `threading.Event`, or any object with `is_set()`, that ends the work when set.
///     progress: receives the numbers of finished and of all positions, about 20 times a second.
///
/// Returns:
///     `Solutions`: arrays with a value for each position. Without limits and stop, every position
///     is solved.
///
/// Raises:
///     ValueError: if the array has another type or shape, a square holds both discs, or a limit is
///         out of range.
///     MemoryError: if a table, a copy of the positions or the results does not fit into memory.
#[pyfunction]
#[pyo3(
    signature = (positions, *, threads = None, hash = Whole(16), wld = false, nodes = None,
        time = None, stop = None, progress = None),
    text_signature = "(positions, *, threads=None, hash=16, wld=False, nodes=None, time=None, \
        stop=None, progress=None)"
)]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn solve<'py>(
    positions: &Bound<'py, PyAny>,
    threads: Option<Threads>,
    hash: Whole,
    wld: bool,
    nodes: Option<Number>,
    time: Option<Seconds>,
    stop: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut options = Options::default();
    options.set("hash", &hash.0.to_string()).map_err(value_error)?;
    let limits = Limits {
        goal: if wld { Goal::Wld } else { Goal::Exact },
        nodes: nodes.map(|nodes| nodes.within("nodes", 1..=u64::MAX)).transpose()?,
        move_time: time.map(|time| time.duration("time")).transpose()?,
        ..Limits::default()
    };
    let solved = run(positions, threads, (stop, progress), |batch| batch.solve(&options, &limits))?;
    let py = positions.py();
    let columns = (
        array(py, "int8", solved.iter().map(|one| one.score.discs() as i8))?,
        array(py, "int8", solved.iter().map(|one| move_number(one.best)))?,
        array(py, "uint8", solved.iter().map(|one| u8::from(one.is_solved)))?
            .call_method1("view", ("bool",))?,
        array(py, "uint64", solved.iter().map(|one| one.nodes))?,
        array(py, "float32", solved.iter().map(|one| one.time.as_secs_f32()))?,
    );
    py.import("outflank._results")?.getattr("Solutions")?.call1(columns)
}
