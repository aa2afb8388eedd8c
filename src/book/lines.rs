//! Shared arguments: [`open_to_read`], [`CheckedCopy`], [`book_file`], [`DeviationArguments`].

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use tempfile::NamedTempFile;

use crate::flags::integer;
use crate::output::is_same_file;
use engine::EMBEDDED;
use engine::book::{Book, BookError, BookReader, CheckReport, LineTolerance};
use engine::score::centidiscs_of;
use othello::board::{Move, Position};
use othello::game::Game;

/// A checked copy of a book. A check writes to the file, so it uses a copy.
pub(super) struct CheckedCopy {
    pub(super) book: Book,
    pub(super) report: CheckReport,
    /// Deleted on drop, after the book closes.
    _file: NamedTempFile,
}

impl CheckedCopy {
    /// A copy of the book at `path`.
    pub(super) fn of(path: &Path) -> anyhow::Result<CheckedCopy> {
        // Open, it is locked against writers.
        let read = Book::open(path)?;
        let mut file = NamedTempFile::new().context("cannot create a temporary file")?;
        // Contents only, without permissions.
        let copied = File::open(path).and_then(|mut book| io::copy(&mut book, &mut file));
        copied.with_context(|| format!("{} cannot be copied", path.display()))?;
        drop(read);
        let book = Book::open_to_write(file.path()).and_then(|mut book| Ok((book.check()?, book)));
        let (report, book) = book.map_err(|error| error.in_file(path))?;
        Ok(CheckedCopy { book, report, _file: file })
    }
}

/// The lines on which a book grows.
#[derive(Debug, clap::Args)]
pub(super) struct DeviationArguments {
    /// Maximum loss per move in discs
    #[arg(long, value_name = "DISCS", default_value_t = 2.0, value_parser = parse_discs)]
    error: f64,
    /// Maximum total loss of a line in discs, both sides together
    #[arg(long, value_name = "DISCS", default_value_t = 4.0, value_parser = parse_discs)]
    sum: f64,
    /// Length of the lines in moves
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = integer::<u32>(0..=60))]
    plies: u32,
}

impl DeviationArguments {
    pub(super) fn tolerance(&self) -> LineTolerance {
        LineTolerance {
            per_move: centidiscs_of(self.error),
            in_sum: centidiscs_of(self.sum),
            plies: self.plies,
        }
    }
}

/// Opens the book at `path`, packed or not, or the built-in one.
pub(super) fn open_to_read(path: &Path) -> Result<BookReader, BookError> {
    if is_embedded(path) { Ok(BookReader::embedded()) } else { BookReader::open(path) }
}

/// Whether `path` means the built-in book.
fn is_embedded(path: &Path) -> bool {
    path.as_os_str().eq_ignore_ascii_case(EMBEDDED)
}

/// A parser of a book file. Refuses the built-in book.
pub(super) fn book_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_embedded(&path) {
        true => Err("expected a file: the built-in book supports show, tree and stats only"),
        false => Ok(path),
    })
}

/// Fails if `path` is the `book` itself.
pub(super) fn ensure_other(path: &Path, book: &Path) -> anyhow::Result<()> {
    ensure!(!is_same_file(path, book), "{} is the book: expected another file", path.display());
    Ok(())
}

/// The position at the end of `game`, after a forced pass.
pub(super) fn start_of(game: &Game) -> Position {
    let start = game.setup().position;
    if start.must_pass() { start.pass() } else { start }
}

/// `game`, after a forced pass.
pub(super) fn after_pass(game: &Game) -> anyhow::Result<Game> {
    let mut game = game.clone();
    if game.setup().position.must_pass() {
        game.play(Move::Pass)?;
    }
    Ok(game)
}

/// Parses discs, 0 to 64.
pub(super) fn parse_discs(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs, 0 to 64".to_owned())
}
