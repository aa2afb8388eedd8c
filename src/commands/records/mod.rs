//! Files of games: `validate` checks them, `convert` writes them in another format.

mod convert;

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::Status;
use crate::output::FormatArgument;
use crate::source::RecordSource;
use othello::game::{FoundRecord, RecordError, WthorNameFiles};
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
        mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (names, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.files.iter().partition(|path| WthorNameFiles::are_at(path));
        ensure!(!files.is_empty(), "there are only names: expected a file of games");
        let names = read_names(&names)?;
        for path in files {
            RecordSource::from(path.clone()).for_each_record(&names, &mut take)?;
        }
        Ok(())
    }
}

fn read_names(paths: &[&PathBuf]) -> anyhow::Result<WthorNameFiles> {
    let mut names = WthorNameFiles::default();
    for path in paths {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
        names.add(path, BufReader::new(file)).with_context(|| name.to_string())?;
    }
    Ok(names)
}

/// Check the moves and the results of games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each game that fails is a line with its file, line and column (or its number) and the fault. The
last line has the counts. The discs of a result by resignation or on time are not compared with the
moves. A file without any record counts as a game that fails.
Status: 0 all are right; 1 some are not; 2 error.

Examples:
  outflank validate games.ggf more.txt
  outflank validate WTH_2019.wtb --json
  echo 'f5d6c3 1-0' | outflank validate - --all")]
pub(crate) struct ValidateArguments {
    #[command(flatten)]
    files: FileArguments,
    /// List every game, not only those that fail
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    format: FormatArgument,
}

impl ValidateArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
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
