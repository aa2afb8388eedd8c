//! [`Batch`]: many positions, several at a time.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, bail};

use super::problem::{CheckCounts, Problem};
use super::results::Results;
use super::row::{ResultRow, RowStatus};
use crate::complain;
use crate::output::Progress;
use crate::signals::on_interrupt;
use engine::search::{Limits, SearchReport};
use engine::{BookUse, Engine, Options, SearchEvent};

/// What the batch waits for.
enum BatchEvent {
    /// The engine with this index has a result.
    Answer(usize, SearchReport),
    /// A search has ended without a result.
    Lost,
    /// The user has interrupted the batch.
    Interrupted,
}

/// Positions being solved.
pub(super) struct Batch<'a> {
    /// The name of the input in messages.
    pub(super) source: &'a str,
    pub(super) problems: &'a [Problem],
    pub(super) limits: Limits,
    pub(super) results: Results,
    pub(super) progress: Progress,
    pub(super) summary: BatchSummary,
    /// Whether results are compared with the input.
    pub(super) check: bool,
}

/// The results of a batch, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BatchSummary {
    pub(super) solved: usize,
    pub(super) unsolved: usize,
    pub(super) checked: CheckCounts,
    pub(super) interrupted: bool,
}

/// Engines, and the problem that each is searching.
struct EnginePool {
    engines: Vec<Engine>,
    /// The index of the problem of each engine.
    assigned: Vec<Option<usize>>,
}

impl EnginePool {
    fn new(options: &Options, size: usize) -> EnginePool {
        let engines = (0..size).map(|_| Engine::new(options.clone())).collect();
        EnginePool { engines, assigned: vec![None; size] }
    }

    fn is_idle(&self) -> bool {
        self.assigned.iter().all(Option::is_none)
    }

    fn stop(&self) {
        self.engines.iter().for_each(Engine::stop);
    }
}

impl Batch<'_> {
    /// Solves the problems with these indices, `jobs` at a time, with engines that have
    /// `options`.
    pub(super) fn run(
        mut self,
        todo: impl IntoIterator<Item = usize>,
        jobs: usize,
        options: &Options,
    ) -> anyhow::Result<BatchSummary> {
        let mut todo: VecDeque<usize> = todo.into_iter().collect();
        let mut pool = EnginePool::new(options, jobs.min(todo.len()));
        let (sender, events) = channel();
        let on_signal = sender.clone();
        on_interrupt(move || drop(on_signal.send(BatchEvent::Interrupted)))?;
        let outcome = self.solve(&mut todo, &mut pool, &sender, &events);
        self.progress.finish();
        self.results.finish().context("a result cannot be written")?;
        outcome.map(|()| self.summary)
    }

    /// Solves until no problem is left and all engines are idle.
    fn solve(
        &mut self,
        todo: &mut VecDeque<usize>,
        pool: &mut EnginePool,
        sender: &Sender<BatchEvent>,
        events: &Receiver<BatchEvent>,
    ) -> anyhow::Result<()> {
        loop {
            self.assign(todo, pool, sender)?;
            if pool.is_idle() {
                return Ok(());
            }
            match events.recv().context("all threads are gone")? {
                BatchEvent::Answer(engine, report) => {
                    if let Some(index) = pool.assigned[engine].take() {
                        self.take(index, &report)?;
                    }
                }
                BatchEvent::Lost => bail!("a search has failed without an answer; this is a bug"),
                BatchEvent::Interrupted => {
                    self.summary.interrupted = true;
                    todo.clear();
                    pool.stop();
                }
            }
        }
    }

    /// Gives every idle engine a problem.
    fn assign(
        &self,
        todo: &mut VecDeque<usize>,
        pool: &mut EnginePool,
        sender: &Sender<BatchEvent>,
    ) -> anyhow::Result<()> {
        for (number, engine) in pool.engines.iter_mut().enumerate() {
            if pool.assigned[number].is_none()
                && let Some(index) = todo.pop_front()
            {
                let mut answering = AnswerGuard { sender: sender.clone(), answered: false };
                engine.new_game();
                let position = self.problems[index].setup.position;
                let job = engine.job_within(position, self.limits.clone(), BookUse::Off)?;
                engine.start(job, move |event| {
                    if let SearchEvent::Done(report) = event {
                        answering.answer(BatchEvent::Answer(number, report));
                    }
                })?;
                pool.assigned[number] = Some(index);
            }
        }
        Ok(())
    }

    /// Takes the result of the problem with this index.
    fn take(&mut self, index: usize, report: &SearchReport) -> anyhow::Result<()> {
        let problem = &self.problems[index];
        let row = ResultRow::new(problem, report, &self.limits);
        if self.summary.interrupted && row.status == RowStatus::Unsolved {
            return Ok(());
        }
        self.count(index, &row);
        self.progress.advance();
        let put = || self.results.put(index, row);
        self.progress.suspend(put).context("a result cannot be written")
    }

    /// Counts the row of the problem with this index and reports what is wrong with it.
    pub(super) fn count(&mut self, index: usize, row: &ResultRow) {
        match row.status {
            RowStatus::Solved => self.summary.solved += 1,
            RowStatus::Unsolved => self.summary.unsolved += 1,
        }
        let problem = &self.problems[index];
        if self.check
            && let Some(fault) = self.summary.checked.add(problem, row)
        {
            let message = format!("{}:{}: {fault}", self.source, problem.line);
            self.progress.suspend(|| complain(message));
        }
    }
}

/// Sends the result of a search. If the search ends without one, that is sent, so that the
/// batch does not wait for ever.
struct AnswerGuard {
    sender: Sender<BatchEvent>,
    answered: bool,
}

impl AnswerGuard {
    fn answer(&mut self, event: BatchEvent) {
        self.answered = true;
        // The batch may have ended on an error.
        let _ = self.sender.send(event);
    }
}

impl Drop for AnswerGuard {
    fn drop(&mut self) {
        if !self.answered {
            self.answer(BatchEvent::Lost);
        }
    }
}
