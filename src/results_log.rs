//! [`ResultsLog`]: a file of results that a later run can continue.
//!
//! Each line is a JSON object. The first line holds the settings of the run. The other lines hold
//! the results.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::atomic_files::write_atomically;
use super::output::quotable;
use protocol::reply::to_json;

/// A file of results in JSON, open for more.
#[derive(Debug)]
pub(super) struct ResultsLog<K> {
    path: PathBuf,
    file: File,
    /// The first line.
    settings: String,
    /// The other lines by their keys.
    rows: BTreeMap<K, String>,
    /// Whether the lines of the file are in key order, without duplicates.
    in_order: bool,
}

impl<K: Ord> ResultsLog<K> {
    /// Opens the log at `path` of a run with `settings`. A log with rows requires `resume`. Calls
    /// `take` with each row. `take` returns the key of the row, or `None` to omit it.
    ///
    /// # Errors
    /// If the file holds anything other than results of such a run, or `take` fails. The file then
    /// stays unchanged.
    pub(super) fn open<R: DeserializeOwned>(
        path: &Path,
        resume: bool,
        settings: &impl Serialize,
        mut take: impl FnMut(R) -> anyhow::Result<Option<K>>,
    ) -> anyhow::Result<ResultsLog<K>> {
        let (file, settings) = (open_results(path, resume)?, to_json(settings));
        let (path, rows) = (path.to_owned(), BTreeMap::new());
        let mut log = ResultsLog { path, file, settings, rows, in_order: true };
        let context = format!("in {}", log.path.display());
        log.read(&mut take).context(context)?;
        Ok(log)
    }

    /// Reads the lines of the file and prepares the file for appending.
    fn read<R: DeserializeOwned>(
        &mut self,
        take: &mut impl FnMut(R) -> anyhow::Result<Option<K>>,
    ) -> anyhow::Result<()> {
        let text = complete_lines(&mut self.file, SETTINGS)?;
        let settings = self.settings.clone();
        take_results(&text, &settings, |row, line| {
            match take(row)? {
                Some(key) => self.keep(key, line.to_owned()),
                None => self.in_order = false,
            }
            Ok(())
        })?;
        go_on_after(&mut self.file, &text)?;
        if text.is_empty() {
            write_line(&mut self.file, &self.settings)?;
        }
        Ok(())
    }

    fn keep(&mut self, key: K, line: String) {
        self.in_order &= self.rows.last_key_value().is_none_or(|(last, _)| *last < key);
        self.rows.insert(key, line);
    }

    /// Appends `row`. Of several rows with one key, the last counts.
    pub(super) fn put(&mut self, key: K, row: &impl Serialize) -> anyhow::Result<()> {
        let line = to_json(row);
        write_line(&mut self.file, &line)
            .with_context(|| format!("{} cannot be written", self.path.display()))?;
        self.keep(key, line);
        Ok(())
    }

    pub(super) fn contains(&self, key: &K) -> bool {
        self.rows.contains_key(key)
    }

    /// Puts the rows of a regular file in order.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        if self.in_order || !self.path.is_file() {
            return Ok(());
        }
        let lines = [self.settings].into_iter().chain(self.rows.into_values());
        let text: String = lines.map(|line| line + "\n").collect();
        write_atomically(&self.path, text.as_bytes())
    }
}

/// The start of the first line.
const SETTINGS: &str = r#"{"reply":"settings","#;

/// Writes a line in one call: a killed process rarely leaves half of it.
fn write_line(file: &mut File, line: &str) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}

/// Passes the results in the lines of `text` to `take`, each with its line. The first line must hold
/// `settings`.
fn take_results<R: DeserializeOwned>(
    text: &str,
    settings: &str,
    mut take: impl FnMut(R, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        let taken = match number {
            1 => ensure_same_settings(line, settings),
            _ => parse_line(line).and_then(|row| take(row, line)),
        };
        taken.with_context(|| format!("line {number}"))?;
    }
    Ok(())
}

/// Passes the results in the file at `path` to `take`. If `settings` is set, the file must have the
/// same settings. Otherwise sets `settings` to the settings of the file.
pub(super) fn read_results<R: DeserializeOwned>(
    path: &Path,
    settings: &mut Option<String>,
    mut take: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut file = File::open(path).context("the file cannot be opened")?;
    let text = complete_lines(&mut file, SETTINGS)?;
    let first = text.lines().next().context("the file is empty")?;
    let settings = settings.get_or_insert_with(|| first.to_owned());
    take_results(&text, settings, |row, _| take(row))
}

fn parse_line<R: DeserializeOwned>(line: &str) -> anyhow::Result<R> {
    serde_json::from_str(line)
        .map_err(|_| anyhow!("invalid result {:?}: expected a line of this log", quotable(line)))
}

