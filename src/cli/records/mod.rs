//! Files of games: `validate` checks them, `convert` writes them in another format.

mod convert;
mod output;
mod validate;

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use super::source::Source;
use crate::game::{FoundRecord, RecordError, RecordFault, WthorNames};

pub(super) use convert::ConvertArguments;
pub(super) use validate::ValidateArguments;

/// Which files.
#[derive(Debug, clap::Args)]
pub(super) struct FileArguments {
    /// Files of games or positions in any format, or `-` for standard input; files that
    /// end in .jou and .trn hold the names for those of WTHOR's
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
}

impl FileArguments {
    /// Hands each record, or why there is none, to `take`, with the name of its file.
    pub(super) fn for_each(
        &self,
        mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (names, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.files.iter().partition(holds_names);
        ensure!(!files.is_empty(), "there are names only: expected a file of games, too");
        let names = read_names(&names)?;
        for path in files {
            let source = Source::from(path.clone());
            let name = source.name();
            for found in source.records(names.clone())? {
                match found {
                    Err(RecordError { fault: fault @ RecordFault::Unreadable { .. }, .. }) => {
                        bail!("{name} {fault}")
                    }
                    found => take(&name, found)?,
                }
            }
        }
        Ok(())
    }
}

/// Whether the file at `path` holds names.
fn holds_names(path: &&PathBuf) -> bool {
    let is_one_of = |extension: &str| ["jou", "trn"].contains(&&*extension.to_lowercase());
    path.extension().and_then(|extension| extension.to_str()).is_some_and(is_one_of)
}

fn read_names(paths: &[&PathBuf]) -> anyhow::Result<WthorNames> {
    let mut names = WthorNames::default();
    for path in paths {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
        names.read(BufReader::new(file)).with_context(|| name.to_string())?;
    }
    Ok(names)
}
