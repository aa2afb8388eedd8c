//! `import`: what other books and files know; `export`: a book for other programs.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;

use super::lines::{CheckedCopy, book_file, ensure_other};
use super::report::ImportedReply;
use super::search::SearchArguments;
use crate::atomic_files::{OutputTarget, PartialFiles, ensure_no_book, start_of};
use crate::output::{FormatArgument, Progress, counted, file_to_write, unless_interrupted};
use crate::source::RecordSource;
use crate::{Status, complain};
use engine::book::{
    Book, EdaxBook, EdaxFaults, EdaxLosses, Import, Imported, LineFormat, LineLosses, PackedBook,
};
use othello::game::{Record, Records};

/// Add what other books and files know
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Files may be books of outflank, also packed, of Edax (.dat), and lines in JSON, in OBF or of
moves with the score of the last one (`f5d6 -0.50`); all but the first also .gz. What a file is
shows by itself.
All files are read before anything is added. If one of them is damaged, nothing is added. Only a
book of Edax is read position by position: scores and bounds beyond 64 discs are clamped, -127 and
127 mean that a score is not known, a damaged position is skipped, and of a file that is cut the
positions before the cut are added. One line for each such file says how many.

Of two searches of a position the deeper one counts. Where the best move outside the book is
known no longer, because it is in the book now, it is searched for, as deep as the level says.
Games are counted once, however often a book or a file with counts is added, and counts that the
book has just so, as those of its own export, are not added. Where two books share a part of their
games these are counted twice. A file does not say of which games its counts are: where the book has
other counts of a position they are added up. Both are told.
Status: 0 all positions of the files are in the book, 1 some were skipped, 2 error.

Examples:
  outflank book import openings.book edax.dat
  outflank book merge openings.book other.book another.book
  outflank book merge openings.book answers.jsonl --level 16")]
pub(super) struct ImportArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    /// What to add to it, `-` for lines on standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl ImportArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        // To open a file for writing changes it: all else is looked at before.
        drop(Book::open(&self.book)?);
        let mut imports = Vec::new();
        let mut reply = ImportedReply::default();
        for path in &self.files {
            let import = read(path, &self.book, &mut reply)?;
            reply.told += import.len();
            imports.push((path, import));
        }
        let mut book = Book::open_checked(&self.book)?;
        let mut searcher = self.search.searcher()?;
        let mut progress = Progress::new("positions", reply.told, 0);
        let mut changes = book.changes();
        for (path, import) in &imports {
            let search = &mut |position, inside| searcher.search(position, inside);
            let imported = changes.import(import, search, || progress.advance());
            let Some(imported) = searcher.unless_interrupted(imported)? else { break };
            reply.new += imported.new;
            let name = RecordSource::from(PathBuf::from(path)).name();
            let Imported { known_sources: known, counted_twice: twice, added_up, .. } = imported;
            if twice > 0 {
                let counts = counted(twice, "count");
                progress.print(format_args!("{name}: {counts} of games in both and added"));
            } else if added_up > 0 {
                progress.print(format_args!(
                    "{name}: counts of games are added to those of {added_up} positions, perhaps \
                     of the same games"
                ));
            } else if known > 0 {
                let counts = counted(known, "count");
                progress.print(format_args!("{name}: {counts} of games known before"));
            }
        }
        progress.finish();
        reply.positions = changes.written()?.len()?;
        reply.searched = searcher.searches;
        self.format.write_line(&reply)?;
        let status = if reply.skipped > 0 { Status::No } else { Status::Done };
        Ok(unless_interrupted(status, &searcher.stop))
    }
}

/// How books of Egaroucid (.egbk3) start: its name backwards.
const EGAROUCID_MAGIC: &[u8] = b"DICUORAGE";

/// What the file at `path` knows, which must not be the `book` itself. Counts in `reply` what was
/// changed or skipped.
fn read(path: &Path, book: &Path, reply: &mut ImportedReply) -> anyhow::Result<Import> {
    let source = RecordSource::from(path.to_owned());
    let name = source.name();
    if let RecordSource::File(path) = &source {
        ensure_other(path, book)?;
        // What cannot be read is told below.
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
        let (edax, faults) = EdaxBook::parse(&bytes).map_err(|error| anyhow!("{name} {error}"))?;
        let (import, over) = edax.to_import();
        report_faults(&name, &faults, over);
        reply.clamped += faults.clamped;
        reply.unknown += faults.unknown;
        reply.skipped += faults.damaged + faults.missing;
        return Ok(import);
    }
    if bytes.starts_with(EGAROUCID_MAGIC) {
        bail!(
            "{name} is a book of Egaroucid, which is not read: expected a book that Egaroucid has \
             exported for Edax"
        )
    }
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{name} is no book: expected one of outflank or Edax, JSON, OBF or moves with scores")
    };
    read_lines(&name, &text)
}

