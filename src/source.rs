//! Records as arguments: a record itself, a file, or standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, anyhow, bail, ensure};
use flate2::bufread::MultiGzDecoder;

use super::output::counted;
use super::{Status, complain};
use othello::board::Color;
use othello::game::{
    FoundRecord, Game, Record, RecordError, RecordFault, RecordPlace, Records, Selection,
    WthorNameFiles, WthorNames, read_archive, starts_archive,
};
use protocol::reply::PlaceReply;

/// The first bytes of gzip files (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// A file, or standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RecordSource {
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
    pub(super) fn name(&self) -> String {
        match self {
            RecordSource::StandardInput => "standard input".to_owned(),
            RecordSource::File(path) => path.display().to_string(),
        }
    }

    /// The records in it, with these `names` in a WTHOR file.
    pub(super) fn records(
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
    pub(super) fn for_each_record(
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
    pub(super) fn only_record(&self) -> anyhow::Result<Record> {
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
    pub(super) fn open(&self) -> anyhow::Result<Box<dyn Read>> {
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

/// Adds name files from the folder of the WTHOR file at `path` if `names` is empty: those with the
/// same stem, otherwise the only ones.
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

/// The lines `first..=last`, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineRange {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl LineRange {
    pub(super) const ALL: LineRange = LineRange { first: 1, last: usize::MAX };
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineRange { first, last: usize::MAX } => write!(f, "{first}-"),
            LineRange { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

/// Reads `101-200`, `101-` up to the end, or `101` for one line.
impl FromStr for LineRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<LineRange, &'static str> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let last = if last.is_empty() { Ok(usize::MAX) } else { last.parse() };
        match (first.parse(), last) {
            (Ok(first), Ok(last)) if first >= 1 && first <= last => Ok(LineRange { first, last }),
            _ => Err("expected a line number from 1, or two such as 101-200, the second no less"),
        }
    }
}

/// Every `step`-th record from number `index` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    index: usize,
    step: usize,
}

/// Reads `2/10`.
impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let parts = text.split_once('/').map(|(index, step)| (index.parse(), step.parse()));
        match parts {
            Some((Ok(index), Ok(step))) if 1 <= index && index <= step => Ok(Shard { index, step }),
            _ => Err("expected two integers such as 2/10, the first from 1 to the second"),
        }
    }
}

/// The part of the input to work on.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct PartArguments {
    /// Read only these lines of a file, such as 7, 101-200 or 300-; of a WTHOR file these games
    #[arg(long, value_name = "FROM-TO", default_value = "1-", hide_default_value = true)]
    lines: LineRange,
    /// Read only record I and every N-th after it: 1/3, 2/3 and 3/3 share the input
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
}

impl PartArguments {
    pub(super) const fn selection(&self) -> Selection {
        let LineRange { first, last } = self.lines;
        let Shard { index, step } = self.shard;
        Selection { first, last, index, step }
    }

    pub(super) fn is_all(&self) -> bool {
        self.selection() == Selection::ALL
    }

    /// Describes an empty part of `input`, for a message.
    fn nothing(&self, input: &str) -> String {
        let mut text = input.to_owned();
        if self.shard.step > 1 {
            text = format!("shard {}/{} of {text}", self.shard.index, self.shard.step);
        }
        if self.lines != LineRange::ALL {
            text = format!("lines {} of {text}", self.lines);
        }
        format!("{text}: no position there")
    }
}

/// A game or a position of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its number among those that are read, from 1.
    pub(crate) number: usize,
    /// Its file; `None` for an argument and for standard input.
    pub(crate) file: Option<String>,
    /// `None` for an argument.
    pub(crate) place: Option<RecordPlace>,
    pub(crate) record: Record,
}

/// An argument.
impl From<Record> for Entry {
    fn from(record: Record) -> Entry {
        Entry { number: 1, file: None, place: None, record }
    }
}

impl Entry {
    pub(crate) fn game(&self) -> &Game {
        self.record.game()
    }

    /// The number of its line, or of its game in a WTHOR file.
    pub(crate) fn line(&self) -> Option<usize> {
        self.place.map(|place| match place {
            RecordPlace::Text { line, .. } => line,
            RecordPlace::Game(number) => number,
        })
    }

    /// `games.ggf:3`; empty for an argument.
    pub(crate) fn title(&self) -> String {
        let line = self.line().map(|line| format!(":{line}")).unwrap_or_default();
        match &self.file {
            Some(file) => format!("{file}{line}"),
            None if line.is_empty() => line,
            None => format!("standard input{line}"),
        }
    }

    /// The name of the player of this side, with blanks for control characters, which would reach
    /// the terminal.
    pub(crate) fn player(&self, side: Color) -> Option<String> {
        let shown = |next: char| if next.is_control() { ' ' } else { next };
        let name: String = self.record.player(side).name.chars().map(shown).collect();
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    }
}

