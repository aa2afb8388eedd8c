//! `params`: the numbers that the search goes by.

use std::io::{self, Write};

use super::Status;
use crate::search::Parameters;

/// List the numbers that the search goes by, for those who tune it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line is a name, the value, the least and the greatest value, and what it is.
--param sets one for a session, a search or a bench, and so does in a session
`setoption name param.<name> value <value>`. Proven scores do not depend on them.

Examples:
  outflank params
  outflank bench midgame --depth 12 --param mobility_weight=40
  outflank match --a 'outflank --param aspiration=200' --movetime 100 --sprt 0 5")]
pub(super) struct ParamsArguments {}

impl ParamsArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let mut stdout = io::stdout().lock();
        let defaults = Parameters::DEFAULT;
        for parameter in Parameters::TABLE {
            let value = parameter.value(&defaults);
            let (name, min, max) = (parameter.name, parameter.min, parameter.max);
            writeln!(stdout, "{name:<20} {value:>5} {min:>5} {max:>5}  {parameter}")?;
        }
        Ok(Status::Done)
    }
}
