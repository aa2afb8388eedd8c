//! The results of searches.

use engine::score::discs_of;
use engine::search::{self, Source, Usage};
use protocol::reply::{BoundReply, CertaintyReply, ScoreReply};
use pyo3::prelude::*;

use crate::convert::{Reduced, reduced, texts, word_of};

/// A move with its value and principal variation.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct Line {
    /// The rank among the moves, from 1.
    rank: usize,
    /// The move, such as "f5" or "pass"; None if the game is over.
    r#move: Option<String>,
    /// The value for the side to move, in discs. None if it is unknown: the search was stopped too
    /// early, or the move comes from a strategy that computes no value. With a `skill` below 10 the
    /// score is the value of the search, without the errors of the skill.
    score: Option<f64>,
    /// "lower" if the value is at least the score, "upper" if the value is at most the score; None
    /// if the score is not a bound. `certainty` says whether the score is proven.
    bound: Option<&'static str>,
    /// "exact" (proven to the end of the game), "wld" (win, draw or loss is proven) or "selective"
    /// (an estimate with the confidence `selectivity`, or unknown).
    certainty: &'static str,
    /// The confidence in %, 73 to 100; 100 if proven, 0 if the score is None.
    selectivity: u8,
    /// The depth searched, in plies.
    depth: u32,
    /// The principal variation, passes included, starting with `move`.
    pv: Vec<String>,
    /// Whether the line comes from the opening book.
    book: bool,
}

/// The values of `Line.bound`.
const BOUNDS: [&str; 2] = ["lower", "upper"];

/// The values of `certainty`.
pub(crate) const CERTAINTIES: [&str; 3] = ["exact", "wld", "selective"];

/// The certainty and confidence of a score.
pub(crate) fn certainty(score: &ScoreReply) -> (&'static str, u8) {
    let name = match score.certainty {
        CertaintyReply::Exact => "exact",
        CertaintyReply::Wld => "wld",
        CertaintyReply::Selective => "selective",
    };
    (name, score.selectivity)
}

impl From<&search::Line> for Line {
    fn from(line: &search::Line) -> Line {
        let (score, pv) = (ScoreReply::of(line), &line.pv);
        let (certainty, selectivity) = score.as_ref().map_or(("selective", 0), certainty);
        Line {
            rank: line.rank,
            r#move: pv.first().map(ToString::to_string),
            score: score.map(|score| discs_of(score.score.centidiscs())),
            bound: score.and_then(|score| score.bound).map(|bound| match bound {
                BoundReply::Lower => "lower",
                BoundReply::Upper => "upper",
            }),
            certainty,
            selectivity,
            depth: line.depth,
            pv: texts(pv),
            book: line.source != Source::Search,
        }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let Line { rank, depth, .. } = self;
        let mv = self.r#move.as_deref().unwrap_or("none");
        let Some(score) = self.score else {
            return format!("<Line {rank}: {mv} without a score, depth {depth}>");
        };
        let bound = match self.bound {
            Some("lower") => "at least ",
            Some(_) => "at most ",
            None => "",
        };
        let certainty = match self.certainty {
            "selective" => format!("selectivity {} %", self.selectivity),
            "wld" => "win, draw or loss proven".to_owned(),
            _ => "proven".to_owned(),
        };
        let certainty = if self.book { format!("{certainty}, book") } else { certainty };
        format!("<Line {rank}: {mv} {bound}{score:+.2}, {certainty}, depth {depth}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Line { rank, r#move, score, bound, certainty, selectivity, depth, pv, book } = self;
        reduced::<Line>(py, (rank, r#move, score, bound, certainty, selectivity, depth, pv, book))
    }

    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "they are the fields")]
    fn _restored(
        rank: usize,
        r#move: Option<String>,
        score: Option<f64>,
        bound: Option<&str>,
        certainty: &str,
        selectivity: u8,
        depth: u32,
        pv: Vec<String>,
        book: bool,
    ) -> PyResult<Line> {
        let bound = bound.map(|bound| word_of(&BOUNDS, bound)).transpose()?;
        let certainty = word_of(&CERTAINTIES, certainty)?;
        Ok(Line { rank, r#move, score, bound, certainty, selectivity, depth, pv, book })
    }
}

/// A line found by a running search, and the usage so far.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct SearchInfo {
    /// The line.
    line: Py<Line>,
    /// The positions visited so far by all threads.
    nodes: u64,
    /// The time since the start, in seconds.
    time: f64,
    /// The maximum ply reached, passes not counted.
    deepest_ply: u32,
    /// The use of the transposition table, in per mille.
    hash_full: u32,
}

impl SearchInfo {
    pub(crate) fn new(py: Python, info: &search::SearchInfo) -> PyResult<SearchInfo> {
        let Usage { nodes, deepest_ply, time, hash_full, .. } = info.usage;
        let line = Py::new(py, Line::from(&info.line))?;
        Ok(SearchInfo { line, nodes, time: time.as_secs_f64(), deepest_ply, hash_full })
    }
}

#[pymethods]
impl SearchInfo {
    fn __repr__(&self) -> String {
        format!("<SearchInfo {}, {} nodes>", self.line.get().__repr__(), self.nodes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let SearchInfo { line, nodes, time, deepest_ply, hash_full } = self;
        reduced::<SearchInfo>(py, (line, nodes, time, deepest_ply, hash_full))
    }

    #[staticmethod]
    fn _restored(
        line: Py<Line>,
        nodes: u64,
        time: f64,
        deepest_ply: u32,
        hash_full: u32,
    ) -> SearchInfo {
        SearchInfo { line, nodes, time, deepest_ply, hash_full }
    }
}

/// The result of a search.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct SearchReport {
    /// The best moves in order, at most `multi_pv`; one line without a move if the game is over.
    lines: Vec<Py<Line>>,
    /// The positions visited by all threads.
    nodes: u64,
    /// The time in seconds.
    time: f64,
    /// The maximum ply reached, passes not counted.
    deepest_ply: u32,
    /// The use of the transposition table, in per mille.
    hash_full: u32,
}

impl SearchReport {
    pub(crate) fn new(py: Python, report: &search::SearchReport) -> PyResult<SearchReport> {
        let Usage { nodes, deepest_ply, time, hash_full, .. } = report.usage;
        let lines = report.lines.iter().map(|line| Py::new(py, Line::from(line)));
        let lines = lines.collect::<PyResult<_>>()?;
        Ok(SearchReport { lines, nodes, time: time.as_secs_f64(), deepest_ply, hash_full })
    }

    fn best(&self) -> Option<&Line> {
        Some(self.lines.first()?.get())
    }
}

#[pymethods]
impl SearchReport {
    /// The best move, such as "f5" or "pass"; None if the game is over.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.best()?.r#move.clone()
    }

    /// The value of the best move for the side to move, in discs; None if it is unknown.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.best()?.score
    }

    fn __repr__(&self) -> String {
        let best = self.best().map_or_else(String::new, Line::__repr__);
        format!("<SearchReport {best}, {} nodes in {:.3} s>", self.nodes, self.time)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let SearchReport { lines, nodes, time, deepest_ply, hash_full } = self;
        reduced::<SearchReport>(py, (lines, nodes, time, deepest_ply, hash_full))
    }

    #[staticmethod]
    fn _restored(
        lines: Vec<Py<Line>>,
        nodes: u64,
        time: f64,
        deepest_ply: u32,
        hash_full: u32,
    ) -> SearchReport {
        SearchReport { lines, nodes, time, deepest_ply, hash_full }
    }
}
