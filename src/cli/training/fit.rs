//! `fit`: weights from samples.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::value_parser;

use super::crew::CrewArguments;
use crate::cli::Status;
use crate::eval::Weights;
use crate::eval::pattern::{STAGES, stage, stage_empties};
use crate::training::fit::{Fit, StageReport};
use crate::training::samples::read_folder;

/// Fit weights to positions with known scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Writes the errors of each stage, on the samples that were fitted and on those kept back.

Examples:
  outflank fit weights.bin --samples exact --samples deep --jobs 8")]
pub(in crate::cli) struct FitArguments {
    /// The file for the weights
    output: PathBuf,
    /// The folders with the samples
    #[arg(long, value_name = "FOLDER", required = true)]
    samples: Vec<PathBuf>,
    /// Weights to begin with; without them the stages that are not fitted are worth nothing
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Fit the stages from this number of empties on
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u32,
    /// Fit the stages up to this number of empties
    #[arg(long, value_name = "N", default_value_t = 60)]
    to: u32,
    /// How strongly weights are held at those of the stage before: as by so many samples
    #[arg(long, value_name = "N", default_value_t = 80.0)]
    ridge: f64,
    /// How many empties beyond those of the stage samples may have
    #[arg(long, value_name = "N", default_value_t = 6)]
    reach: u32,
    /// The most steps of the solver
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u32).range(1..))]
    steps: u32,
    #[command(flatten)]
    crew: CrewArguments,
}

impl FitArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let start = match &self.start {
            Some(path) => {
                let bytes = fs::read(path).with_context(|| path.display().to_string())?;
                Weights::from_bytes(&bytes).with_context(|| path.display().to_string())?
            }
            None => Weights::zero(),
        };
        let mut samples = Vec::new();
        for folder in &self.samples {
            samples.extend(read_folder(folder)?);
        }
        let fit = Fit {
            stages: stage(self.from)..=stage(self.to).min(STAGES - 1),
            ridge: self.ridge,
            reach: self.reach,
            steps: self.steps,
            threads: self.crew.threads(),
        };
        let mut written = Ok(());
        let weights = fit.run(&samples, start, |report| {
            if written.is_ok() {
                written = write_report(report);
            }
        });
        written?;
        fs::write(&self.output, weights.to_bytes())
            .with_context(|| self.output.display().to_string())?;
        Ok(Status::Done)
    }
}

fn write_report(report: &StageReport) -> io::Result<()> {
    let (fitted, held_out) = (&report.fitted, &report.held_out);
    let empties = stage_empties(report.stage);
    let (within_one, within_three) = held_out.shares_within();
    writeln!(
        io::stdout(),
        "empties {}-{} fitted {} error {:.2} held out {} error {:.2} rms {:.2} bias {:+.2} \
         within 1 {:.3} within 3 {:.3}",
        empties.start(),
        empties.end(),
        fitted.count,
        fitted.mean_absolute(),
        held_out.count,
        held_out.mean_absolute(),
        held_out.root_mean_square(),
        held_out.bias(),
        within_one,
        within_three,
    )
}