/// Fails if two lines hold different settings. `null` is the same as a missing field.
fn ensure_same_settings(there: &str, here: &str) -> anyhow::Result<()> {
    let there: Map<String, Value> = parse_line(there)?;
    let here: Map<String, Value> = parse_line(here)?;
    ensure!(
        there.get("reply").is_some_and(|reply| reply == "settings"),
        "expected the settings of a run; files of earlier versions cannot be continued"
    );
    let value = |settings: &Map<String, Value>, name: &str| match settings.get(name) {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    let names = here.keys().chain(there.keys().filter(|&name| !here.contains_key(name)));
    let differences: Vec<String> = names
        .map(|name| (name, value(&there, name), value(&here, name)))
        .filter(|(_, there, here)| there != here)
        .map(|(name, there, here)| format!("{} was {there} and is {here}", name.replace('_', "-")))
        .collect();
    ensure!(differences.is_empty(), "other settings: {}", differences.join(", "));
    Ok(())
}

/// The message after an interrupt, with or without a file of results.
pub(super) const fn advice(has_file: bool) -> &'static str {
    if has_file {
        "interrupted: run the same command with --resume to continue"
    } else {
        "interrupted: with --out FILE, a later run with --resume could continue"
    }
}

/// Opens a file of results for reading and writing, and locks it. A pipe or a device is opened for
/// writing only.
///
/// # Errors
/// If another process has locked the file, or if the file is not empty and `resume` is false.
pub(super) fn open_results(path: &Path, resume: bool) -> anyhow::Result<File> {
    let name = path.display();
    ensure!(!is_stream(path) || !resume, "{name} is not a regular file: --resume needs one");
    let (file, is_empty) = open_locked(path)?;
    if !is_empty && !resume {
        bail!("{name} is not empty: expected a new file, or --resume to continue it");
    }
    Ok(file)
}

/// Opens a file as [`open_results`] does, in a format that a later run cannot continue.
///
/// # Errors
/// If another process has locked the file, or if the file is not empty.
pub(super) fn open_new_results(path: &Path) -> anyhow::Result<File> {
    let (file, is_empty) = open_locked(path)?;
    ensure!(is_empty, "{} is not empty: expected a new file", path.display());
    Ok(file)
}

/// Whether `path` is a pipe or a device.
fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// The locked file, and whether it is empty.
fn open_locked(path: &Path) -> anyhow::Result<(File, bool)> {
    let name = path.display();
    let is_stream = is_stream(path);
    let mut options = OpenOptions::new();
    // If this process held a read end, it would not notice a closed pipe.
    options.read(!is_stream).write(true).create(true).truncate(false);
    let file = options.open(path).with_context(|| format!("{name} cannot be opened"))?;
    // Some file systems have no locks.
    if !is_stream && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("{name} is in use by another process");
    }
    let is_empty = file.metadata().is_ok_and(|metadata| metadata.len() == 0);
    Ok((file, is_empty))
}

/// The complete lines of `file`. Omits a last line without a line break: a killed process cut it
/// off.
///
/// # Errors
/// If the file is not text, or is one incomplete line that does not begin with `head`.
pub(super) fn complete_lines(file: &mut File, head: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    // The length of a device is 0.
    let length = file.metadata()?.len();
    file.take(length).read_to_end(&mut bytes)?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let is_ours = head.as_bytes().starts_with(&bytes) || bytes.starts_with(head.as_bytes());
    ensure!(end > 0 || is_ours, "this is not a log: expected results of this command, or no file");
    bytes.truncate(end);
    String::from_utf8(bytes).ok().context("this is not text: expected results of this command")
}

/// Removes what follows the complete `lines` of a regular file, and continues there.
pub(super) fn go_on_after(file: &mut File, lines: &str) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(lines.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_settings_are_named() {
        let here = r#"{"reply":"settings","level":null,"exact_from":9,"wld":true}"#;
        let compare = |there| ensure_same_settings(there, here).map_err(|error| error.to_string());
        assert_eq!(compare(here), Ok(()));
        assert_eq!(
            compare(r#"{"reply":"settings","exact_from":9,"wld":true,"book":null}"#),
            Ok(())
        );
        let other = r#"{"reply":"settings","level":10,"exact_from":null,"book":"x"}"#;
        let found = "other settings: level was 10 and is none, exact-from was none and is 9, \
                     wld was none and is true, book was x and is none";
        assert_eq!(compare(other), Err(found.to_owned()));
        let old = compare(r#"{"level":null}"#).unwrap_err();
        assert!(old.starts_with("expected the settings of a run; files of earlier versions"));
        assert!(compare("[]").is_err());
    }
}
