//! Shared arguments: [`open_to_read`], [`CheckedCopy`], [`book_file`], [`LineArguments`].

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use tempfile::NamedTempFile;

use crate::flags::integer;
use crate::output::is_same_file;
use crate::source::PositionArgument;
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
        // While open, the book is locked against writers.
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

/// Lines of a book: where they start, and their limits. A command may have other defaults.
#[derive(Debug, clap::Args)]
pub(super) struct LineArguments {
    /// The book
    #[arg(value_parser = book_file())]
    pub(super) book: PathBuf,
    #[command(flatten)]
    pub(super) from: PositionArgument,
    /// Maximum loss per move in discs; 64 for no limit
    #[arg(long, value_name = "DISCS", default_value = "2", value_parser = parse_discs)]
    error: i32,
    /// Maximum total loss of a line in discs, both sides together; 64 for no limit
    #[arg(long, value_name = "DISCS", default_value = "4", value_parser = parse_discs)]
    sum: i32,
    /// Length of the lines in moves
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = integer::<u32>(0..=60))]
    plies: u32,
}

impl LineArguments {
    pub(super) fn tolerance(&self) -> LineTolerance {
        // Two scores differ by up to 128 discs.
        let limit = |loss| if loss < MAX_LOSS { loss } else { i32::MAX };
        LineTolerance { per_move: limit(self.error), in_sum: limit(self.sum), plies: self.plies }
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
    ensure!(
        !is_same_file(path, book),
        "{}: the book itself: expected another file",
        path.display()
    );
    Ok(())
}

/// `game`, after a forced pass.
pub(super) fn after_pass(game: &Game) -> Game {
    let mut game = game.clone();
    // Fails unless the side to move must pass.
    let _ = game.play(Move::Pass);
    game
}

/// The position at the end of `game`, after a forced pass.
pub(super) fn start_of(game: &Game) -> Position {
    after_pass(game).setup().position
}

/// Maximum value of a loss limit, in centidiscs.
const MAX_LOSS: i32 = 6400;

/// Parses discs, 0 to 64, as centidiscs.
pub(super) fn parse_discs(text: &str) -> Result<i32, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.map(centidiscs_of).ok_or_else(|| "expected a number of discs, 0 to 64".to_owned())
}
