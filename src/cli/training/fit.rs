//! `fit`: weights from samples.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::value_parser;

use super::chart;
use super::run_control::RunControlArguments;
use crate::cli::Status;
use crate::cli::output::exit_on_interrupt;
use crate::eval::Weights;
use crate::eval::pattern::{STAGES, stage, stage_empties};
use crate::training::errors::Errors;
use crate::training::fit::{BANDS, Fit, StageReport};
use crate::training::samples::read_folder;

/// Fit weights to positions with known scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Writes the errors of each stage: on the samples that were fitted, on those that were drawn
and kept back, and the bias on what follows from these. A bias is positive where the
evaluation thinks too well of the side to move. At the end come the errors on those that
were kept back by larger groups of empties.

Examples:
  outflank fit weights.bin --samples exact --samples deep --jobs 8 --chart errors.svg")]
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
    /// Draw the errors and biases of the stages to this file, as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    control: RunControlArguments,
}

impl FitArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
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
            threads: self.control.threads(),
        };
        let mut written = Ok(());
        let mut reports = Vec::new();
        let weights = fit.run(&samples, start, |report| {
            if written.is_ok() {
                written = write_report(report);
            }
            reports.push(report.clone());
        });
        written?;
        write_bands(&fit.bands(&samples, &weights))?;
        fs::write(&self.output, weights.to_bytes())
            .with_context(|| self.output.display().to_string())?;
        if let Some(path) = &self.chart {
            chart::write(path, &reports)?;
        }
        Ok(Status::Done)
    }
}

fn write_report(report: &StageReport) -> io::Result<()> {
    let empties = stage_empties(report.stage);
    let (fitted, children) = (&report.fitted, &report.children);
    write!(
        io::stdout(),
        "empties {}-{} fitted {} error {:.2} bias {:+.2} ",
        empties.start(),
        empties.end(),
        fitted.count,
        fitted.mean_absolute(),
        fitted.bias(),
    )?;
    write_held_out(&report.held_out)?;
    writeln!(io::stdout(), " children {} bias {:+.2}", children.count, children.bias())
}

fn write_bands(bands: &[Errors]) -> io::Result<()> {
    for (empties, errors) in BANDS.iter().zip(bands).filter(|(_, errors)| errors.count > 0) {
        write!(io::stdout(), "all of empties {}-{} ", empties.start(), empties.end())?;
        write_held_out(errors)?;
        writeln!(io::stdout())?;
    }
    Ok(())
}

fn write_held_out(errors: &Errors) -> io::Result<()> {
    let (within_one, within_three) = errors.shares_within();
    write!(
        io::stdout(),
        "held out {} error {:.2} rms {:.2} bias {:+.2} within 1 {within_one:.3} within 3 {within_three:.3}",
        errors.count,
        errors.mean_absolute(),
        errors.root_mean_square(),
        errors.bias(),
    )
}
