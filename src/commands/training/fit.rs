//! `fit`: weights from games.

use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};

use super::{parse_fraction, range_within, read_games, read_weights};
use crate::Status;
use crate::atomic_files::{ensure_replaceable, write_atomically};
use crate::flags::integer;
use crate::output::{StandardOutput, exit_on_interrupt, file_to_write};
use engine::eval::{Evaluator, Pattern, Weights, WeightsError};
use engine::score::Score;
use lab::training::corrections;
use lab::training::errors::Errors;
use lab::training::network::{Epoch, Learner, NetworkFit};
use lab::training::targets::{Target, targets};

/// Fit weights to games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The target of a position after the last random move of a game is a mean of the next target and the
search score; solved positions have the result. One game in 20 is held out. After each epoch the
command writes the weights and prints the errors on the held-out positions. These errors are against
targets; use `evaltest` for errors against known scores.

Examples:
  outflank fit weights.bin --games games
  outflank fit weights.bin --games games --start old.bin --epochs 2 --row-rate 0.002")]
pub(crate) struct FitArguments {
    /// Output file
    #[arg(value_parser = file_to_write())]
    output: PathBuf,
    /// Folder with games; may be repeated
    #[arg(long, value_name = "FOLDER", required = true)]
    games: Vec<PathBuf>,
    /// Start from these weights instead of random ones
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Seed of the sample order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Average this many fits from the same weights with different sample orders
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "start",
        value_parser = integer::<u32>(1..)
    )]
    fits: u32,
    /// Share of the next target in a target
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = parse_fraction)]
    lambda: f32,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = integer::<u32>(1..))]
    epochs: u32,
    /// Use positions with these numbers of empties
    #[arg(long, value_name = "RANGE", default_value = "1-60", value_parser = range_within(1..=60))]
    empties: RangeInclusive<u32>,
    /// Positions per number of empties, 1 to 17, to solve for the correction of slope and biases, and
    /// positions to search for that of the depth bias; 0 skips the corrections
    #[arg(long, value_name = "N", default_value_t = 500)]
    corrections: usize,
    /// Initial rate of the linear weights
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = parse_fraction)]
    linear_rate: f32,
    /// Initial rate of the rows
    #[arg(long, value_name = "RATE", default_value_t = 0.004, value_parser = parse_fraction)]
    row_rate: f32,
    /// Rate of the dense layers at the start
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = parse_fraction)]
    dense_rate: f32,
}

/// One game in this many is held out.
const HELD_OUT: usize = 20;

/// The groups of empties for errors.
const BANDS: [RangeInclusive<u32>; 6] = [1..=9, 10..=15, 16..=20, 21..=25, 26..=30, 31..=60];

