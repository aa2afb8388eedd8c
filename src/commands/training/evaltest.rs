//! `evaltest`: errors of the evaluation.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use plotters::style::RGBColor;
use serde::{Deserialize, Serialize};

use super::chart::{self, Curve};
use crate::Status;
use crate::chart::prepare;
use crate::commands::bench::{SelectivityArgument, problems};
use crate::flags::{EngineFlags, ForSmallSearches, integer};
use crate::output::{StandardOutput, exit_on_interrupt, file_to_write, rounded};
use crate::source::RecordSource;
use engine::Engine;
use lab::training::evaltest::{Findings, KnownPosition, evaluate};
use lab::training::searcher::Searcher;
use othello::game::WthorNames;

/// Positions with 26 empties from games of the engine, with their exact scores and a best move each.
const SUITE: &str = include_str!("../../suites/accuracy.obf");

/// Measure the errors of the evaluation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An error is estimate minus score, in discs for the side to move; bias is its mean. Slope is the
regression slope of scores on estimates: above 1 the estimates are too close to 0. Residual is the
mean absolute error after correction of bias and slope. With known scores of moves, `best move` is
the share of best moves chosen; with scores of all moves that differ, `loss` is the mean cost of the
chosen moves in discs. At depth 0 the moves come from depth 1. With up to 12 empties every search
solves.

Examples:
  outflank evaltest --depth 15
  outflank evaltest problems.obf --depth 8
  outflank evaltest problems.obf --depth 0,8 --json > before.jsonl
  outflank evaltest problems.obf --depth 15 --param extended_empties_87=15
  outflank evaltest problems.obf --evalfile new.bin --chart new.svg --beside before.jsonl")]
pub(crate) struct EvalTestArguments {
    /// File with positions and scores in OBF
    positions: Option<PathBuf>,
    /// Search depths; 0 for the static evaluation
    #[arg(
        long,
        value_name = "N,..",
        default_value = "0",
        value_delimiter = ',',
        value_parser = integer::<u32>(0..=60)
    )]
    depth: Vec<u32>,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    /// Write JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Draw error and slope by number of empties as SVG
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    chart: Option<PathBuf>,
    /// Add the --json output of another run to the chart, named after the file
    #[arg(long, value_name = "FILE", requires = "chart")]
    beside: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineFlags<ForSmallSearches>,
}

/// The colours of the curves of this run, and paler ones for --beside.
const COLORS: [[RGBColor; 3]; 2] = [
    [RGBColor(0, 60, 160), RGBColor(180, 30, 30), RGBColor(20, 120, 60)],
    [RGBColor(130, 170, 230), RGBColor(240, 150, 130), RGBColor(140, 200, 150)],
];

impl EvalTestArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
        let known = match &self.positions {
            Some(path) => known_problems(path)?,
            None => embedded_problems()?,
        };
        let beside = self.beside.as_deref().map(read_rows).transpose()?;
        prepare(self.chart.as_slice())?;
        let evaluator = Engine::new(self.engine.options.clone()).evaluator();
        let parameters = self.engine.options.parameters;
        let mut searcher = Searcher::new(evaluator)?.with_parameters(parameters);
        let mut rows = Vec::new();
        for &depth in &self.depth {
            let by_empties =
                evaluate(&mut searcher, depth, &self.selectivity.limits_to(depth.max(1)), &known);
            let mut all = Findings::default();
            for (&empties, findings) in &by_empties {
                let row = EvalRow::new(depth, Some(empties), findings);
                self.write(&row)?;
                rows.push(row);
                all.merge(findings);
            }
            if by_empties.len() > 1 {
                self.write(&EvalRow::new(depth, None, &all))?;
            }
        }
        if let Some(path) = &self.chart {
            let name = self.beside.as_deref().and_then(Path::file_stem).unwrap_or_default();
            let name = format!(", {}", name.to_string_lossy());
            let runs = [(rows, ""), (beside.unwrap_or_default(), &*name)];
            let curves = |value: fn(&EvalRow) -> f64| {
                let runs = runs.iter().zip(COLORS);
                let curves =
                    runs.flat_map(|((rows, name), colors)| by_depth(rows, name, colors, value));
                curves.collect::<Vec<_>>()
            };
            chart::write(path, &curves(|row| row.mean_absolute_error), &curves(|row| row.slope))?;
        }
        Ok(Status::Done)
    }

    fn write(&self, row: &EvalRow) -> anyhow::Result<()> {
        let mut output = StandardOutput::lock();
        if self.json {
            writeln!(output, "{}", serde_json::to_string(row)?)?;
        } else {
            row.write(&mut output)?;
        }
        Ok(())
    }
}

