//! [`BookSearcher`]: the searches of an engine for a book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::board::{Bitboard, Position};
use crate::book::{BookError, OutsideMove};
use crate::cli::output::stop_on_interrupt;
use crate::engine::{Engine, EngineError, Options};
use crate::search::Limits;

/// An engine that searches for a book until it is interrupted.
pub(super) struct BookSearcher {
    engine: Engine,
    pub(super) stop: Arc<AtomicBool>,
    failure: Option<EngineError>,
    /// The number of searches.
    pub(super) searches: usize,
}

impl BookSearcher {
    pub(super) fn new(options: Options) -> anyhow::Result<BookSearcher> {
        let (engine, stop) = (Engine::new(options), stop_on_interrupt()?);
        Ok(BookSearcher { engine, stop, failure: None, searches: 0 })
    }

    /// Whether there was an interrupt.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The best move of `position` that is not `inside`, as deep as the level says; `None` if it
    /// was interrupted or has failed.
    pub(super) fn search(&mut self, position: Position, inside: Bitboard) -> Option<OutsideMove> {
        // Among one more than there are inside is one that is not.
        let multi_pv = inside.count() as usize + 1;
        let limits = Limits { multi_pv, ..self.engine.level_limits(position) };
        self.searches += 1;
        match self.engine.search_until(&self.stop, position, &limits, |_| ()) {
            Ok(_) if self.is_stopped() => None,
            Ok(report) => report.lines.iter().find_map(|line| {
                let square = line.pv.first()?.square().filter(|&to| !inside.contains(to))?;
                let (score, certainty, depth) = (line.score, line.certainty, line.depth);
                Some(OutsideMove { square, score, certainty, depth })
            }),
            Err(error) => {
                self.failure = Some(error);
                None
            }
        }
    }

    /// The `result` of a change that has asked for searches; `None` if one was interrupted.
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

    /// The value of `position` by a search as `limits` say; `None` if it was interrupted.
    pub(super) fn value(
        &mut self,
        position: Position,
        limits: Option<Limits>,
    ) -> anyhow::Result<Option<OutsideMove>> {
        let limits = limits.unwrap_or_else(|| self.engine.level_limits(position));
        self.engine.new_game();
        let report = self.engine.search_until(&self.stop, position, &limits, |_| ())?;
        if self.is_stopped() {
            return Ok(None);
        }
        Ok(report.lines.first().and_then(|line| {
            let (score, certainty, depth) = (line.score, line.certainty, line.depth);
            Some(OutsideMove { square: line.pv.first()?.square()?, score, certainty, depth })
        }))
    }
}
