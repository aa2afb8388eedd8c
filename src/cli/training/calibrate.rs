//! `calibrate`: the errors of shallow searches, for ProbCut.

use std::io::{self, Write};

use super::crew::CrewArguments;
use super::label::DrawArguments;
use super::read_games;
use crate::cli::Status;
use crate::cli::flags::{EngineFlags, ForEval};
use crate::engine::Engine;
use crate::training::calibrate::{Calibration, ErrorsByDepth};

/// Measure how far shallow searches lie from deep ones
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For each number of empties and each depth it writes the mean and the standard deviation of
the error, in discs, against the score that `label` would find.

Examples:
  outflank calibrate --games games --from 16 --to 20 --exact 20 --positions 1000")]
pub(in crate::cli) struct CalibrateArguments {
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: u32,
    /// The deepest of the shallow searches
    #[arg(long, value_name = "N", default_value_t = 8)]
    shallow: u32,
    #[command(flatten)]
    draw: DrawArguments,
    #[command(flatten)]
    crew: CrewArguments,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
}

impl CalibrateArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let calibration = Calibration {
            labelling: self.draw.labelling(1),
            positions: self.positions,
            shallow: self.shallow,
        };
        let games = read_games(self.draw.games())?;
        let evaluator = Engine::new(self.engine.options).evaluator();
        self.crew
            .work(self.positions, |crew| Ok(write(&calibration.run(&games, &*evaluator, crew)?)?))
    }
}

fn write(errors: &ErrorsByDepth) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for ((empties, depth), errors) in errors {
        writeln!(
            output,
            "empties {empties} depth {depth} positions {} mean {:+.2} deviation {:.2}",
            errors.count,
            errors.bias(),
            errors.deviation()
        )?;
    }
    Ok(())
}
