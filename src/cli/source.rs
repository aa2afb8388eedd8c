//! [`Source`]: a file, or standard input.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::game::{Records, WthorNames};

/// Where what is read comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// `-`.
    StandardInput,
    File(PathBuf),
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        if path == Path::new("-") { Source::StandardInput } else { Source::File(path) }
    }
}

impl Source {
    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Source::StandardInput => "standard input".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The records in it; if it is a file of WTHOR's, with these `names`.
    pub(super) fn records(
        &self,
        names: WthorNames,
    ) -> anyhow::Result<Records<BufReader<Box<dyn Read>>>> {
        Ok(Records::with_names(BufReader::new(self.open()?), names))
    }

    fn open(&self) -> anyhow::Result<Box<dyn Read>> {
        Ok(match self {
            Source::StandardInput => Box::new(io::stdin()),
            Source::File(path) => {
                let file = File::open(path);
                Box::new(file.with_context(|| format!("{} cannot be read", path.display()))?)
            }
        })
    }
}
