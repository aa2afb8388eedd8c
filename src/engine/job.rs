//! [`Job`]: a search that is ready to begin, whoever chooses the move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::Options;
use crate::board::Position;
use crate::eval::Evaluator;
use crate::search::{self, Goal, Limits, NoMemory, Parameters, SearchInfo, SearchReport, Task, Tt};
use crate::strategy::{self, Skill, StyleLimits, StyleName, StyleQuery};

/// MiB of the table of the engine held back, whose searches are shallow.
const HELD_BACK_TABLE: usize = 1;

/// A search that is ready to begin.
pub(crate) struct Job {
    position: Position,
    limits: Limits,
    parameters: Parameters,
    /// What makes its random choices different from others.
    seed: u64,
    way: Way,
}

/// Who chooses the move.
enum Way {
    /// The full engine.
    Full(Full),
    /// The full engine held back.
    HeldBack(Full, Skill),
    /// A style.
    Style(StyleName),
}

/// What the full engine works with.
pub(super) struct Full {
    pub(super) tt: Arc<Tt>,
    pub(super) evaluator: Arc<dyn Evaluator>,
    pub(super) threads: usize,
}

impl Job {
    /// What `options` say is done about `position`; `full` gets what the full engine
    /// needs. That answers where there is no choice to be made, as everybody would, and
    /// proves what is to be proven.
    ///
    /// # Errors
    /// If there is no memory for the full engine.
    pub(super) fn new(
        options: &Options,
        position: Position,
        limits: Limits,
        full: impl FnOnce() -> Result<Full, NoMemory>,
    ) -> Result<Job, NoMemory> {
        let is_free = limits.goal == Goal::Move && !position.is_over();
        let way = match (options.style, Skill::new(options.skill)) {
            (Some(style), _) if is_free => Way::Style(style),
            (_, Some(skill)) if is_free => {
                // One thread and a table that knows of nothing else, so that the same turn
                // gets the same answer.
                let tt = Arc::new(Tt::new(HELD_BACK_TABLE)?);
                Way::HeldBack(Full { tt, threads: 1, ..full()? }, skill)
            }
            _ => Way::Full(full()?),
        };
        let (parameters, seed) = (options.parameters, options.seed as u64);
        Ok(Job { position, limits, parameters, seed, way })
    }

    /// Does it in the calling thread; `listener` hears of what the full engine finds.
    pub(crate) fn run(
        self,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> SearchReport {
        let Job { position, limits, parameters, seed, way } = self;
        match way {
            Way::Full(full) => full.search(position, &limits, &parameters, stop, listener),
            Way::HeldBack(full, skill) => {
                let report =
                    full.search(position, &skill.limits(limits), &parameters, stop, &mut |_| ());
                skill.choose(position, seed, report)
            }
            Way::Style(style) => {
                let limits = style_limits(stop, position, &limits, &parameters);
                strategy::play(style, &StyleQuery { position, seed, limits })
            }
        }
    }
}

impl Full {
    /// Searches as `limits` say.
    pub(super) fn search(
        &self,
        position: Position,
        limits: &Limits,
        parameters: &Parameters,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(SearchInfo),
    ) -> SearchReport {
        let (tt, evaluator, threads) = (&self.tt, &*self.evaluator, self.threads);
        let task = Task { position, limits, tt, evaluator, parameters, stop, threads };
        search::search(&task, listener)
    }
}

/// What ends a style that has these limits.
fn style_limits<'a>(
    stop: &'a AtomicBool,
    position: Position,
    limits: &Limits,
    parameters: &Parameters,
) -> StyleLimits<'a> {
    let time = limits.most_time(position.empty_count(), parameters);
    StyleLimits {
        stop,
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        nodes: limits.nodes.unwrap_or(u64::MAX),
    }
}