fn embedded_problems() -> anyhow::Result<Vec<KnownPosition>> {
    let known = problems(SUITE)?.into_iter();
    Ok(known
        .filter_map(|known| KnownPosition::new(known.game().setup().position, &known.scores))
        .collect())
}

fn known_problems(path: &Path) -> anyhow::Result<Vec<KnownPosition>> {
    let source = RecordSource::from(path.to_path_buf());
    let mut known = Vec::new();
    for found in source.records(WthorNames::NONE)? {
        let found = found.map_err(|error| anyhow!("{}:{error}", source.name()))?;
        let position = found.record.game().setup().position;
        match KnownPosition::new(position, &found.record.scores) {
            Some(problem) if !position.is_over() => known.push(problem),
            _ => bail!(
                "{}:{}: expected a position with legal moves and the score of at least one",
                source.name(),
                found.place
            ),
        }
    }
    ensure!(!known.is_empty(), "{} holds no position: expected one or more, in OBF", source.name());
    Ok(known)
}

/// Reads the --json output of another run.
fn read_rows(path: &Path) -> anyhow::Result<Vec<EvalRow>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let row = |(index, line)| {
        serde_json::from_str(line).with_context(|| {
            format!("{}:{}: expected the output of --json", path.display(), index + 1)
        })
    };
    text.lines().enumerate().map(row).collect()
}

/// The curves of a run, one per depth: `value` of its rows by number of empties.
fn by_depth(
    rows: &[EvalRow],
    name: &str,
    colors: [RGBColor; 3],
    value: fn(&EvalRow) -> f64,
) -> Vec<Curve> {
    let mut depths: Vec<u32> = rows.iter().map(|row| row.depth).collect();
    depths.dedup();
    let line = |(depth, color)| {
        let rows = rows.iter().filter(|row| row.depth == depth);
        Curve {
            name: format!("depth {depth}{name}"),
            color,
            points: rows.filter_map(|row| Some((row.empties?, value(row)))).collect(),
        }
    };
    depths.into_iter().zip(colors.into_iter().cycle()).map(line).collect()
}

/// The errors at a depth on positions with `empties` empties, or on all, in discs for the side to move.
#[derive(Serialize, Deserialize)]
#[serde(tag = "reply", rename = "evaltest")]
struct EvalRow {
    depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    empties: Option<u32>,
    positions: usize,
    mean_absolute_error: f64,
    root_mean_square_error: f64,
    bias: f64,
    slope: f64,
    residual: f64,
    within_one: f64,
    within_three: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best_move_agreement: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    nodes: u64,
}

impl EvalRow {
    fn new(depth: u32, empties: Option<u32>, findings: &Findings) -> EvalRow {
        let statistics = findings.error_statistics();
        EvalRow {
            depth,
            empties,
            positions: findings.count(),
            mean_absolute_error: rounded(statistics.mean_absolute),
            root_mean_square_error: rounded(statistics.root_mean_square),
            bias: rounded(statistics.bias),
            slope: rounded(statistics.slope),
            residual: rounded(statistics.residual),
            within_one: rounded(findings.share_within(1.0)),
            within_three: rounded(findings.share_within(3.0)),
            best_move_agreement: findings.best_move_share().map(rounded),
            loss: findings.loss().map(rounded),
            nodes: findings.nodes,
        }
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        write!(output, "depth {} ", self.depth)?;
        match self.empties {
            Some(empties) => write!(output, "empties {empties} ")?,
            None => write!(output, "all ")?,
        }
        write!(
            output,
            "positions {} error {:.2} rms {:.2} bias {:+.2} slope {:.3} residual {:.2} \
             within 1 {:.3} within 3 {:.3}",
            self.positions,
            self.mean_absolute_error,
            self.root_mean_square_error,
            self.bias,
            self.slope,
            self.residual,
            self.within_one,
            self.within_three
        )?;
        if let Some(share) = self.best_move_agreement {
            write!(output, " best move {share:.3}")?;
        }
        if let Some(loss) = self.loss {
            write!(output, " loss {loss:.2}")?;
        }
        writeln!(output, " nodes {}", self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_solved() {
        let known = embedded_problems().unwrap();
        assert!(known.len() >= 100);
        for known in known {
            assert_eq!((known.position.empty_count(), known.moves.len()), (26, 1), "{known:?}");
        }
    }
}
