//! [`PositionArgument`]: the positions or games of a command, each an [`Entry`].

use std::path::PathBuf;

use anyhow::ensure;

use super::argument::{RecordArgument, bad_record, is_path};
use super::{PartArguments, for_each_record_of, name_of};
use crate::{Status, complain};
use othello::board::Color;
use othello::game::{FoundRecord, Game, Record, RecordPlace};
use protocol::reply::PlaceReply;

/// The positions or games to answer about.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PositionArgument {
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
    pub(crate) fn new(position: Vec<String>) -> PositionArgument {
        PositionArgument { position }
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.position.iter().flat_map(|text| text.split_whitespace())
    }

    /// Fails if nothing is given.
    pub(crate) fn ensure_given(&self) -> anyhow::Result<()> {
        ensure!(
            !self.position.is_empty(),
            "no input: expected a game or a position, files, or - for standard input"
        );
        Ok(())
    }

    /// Whether the input is a stream whose end may come late.
    pub(crate) fn is_stream(&self) -> bool {
        self.position == ["-"]
    }

    /// The record or the files. Without words, the start.
    fn input(&self) -> anyhow::Result<Input> {
        let is_source =
            |word: &String| matches!(RecordArgument::parse(word), RecordArgument::Source(_));
        let sources = self.position.iter().filter(|word| is_source(word)).count();
        // A misspelt file among other files is reported as missing.
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
    pub(crate) fn for_each_entry(
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
        for_each_record_of(&files, part, |file, found| {
            match found {
                Ok(FoundRecord { record, place, .. }) => {
                    counts.entries += 1;
                    let file = (!self.is_stream()).then(|| file.to_owned());
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
        Ok(counts)
    }

    /// [`PositionArgument::for_each_entry`]. An input without entries is an error.
    pub(crate) fn for_each_of(
        &self,
        part: &PartArguments,
        take: impl FnMut(Entry) -> anyhow::Result<()>,
    ) -> anyhow::Result<InputCounts> {
        let counts = self.for_each_entry(part, take)?;
        self.ensure_some(part, counts)?;
        Ok(counts)
    }

    /// Fails if the whole input is empty.
    pub(crate) fn ensure_some(
        &self,
        part: &PartArguments,
        counts: InputCounts,
    ) -> anyhow::Result<()> {
        let is_empty = counts == InputCounts::default() && part.is_all();
        ensure!(!is_empty, "{} holds no position: expected one or more", self.name());
        Ok(())
    }

    /// Calls `answer` with each position and its place.
    pub(crate) fn for_each(
        &self,
        mut answer: impl FnMut(&Game, Option<PlaceReply>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Status> {
        let answer = |entry: Entry| answer(entry.game(), entry.place.map(PlaceReply::from));
        let counts = self.for_each_of(&PartArguments::ALL, answer)?;
        Ok(counts.status())
    }

    /// The name of the input in messages.
    pub(crate) fn name(&self) -> String {
        name_of(&self.position)
    }
}

/// A game or a position of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The number among the entries read, from 1.
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

    /// The name of the player of this side. Control characters, which would reach the terminal,
    /// become blanks.
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