/// What the book at `path` knows, if a check finds no fault.
fn read_book(path: &Path) -> anyhow::Result<Import> {
    let CheckedCopy { book, report, .. } = CheckedCopy::of(path)?;
    if let Some((_, fault)) = report.faults.first() {
        bail!("{} is damaged: of a position {fault}", path.display());
    }
    let mut import = Import::default();
    import.add_book(&book)?;
    Ok(import)
}

fn read_lines(name: &str, text: &str) -> anyhow::Result<Import> {
    let mut import = Import::default();
    let is_blank = |line: &str| line.trim().is_empty() || line.starts_with(['%', '#']);
    let mut format = None;
    // A byte order mark, also that of a file which was added to another one.
    let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !is_blank(line)) {
        let format = *format.get_or_insert_with(|| LineFormat::detect(line));
        let lines = format.parse(line).map_err(|error| match import.is_empty() && holds_games(text) {
            true => anyhow!(
                "{name} holds games, which `book add` takes: expected a book, or lines of one in \
                 JSON, in OBF or of moves with scores"
            ),
            false => anyhow!("{name}:{number}: {error}"),
        })?;
        for (position, told) in lines {
            import.add(position, told);
        }
    }
    if import.is_empty() {
        bail!("{name} holds no position: expected a book, or lines of one");
    }
    Ok(import)
}

/// Whether `text`, which is none of our lines, starts with the record of a game, perhaps a broken
/// one in GGF.
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
  json        all that is known, an object a line: position (FEN), score, outside (the best move
              outside the book: move, score, certainty, selectivity, depth), games (wins, draws,
              losses); scores in discs for the side to move
  obf         each position with the scores of its moves; behind % depth and certainty of the
              search for the best move outside the book
  transcript  each position as moves from the start, with the best move outside the book, its
              score, depth and certainty
What is lost because the format cannot hold it is told on standard error.

Examples:
  outflank book export openings.book --out book.dat
  outflank book export openings.book --to json > openings.jsonl")]
pub(super) struct ExportArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    /// The format, unless the name of the file in --out tells it
    #[arg(long, value_name = "FORMAT")]
    to: Option<ExportFormat>,
    /// Write to this file; an old one is replaced at the end, unless it is another book
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
    /// The format of files with this name.
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
        let format = format
            .context("no format: expected --to FORMAT, or --out x.dat, .jsonl, .obf or .txt")?;
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
        let lines = match format {
            ExportFormat::Edax => {
                let (edax, losses) = EdaxBook::from_book(&book)?;
                edax.write(&mut output)?;
                partial_files.finish(vec![output])?;
                report_edax(&losses);
                return Ok(Status::Done);
            }
            ExportFormat::Json => LineFormat::Json,
            ExportFormat::Obf => LineFormat::Obf,
            ExportFormat::Transcript => LineFormat::Transcript,
        };
        let losses = lines.write(&book, &mut output)?;
        partial_files.finish(vec![output])?;
        report_lines(&losses);
        Ok(Status::Done)
    }
}

/// Tells what of a book of Edax was changed or left out: in one line, or nothing.
fn report_faults(name: &str, faults: &EdaxFaults, over: usize) {
    let first = faults.first.as_ref();
    let first = first.map(|(position, fault)| format!("position {position} has {fault}"));
    let told: Vec<String> = [
        (faults.clamped, "clamped to 64 discs", "score"),
        (faults.unknown, "not known", "score"),
        (faults.damaged, "damaged", "position"),
        (faults.missing, "missing", "position"),
        (faults.bytes_left, "after the last position", "byte"),
        (over, "finished and left out", "position"),
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

/// What a format does not hold, and where it is lost.
fn report(format: &str, losses: &[(usize, &str)]) {
    let lost: Vec<String> = losses
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{what} ({count})"))
        .collect();
    if !lost.is_empty() {
        complain(format_args!("{format} does not hold: {}", lost.join(", ")));
    }
}

fn report_edax(losses: &EdaxLosses) {
    report(
        "a book of Edax",
        &[
            (losses.hundredths, "hundredths of discs"),
            (losses.confidence, "confidence of estimates"),
            (losses.wld, "that only the winner is proven"),
            (losses.proofs, "proofs of single moves"),
            (losses.depths, "depths beyond the end"),
            (losses.sources, "which games were counted"),
        ],
    );
}

fn report_lines(losses: &LineLosses) {
    report(
        "the format",
        &[
            (losses.games, "counts of games"),
            (losses.unreached, "positions to which no line leads from the start"),
            (losses.sources, "which games were counted"),
        ],
    );
}
