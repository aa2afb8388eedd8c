//! `evaltest`: the errors of the evaluator.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;

use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForEval};
use crate::cli::output::exit_on_interrupt;
use crate::engine::Engine;
use crate::game::obf_problems;
use crate::training::evaltest::{Findings, KnownPosition, evaluate};
use crate::training::samples::read_folder;
use crate::training::searcher::Searcher;

/// Measure the errors of the evaluation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The positions with their scores are a file in OBF, or a folder of samples, of which those
were drawn and kept back from the fit are taken.

An error is the estimate less the score, in discs for the side to move; the bias is their
mean. Slope is that of the regression of scores on estimates: above 1 these are too near
to 0. Residual is the mean absolute error that is left without bias and slope. Where the
scores of moves are known, best move is how often a best one was chosen, and loss what
the chosen ones cost on average, in discs.

Examples:
  outflank evaltest problems.obf --depth 8")]
pub(in crate::cli) struct EvalTestArguments {
    /// The file or folder with positions and scores
    positions: PathBuf,
    /// Depths of searches in front of the evaluation, 0 for none
    #[arg(long, value_name = "N,..", default_value = "0", value_delimiter = ',')]
    depth: Vec<u32>,
    /// Of samples, take only those that occurred in games, without random moves
    #[arg(long)]
    tame: bool,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
}

impl EvalTestArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
        let known = if self.positions.is_dir() {
            let samples = read_folder(&self.positions)?;
            let chosen = |sample: &&_| is_chosen(sample, self.tame);
            samples.iter().filter(chosen).map(KnownPosition::from).collect()
        } else {
            known_problems(&self.positions)?
        };
        let evaluator = Engine::new(self.engine.options.clone()).evaluator();
        let mut searcher = Searcher::new(evaluator)?;
        for &depth in &self.depth {
            let by_empties = evaluate(&mut searcher, depth, &known);
            let mut all = Findings::default();
            for (&empties, findings) in &by_empties {
                self.write(&Row::new(depth, Some(empties), findings))?;
                all.merge(findings);
            }
            if by_empties.len() > 1 {
                self.write(&Row::new(depth, None, &all))?;
            }
        }
        Ok(Status::Done)
    }

    fn write(&self, row: &Row) -> anyhow::Result<()> {
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", serde_json::to_string(row)?)?;
        } else {
            row.write(&mut output)?;
        }
        Ok(())
    }
}

fn is_chosen(sample: &crate::training::samples::Sample, tame: bool) -> bool {
    sample.is_validation() && (!tame || sample.wild == 0)
}

fn known_problems(path: &Path) -> anyhow::Result<Vec<KnownPosition>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut known = Vec::new();
    for (line, problem) in obf_problems(&text) {
        let problem = problem.with_context(|| format!("{}:{line}", path.display()))?;
        let position = problem.setup.position;
        match KnownPosition::from_problem(&problem) {
            Some(problem) if !position.is_over() => known.push(problem),
            _ => bail!("{}:{line}: no score, or no move to make", path.display()),
        }
    }
    Ok(known)
}

/// What a search to a depth found on the positions with so many empties, or on all; in
/// discs for the side to move.
#[derive(Serialize)]
struct Row {
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    empties: Option<u32>,
    positions: usize,
    mean_absolute_error: f64,
    root_mean_square_error: f64,
    bias: f64,
    slope: f64,
    residual: f64,
    within_one: f64,
    within_three: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move_agreement: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    nodes: u64,
}

impl Row {
    fn new(depth: u32, empties: Option<u32>, findings: &Findings) -> Row {
        let statistics = findings.error_statistics();
        Row {
            depth,
            empties,
            positions: findings.count(),
            mean_absolute_error: statistics.mean_absolute,
            root_mean_square_error: statistics.root_mean_square,
            bias: statistics.bias,
            slope: statistics.slope,
            residual: statistics.residual,
            within_one: findings.share_within(1.0),
            within_three: findings.share_within(3.0),
            best_move_agreement: findings.best_move_share(),
            loss: findings.loss(),
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
