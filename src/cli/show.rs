//! `show`: the board.

use super::Status;
use super::position::PositionArgument;
use super::replies::FormatArgument;
use crate::protocol::reply::{BoardReply, Reply};

/// Draw the board
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank show f5d6c3
  outflank show 8/8/8/3OX3/3XO3/8/8/8 X --json")]
pub(super) struct ShowArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    format: FormatArgument,
}

impl ShowArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut output = self.format.output();
        self.position.for_each(|game| Ok(output.write(&Reply::Board(BoardReply::new(game)))?))
    }
}
