//! `evaltest`: errors of the evaluation.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use super::chart;
use super::eval_row::EvalRow;
use crate::Status;
use crate::chart::prepare;
use crate::commands::bench::{SelectivityArgument, problems};
use crate::flags::{EngineFlags, ForSmallSearches, integer};
use crate::output::{FormatArgument, exit_on_interrupt, file_to_write};
use crate::source::{PartArguments, RecordSource};
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
    #[command(flatten)]
    part: PartArguments,
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
    /// Draw error and slope by number of empties as SVG
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    chart: Option<PathBuf>,
    /// Add the --json output of another run to the chart, named after the file
    #[arg(long, value_name = "FILE", requires = "chart")]
    beside: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineFlags<ForSmallSearches>,
    #[command(flatten)]
    format: FormatArgument,
}

impl EvalTestArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
        let known = match &self.positions {
            Some(path) => known_problems(path, &self.part)?,
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
                self.format.write_line(&row)?;
                rows.push(row);
                all.merge(findings);
            }
            if by_empties.len() > 1 {
                self.format.write_line(&EvalRow::new(depth, None, &all))?;
            }
        }
        if let Some(path) = &self.chart {
            let name = self.beside.as_deref().and_then(Path::file_stem).unwrap_or_default();
            let name = format!(", {}", name.to_string_lossy());
            chart::write(path, &[(&rows, ""), (&beside.unwrap_or_default(), &name)])?;
        }
        Ok(Status::Done)
    }
}

fn embedded_problems() -> anyhow::Result<Vec<KnownPosition>> {
    let known = problems(SUITE)?.into_iter();
    Ok(known
        .filter_map(|known| KnownPosition::new(known.game().setup().position, &known.scores))
        .collect())
}

fn known_problems(path: &Path, part: &PartArguments) -> anyhow::Result<Vec<KnownPosition>> {
    let source = RecordSource::from(path.to_path_buf());
    let mut known = Vec::new();
    for found in source.records(WthorNames::NONE)?.select(part.selection(), 0) {
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
