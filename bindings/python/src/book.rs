//! The opening book.

use std::path::{Path, PathBuf};

use engine::OpeningBook;
use engine::book::{Games, Variation};
use engine::score::discs_of;
use engine::search::Certainty;
use pyo3::prelude::*;

use crate::convert::{texts, value_error};
use crate::inputs::PositionOrGame;
use crate::records::in_file;

/// An opening book, for reading. `Engine(ownbook=True, book=path)` plays from a book.
///
/// Args:
///     path: the file of a book; by default the built-in book.
///
/// Raises:
///     OSError: if the file does not exist.
///     ValueError: if the file is not a readable book.
#[pyclass(module = "outflank", frozen)]
pub(crate) struct Book(OpeningBook);

/// A move in the book, or the best move outside it.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct BookMove {
    /// The move, such as "f5".
    r#move: String,
    /// The value for the side to move, in discs.
    score: f64,
    /// "exact", "wld" or "selective", as in `Line`.
    certainty: &'static str,
    /// The confidence in %; 100 if proven.
    selectivity: u8,
    /// The depth behind the score, in plies.
    depth: u32,
    /// The best play that the book knows, passes included, starting with `move`.
    pv: Vec<String>,
    /// Whether the move leads to a position in the book.
    inside: bool,
    /// The games that reached the position after the move: won, drawn and lost by its player.
    games: (u32, u32, u32),
}

impl From<Variation> for BookMove {
    fn from(Variation { line, is_inside, games }: Variation) -> BookMove {
        let (certainty, selectivity) = match line.certainty {
            Certainty::Exact => ("exact", 100),
            Certainty::Wld => ("wld", 100),
            Certainty::Selective(level) => ("selective", level.percent()),
        };
        let Games { wins, draws, losses } = games;
        let pv = texts(line.pv);
        BookMove {
            r#move: pv[0].clone(),
            score: discs_of(line.score.centidiscs()),
            certainty,
            selectivity,
            depth: line.depth,
            pv,
            inside: is_inside,
            games: (wins, draws, losses),
        }
    }
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        let BookMove { r#move: mv, score, depth, .. } = self;
        let place = if self.inside { "" } else { ", outside the book" };
        format!("<BookMove {mv} {score:+.2}, depth {depth}{place}>")
    }
}

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(path: Option<PathBuf>) -> PyResult<Book> {
        let Some(path) = path else { return Ok(Book(OpeningBook::embedded())) };
        std::fs::metadata(&path).map_err(|error| in_file(error, &path))?;
        Ok(Book(OpeningBook::open(&path).map_err(value_error)?))
    }

    /// The file; None for the built-in book.
    #[getter]
    fn path(&self) -> Option<&Path> {
        self.0.path()
    }

    /// The moves of a position, best first: the moves in the book, and the best move outside. Empty
    /// if the position is not in the book.
    ///
    /// Raises:
    ///     ValueError: if the file cannot be read.
    fn lookup(&self, position: PositionOrGame) -> PyResult<Vec<BookMove>> {
        let known = self.0.reader().variations(position.0.position).map_err(value_error)?;
        Ok(known.into_iter().map(BookMove::from).collect())
    }

    /// The number of positions, symmetric ones counted once. Reads the whole book.
    fn __len__(&self) -> PyResult<usize> {
        let stats = self.0.reader().stats().map_err(value_error)?;
        Ok(stats.positions as usize)
    }

    fn __contains__(&self, position: PositionOrGame) -> PyResult<bool> {
        let found = self.0.reader().look_up(position.0.position).map_err(value_error)?;
        Ok(found.is_some())
    }

    fn __repr__(&self) -> String {
        match self.0.path() {
            Some(path) => format!("<Book {}>", path.display()),
            None => "<Book built-in>".to_owned(),
        }
    }
}
