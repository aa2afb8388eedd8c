//! `bench threads`: the speed-up of several threads and the causes of its loss.

use std::fmt;
use std::thread::available_parallelism;

use clap::ValueEnum;
use serde::Serialize;

use super::{SelectivityArgument, endgame, midgame};
use crate::Status;
use crate::flags::{EngineFlags, ForScaling, ensure_order, integer};
use crate::output::{FormatArgument, complain, rounded};
use engine::search::{Goal, Limits, Never, Usage};
use engine::{Engine, Options};
use othello::game::Record;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Suite {
    /// FFO positions 40 to 47 and 50 to 52, solved
    Endgame,
    /// The 50 positions of `bench midgame`, searched to --depth
    Midgame,
}

/// Measure the speed-up of 1, 2, 4, .. threads
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Searches each suite with 1 thread, then with 2, 4, .. threads up to --threads. The speed-up is
threads * rate * (1 - waiting) / growth:
  growth   nodes, relative to one thread
  rate     nodes per second of a searching thread, relative to one thread
  waiting  share of the threads' time spent waiting

Examples:
  outflank bench threads --threads 16 --hash 1024
  outflank bench threads --suite midgame --depth 20 --selectivity 73

Exit status: 0 all solved scores are right; 1 some are wrong; 2 error.")]
pub(super) struct ThreadsArguments {
    /// Only this suite
    #[arg(long, value_enum)]
    suite: Option<Suite>,
    /// Maximum number of threads [default: the number of CPUs]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=256))]
    threads: Option<usize>,
    /// The first position of each suite, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<usize>(1..=50))]
    from: usize,
    /// The last position of each suite [default: all]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=50))]
    to: Option<usize>,
    /// Depth of the midgame suite in plies
    #[arg(long, value_name = "PLIES", default_value_t = 18, value_parser = integer::<u32>(1..=26))]
    depth: u32,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    #[command(flatten)]
    engine: EngineFlags<ForScaling>,
    #[command(flatten)]
    format: FormatArgument,
}

impl ThreadsArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        ensure_order(self.from, self.to.unwrap_or(self.from))?;
        let most = self.threads.unwrap_or_else(|| available_parallelism().map_or(1, Into::into));
        let suites =
            self.suite.map_or_else(|| Suite::value_variants().to_vec(), |suite| vec![suite]);
        let mut status = Status::Done;
        self.format.head(
            "suite   threads    seconds         nodes    nodes/s speed-up growth   rate waiting",
        )?;
        for suite in suites {
            let (problems, limits) = match suite {
                Suite::Endgame => {
                    let limits = Limits { goal: Goal::Exact, ..Limits::default() };
                    (endgame::scaling_problems()?, limits)
                }
                Suite::Midgame => {
                    (super::problems(midgame::SUITE)?, self.selectivity.limits_to(self.depth))
                }
            };
            let end = self.to.unwrap_or(problems.len()).min(problems.len());
            let Some(problems @ [_, ..]) = problems.get(self.from - 1..end) else { continue };
            let mut alone = None;
            for threads in thread_counts(most) {
                let options = Options { threads, ..self.engine.options.clone() };
                let (usage, is_right) = search_all(options, problems, &limits)?;
                if !is_right {
                    status = Status::No;
                }
                let row = ThreadsRow::new(suite, threads, usage, *alone.get_or_insert(usage));
                self.format.write_line(&row)?;
            }
        }
        Ok(status)
    }
}

/// 1, 2, 4, .. and `most`.
fn thread_counts(most: usize) -> impl Iterator<Item = usize> {
    let powers = (0..usize::BITS).map(|power| 1 << power);
    powers.take_while(move |&count| count < most).chain([most])
}

/// Searches all `problems`. Returns whether all solved scores are right.
fn search_all(
    options: Options,
    problems: &[Record],
    limits: &Limits,
) -> anyhow::Result<(Usage, bool)> {
    let mut engine = Engine::new(options);
    // Allocate the memory before the measurement.
    engine.prepare()?;
    let (mut total, mut is_right) = (Usage::default(), true);
    for problem in problems {
        engine.new_game();
        let report = engine.search(problem.game().setup().position, limits, &Never, |_| ())?;
        if limits.goal == Goal::Exact && !endgame::score_is_right(problem, &report) {
            complain(format_args!("wrong: {}", problem.to_obf()));
            is_right = false;
        }
        total += report.usage;
    }
    Ok((total, is_right))
}

/// The cost of a suite with a number of threads, relative to one thread.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "threads")]
struct ThreadsRow {
    suite: Suite,
    threads: usize,
    seconds: f64,
    nodes: u64,
    nps: u64,
    speedup: f64,
    /// Nodes.
    growth: f64,
    /// Nodes per second of a searching thread.
    rate: f64,
    /// Share of the threads' time.
    waiting: f64,
}

impl ThreadsRow {
    fn new(suite: Suite, threads: usize, usage: Usage, alone: Usage) -> ThreadsRow {
        let seconds = usage.time.as_secs_f64();
        let rate = |usage: Usage| usage.nodes as f64 / usage.thread_time.as_secs_f64();
        let searching = usage.thread_time.as_secs_f64() / (threads as f64 * seconds);
        ThreadsRow {
            suite,
            threads,
            seconds,
            nodes: usage.nodes,
            nps: usage.nodes_per_second(),
            speedup: rounded(alone.time.as_secs_f64() / seconds),
            growth: rounded(usage.nodes as f64 / alone.nodes as f64),
            rate: rounded(rate(usage) / rate(alone)),
            waiting: rounded(1.0 - searching),
        }
    }
}

impl fmt::Display for ThreadsRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThreadsRow { suite, threads, seconds, nodes, nps, speedup, growth, rate, waiting } =
            self;
        let suite = match suite {
            Suite::Endgame => "endgame",
            Suite::Midgame => "midgame",
        };
        write!(f, "{suite} {threads:>7} {seconds:>10.3} {nodes:>13} {nps:>10} ")?;
        write!(f, "{speedup:>8.2} {growth:>6.2} {rate:>6.2} {:>5.1} %", waiting * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn thread_counts_double_up_to_the_last() {
        let counts = |most| thread_counts(most).collect::<Vec<_>>();
        assert_eq!(counts(1), [1]);
        assert_eq!(counts(2), [1, 2]);
        assert_eq!(counts(6), [1, 2, 4, 6]);
        assert_eq!(counts(8), [1, 2, 4, 8]);
    }

    #[test]
    fn the_parts_of_the_loss_make_up_the_speed_up() {
        let usage = |nodes, time, thread_time| Usage {
            nodes,
            time: Duration::from_millis(time),
            thread_time: Duration::from_millis(thread_time),
            ..Usage::default()
        };
        let row =
            ThreadsRow::new(Suite::Endgame, 4, usage(1200, 2500, 8000), usage(1000, 6000, 6000));
        assert_eq!((row.growth, row.rate, row.waiting), (1.2, 0.9, 0.2));
        assert_eq!(row.speedup, 2.4);
        let speedup = 4.0 * row.rate * (1.0 - row.waiting) / row.growth;
        assert!((row.speedup - speedup).abs() < 1e-9);
    }
}
