//! `evaltest`: what the evaluator is worth.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;

use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForEval};
use crate::engine::Engine;
use crate::game::obf_problems;
use crate::training::evaltest::{Findings, FindingsByEmpties, GROUP, Known, evaluate};
use crate::training::samples::read_folder;
use crate::training::searcher::Searcher;

/// Measure the errors of the evaluation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The positions with their scores are a file in OBF, or a folder of samples, of which those
were drawn and kept back from the fit are taken.

Examples:
  outflank evaltest problems.obf --depth 8")]
pub(in crate::cli) struct EvalTestArguments {
    /// The file or folder with positions and scores
    positions: PathBuf,
    /// Depth of a search in front of the evaluation
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: u32,
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
        let known = if self.positions.is_dir() {
            let samples = read_folder(&self.positions)?;
            let chosen = |sample: &&_| is_chosen(sample, self.tame);
            samples.iter().filter(chosen).map(Known::from).collect()
        } else {
            known_problems(&self.positions)?
        };
        let evaluator = Engine::new(self.engine.options.clone()).evaluator();
        let findings = evaluate(&mut Searcher::new(evaluator)?, self.depth, &known);
        self.write(&findings)?;
        Ok(Status::Done)
    }

    fn write(&self, findings: &FindingsByEmpties) -> anyhow::Result<()> {
        let mut output = io::stdout().lock();
        for (&from, findings) in findings {
            let row = Row::new(from, findings);
            if self.json {
                writeln!(output, "{}", serde_json::to_string(&row)?)?;
            } else {
                row.write(&mut output)?;
            }
        }
        Ok(())
    }
}

fn is_chosen(sample: &crate::training::samples::Sample, tame: bool) -> bool {
    sample.judges() && (!tame || sample.wild == 0)
}

fn known_problems(path: &Path) -> anyhow::Result<Vec<Known>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut known = Vec::new();
    for (line, problem) in obf_problems(&text) {
        let problem = problem.with_context(|| format!("{}:{line}", path.display()))?;
        let position = problem.setup.position;
        match Known::from_problem(&problem) {
            Some(problem) if !position.is_over() => known.push(problem),
            _ => bail!("{}:{line}: no score, or no move to make", path.display()),
        }
    }
    Ok(known)
}

/// The findings of a group, in discs for the side to move: above 0 is a `bias` that makes it
/// look better than it is.
#[derive(Serialize)]
struct Row {
    empties_from: u32,
    empties_to: u32,
    positions: u64,
    mean_absolute_error: f64,
    root_mean_square_error: f64,
    bias: f64,
    within_one: f64,
    within_three: f64,
    best_move_agreement: Option<f64>,
}

impl Row {
    fn new(from: u32, findings: &Findings) -> Row {
        let (within_one, within_three) = findings.errors.shares_within();
        let agreement = || findings.agreed as f64 / findings.with_moves as f64;
        Row {
            empties_from: from,
            empties_to: from + GROUP - 1,
            positions: findings.errors.count,
            mean_absolute_error: findings.errors.mean_absolute(),
            root_mean_square_error: findings.errors.root_mean_square(),
            bias: findings.errors.bias(),
            within_one,
            within_three,
            best_move_agreement: (findings.with_moves > 0).then(agreement),
        }
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        write!(
            output,
            "empties {}-{} positions {} error {:.2} rms {:.2} bias {:+.2} within 1 {:.3} within 3 {:.3}",
            self.empties_from,
            self.empties_to,
            self.positions,
            self.mean_absolute_error,
            self.root_mean_square_error,
            self.bias,
            self.within_one,
            self.within_three
        )?;
        match self.best_move_agreement {
            Some(share) => writeln!(output, " best move {share:.3}"),
            None => writeln!(output),
        }
    }
}
