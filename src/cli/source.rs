//! [`Source`]: a file, or standard input; records that are given as they are or as a file.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use crate::game::{Record, RecordError, RecordFault, Records, WthorNames};

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
                let name = path.display();
                ensure!(!path.is_dir(), "{name} is a folder: expected a file");
                let file = File::open(path);
                Box::new(file.with_context(|| format!("{name} cannot be read"))?)
            }
        })
    }
}

/// What a text on the command line gives.
pub(super) enum Given {
    /// It is a record, or should be one.
    Record(Box<Result<Record, RecordError>>),
    /// It says where records are.
    In(Source),
}

impl Given {
    /// What `text` gives: `-` is standard input, and the name of a file what is in it unless
    /// it is a record itself.
    pub(super) fn by(text: &str) -> Given {
        if text == "-" {
            return Given::In(Source::StandardInput);
        }
        match text.parse() {
            Err(_) if Path::new(text).exists() => Given::In(Source::File(text.into())),
            record => Given::Record(Box::new(record)),
        }
    }

    /// The one record that `text` gives.
    pub(super) fn one(text: &str) -> anyhow::Result<Record> {
        let source = match Given::by(text) {
            Given::Record(record) => return record.map_err(no_record),
            Given::In(source) => source,
        };
        let name = source.name();
        let mut records = source.records(WthorNames::NONE)?;
        let found = records.next().with_context(|| format!("{name} holds no record"))?;
        let record = found.map_err(|error| anyhow!("{name}:{error}"))?.record;
        match records.next() {
            None => Ok(record),
            Some(_) => bail!("{name} holds more than one record: expected one"),
        }
    }
}

/// The `error` of a text that is no record and might have been the name of a file.
pub(super) fn no_record(error: RecordError) -> anyhow::Error {
    match error.fault {
        fault @ RecordFault::Unknown { .. } => anyhow!("{fault}, or the name of a file"),
        fault => fault.into(),
    }
}
