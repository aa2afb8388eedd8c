//! Files of games: `validate` checks them, `convert` writes them in another format.

mod convert;

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use super::Status;
use super::output::FormatArgument;
use super::source::RecordSource;
use othello::game::{FoundRecord, RecordError, WthorNameFiles};
use protocol::reply::{RecordsReply, Reply, ValidateReply};

pub(super) use convert::ConvertArguments;

/// The files to read.
#[derive(Debug, clap::Args)]
pub(super) struct FileArguments {
    /// Files of games or positions in any format, ZIP archives of such files, or `-` for standard
    /// input. Files that end in .jou and .trn hold the names for those of WTHOR's, x.jou for x.wtb
    /// where there are several. Those in the folder of a .wtb need not be given
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
}

impl FileArguments {
    /// Leaves out files that were named before.
    pub(super) fn drop_repeated(&mut self) {
        let mut seen = HashSet::new();
        self.files.retain(|path| seen.insert(path.clone()));
    }

    /// Calls `take` with the name of the file and each record, or why there is none.
    pub(super) fn for_each(
        &self,
        mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (names, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.files.iter().partition(|path| WthorNameFiles::are_at(path));
        ensure!(!files.is_empty(), "there are names only: expected a file of games, too");
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

/// Check games: are the moves legal, and is the result what it is said to be?
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Tells of each game that fails its file, line and column (or its number) and what is wrong,
and at the end how many there were. Of a result by resignation or on time the discs are not
compared with the moves. A file that is no record at all counts as one that fails.
Status: 0 all are right, 1 some are not, 2 error.

Examples:
  outflank validate games.ggf more.txt
  outflank validate WTH_2019.wtb --json
  echo 'f5d6c3 1-0' | outflank validate - --all")]
pub(super) struct ValidateArguments {
    #[command(flatten)]
    files: FileArguments,
    /// Tell of each game, not only of those that fail
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    format: FormatArgument,
}

impl ValidateArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
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
