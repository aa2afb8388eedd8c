//! [`BookSearcher`]: engine searches for a book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::flags::{EngineFlags, ForAnalysis, integer};
use crate::output::stop_on_interrupt;
use engine::Engine;
use engine::book::{BookError, OutsideMove};
use engine::score::{Score, Selectivity};
use engine::search::{Limits, NoMemory};
use othello::board::{Bitboard, Position};

/// Arguments of book searches.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArguments {
    /// Minimum selectivity of searches that do not reach the end, up to 100
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = Limits::SELECTIVITY.percent(),
        value_parser = integer::<u8>(0..=100)
    )]
    selectivity: u8,
    #[command(flatten)]
    engine: EngineFlags<ForAnalysis>,
}

impl SearchArguments {
    pub(super) fn searcher(self) -> anyhow::Result<BookSearcher> {
        let (engine, stop) = (Engine::new(self.engine.options), stop_on_interrupt()?);
        let selectivity = Selectivity::at_least(self.selectivity).unwrap_or(Selectivity::Full);
        Ok(BookSearcher { engine, stop, selectivity, failure: None, searches: 0 })
    }
}

/// An engine for book searches. An interrupt stops it.
pub(super) struct BookSearcher {
    engine: Engine,
    pub(super) stop: Arc<AtomicBool>,
    /// Selectivity of searches that do not reach the end.
    selectivity: Selectivity,
    failure: Option<NoMemory>,
    /// The number of searches.
    pub(super) searches: usize,
}

impl BookSearcher {
    /// Searches `position` with `limits`; `None` after an interrupt.
    fn run(
        &mut self,
        position: Position,
        limits: &Limits,
    ) -> Result<Option<OutsideMove>, NoMemory> {
        self.searches += 1;
        let report = self.engine.search(position, limits, &*self.stop, |_| ())?;
        let lines = if self.stop.load(Relaxed) { &[][..] } else { &report.lines };
        Ok(lines.iter().find_map(OutsideMove::from_line))
    }

    /// The limits of the level, without the moves `excluded`.
    fn limits(&self, position: Position, excluded: Bitboard) -> Limits {
        let level = self.engine.level_limits(position);
        Limits { multi_pv: 1, selectivity: Some(self.selectivity), excluded, ..level }
    }

    /// The best move of `position` that is not in `inside`; `None` after an interrupt or a failure.
    pub(super) fn search(&mut self, position: Position, inside: Bitboard) -> Option<OutsideMove> {
        self.run(position, &self.limits(position, inside)).unwrap_or_else(|error| {
            self.failure = Some(error);
            None
        })
    }

    /// The `result` of a change that ran searches; `None` after an interrupt.
    pub(super) fn unless_interrupted<T>(
        &mut self,
        result: Result<T, BookError>,
    ) -> anyhow::Result<Option<T>> {
        if let Some(error) = self.failure.take() {
            return Err(error.into());
        }
        match result {
            Err(error) if error.is_interruption() => Ok(None),
            result => Ok(Some(result?)),
        }
    }

    /// The score of `position` at `depth`, by default at the level; `None` after an interrupt.
    pub(super) fn score(
        &mut self,
        position: Position,
        depth: Option<u32>,
    ) -> anyhow::Result<Option<Score>> {
        let limits = match depth {
            Some(_) => Limits { depth, ..Limits::default() },
            None => self.limits(position, Bitboard::EMPTY),
        };
        self.engine.new_game();
        Ok(self.run(position, &limits)?.map(|found| found.score))
    }
}
