//! `bench midgame`: the cost of each ply.

use std::fmt;

use serde::Serialize;

use super::{SelectivityArgument, problems};
use crate::Status;
use crate::flags::{EngineFlags, ForSolving, integer};
use crate::output::{FormatArgument, rounded};
use engine::Engine;
use engine::search::{Never, Usage};

/// Positions with 27 to 50 empties, from games of the engine.
pub(super) const SUITE: &str = include_str!("../../suites/midgame.obf");

/// Search midgame positions and show the cost of each ply
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Nodes and seconds are the sums over all positions, earlier depths included. The factor compares the
cost of a depth with that of the previous depth. From depth 13 on, the last line is the mean factor
beyond depth 12.

Examples:
  outflank bench midgame --depth 16
  outflank bench midgame --selectivity 95 --threads 2")]
pub(super) struct MidgameArguments {
    /// Depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 16, value_parser = integer::<u32>(1..=26))]
    depth: u32,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
    #[command(flatten)]
    format: FormatArgument,
}

/// The cost of all positions to a depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "midgame")]
struct MidgameRow {
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u64,
    /// The cost of this depth alone, relative to the previous depth.
    factor: Option<f64>,
}

impl fmt::Display for MidgameRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MidgameRow { depth, nodes, seconds, nps, factor } = self;
        write!(f, "{depth:>5} {nodes:>13} {seconds:>10.3} {nps:>10}")?;
        factor.map_or(Ok(()), |factor| write!(f, "  {factor:>6.2}"))
    }
}

/// The mean factor beyond [`FACTOR_FROM`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "branching")]
struct BranchingFactor {
    factor: f64,
}

impl fmt::Display for BranchingFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "effective branching factor {:.2}", self.factor)
    }
}

impl MidgameArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let limits = self.selectivity.limits_to(self.depth);
        let mut engine = Engine::new(self.engine.options);
        let mut to_depth = vec![Usage::default(); self.depth as usize];
        for problem in problems(SUITE)? {
            engine.new_game();
            // Allocates the memory before the time is measured.
            engine.prepare()?;
            engine.search(problem.game().setup().position, &limits, &Never, |info| {
                to_depth[info.line.depth as usize - 1] += info.usage;
            })?;
        }
        self.format.head("depth         nodes    seconds    nodes/s  factor")?;
        // The nodes of each depth alone.
        let mut cost = Vec::new();
        let mut before = Usage::default();
        for (depth, usage) in (1..).zip(&to_depth) {
            cost.push((usage.nodes - before.nodes) as f64);
            let factor =
                if let [.., last, this] = cost[..] { Some(rounded(this / last)) } else { None };
            let (nodes, nps) = (usage.nodes, usage.nodes_per_second());
            let seconds = usage.time.as_secs_f64();
            self.format.write_line(&MidgameRow { depth, nodes, seconds, nps, factor })?;
            before = *usage;
        }
        if let Some(&[first, .., last]) = cost.get(FACTOR_FROM - 1..) {
            let plies = cost.len() - FACTOR_FROM;
            let factor = (last / first).powf(1.0 / plies as f64);
            self.format.write_line(&BranchingFactor { factor: rounded(factor) })?;
        }
        Ok(Status::Done)
    }
}

/// The depth beyond which the mean factor is computed.
const FACTOR_FROM: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_of_the_midgame() {
        let problems = problems(SUITE).unwrap();
        assert_eq!(problems.len(), 50);
        for problem in problems {
            assert!(
                (27..=50).contains(&problem.game().setup().position.empty_count()),
                "{}",
                problem.to_obf()
            );
        }
    }
}
