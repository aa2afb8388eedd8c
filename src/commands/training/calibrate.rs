//! `calibrate`: the ProbCut error model.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, bail};

use super::run_control::RunControlArguments;
use super::{read_games, read_weights};
use crate::Status;
use crate::atomic_files::{ensure_replaceable, write_atomically};
use crate::flags::{EngineFlags, ForEval, ensure_order, integer};
use crate::output::StandardOutput;
use engine::eval::deviations::{DEPTH_KNOTS, LEAF_KNOTS};
use engine::eval::{Deviations, ErrorModel};
use engine::score::Score;
use engine::{Engine, EvalFile, EvaluatorKind};
use lab::training::calibrate::{Calibration, ErrorsByPair, Sampling, fit, pair_up};
use lab::training::errors::Errors;

/// Measure the errors of shallow searches for ProbCut
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The compared searches are not selective. For each group of empties and each pair of depths of equal
parity the output has the mean of shallow minus deep scores in discs, the root mean square, and the
root mean square of the fitted model. The bias of odd against even depths and the constants follow.

Examples:
  outflank calibrate --games games --evalfile weights.bin --into weights.bin")]
pub(crate) struct CalibrateArguments {
    /// Write the constants into these weights; also measure them unless --evalfile is given
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 6000, value_parser = integer::<u32>(1..))]
    positions: u32,
    /// Minimum empties
    #[arg(long, value_name = "N", default_value_t = 13, value_parser = integer::<u32>(13..=60))]
    from: u32,
    /// Maximum empties
    #[arg(long, value_name = "N", default_value_t = 54, value_parser = integer::<u32>(13..=60))]
    to: u32,
    /// Maximum depth of searches that do not reach the end
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = integer::<u32>(1..=12))]
    deep: u32,
    /// Maximum empties for an exact score
    #[arg(long, value_name = "N", default_value_t = 18)]
    exact: u32,
    /// Maximum empties for a search to the end with selectivity 95
    #[arg(long, value_name = "N", default_value_t = 22)]
    solve: u32,
    /// Folder with games; may be repeated
    #[arg(long, value_name = "FOLDER", required = true)]
    games: Vec<PathBuf>,
    /// Seed of the run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions per thousand after random moves
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = integer::<u32>(0..=1000))]
    wild: u32,
    /// Maximum random moves
    #[arg(long, value_name = "N", default_value_t = 14)]
    wild_moves: u32,
    #[command(flatten)]
    control: RunControlArguments,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
}

impl CalibrateArguments {
    pub(crate) fn run(mut self) -> anyhow::Result<Status> {
        let calibration = Calibration {
            sampling: Sampling {
                seed: self.seed,
                empties: self.from..=self.to,
                wild: self.wild,
                wild_moves: self.wild_moves,
            },
            positions: self.positions,
            deep: self.deep,
            exact_empties: self.exact,
            solve_empties: self.solve,
        };
        if self.into.is_some() && self.engine.options.evaluator != EvaluatorKind::Pattern {
            bail!("--into needs --evaluator pattern: its weights hold the constants");
        }
        ensure_order(self.from, self.to)?;
        let weights = self.into.as_deref().map(read_weights).transpose()?;
        if let Some((path, weights)) = self.into.as_ref().zip(weights.as_ref()) {
            ensure_replaceable(path)?;
            let of_these = || EvalFile { path: path.clone(), weights: Arc::new(weights.clone()) };
            self.engine.options.eval_file.get_or_insert_with(of_these);
        }
        let games = read_games(&self.games)?;
        let evaluator = Engine::new(self.engine.options).evaluator();
        self.control.work("positions", self.positions, "", |control| {
            let errors = pair_up(&calibration.run(&games, &evaluator, control)?);
            if control.stop.load(Relaxed) {
                return Ok(());
            }
            let model = fit(&errors).context("these games have no position to search")?;
            if let Some((path, mut weights)) = self.into.as_deref().zip(weights) {
                weights.set_error_model(model);
                write_atomically(path, &weights.to_bytes())?;
            }
            Ok(write(&errors, model)?)
        })
    }
}

/// Empties per group.
const GROUP: u32 = 4;