/// The counts of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct InputCounts {
    pub(crate) entries: usize,
    /// Records that could not be read.
    pub(crate) faults: usize,
}

impl InputCounts {
    /// [`Status::No`] if some records could not be read.
    pub(crate) const fn status(self) -> Status {
        if self.faults == 0 { Status::Done } else { Status::No }
    }
}

/// An argument that is a record or names a source.
pub(super) enum RecordArgument {
    Record(Box<Result<Record, RecordError>>),
    Source(RecordSource),
}

impl RecordArgument {
    /// Reads `text`: `-` for standard input, a record, or the name of an existing file.
    pub(super) fn parse(text: &str) -> RecordArgument {
        if text == "-" {
            return RecordArgument::Source(RecordSource::StandardInput);
        }
        match parse_words(text) {
            Err(_) if Path::new(text).exists() => {
                RecordArgument::Source(RecordSource::File(text.into()))
            }
            record => RecordArgument::Record(Box::new(record)),
        }
    }

    /// The only record of `text`.
    pub(super) fn one(text: &str) -> anyhow::Result<Record> {
        match RecordArgument::parse(text) {
            RecordArgument::Record(record) => record.map_err(|error| bad_record(text, error)),
            RecordArgument::Source(source) => source.only_record(),
        }
    }
}

/// Reads the words of arguments as a record. Refuses the name of a file in its comment.
pub(super) fn parse_words(text: &str) -> Result<Record, RecordError> {
    let record: Record = text.parse()?;
    match file_among_words(text) {
        Some(file) if !record.comment.is_empty() => {
            let place = RecordPlace::Text { line: 1, column: 1 };
            let fault = RecordFault::Trailing { text: file.to_owned() };
            Err(RecordError { place, fault, legal: None })
        }
        _ => Ok(record),
    }
}

/// The word of `text` that names a file, if there are other words.
fn file_among_words(text: &str) -> Option<&str> {
    let is_one_word = !text.trim().contains(char::is_whitespace);
    text.split_whitespace().filter(|_| !is_one_word).find(|word| Path::new(word).is_file())
}

/// The error about an argument that is not a legal record.
pub(super) fn bad_record(text: &str, error: RecordError) -> anyhow::Error {
    if error.fault.is_illegal_move() { IllegalMove(error).into() } else { no_record(text, error) }
}

/// The error about an argument that is neither a record nor a file.
fn no_record(text: &str, error: RecordError) -> anyhow::Error {
    if let Some(file) = file_among_words(text) {
        return anyhow!("{file:?} is a file, among other words: expected one file, or a record");
    }
    match error.fault {
        RecordFault::Unknown { .. } | RecordFault::Fen(_) if is_path(text) => {
            anyhow!("there is no file {text:?}: expected a record, or the name of a file")
        }
        fault @ RecordFault::Unknown { .. } => anyhow!("{fault}, or the name of a file"),
        fault => fault.into(),
    }
}

/// Whether `text` looks like a path: one word with an extension or a folder that is not a FEN row.
pub(super) fn is_path(text: &str) -> bool {
    let is_word = !text.contains(char::is_whitespace) && !text.contains("://");
    let folder = text.split_once(std::path::is_separator).map(|(folder, _)| folder);
    let is_row = |text: &str| text.chars().all(|next| "12345678XxOo".contains(next));
    let has_folder = folder.is_some_and(|folder| folder.is_empty() || !is_row(folder));
    is_word && (has_folder || Path::new(text).extension().is_some())
}

/// The positions or games to answer about.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct PositionArgument {
    /// A game or a position in any format: moves, `start`, 64 squares and a side, a FEN, OBF, GGF ..;
    /// or files of these, ZIP archives, or `-` for standard input
    #[arg(value_name = "POSITION|FILE")]
    position: Vec<String>,
}

/// The meaning of the words of an argument.
enum Input {
    Record(Box<Record>),
    Files(Vec<PathBuf>),
}

impl PositionArgument {
    pub(super) fn new(position: Vec<String>) -> PositionArgument {
        PositionArgument { position }
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.position.iter().flat_map(|text| text.split_whitespace())
    }

    /// Fails if nothing is given.
    pub(super) fn ensure_given(&self) -> anyhow::Result<()> {
        ensure!(
            !self.position.is_empty(),
            "no input: expected a game or a position, files, or - for standard input"
        );
        Ok(())
    }

    /// Whether the input is a stream whose end may come late.
    pub(super) fn is_stream(&self) -> bool {
        self.position == ["-"]
    }

