//! Outflank for Python: the module `outflank._outflank`, which the package `outflank` re-exports.
//!
//! This crate only converts between Python objects and library values. The docstrings are for
//! Python users. `outflank/__init__.pyi` has the types.
//!
//! - `convert`: moves, sides, limits; `interrupt`: Ctrl-C during library calls;
//! - `position`, `game`, `records`: the rules and the records;
//! - `inputs`: arguments that are a position, a game or a text;
//! - `engine`, `report`, `analysis`: searches and their results;
//! - `book`: the opening book; `lab`: self-play, matches, statistics;
//! - `batch`: batches of positions in arrays; `perft`.

mod analysis;
mod batch;
mod book;
mod convert;
mod engine;
mod game;
mod inputs;
mod interrupt;
mod lab;
mod perft;
mod position;
mod records;
mod report;

/// Othello: rules, game records and the engine Outflank.
#[pyo3::pymodule]
mod _outflank {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    use engine::eval::Weights;
    use othello::board::{INSTRUCTION_SET, Square};
    use othello::game::Format;

    use crate::convert::{NO_MOVE, PASS};

    #[pymodule_export]
    use crate::analysis::{AnalysedPly, Analysis, SideSummary};
    #[pymodule_export]
    use crate::batch::{evaluate, legal_moves, solve};
    #[pymodule_export]
    use crate::book::{Book, BookMove};
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::lab::{Sprt, elo, match_games, selfplay};
    #[pymodule_export]
    use crate::perft::{divide, perft};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::records::{Records, read_positions, write_records, write_wthor};
    #[pymodule_export]
    use crate::report::{Line, SearchInfo, SearchReport};

    /// The CPU features of the build, which `_cpu.py` reads from the file before it is loaded.
    const NEEDS: &str = concat!("outflank needs: ", env!("OUTFLANK_FEATURES"), "\n");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let commit = Some(env!("OUTFLANK_COMMIT")).filter(|commit| !commit.is_empty());
        let weights = Weights::embedded_name();
        module.add("BUILD", (env!("CARGO_PKG_VERSION"), commit, weights, INSTRUCTION_SET))?;
        module.add("NEEDS", NEEDS)?;
        module.add("PASS", PASS)?;
        module.add("NO_MOVE", NO_MOVE)?;
        module.add("SQUARES", PyTuple::new(py, Square::ALL.map(|square| square.to_string()))?)?;
        module.add("FORMATS", PyTuple::new(py, Format::names())?)
    }
}
