//! `eval`: what a position is worth without looking ahead.

use super::Status;
use super::flags::{EngineFlags, ForEval};
use super::position::PositionArgument;
use super::replies::FormatArgument;
use crate::engine::Engine;
use crate::protocol::reply::{EvalReply, Reply};

/// Value a position without looking ahead
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank eval f5d6c3
  outflank eval - --json < positions.txt")]
pub(super) struct EvalArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    engine: EngineFlags<ForEval>,
    #[command(flatten)]
    format: FormatArgument,
}

impl EvalArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let evaluator = Engine::new(self.engine.options).evaluator();
        let mut output = self.format.output();
        self.position.for_each(|game| {
            let reply = EvalReply::new(&*evaluator, game.setup().position);
            Ok(output.write(&Reply::Eval(reply))?)
        })
    }
}