impl FitArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        exit_on_interrupt()?;
        let mut weights = self.start.as_deref().map_or(Ok(Weights::zero()), read_weights)?;
        let (mut learned, held_out) = self.samples()?;
        ensure!(
            !learned.is_empty(),
            "no positions to learn from: expected at least two games, since the first is held out"
        );
        ensure_weights_or_new(&self.output)?;
        ensure_replaceable(&self.output)?;
        let [positions, held] = [&learned, &held_out].map(Vec::len);
        writeln!(StandardOutput::lock(), "positions {positions} held out {held}")?;
        let mut learner = self.fit(0, &weights, &mut learned, &held_out)?;
        for number in 1..self.fits {
            let other = self.fit(number, &weights, &mut learned, &held_out)?;
            learner.approach(&other, 1.0 / (number + 1) as f32);
        }
        weights.set_network(learner.network());
        if self.fits > 1 {
            writeln!(StandardOutput::lock(), "mean of {} fits", self.fits)?;
            self.write_weights(&weights, &held_out)?;
        }
        if self.corrections > 0 {
            self.correct(&mut learner, weights, &held_out)?;
        }
        Ok(Status::Done)
    }

    /// Runs fit `number` from `start`.
    fn fit(
        &self,
        number: u32,
        start: &Weights,
        samples: &mut [Target],
        held_out: &[Target],
    ) -> anyhow::Result<Learner> {
        let fit = NetworkFit {
            seed: self.seed.wrapping_add(number.into()),
            epochs: self.epochs,
            linear_rate: self.linear_rate,
            row_rate: self.row_rate,
            dense_rate: self.dense_rate,
        };
        let mut learner = match self.start {
            Some(_) => Learner::continued(fit, start.network()),
            None => Learner::new(fit),
        };
        let mut weights = start.clone();
        let mut outcome = Ok(());
        learner.learn(samples, |learner, epoch| {
            weights.set_network(learner.network());
            outcome = self.write_epoch(&weights, epoch, held_out);
            outcome.is_ok()
        });
        outcome.map(|()| learner)
    }

    /// Corrects slope and biases of `weights`, the weights of `learner`, on `targets`. Writes the
    /// corrected weights.
    fn correct(
        &self,
        learner: &mut Learner,
        mut weights: Weights,
        targets: &[Target],
    ) -> anyhow::Result<()> {
        let slope = corrections::slope(&weights, targets, self.corrections)?;
        writeln!(StandardOutput::lock(), "slope {slope:.3}")?;
        learner.scale(slope as f32);
        weights.set_network(learner.network());
        let biases = corrections::biases(&weights, targets, self.corrections)?;
        let mut network = weights.network().clone();
        corrections::remove_biases(&mut network, &biases);
        weights.set_network(network);
        for (empties, bias) in biases.iter().enumerate().take(19).skip(1) {
            writeln!(StandardOutput::lock(), "empties {empties} bias {bias}")?;
        }
        let bias = corrections::depth_bias(&weights, targets, self.corrections)?;
        let mut network = weights.network().clone();
        corrections::add_depth_bias(&mut network, bias);
        weights.set_network(network);
        writeln!(StandardOutput::lock(), "depth bias {bias}")?;
        write_atomically(&self.output, &weights.to_bytes())
    }

    /// Writes the weights and the errors of an epoch.
    fn write_epoch(
        &self,
        weights: &Weights,
        epoch: Epoch,
        targets: &[Target],
    ) -> anyhow::Result<()> {
        ensure!(epoch.error.is_finite(), "the fit diverges: use lower rates");
        writeln!(StandardOutput::lock(), "epoch {} error {:.3}", epoch.number, epoch.error)?;
        self.write_weights(weights, targets)
    }

    /// Writes the weights and prints their errors.
    fn write_weights(&self, weights: &Weights, targets: &[Target]) -> anyhow::Result<()> {
        write_errors(weights, targets)?;
        write_atomically(&self.output, &weights.to_bytes())
    }

    /// The training targets and the held-out targets.
    fn samples(&self) -> anyhow::Result<(Vec<Target>, Vec<Target>)> {
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for (number, game) in read_games(&self.games)?.iter().enumerate() {
            let all = targets(game, self.lambda).into_iter();
            let chosen = all.filter(|target| self.empties.contains(&target.position.empty_count()));
            if number % HELD_OUT == 0 { &mut held_out } else { &mut learned }.extend(chosen);
        }
        Ok((learned, held_out))
    }
}

/// Prints the errors on `targets` by group of empties.
fn write_errors(weights: &Weights, targets: &[Target]) -> io::Result<()> {
    let evaluator = Pattern::new(Arc::new(weights.clone()));
    for band in BANDS {
        let mut errors = Errors::default();
        for target in targets.iter().filter(|target| band.contains(&target.position.empty_count()))
        {
            let value = Score::saturating((target.value * Score::PER_DISC as f32).round() as i32);
            errors.add(evaluator.evaluate(target.position), value);
        }
        if errors.count == 0 {
            continue;
        }
        writeln!(
            StandardOutput::lock(),
            "  empties {}-{} held out {} error {:.3} rms {:.3} bias {:+.3}",
            band.start(),
            band.end(),
            errors.count,
            errors.mean_absolute(),
            errors.root_mean_square(),
            errors.bias()
        )?;
    }
    Ok(())
}

/// Fails if `path` holds anything other than weights (of any version).
fn ensure_weights_or_new(path: &Path) -> anyhow::Result<()> {
    if !path.is_file() {
        return Ok(());
    }
    let name = path.display();
    let bytes = fs::read(path).with_context(|| name.to_string())?;
    let is_foreign = matches!(Weights::from_bytes(&bytes), Err(WeightsError::Foreign));
    ensure!(
        bytes.is_empty() || !is_foreign,
        "{name} holds no weights: expected a new file, or weights to replace"
    );
    Ok(())
}
