//! Records as arguments: a record itself, a file, or standard input.
//!
//! - here: files and standard input; `argument`: a record or the name of a source;
//! - `positions`: lists of positions and games; `part`: line ranges and shards.

mod argument;
mod part;
mod positions;

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use flate2::bufread::MultiGzDecoder;

use super::complain;
use super::output::counted;
use othello::game::{
    FoundRecord, Record, RecordError, RecordFault, Records, Selection, WthorNameFiles, WthorNames,
    read_archive, starts_archive,
};

pub(crate) use argument::{IllegalMove, RecordArgument};
pub(crate) use part::PartArguments;
pub(crate) use positions::{Entry, InputCounts, PositionArgument};

/// The first bytes of gzip files (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// A file, or standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RecordSource {
    /// `-`.
    StandardInput,
    File(PathBuf),
}

impl From<PathBuf> for RecordSource {
    fn from(path: PathBuf) -> RecordSource {
        if path == Path::new("-") { RecordSource::StandardInput } else { RecordSource::File(path) }
    }
}

impl RecordSource {
    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            RecordSource::StandardInput => "standard input".to_owned(),
            RecordSource::File(path) => path.display().to_string(),
        }
    }

    /// The records in the source, with these `names` in a WTHOR file.
    pub(crate) fn records(
        &self,
        names: WthorNames,
    ) -> anyhow::Result<Records<BufReader<Box<dyn Read>>>> {
        Ok(Records::with_names(BufReader::new(self.open()?), names))
    }

    /// Calls `take` with the file name and each record of `part` or its error. A ZIP archive gives
    /// the records of all its files. WTHOR games get their names from `names`, or from the folder of
    /// the file. `number` counts the records on the lines of `part`.
    ///
    /// # Errors
    /// If the file cannot be read to its end, or `take` fails.
    pub(crate) fn for_each_record(
        &self,
        names: &WthorNameFiles,
        part: Selection,
        number: &mut usize,
        mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let name = self.name();
        let mut names = names.clone();
        if let RecordSource::File(path) = self {
            if is_archive(path) {
                let file = BufReader::new(File::open(path)?);
                let take = |name: &str, found| {
                    *number += 1;
                    if part.has(*number) { take(name, found) } else { Ok(()) }
                };
                return read_archive(file, &name, &names, take).with_context(|| name.clone());
            }
            add_names_beside(path, &mut names);
        }
        let path = Path::new(&name);
        let names = names.for_games(path).with_context(|| name.clone())?;
        let mut records = self.records(names)?.select(part, *number);
        for found in &mut records {
            match found {
                Err(RecordError { fault: fault @ RecordFault::Unreadable { .. }, .. }) => {
                    bail!("{name} {fault}")
                }
                found => take(&name, found)?,
            }
        }
        *number = records.number();
        Ok(())
    }

    /// The one record in it.
    pub(crate) fn only_record(&self) -> anyhow::Result<Record> {
        let name = self.name();
        let mut records = self.records(WthorNames::NONE)?;
        let found = records.next().with_context(|| format!("{name} holds no record"))?;
        let record = found.map_err(|error| anyhow!("{name}:{error}"))?.record;
        match records.next() {
            None => Ok(record),
            Some(_) => bail!("{name} holds more than one record: expected one"),
        }
    }

    /// The content, decompressed if it is gzip.
    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn Read>> {
        let cannot_be_read = || format!("{} cannot be read", self.name());
        let input: Box<dyn Read> = match self {
            RecordSource::StandardInput => Box::new(io::stdin()),
            RecordSource::File(path) => Box::new(open_file(path).with_context(cannot_be_read)?),
        };
        let mut input = BufReader::new(input);
        let starts_with = |input: &mut BufReader<Box<dyn Read>>, byte| -> anyhow::Result<bool> {
            Ok(input.fill_buf().with_context(cannot_be_read)?.first() == Some(&byte))
        };
        let [first, second] = GZIP_MAGIC;
        if !starts_with(&mut input, first)? {
            return Ok(Box::new(input));
        }
        // A pipe may have no more than this byte yet.
        input.consume(1);
        let is_compressed = starts_with(&mut input, second)?;
        let input = io::Cursor::new([first]).chain(input);
        Ok(if is_compressed { Box::new(MultiGzDecoder::new(input)) } else { Box::new(input) })
    }
}

fn is_archive(path: &Path) -> bool {
    let mut start = [0; 4];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && starts_archive(&start)
}

/// Adds name files from the folder of the WTHOR file at `path` if `names` is empty: files with the
/// same stem, otherwise the only files.
fn add_names_beside(path: &Path, names: &mut WthorNameFiles) {
    let is_wthor = path.extension().is_some_and(|found| found.eq_ignore_ascii_case("wtb"));
    if !is_wthor || !names.is_empty() {
        return;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = folder.unwrap_or(Path::new(".")).read_dir() else { return };
    let beside = |name| folder.map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
    let files: Vec<PathBuf> = entries.flatten().map(|entry| beside(entry.file_name())).collect();
    for extension in WthorNameFiles::EXTENSIONS {
        let mut found = WthorNameFiles::default();
        let has_extension =
            |path: &&PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
        for path in files.iter().filter(has_extension) {
            if let Ok(file) = File::open(path) {
                // Skips files without names: the user did not ask for them.
                let _ = found.add(path, BufReader::new(file));
            }
        }
        if found.for_games(path).is_ok() {
            names.extend(found);
        }
    }
}

fn open_file(path: &Path) -> anyhow::Result<File> {
    ensure!(!path.is_dir(), "it is a folder: expected a file");
    File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound if is_record(path) => {
            anyhow!("it is a record: expected a file of records, or - for standard input")
        }
        ErrorKind::NotFound => anyhow!("{error}: expected a file, or - for standard input"),
        _ => error.into(),
    })
}

/// Whether `path` is a record itself.
fn is_record(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.parse::<Record>().is_ok())
}

/// Calls `take` with the file name and each record of `part` of the `files`, or its error. Files of
/// WTHOR names apply to the other files. Reports an empty part.
pub(crate) fn for_each_record_of(
    files: &[PathBuf],
    part: &PartArguments,
    mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (names, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
        files.iter().partition(|path| WthorNameFiles::are_at(path));
    ensure!(!files.is_empty(), "there are only names: expected a file of games");
    let names = read_names(&names)?;
    let (mut number, mut is_empty) = (0, true);
    for path in &files {
        let source = RecordSource::from(PathBuf::clone(path));
        source.for_each_record(&names, part.selection(), &mut number, |file, found| {
            is_empty = false;
            take(file, found)
        })?;
    }
    if is_empty && !part.is_all() {
        complain(part.nothing(&name_of(&files)));
    }
    Ok(())
}

/// The name of an input of these files in messages.
fn name_of(files: &[impl AsRef<Path>]) -> String {
    match files {
        [file] => RecordSource::from(file.as_ref().to_owned()).name(),
        files => counted(files.len(), "file"),
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

/// Reports a record that cannot be read.
///
/// # Errors
/// If the file cannot be read any further.
pub(crate) fn report_bad_record(source: &RecordSource, error: &RecordError) -> anyhow::Result<()> {
    let name = source.name();
    if let RecordFault::Unreadable { .. } = error.fault {
        bail!("{name} {}", error.fault);
    }
    complain(format_args!("{name}:{error}"));
    Ok(())
}
