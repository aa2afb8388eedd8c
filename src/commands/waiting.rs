//! Progress of a long search at a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::commands::scores::value_text;
use crate::complain;
use crate::output::{IS_UNICODE, Progress, TICK};
use crate::source::Entry;
use engine::SearchRequest;
use engine::search::{Goal, SearchInfo, ThreadShortage};

/// Minimum empties at which a proof may take many hours on one core.
const LONG_PROOF: u32 = 31;

/// Warns on standard error that a proof without a limit may not end.
pub(crate) fn warn_of_long_proofs(entries: &[Entry], request: &SearchRequest) {
    let empties = entries.iter().map(|entry| entry.game().setup().position.empty_count());
    if let Some(warning) = long_proofs(empties.collect(), request) {
        complain(warning);
    }
}

/// The warning for `request` on positions with these numbers of empties.
fn long_proofs(empties: Vec<u32>, request: &SearchRequest) -> Option<String> {
    let SearchRequest { goal, depth, nodes, move_time, level, .. } = request;
    let is_limited = depth.is_some() || nodes.is_some() || move_time.is_some() || *level;
    if is_limited || *goal == Goal::Move {
        return None;
    }
    let most = empties.iter().copied().filter(|&empties| empties >= LONG_PROOF).max()?;
    let subject = match empties.len() {
        1 => format!("the position has {most} empties"),
        _ => format!("some positions have up to {most} empties"),
    };
    Some(format!(
        "{subject}: the proof may never end. It takes about a second with 24 empties, minutes with 30, \
         days with 36. --nodes or a time limit ends it"
    ))
}

/// Shows the elapsed time on standard error at a terminal, until dropped.
pub(crate) struct Clock(ProgressBar);

impl Clock {
    pub(crate) fn start() -> Clock {
        // Indicatif draws nothing without a terminal.
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(if *IS_UNICODE { style } else { style.tick_chars("-\\|/ ") });
        bar.enable_steady_tick(TICK);
        Clock(bar)
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The state of a single search, shown at a terminal.
pub(crate) struct SearchNotes {
    bar: Option<Clock>,
    /// Whether one search runs at a time.
    is_single: bool,
    depth: Option<u32>,
    time: Option<Duration>,
    /// The last two iterations: their depths and the times at their ends.
    ends: [(u32, Duration); 2],
    shortage: Option<ThreadShortage>,
}

impl SearchNotes {
    pub(crate) fn new(is_single: bool, request: &SearchRequest) -> SearchNotes {
        let is_single = is_single && io::stderr().is_terminal();
        let (depth, time) = (request.depth, request.move_time);
        let ends = [(0, Duration::ZERO); 2];
        SearchNotes { bar: None, is_single, depth, time, ends, shortage: None }
    }

    /// Called before a search.
    pub(crate) fn start(&mut self) {
        self.ends = [(0, Duration::ZERO); 2];
        self.bar = self.is_single.then(Clock::start);
    }

    /// Shows the result so far.
    pub(crate) fn show(&mut self, info: &SearchInfo) {
        let Some(Clock(bar)) = self.bar.as_ref().filter(|_| info.line.rank == 1) else { return };
        let (line, usage) = (&info.line, &info.usage);
        if line.depth > self.ends[1].0 {
            self.ends = [self.ends[1], (line.depth, usage.time)];
        }
        let of = self.depth.map(|depth| format!(" of {depth}")).unwrap_or_default();
        let first = line.pv.first().map(|mv| format!(", {mv}")).unwrap_or_default();
        let score = line.known_score().map(|score| value_text(score, line.certainty));
        let left = self.left(usage.time).filter(|left| *left > TICK);
        let left = left.map(|left| format!(", about {:#} to go", HumanDuration(left)));
        bar.set_message(format!(
            "depth {}{of}{first} {}, {:.1} million nodes{}",
            line.depth,
            score.unwrap_or_default(),
            usage.nodes as f64 / 1e6,
            left.unwrap_or_default(),
        ));
    }

    /// The time left, if a limit on the time or the depth allows an estimate.
    fn left(&self, now: Duration) -> Option<Duration> {
        if let Some(time) = self.time {
            return Some(time.saturating_sub(now));
        }
        let [(_, before), (depth, last)] = self.ends;
        let (last_one, growth) =
            ((last - before).as_secs_f64(), last.as_secs_f64() / before.as_secs_f64());
        let more = self.depth?.checked_sub(depth)?;
        let growth = if growth.is_finite() { growth.clamp(1.2, 3.0) } else { return None };
        let left: f64 = (1..=more.min(200)).map(|step| last_one * growth.powi(step as i32)).sum();
        Duration::try_from_secs_f64(left).ok()
    }

    /// Called after a search.
    pub(crate) fn end(&mut self, progress: &Progress, shortage: Option<ThreadShortage>) {
        self.bar = None;
        if let Some(shortage) = shortage
            && self.shortage.replace(shortage) != Some(shortage)
        {
            progress.print(shortage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_unlimited_proofs_cause_a_warning() {
        let proof = SearchRequest { goal: Goal::Exact, ..SearchRequest::default() };
        let warning = |empties: &[u32], request| long_proofs(empties.to_vec(), request);
        assert_eq!(warning(&[30, 24], &proof), None);
        let one = warning(&[60], &proof).unwrap();
        assert!(one.starts_with("the position has 60 empties: the proof may never end."), "{one}");
        let several = warning(&[20, 36, 31], &proof).unwrap();
        assert!(several.starts_with("some positions have up to 36 empties:"), "{several}");
        let limited = SearchRequest { nodes: Some(1), ..proof };
        assert_eq!(warning(&[60], &limited), None);
        assert_eq!(warning(&[60], &SearchRequest::default()), None);
    }
}
