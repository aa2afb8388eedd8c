//! `validate`: whether games keep to the rules and end as they say.

use super::FileArguments;
use crate::cli::Status;
use crate::cli::replies::FormatArgument;
use crate::protocol::reply::{RecordsReply, Reply, ValidateReply};

/// Check games: are the moves legal, and is the result what it is said to be?
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Tells of each game that fails its file, line and column (or its number) and what is wrong,
and at the end how many there were. Status: 0 all are right, 1 some are not, 2 error.

Examples:
  outflank validate games.ggf more.txt
  outflank validate WTH_2019.wtb WTH.JOU WTH.TRN --json
  echo 'f5d6c3 1-0' | outflank validate - --all")]
pub(in crate::cli) struct ValidateArguments {
    #[command(flatten)]
    files: FileArguments,
    /// Tell of each game, not only of those that fail
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    format: FormatArgument,
}

impl ValidateArguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<Status> {
        let mut output = self.format.output();
        let mut sum = RecordsReply::default();
        self.files.for_each(|file, found| {
            let reply = ValidateReply::new(Some(file), &found);
            sum.count(&reply);
            if self.all || !reply.valid {
                output.write(&Reply::Validate(reply))?;
            }
            Ok(())
        })?;
        output.write(&Reply::Records(sum))?;
        Ok(if sum.valid == sum.records { Status::Done } else { Status::No })
    }
}
