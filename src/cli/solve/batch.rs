//! [`Batch`]: many positions, several at a time.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, bail};

use super::check::Tally;
use super::results::Results;
use super::row::{Row, RowStatus};
use super::task::Task;
use crate::cli::complain;
use crate::cli::progress::Progress;
use crate::engine::{Engine, Options, SearchEvent};
use crate::search::{Limits, SearchReport};

/// What can happen.
enum Event {
    /// The engine with this index has an answer.
    Answer(usize, SearchReport),
    /// It will have none.
    Lost,
    /// The user has enough.
    Interrupted,
}

/// Positions being solved.
pub(super) struct Batch<'a> {
    /// The name of the input in messages.
    pub(super) source: &'a str,
    pub(super) tasks: &'a [Task],
    pub(super) limits: Limits,
    pub(super) results: Results,
    pub(super) progress: Progress,
    pub(super) summary: Summary,
    /// Whether results are compared with the input.
    pub(super) check: bool,
}

/// What has become of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Summary {
    pub(super) solved: usize,
    pub(super) unsolved: usize,
    pub(super) tally: Tally,
    pub(super) interrupted: bool,
}

/// Engines, and what each is at work on.
struct Crew {
    engines: Vec<Engine>,
    /// By engine, the index of its task.
    at_work: Vec<Option<usize>>,
}

impl Crew {
    fn new(options: &Options, size: usize) -> Crew {
        let engines = (0..size).map(|_| Engine::new(options.clone())).collect();
        Crew { engines, at_work: vec![None; size] }
    }

    fn is_idle(&self) -> bool {
        self.at_work.iter().all(Option::is_none)
    }

    fn stop(&self) {
        self.engines.iter().for_each(Engine::stop);
    }
}

impl Batch<'_> {
    /// Solves the tasks with these indices, `jobs` at a time, with engines that have
    /// `options`.
    pub(super) fn run(
        mut self,
        todo: impl IntoIterator<Item = usize>,
        jobs: usize,
        options: &Options,
    ) -> anyhow::Result<Summary> {
        let mut todo: VecDeque<usize> = todo.into_iter().collect();
        let mut crew = Crew::new(options, jobs.min(todo.len()));
        let (sender, events) = channel();
        let on_signal = sender.clone();
        ctrlc::set_handler(move || drop(on_signal.send(Event::Interrupted)))
            .context("interrupts cannot be caught")?;
        let outcome = self.solve(&mut todo, &mut crew, &sender, &events);
        self.progress.finish();
        self.results.finish().context("a result cannot be written")?;
        outcome.map(|()| self.summary)
    }

    /// Goes on until nothing is left to do and nobody is at work.
    fn solve(
        &mut self,
        todo: &mut VecDeque<usize>,
        crew: &mut Crew,
        sender: &Sender<Event>,
        events: &Receiver<Event>,
    ) -> anyhow::Result<()> {
        loop {
            self.assign(todo, crew, sender)?;
            if crew.is_idle() {
                return Ok(());
            }
            match events.recv().context("all threads are gone")? {
                Event::Answer(engine, report) => {
                    if let Some(index) = crew.at_work[engine].take() {
                        self.take(index, &report)?;
                    }
                }
                Event::Lost => bail!("a search has failed without an answer; this is a bug"),
                Event::Interrupted => {
                    self.summary.interrupted = true;
                    todo.clear();
                    crew.stop();
                }
            }
        }
    }

    /// Gives every idle engine something to do.
    fn assign(
        &self,
        todo: &mut VecDeque<usize>,
        crew: &mut Crew,
        sender: &Sender<Event>,
    ) -> anyhow::Result<()> {
        for (number, engine) in crew.engines.iter_mut().enumerate() {
            if crew.at_work[number].is_none()
                && let Some(index) = todo.pop_front()
            {
                let mut answering = Answering { sender: sender.clone(), answered: false };
                engine.new_game();
                engine.go(self.tasks[index].setup.position, self.limits.clone(), move |event| {
                    if let SearchEvent::Done(report) = event {
                        answering.answer(Event::Answer(number, report));
                    }
                })?;
                crew.at_work[number] = Some(index);
            }
        }
        Ok(())
    }

    /// Takes the answer for the task with this index.
    fn take(&mut self, index: usize, report: &SearchReport) -> anyhow::Result<()> {
        let task = &self.tasks[index];
        let row = Row::new(task, report, self.limits.goal);
        if self.summary.interrupted && row.status == RowStatus::Unsolved {
            return Ok(());
        }
        self.count(index, &row);
        self.progress.advance();
        let put = || self.results.put(index, row);
        self.progress.suspend(put).context("a result cannot be written")
    }

    /// Counts the row of the task with this index and says what is wrong with it.
    pub(super) fn count(&mut self, index: usize, row: &Row) {
        match row.status {
            RowStatus::Solved => self.summary.solved += 1,
            RowStatus::Unsolved => self.summary.unsolved += 1,
        }
        let task = &self.tasks[index];
        if self.check
            && let Some(fault) = self.summary.tally.add(task, row)
        {
            let message = format!("{}:{}: {fault}", self.source, task.line);
            self.progress.suspend(|| complain(message));
        }
    }
}

/// The way by which a search answers. If it ends without, that is told too, so that
/// nobody waits for ever.
struct Answering {
    sender: Sender<Event>,
    answered: bool,
}

impl Answering {
    fn answer(&mut self, event: Event) {
        self.answered = true;
        // A batch that has ended needs no answer.
        let _ = self.sender.send(event);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if !self.answered {
            self.answer(Event::Lost);
        }
    }
}
