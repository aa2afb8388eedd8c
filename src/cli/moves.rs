//! `moves`: what can be played.

use super::Status;
use super::position::PositionArgument;
use super::replies::FormatArgument;
use crate::protocol::reply::Reply;

/// List the legal moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank moves
  outflank moves f5d6c3 --json
  outflank moves '8/8/8/3OX3/3XO3/8/8/8 X' moves f5")]
pub(super) struct MovesArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl MovesArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut output = self.format.output();
        self.position.for_each(|game| Ok(output.write(&Reply::Moves(game.setup().into()))?))
    }
}
