//! [`Batch`]: many positions, several at a time.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::Context;

use super::problem::{CheckCounts, Problem};
use super::results::Results;
use super::row::{ResultRow, RowStatus};
use crate::complain;
use crate::output::Progress;
use crate::signals::on_interrupt;
use engine::search::{Limits, SearchReport};
use engine::{BookUse, Engine, JobError, JobEvent, Options, RunningJob};

enum BatchEvent {
    /// The result of the engine with this index.
    Answer(usize, SearchReport),
    Failed(JobError),
    Interrupted,
}

/// The positions of a run.
pub(super) struct Batch<'a> {
    /// The name of the input in messages.
    pub(super) source: &'a str,
    pub(super) problems: &'a [Problem],
    pub(super) limits: Limits,
    pub(super) results: Results,
    pub(super) progress: Progress,
    pub(super) summary: BatchSummary,
    /// Whether to compare results with the input.
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

struct EnginePool {
    engines: Vec<Engine>,
    /// The index of the problem that each engine searches, and the search.
    assigned: Vec<Option<(usize, RunningJob)>>,
}

impl EnginePool {
    fn new(options: &Options, size: usize) -> EnginePool {
        let engines = (0..size).map(|_| Engine::new(options.clone())).collect();
        EnginePool { engines, assigned: (0..size).map(|_| None).collect() }
    }

    fn is_idle(&self) -> bool {
        self.assigned.iter().all(Option::is_none)
    }

    fn stop(&self) {
        self.assigned.iter().flatten().for_each(|(_, search)| search.stop());
    }
}

impl Batch<'_> {
    /// Solves the problems with these indices, `jobs` at a time, with engines of `options`.
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
        self.results.finish()?;
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
                    if let Some((index, _)) = pool.assigned[engine].take() {
                        self.take(index, &report)?;
                    }
                }
                BatchEvent::Failed(error) => return Err(error.into()),
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
                engine.new_game();
                let position = self.problems[index].setup.position;
                let search = engine.job_within(position, self.limits.clone(), BookUse::Off)?;
                let sender = sender.clone();
                let search = search.start(move |event| {
                    let event = match event {
                        JobEvent::Progress(_) => return,
                        JobEvent::Done(report) => BatchEvent::Answer(number, report),
                        JobEvent::Failed(error) => BatchEvent::Failed(error),
                    };
                    // The batch may have ended with an error.
                    let _ = sender.send(event);
                })?;
                pool.assigned[number] = Some((index, search));
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
        self.progress.suspend(|| self.results.put(index, row))
    }

    /// Counts the row of the problem with this index and reports its fault, if any.
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
