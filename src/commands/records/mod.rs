//! Files of games: `validate` checks them, `convert` writes them in another format.

mod convert;

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;

use crate::Status;
use crate::rows::{OutputArguments, Row, Sheet, values};
use crate::source::{PartArguments, for_each_record_of};
use othello::game::{FoundRecord, RecordError};
use protocol::reply::{RecordsReply, Reply, ValidateReply};

pub(crate) use convert::ConvertArguments;

/// The files to read.
#[derive(Debug, clap::Args)]
pub(crate) struct FileArguments {
    /// Files of games or positions in any format, ZIP archives of such files, or `-` for standard
    /// input. Names of WTHOR games are in .jou and .trn files. Those in the folder of the .wtb file
    /// are found without an argument
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    part: PartArguments,
}

impl FileArguments {
    /// Removes files that are named twice.
    pub(crate) fn drop_repeated(&mut self) {
        let mut seen = HashSet::new();
        self.files.retain(|path| seen.insert(path.clone()));
    }

    /// Calls `take` with the name of the file and each record or its error.
    pub(crate) fn for_each(
        &self,
        take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for_each_record_of(&self.files, &self.part, take)
    }
}

/// Check the moves and the results of games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each failing game is a line with its file, line and column (or its number) and the error. The last
line has the counts. The check ignores the discs of a result by resignation or on time. A file
without records counts as a failing game.

Exit status: 0 all games are valid; 1 some are not; 2 error.

Examples:
  outflank validate games.ggf more.txt
  outflank validate WTH_2019.wtb --lines 1-100 --json
  echo 'f5d6c3 1-0' | outflank validate - --all")]
pub(crate) struct ValidateArguments {
    #[command(flatten)]
    files: FileArguments,
    /// List all games, not only the failing ones
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// The columns of CSV.
const COLUMNS: &str = "file line column valid reason format moves passes result stated";

/// A record, or the totals, which CSV omits.
#[derive(Serialize)]
struct Checked(Reply);

impl Row for Checked {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        match &self.0 {
            Reply::Validate(_) => {
                vec![values(&serde_json::to_value(&self.0).unwrap_or_default(), columns)]
            }
            _ => Vec::new(),
        }
    }

    fn text(&self, _: &[&str]) -> String {
        self.0.to_string()
    }
}

impl ValidateArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut sheet = Sheet::open(&self.output, COLUMNS)?;
        let (mut sum, mut rows) = (RecordsReply::default(), 0);
        let mut put = |reply: Reply| {
            let row = Checked(reply);
            rows += 1;
            sheet.put(rows - 1, &row, || row.0.to_string())
        };
        self.files.for_each(|file, found| {
            let reply = ValidateReply::new(Some(file), &found);
            sum.count(&reply);
            if self.all || !reply.valid { put(Reply::Validate(reply)) } else { Ok(()) }
        })?;
        put(Reply::Records(sum))?;
        Ok(if sum.valid == sum.records { Status::Done } else { Status::No })
    }
}
