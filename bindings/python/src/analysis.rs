//! The analysis of a game.

use engine::score::discs_of;
use othello::game::Opening;
use protocol::reply::{AnalysisReply, PlyReply, SideReply};
use pyo3::prelude::*;

use crate::convert::{Reduced, reduced, texts, word_of};
use crate::position::Position;
use crate::report::{CERTAINTIES, certainty};

/// A ply of a game. Values are in discs for the side to move.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct AnalysedPly {
    /// The number of moves before it, passes included.
    ply: usize,
    /// The position before the move.
    position: Py<Position>,
    /// The played move; None at the end of the game.
    played: Option<String>,
    /// The best move: the played move unless another move is better; None if the game is over.
    best: Option<String>,
    /// The value of the best move.
    score: f64,
    /// The value of the best move minus the value of the played move; None at the end of the game.
    loss: Option<f64>,
    /// "best", "inaccuracy" (loss >= 1 disc), "mistake" (loss >= 4, or a lost win or draw) or
    /// "blunder" (loss >= 8); None at the end of the game.
    mark: Option<String>,
    /// "exact", "wld" or "selective", as in `Line`.
    certainty: &'static str,
    /// The confidence in %, 73 to 100; 100 if proven.
    selectivity: u8,
    /// The principal variation, passes included, starting with the best move.
    pv: Vec<String>,
    /// The number of positions visited.
    nodes: u64,
    /// The time in seconds.
    time: f64,
}

impl AnalysedPly {
    pub(crate) fn new(py: Python, ply: &engine::AnalysedPly) -> PyResult<AnalysedPly> {
        let time = ply.usage.time.as_secs_f64();
        let PlyReply { ply, board, played, best, score, loss, mark, nodes, pv, .. } = ply.into();
        let (certainty, selectivity) = certainty(&score);
        Ok(AnalysedPly {
            ply,
            position: Py::new(py, Position::from(board))?,
            played: played.map(|mv| mv.to_string()),
            best: best.map(|mv| mv.to_string()),
            score: discs_of(score.score.centidiscs()),
            loss: loss.map(discs_of),
            mark: mark.map(|mark| mark.to_string()),
            certainty,
            selectivity,
            pv: texts(pv),
            nodes,
            time,
        })
    }
}

/// The fields from `best` to `selectivity`.
type Value = (Option<String>, f64, Option<f64>, Option<String>, String, u8);

#[pymethods]
impl AnalysedPly {
    fn __repr__(&self) -> String {
        let AnalysedPly { ply, score, .. } = self;
        let word = |mv: &Option<String>| mv.clone().unwrap_or("none".to_owned());
        let (played, best) = (word(&self.played), word(&self.best));
        format!("<AnalysedPly {ply}: played {played}, best {best} {score:+.2}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let AnalysedPly { ply, position, played, best, score, loss, .. } = self;
        let AnalysedPly { mark, certainty, selectivity, pv, nodes, time, .. } = self;
        let value = (best, score, loss, mark, certainty, selectivity);
        reduced::<AnalysedPly>(py, (ply, position, played, value, pv, nodes, time))
    }

    #[staticmethod]
    fn _restored(
        ply: usize,
        position: Py<Position>,
        played: Option<String>,
        value: Value,
        pv: Vec<String>,
        nodes: u64,
        time: f64,
    ) -> PyResult<AnalysedPly> {
        let (best, score, loss, mark, certainty, selectivity) = value;
        let certainty = word_of(&CERTAINTIES, &certainty)?;
        Ok(AnalysedPly {
            ply,
            position,
            played,
            best,
            score,
            loss,
            mark,
            certainty,
            selectivity,
            pv,
            nodes,
            time,
        })
    }
}

/// The totals of an analysis for the moves of a side.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct SideSummary {
    /// The number of plies with a choice of moves.
    choices: u32,
    /// The sum of the losses, in discs.
    lost: f64,
    /// The mean loss, in discs.
    average: f64,
    /// The number of best moves.
    best: u32,
    /// The number of inaccuracies.
    inaccuracies: u32,
    /// The number of mistakes.
    mistakes: u32,
    /// The number of blunders.
    blunders: u32,
}

impl From<SideReply> for SideSummary {
    fn from(side: SideReply) -> SideSummary {
        SideSummary {
            choices: side.choices,
            lost: discs_of(side.lost),
            average: discs_of(side.average),
            best: side.best,
            inaccuracies: side.inaccuracy,
            mistakes: side.mistake,
            blunders: side.blunder,
        }
    }
}

#[pymethods]
impl SideSummary {
    fn __repr__(&self) -> String {
        let SideSummary { choices, lost, inaccuracies, mistakes, blunders, .. } = self;
        format!(
            "<SideSummary choices={choices} lost={lost:.2} inaccuracies={inaccuracies} \
             mistakes={mistakes} blunders={blunders}>"
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let SideSummary { choices, lost, average, best, inaccuracies, mistakes, blunders } = self;
        let values = (choices, lost, average, best, inaccuracies, mistakes, blunders);
        reduced::<SideSummary>(py, values)
    }

    #[staticmethod]
    fn _restored(
        choices: u32,
        lost: f64,
        average: f64,
        best: u32,
        inaccuracies: u32,
        mistakes: u32,
        blunders: u32,
    ) -> SideSummary {
        SideSummary { choices, lost, average, best, inaccuracies, mistakes, blunders }
    }
}

/// The analysis of a game.
#[pyclass(module = "outflank", frozen, get_all)]
pub(crate) struct Analysis {
    /// The analysed plies in game order, the end of the game last.
    plies: Vec<Py<AnalysedPly>>,
    /// The number of plies missing at the start of the game, because the analysis was stopped.
    left: usize,
    /// The first ply from which every ply to the end is solved; None if there is no such ply.
    solved_from: Option<usize>,
    /// The name of the opening; None if it has no name.
    opening: Option<String>,
    /// The totals of Black's moves.
    black: Py<SideSummary>,
    /// The totals of White's moves.
    white: Py<SideSummary>,
}

impl Analysis {
    /// Builds the analysis of `game` from `plies`, last ply first, with `left` plies missing.
    pub(crate) fn new(
        py: Python,
        game: &othello::game::Game,
        plies: &[engine::AnalysedPly],
        left: usize,
    ) -> PyResult<Analysis> {
        let opening = Opening::of_game(game).map(|opening| opening.name);
        let sum = AnalysisReply::new(plies, left, opening);
        let plies = plies.iter().rev().map(|ply| Py::new(py, AnalysedPly::new(py, ply)?));
        Ok(Analysis {
            plies: plies.collect::<PyResult<_>>()?,
            left,
            solved_from: sum.solved,
            opening: opening.map(str::to_owned),
            black: Py::new(py, SideSummary::from(sum.black))?,
            white: Py::new(py, SideSummary::from(sum.white))?,
        })
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let (black, white) = (self.black.get().__repr__(), self.white.get().__repr__());
        format!("<Analysis {} plies, black {black}, white {white}>", self.plies.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Analysis { plies, left, solved_from, opening, black, white } = self;
        reduced::<Analysis>(py, (plies, left, solved_from, opening, black, white))
    }

    #[staticmethod]
    fn _restored(
        plies: Vec<Py<AnalysedPly>>,
        left: usize,
        solved_from: Option<usize>,
        opening: Option<String>,
        black: Py<SideSummary>,
        white: Py<SideSummary>,
    ) -> Analysis {
        Analysis { plies, left, solved_from, opening, black, white }
    }
}
