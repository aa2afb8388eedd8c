//! Outflank for Python: the module `outflank._outflank`, which the package `outflank` re-exports.
//!
//! This crate only converts between Python objects and library values. The docstrings are for
//! Python users. `outflank/__init__.pyi` has the types.
//!
//! - `convert`: moves, sides, limits; `interrupt`: Ctrl-C during library calls;
//! - `position`, `game`, `records`: the rules and the records;
//! - `engine`, `report`, `analysis`: searches and their results;
//! - `batch`: batches of positions in arrays; `perft`.

mod analysis;
mod batch;
mod convert;
mod engine;
mod game;
mod interrupt;
mod perft;
mod position;
mod records;
mod report;

/// Othello: rules, game records and the engine Outflank.
#[pyo3::pymodule]
mod _outflank {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    use othello::board::Square;
    use othello::game::Format;

    use crate::convert::{NO_MOVE, PASS};

    #[pymodule_export]
    use crate::analysis::{AnalysedPly, Analysis, SideSummary};
    #[pymodule_export]
    use crate::batch::{evaluate, legal_moves, solve};
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::perft::{divide, perft};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::records::{Records, write_records, write_wthor};
    #[pymodule_export]
    use crate::report::{Line, SearchInfo, SearchReport};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("PASS", PASS)?;
        module.add("NO_MOVE", NO_MOVE)?;
        module.add("SQUARES", PyTuple::new(py, Square::ALL.map(|square| square.to_string()))?)?;
        module.add("FORMATS", PyTuple::new(py, Format::names())?)
    }
}
