//! `import`: adds other books and files; `export`: writes a book for other programs.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;

use super::lines::{CheckedCopy, book_file, ensure_other};
use super::report::Imported;
use super::search::SearchArguments;
use crate::atomic_files::{OutputTarget, PartialFiles, ensure_no_book, start_of};
use crate::output::{FormatArgument, Progress, counted, file_to_write, unless_interrupted};
use crate::source::RecordSource;
use crate::{Status, complain};
use engine::book::{Book, EdaxBook, EdaxFaults, ExportLosses, Import, LineFormat, PackedBook};
use othello::game::{Record, Records};

/// Add other books and files
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Files may be books of outflank, packed or not, books of Edax (.dat), and lines in JSON, OBF or of
moves with the score of the last move (`f5d6 -0.50`). All but unpacked books may be gzipped. The
format is detected. All files are read before any is added. A damaged file stops the import, except
for books of Edax: scores and bounds beyond 64 discs are clamped, -127 and 127 mean unknown, damaged
positions are skipped, and a truncated file gives the positions before its end. One line per such
file reports the numbers.

Of two searches of a position the deeper one is kept. If the best move outside the book is now
inside, a search to the level finds another. A book or file adds its game counts once, and never
counts that the book already has, such as those of its own export. Merging books that share games
counts those games twice. Counts in a file do not name their games: they are added to other counts
of the position. The command warns about both.
Exit status: 0 all positions added; 1 some skipped; 2 error.

Examples:
  outflank book import openings.book edax.dat
  outflank book merge openings.book other.book another.book
  outflank book merge openings.book answers.jsonl --level 16")]
pub(super) struct ImportArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    /// Files to add; `-` for lines on standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl ImportArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        // Opening for writing changes the file, so read the other files first.
        drop(Book::open(&self.book)?);
        let mut imports = Vec::new();
        let mut reply = Imported::default();
        for path in &self.files {
            let import = read(path, &self.book, &mut reply)?;
            reply.told += import.len();
            imports.push((RecordSource::from(path.clone()).name(), import));
        }
        let mut book = Book::open_checked(&self.book)?;
        let mut searcher = self.search.searcher()?;
        let mut progress = Progress::new("positions", reply.told, 0);
        let mut changes = book.changes();
        for (name, import) in &imports {
            let search = &mut |position, inside| searcher.search(position, inside);
            let imported = changes.import(import, search, || progress.advance());
            let Some(imported) = searcher.unless_interrupted(imported)? else { break };
            reply.new += imported.new;
            let counts = |count| counted(count, "count");
            if imported.counted_twice > 0 {
                let twice = counts(imported.counted_twice);
                progress.print(format_args!("{name}: {twice} of shared games added twice"));
            } else if imported.added_up > 0 {
                progress.print(format_args!(
                    "{name}: added game counts to existing ones at {} positions; they may count the \
                     same games",
                    imported.added_up
                ));
            } else if imported.known_sources > 0 {
                let known = counts(imported.known_sources);
                progress.print(format_args!("{name}: skipped {known} of known games"));
            }
        }
        progress.finish();
        reply.positions = changes.written()?.len()?;
        reply.searched = searcher.searches;
        self.format.answer(reply.reply(), None)?;
        let status = if reply.skipped > 0 { Status::No } else { Status::Done };
        Ok(unless_interrupted(status, &searcher.stop))
    }
}

/// The magic of Egaroucid books (.egbk3): the name backwards.
const EGAROUCID_MAGIC: &[u8] = b"DICUORAGE";

/// Reads the file at `path`, which must not be `book`. Adds clamped and skipped positions to `reply`.
fn read(path: &Path, book: &Path, reply: &mut Imported) -> anyhow::Result<Import> {
    let source = RecordSource::from(path.to_owned());
    let name = source.name();
    if let RecordSource::File(path) = &source {
        ensure_other(path, book)?;
        // A read error is reported below.
        if start_of(path).is_ok_and(|start| Book::has_magic(&start)) {
            return read_book(path);
        }
    }
    let mut bytes = Vec::new();
    let read = source.open()?.read_to_end(&mut bytes);
    read.with_context(|| format!("{name} cannot be read"))?;
    if PackedBook::has_magic(&bytes) {
        let mut import = Import::default();
        import.add_packed(&PackedBook::parse(path, bytes)?);
        return Ok(import);
    }
    if EdaxBook::has_magic(&bytes) {
        let (edax, faults) = EdaxBook::parse(&bytes).with_context(|| name.clone())?;
        let (import, over) = edax.to_import();
        report_faults(&name, &faults, over);
        reply.clamped += faults.clamped;
        reply.unknown += faults.unknown;
        reply.skipped += faults.damaged + faults.missing;
        return Ok(import);
    }
    if bytes.starts_with(EGAROUCID_MAGIC) {
        bail!(
            "{name}: invalid Egaroucid book: expected a book of outflank or Edax; export it from \
             Egaroucid in the Edax format"
        )
    }
    let Ok(text) = String::from_utf8(bytes) else {
        bail!(
            "{name}: invalid book: expected one of outflank or Edax, JSON, OBF or moves with scores"
        )
    };
    read_lines(&name, &text)
}

