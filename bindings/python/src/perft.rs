//! Perft.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use othello::board::perft::{PassRule, Perft};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Threads, Whole, memory_error, quoted, value_error};
use crate::inputs::PositionOrGame;
use crate::interrupt::interruptible;

fn counter(passes: &str, threads: Threads, table: Whole) -> PyResult<Perft> {
    let rule = match passes {
        "ply" => PassRule::Ply,
        "free" => PassRule::Free,
        _ => {
            let passes = quoted(passes);
            return Err(value_error(format_args!("invalid passes {passes}: expected ply or free")));
        }
    };
    let perft = Perft::new(rule).with_threads(threads.0);
    if table.0 == 0 { Ok(perft) } else { perft.with_table(table.count()).map_err(memory_error) }
}

/// Counts the lines of play of `depth` plies from a position. A finished game is one line at any
/// depth.
///
/// Args:
///     position: the position, or a game, whose last position counts.
///     depth: the depth in plies.
///     passes: "ply" if a pass counts as a ply, "free" if not.
///     threads: the number of threads.
///     table: the size in MiB of the table of counted positions; 0 for none.
///
/// Raises:
///     ValueError: if an argument is out of range.
///     MemoryError: if the table does not fit into memory.
#[pyfunction]
#[pyo3(
    signature = (position, depth, *, passes = "ply", threads = Threads(NonZeroUsize::MIN), table = Whole(0)),
    text_signature = "(position, depth, *, passes='ply', threads=1, table=0)"
)]
pub(crate) fn perft(
    py: Python,
    position: PositionOrGame,
    depth: Whole,
    passes: &str,
    threads: Threads,
    table: Whole,
) -> PyResult<u64> {
    let position = position.0.position;
    let counter = counter(passes, threads, table)?;
    let count =
        interruptible(py, None, |_| Ok(()), |stop| counter.count(position, depth.depth(), stop))?;
    Ok(count.expect("only a signal stops it, and that is raised"))
}

/// Perft by legal move: the number of lines after each. Takes the arguments of `perft`.
#[pyfunction]
#[pyo3(
    signature = (position, depth, *, passes = "ply", threads = Threads(NonZeroUsize::MIN), table = Whole(0)),
    text_signature = "(position, depth, *, passes='ply', threads=1, table=0)"
)]
pub(crate) fn divide<'py>(
    py: Python<'py>,
    position: PositionOrGame,
    depth: Whole,
    passes: &str,
    threads: Threads,
    table: Whole,
) -> PyResult<Bound<'py, PyDict>> {
    let position = position.0.position;
    let counter = counter(passes, threads, table)?;
    let count =
        |stop: &AtomicBool| counter.divide(position, depth.depth(), stop).collect::<Vec<_>>();
    let counts = PyDict::new(py);
    for (mv, lines) in interruptible(py, None, |_| Ok(()), count)? {
        counts.set_item(mv.to_string(), lines)?;
    }
    Ok(counts)
}