    /// The record or the files. The start without words.
    fn input(&self) -> anyhow::Result<Input> {
        let is_source =
            |word: &String| matches!(RecordArgument::parse(word), RecordArgument::Source(_));
        let sources = self.position.iter().filter(|word| is_source(word)).count();
        // A misspelt file among others is reported as missing.
        let all = self.position.iter().all(|word| is_source(word) || is_path(word));
        if sources > 0 && all {
            return Ok(Input::Files(self.position.iter().map(Into::into).collect()));
        }
        let text = match &*self.position {
            [] => "start".to_owned(),
            words => words.join(" "),
        };
        match RecordArgument::parse(&text) {
            RecordArgument::Source(_) => Ok(Input::Files(vec![text.into()])),
            RecordArgument::Record(record) => match *record {
                Ok(record) => Ok(Input::Record(Box::new(record))),
                Err(error) => Err(bad_record(&text, error)),
            },
        }
    }

    /// Calls `take` with each entry of `part`. Reports records that cannot be read.
    pub(super) fn for_each_entry(
        &self,
        part: &PartArguments,
        mut take: impl FnMut(Entry) -> anyhow::Result<()>,
    ) -> anyhow::Result<InputCounts> {
        let mut counts = InputCounts::default();
        let files = match self.input()? {
            Input::Files(files) => files,
            Input::Record(record) => {
                take(Entry::from(*record))?;
                return Ok(InputCounts { entries: 1, ..counts });
            }
        };
        for_each_record_of(&files, part.selection(), |file, found| {
            match found {
                Ok(FoundRecord { record, place, .. }) => {
                    counts.entries += 1;
                    let file = Some(file.to_owned()).filter(|_| !self.is_stream());
                    let number = counts.entries;
                    take(Entry { number, file, place: Some(place), record })?;
                }
                Err(error) => {
                    complain(format_args!("{file}:{error}"));
                    counts.faults += 1;
                }
            }
            Ok(())
        })?;
        if counts == InputCounts::default() && !part.is_all() {
            complain(part.nothing(&self.name()));
        }
        Ok(counts)
    }

    /// [`PositionArgument::for_each_entry`]. An input without entries is an error.
    pub(super) fn for_each_of(
        &self,
        part: &PartArguments,
        take: impl FnMut(Entry) -> anyhow::Result<()>,
    ) -> anyhow::Result<InputCounts> {
        let counts = self.for_each_entry(part, take)?;
        self.ensure_some(part, counts)?;
        Ok(counts)
    }

    /// Fails if the whole input has nothing.
    pub(super) fn ensure_some(
        &self,
        part: &PartArguments,
        counts: InputCounts,
    ) -> anyhow::Result<()> {
        let is_empty = counts == InputCounts::default() && part.is_all();
        ensure!(!is_empty, "{} holds no position: expected one or more", self.name());
        Ok(())
    }

    /// Calls `answer` with each position and its place.
    pub(super) fn for_each(
        &self,
        mut answer: impl FnMut(&Game, Option<PlaceReply>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Status> {
        let all = PartArguments { lines: LineRange::ALL, shard: Shard { index: 1, step: 1 } };
        let counts = self
            .for_each_of(&all, |entry| answer(entry.game(), entry.place.map(PlaceReply::from)))?;
        Ok(counts.status())
    }

    /// The name of the input in messages.
    pub(super) fn name(&self) -> String {
        match &*self.position {
            [file] => RecordSource::from(PathBuf::from(file)).name(),
            files => counted(files.len(), "file"),
        }
    }
}

/// Calls `take` with the file name and each record of the `files`, or its error. Files of WTHOR
/// names apply to the others.
pub(super) fn for_each_record_of(
    files: &[PathBuf],
    part: Selection,
    mut take: impl FnMut(&str, Result<FoundRecord, RecordError>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (names, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
        files.iter().partition(|path| WthorNameFiles::are_at(path));
    ensure!(!files.is_empty(), "there are only names: expected a file of games");
    let names = read_names(&names)?;
    let mut number = 0;
    for path in files {
        let source = RecordSource::from(path.clone());
        source.for_each_record(&names, part, &mut number, &mut take)?;
    }
    Ok(())
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

/// An illegal move in a record: the exit status is 1.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.fault)]
pub(super) struct IllegalMove(RecordError);

/// Reports a record that cannot be read.
///
/// # Errors
/// If the file cannot be read any further.
pub(super) fn report_bad_record(source: &RecordSource, error: &RecordError) -> anyhow::Result<()> {
    let name = source.name();
    if let RecordFault::Unreadable { .. } = error.fault {
        bail!("{name} {}", error.fault);
    }
    complain(format_args!("{name}:{error}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_ends() {
        assert_eq!("101-200".parse(), Ok(LineRange { first: 101, last: 200 }));
        assert_eq!("7-7".parse(), Ok(LineRange { first: 7, last: 7 }));
        assert_eq!("1-".parse(), Ok(LineRange { first: 1, last: usize::MAX }));
        assert_eq!("5".parse(), Ok(LineRange { first: 5, last: 5 }));
        for text in ["", "-", "0", "-5", "0-3", "5-4", "a-b", "1-2-3", "1 - 2"] {
            assert!(text.parse::<LineRange>().is_err(), "{text}");
        }
    }
}