/// Reads the book at `path`. Fails if a check finds faults.
fn read_book(path: &Path) -> anyhow::Result<Import> {
    let CheckedCopy { book, report, .. } = CheckedCopy::of(path)?;
    if let Some((_, fault)) = report.faults.first() {
        bail!("{}: damaged book: {fault}", path.display());
    }
    let mut import = Import::default();
    import.add_book(&book)?;
    Ok(import)
}

fn read_lines(name: &str, text: &str) -> anyhow::Result<Import> {
    let mut import = Import::default();
    let is_blank = |line: &str| line.trim().is_empty() || line.starts_with(['%', '#']);
    let mut format = None;
    // Concatenated files have byte order marks inside.
    let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !is_blank(line)) {
        let format = *format.get_or_insert_with(|| LineFormat::detect(line));
        let lines = format.parse(line).map_err(|error| match import.is_empty() && holds_games(text) {
            true => anyhow!(
                "{name}: games without scores: expected a book, or lines in JSON, OBF or moves with \
                 scores; use `book add` for games"
            ),
            false => anyhow!("{name}:{number}: {error}"),
        })?;
        for (position, told) in lines {
            import.add(position, told);
        }
    }
    if import.is_empty() {
        bail!("{name}: no positions: expected a book, or lines in JSON, OBF or moves with scores");
    }
    Ok(import)
}

/// Whether `text` starts with a game record, or with an invalid record in GGF.
fn holds_games(text: &str) -> bool {
    let first = Records::new(text.as_bytes()).next().and_then(Result::ok);
    let is_game = |record: &Record| !record.game().moves().is_empty() && record.comment.is_empty();
    text.trim_start().starts_with("(;") || first.is_some_and(|found| is_game(&found.record))
}

/// Write a book for other programs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  edax        a book of Edax (book.dat); scores in whole discs
  json        everything, one object per line: position (FEN), score, outside (the best move
              outside the book: move, score, certainty, selectivity, depth), games (wins, draws,
              losses); scores in discs for the side to move
  obf         each position with the scores of its moves; after %, depth and certainty of the
              search for the best move outside the book
  transcript  each position as moves from the start, with the best move outside the book, its
              score, depth and certainty
Standard error reports what the format cannot hold.

Examples:
  outflank book export openings.book --out book.dat
  outflank book export openings.book --to json > openings.jsonl")]
pub(super) struct ExportArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    /// The format [default: by the extension of --out]
    #[arg(long, value_name = "FORMAT")]
    to: Option<ExportFormat>,
    /// Write to this file; an existing file is replaced at the end unless it is a book
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ExportFormat {
    Edax,
    Json,
    Obf,
    Transcript,
}

impl ExportFormat {
    /// The format of a file extension.
    fn of(path: &Path) -> Option<ExportFormat> {
        match &*path.extension()?.to_str()?.to_lowercase() {
            "dat" => Some(ExportFormat::Edax),
            "json" | "jsonl" => Some(ExportFormat::Json),
            "obf" => Some(ExportFormat::Obf),
            "txt" => Some(ExportFormat::Transcript),
            _ => None,
        }
    }
}

impl ExportArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let format = self.to.or_else(|| self.out.as_deref().and_then(ExportFormat::of));
        let format = format.context(
            "unknown format: expected --to FORMAT, or --out x.dat, .jsonl, .obf or .txt",
        )?;
        if let Some(path) = &self.out {
            ensure_other(path, &self.book)?;
            ensure_no_book(path, matches!(format, ExportFormat::Edax))?;
        }
        let book = Book::open(&self.book)?;
        let partial_files = PartialFiles::watched()?;
        let mut output = match &self.out {
            Some(path) => OutputTarget::to(path, &partial_files)?,
            None => OutputTarget::standard(),
        };
        let losses = match format {
            ExportFormat::Edax => {
                let (edax, losses) = EdaxBook::from_book(&book)?;
                edax.write(&mut output)?;
                losses
            }
            ExportFormat::Json => LineFormat::Json.write(&book, &mut output)?,
            ExportFormat::Obf => LineFormat::Obf.write(&book, &mut output)?,
            ExportFormat::Transcript => LineFormat::Transcript.write(&book, &mut output)?,
        };
        partial_files.finish(vec![output])?;
        if losses != ExportLosses::default() {
            complain(format_args!("the format does not hold: {losses}"));
        }
        Ok(Status::Done)
    }
}

/// Reports in one line what was changed or skipped in an Edax book.
fn report_faults(name: &str, faults: &EdaxFaults, over: usize) {
    let first = faults.first.as_ref();
    let first = first.map(|(position, fault)| format!("position {position} has {fault}"));
    let told: Vec<String> = [
        (faults.clamped, "clamped to 64 discs", "score"),
        (faults.unknown, "unknown", "score"),
        (faults.damaged, "damaged", "position"),
        (faults.missing, "missing", "position"),
        (faults.bytes_left, "after the last position", "byte"),
        (over, "finished and skipped", "position"),
    ]
    .into_iter()
    .filter(|(count, ..)| *count > 0)
    .map(|(count, what, one)| format!("{} {what}", counted(count, one)))
    .chain(first)
    .collect();
    if !told.is_empty() {
        complain(format_args!("{name}: {}", told.join(", ")));
    }
}