/// The first and last number of empties of a group.
fn group(empties: u32) -> (u32, u32) {
    let first = (empties - 1) / GROUP * GROUP + 1;
    (first, first + GROUP - 1)
}

/// Prints measured and fitted deviations, and the constants.
fn write(errors: &ErrorsByPair, model: ErrorModel) -> io::Result<()> {
    let mut output = StandardOutput::lock();
    for ((from, to), rows) in depth_pairs(errors, &Deviations::new(model)) {
        for ((shallow, deep), row) in rows {
            write!(output, "empties {from}-{to} depth {shallow} to ")?;
            match deep {
                Some(depth) => write!(output, "{depth}")?,
                None => write!(output, "the end")?,
            }
            writeln!(
                output,
                " pairs {} mean {:+.2} measured {:.2} fitted {:.2}",
                row.measured.count,
                row.measured.bias(),
                row.measured.root_mean_square(),
                (row.fitted / row.measured.count as f64).sqrt()
            )?;
        }
    }
    for ((from, to), offset) in odd_depth_offsets(errors) {
        writeln!(output, "empties {from}-{to} odd depths over even ones {offset:+.2}")?;
    }
    write!(output, "{}", constants(model))
}

/// The constants with units, one line per table.
fn constants(model: ErrorModel) -> String {
    let listed = |knots: &[u32], values: &[u32]| -> String {
        knots.iter().zip(values).map(|(knot, value)| format!(" {knot}:{value}")).collect()
    };
    format!(
        "variance of a step from depth 0, in centidiscs squared, by empties at its end{}\n\
         variance of a step, in {}ths of that from depth 0, by depth{}\n",
        listed(&LEAF_KNOTS, &model.by_leaf),
        ErrorModel::WHOLE,
        listed(&DEPTH_KNOTS, &model.by_depth)
    )
}

/// Measured and fitted errors of a pair of depths.
#[derive(Default)]
struct DepthPair {
    measured: Errors,
    /// The sum of the fitted variances, in discs squared.
    fitted: f64,
}

/// By group, then by shallow and deep depth; `None` for the end of the game.
type DepthPairs = BTreeMap<(u32, u32), BTreeMap<(u32, Option<u32>), DepthPair>>;

fn depth_pairs(errors: &ErrorsByPair, fitted: &Deviations) -> DepthPairs {
    let mut groups = DepthPairs::new();
    for (pair, errors) in errors.iter().filter(|(pair, _)| pair.has_one_parity()) {
        let of_group = groups.entry(group(pair.empties)).or_default();
        let deep = Some(pair.deep).filter(|&deep| deep < pair.empties);
        let row = of_group.entry((pair.shallow, deep)).or_default();
        let deviation = fitted.get(pair.empties, pair.shallow, pair.deep);
        row.fitted +=
            errors.count as f64 * (f64::from(deviation) / f64::from(Score::PER_DISC)).powi(2);
        row.measured.merge(errors);
    }
    groups
}

/// By group, the mean of values at an odd depth minus the values at the adjacent even depths.
fn odd_depth_offsets(errors: &ErrorsByPair) -> BTreeMap<(u32, u32), f64> {
    let mut sums: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
    for (pair, errors) in errors.iter().filter(|(pair, _)| pair.deep == pair.shallow + 1) {
        let (sum, count) = sums.entry(group(pair.empties)).or_default();
        let sign = if pair.shallow.is_multiple_of(2) { -1.0 } else { 1.0 };
        *sum += sign * errors.bias() * errors.count as f64;
        *count += errors.count as f64;
    }
    sums.into_iter().map(|(group, (sum, count))| (group, sum / count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_printed_with_units() {
        let model =
            ErrorModel { by_depth: [1024; DEPTH_KNOTS.len()], by_leaf: [7; LEAF_KNOTS.len()] };
        let told = constants(model);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 2, "{told}");
        assert!(lines[0].contains(" centidiscs squared") && lines[0].ends_with(" 50:7"), "{told}");
        assert!(lines[1].contains(" 1024ths ") && lines[1].contains(" by depth 0:1024"), "{told}");
    }
}
