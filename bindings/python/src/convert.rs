//! Conversions between Python values and library values.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use othello::board::{Color, Move, ParseMoveError};
use othello::game::{IllegalMove, QUOTED, shorten};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

/// A pass, in arrays of moves.
pub(crate) const PASS: i8 = -1;

/// The move of a finished game, in arrays of moves.
pub(crate) const NO_MOVE: i8 = -2;

/// The exception for invalid input, with the library's message.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a failed allocation.
pub(crate) fn memory_error(error: impl Display) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// A vector with capacity for `values` values. Fails if memory is short.
pub(crate) fn with_room<T>(values: usize) -> PyResult<Vec<T>> {
    let mut vector = Vec::new();
    let none = |_| memory_error(format_args!("no memory for {values} values: try fewer at a time"));
    vector.try_reserve_exact(values).map_err(none)?;
    Ok(vector)
}

/// The exception for an illegal move.
pub(crate) fn illegal(mv: Move, reason: IllegalMove) -> PyErr {
    value_error(format_args!("illegal move {:?}: {reason}", mv.to_string()))
}

/// `text` shortened for errors.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shorten(text, QUOTED))
}

/// Parses a move. PyO3 itself would call the argument `r#move` in errors.
pub(crate) fn parse_move(object: &Bound<PyAny>) -> PyResult<Move> {
    let Ok(text) = object.cast::<PyString>() else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{found}: expected a str such as \"f5\"")));
    };
    let no_move =
        |error: ParseMoveError| value_error(ParseMoveError { text: shorten(&error.text, QUOTED) });
    text.to_cow()?.parse().map_err(no_move)
}

pub(crate) fn parse_side(text: &str) -> PyResult<Color> {
    match text {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => {
            let text = quoted(text);
            Err(value_error(format_args!("invalid side {text}: expected black or white")))
        }
    }
}

pub(crate) fn texts<T: Display>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

/// The number of a move in an array.
pub(crate) fn move_number(mv: Option<Move>) -> i8 {
    match mv {
        Some(Move::Place(square)) => square.index() as i8,
        Some(Move::Pass) => PASS,
        None => NO_MOVE,
    }
}

/// The word in `words` that equals `text`.
pub(crate) fn word_of(words: &[&'static str], text: &str) -> PyResult<&'static str> {
    words.iter().copied().find(|&word| word == text).ok_or_else(|| {
        let (text, words) = (quoted(text), words.join(", "));
        value_error(format_args!("{text}: expected one of {words}"))
    })
}

/// The value of `__reduce__` for a `T`: its function `_restored` and the arguments for it.
pub(crate) fn reduced<'py, T: PyTypeInfo>(
    py: Python<'py>,
    values: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Reduced<'py>> {
    Ok((py.get_type::<T>().getattr("_restored")?, values.into_pyobject(py)?))
}

/// The type of `__reduce__` values: a callable and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Converts `object` to an int by `__index__`.
fn index<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import("operator")?.call_method1("index", (object,))
}

/// The digits of the int `number`. Hexadecimal if Python refuses a decimal of this length.
fn digits(number: &Bound<PyAny>) -> PyResult<String> {
    let format = |kind| number.py().get_type::<PyInt>().call_method1("__format__", (number, kind));
    Ok(format("d").or_else(|_| format("#x"))?.to_string())
}

/// A non-negative integer: a depth, a count, a set of squares.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        let number = index(&object)?;
        number.extract().map(Whole).or_else(|_| {
            let digits = shorten(&digits(&number)?, QUOTED);
            Err(value_error(format_args!("{digits}: expected 0 to 2**64 - 1")))
        })
    }
}

impl Whole {
    /// As a depth. Saturates.
    pub(crate) fn depth(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }

    /// As a count of objects in memory. Saturates.
    pub(crate) fn count(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// A number of threads.
#[derive(Clone, Copy)]
pub(crate) struct Threads(pub(crate) NonZeroUsize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Threads> {
        let number = index(&object)?;
        number.extract().map(Threads).or_else(|_| {
            let (digits, most) = (shorten(&digits(&number)?, QUOTED), usize::BITS);
            Err(value_error(format_args!("threads {digits}: expected 1 to 2**{most} - 1")))
        })
    }
}

/// An integer of any size, in decimal or hexadecimal digits.
pub(crate) struct Number(String);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        Ok(Number(digits(&index(&object)?)?))
    }
}

impl Number {
    /// The number, as the argument `name`, which must be in `range`.
    pub(crate) fn within(self, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
        self.0.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let digits = shorten(&self.0, QUOTED);
            let form = format!("invalid {name} {digits:?}: expected an integer from {least}");
            value_error(if *most == u64::MAX { form } else { format!("{form} to {most}") })
        })
    }
}

/// A time in seconds. A number too large for a float becomes infinite.
pub(crate) struct Seconds(f64);

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Seconds> {
        match object.extract::<f64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Seconds(if object.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY }))
            }
            seconds => seconds.map(Seconds),
        }
    }
}

impl Seconds {
    /// The time, as the argument `name`, in whole milliseconds.
    pub(crate) fn duration(self, name: &str) -> PyResult<Duration> {
        let Seconds(seconds) = self;
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(value_error(format_args!(
                "invalid {name} {seconds:?}: expected a finite number of seconds, 0 or more"
            )));
        }
        let duration = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Ok(Duration::from_millis(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)))
    }
}
