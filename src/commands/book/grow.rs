//! `add`: adds positions and results of games; `learn`: adds positions by search.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::lines::{LineArguments, book_file, start_of};
use super::report::{self, Reply};
use super::search::{BookSearcher, SearchArguments};
use crate::commands::records::FileArguments;
use crate::flags::{integer, parse_duration};
use crate::output::{FormatArgument, Progress, unless_interrupted};
use crate::{Status, complain};
use engine::book::{Book, BookError, Changes, LineTolerance, SourceId};
use othello::board::{Color, Position};
use othello::game::{Record, Setup, position_text};

/// Adds positions to a book with engine searches, until an interrupt.
struct Grower<'b> {
    changes: Changes<'b>,
    searcher: BookSearcher,
    /// The number of new positions.
    new: usize,
}

impl<'b> Grower<'b> {
    fn new(book: &'b mut Book, search: SearchArguments) -> anyhow::Result<Grower<'b>> {
        Ok(Grower { changes: book.changes(), searcher: search.searcher()?, new: 0 })
    }

    /// Adds `position` if it is new. Returns `false` after an interrupt.
    fn insert(&mut self, position: Position) -> anyhow::Result<bool> {
        let search = &mut |position, inside| self.searcher.search(position, inside);
        let inserted = self.changes.insert(position, search);
        let is_new = self.searcher.unless_interrupted(inserted)?;
        self.new += usize::from(is_new == Some(true));
        Ok(is_new.is_some())
    }

    /// Writes all changes and returns the report.
    fn report(&mut self) -> Result<Reply, BookError> {
        Ok(report::grown(self.new, self.changes.written()?.len()?))
    }
}

/// Add positions and results of games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each new position is searched to the level for its best move outside the book. Games without a
result and unreadable records are reported and skipped.

A game counts once, even if it is added again: games with the same moves, result, players, event and
date are equal. Repetitions within a file count separately.
Exit status: 0 all games added; 1 some skipped; 2 error.

Examples:
  outflank book add openings.book games.ggf
  outflank book add openings.book WTH_2019.wtb --plies 12 --level 14")]
pub(super) struct AddArguments {
    /// The book
    #[arg(value_parser = book_file())]
    book: PathBuf,
    #[command(flatten)]
    files: FileArguments,
    /// Add the positions before the first N moves of a game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = integer::<u32>(1..=60))]
    plies: u32,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    format: FormatArgument,
}

impl AddArguments {
    pub(super) fn run(mut self) -> anyhow::Result<Status> {
        // While the command waits for input, the book is not open for writing and an interrupt ends
        // the process.
        drop(Book::open(&self.book)?);
        let (mut games, mut status) = (Vec::new(), Status::Done);
        let mut repetitions = HashMap::new();
        self.files.drop_repeated();
        self.files.for_each(|file, found| {
            let mut skip = |reason: String| {
                complain(format_args!("{file}:{reason}"));
                status = Status::No;
                Ok(())
            };
            let found = match found {
                Ok(found) => found,
                Err(error) => return skip(error.to_string()),
            };
            let Some(outcome) = found.record.outcome() else {
                return skip(format!("{}: missing result: expected a game with one", found.place));
            };
            let black_result = match outcome.winner() {
                Some(Color::Black) => 1,
                None => 0,
                Some(Color::White) => -1,
            };
            let text = identity(&found.record, black_result)?;
            let once = (file.to_owned(), SourceId::of(text.as_bytes(), 0));
            let count = repetitions.entry(once).or_insert(0);
            *count += 1;
            let source = SourceId::of(text.as_bytes(), *count);
            games.push((found.record.into_game(), black_result, source));
            Ok(())
        })?;
        let mut book = Book::open_checked(&self.book)?;
        let mut grower = Grower::new(&mut book, self.search)?;
        let (mut counted, mut known, plies) = (0, 0, self.plies as usize);
        'games: for (game, black_result, source) in &games {
            // Last position first: otherwise adding a position would repeat the search of the
            // position before it.
            let positions: Vec<Setup> = game.placements().take(plies).map(|(at, _)| at).collect();
            for setup in positions.into_iter().rev() {
                if !grower.insert(setup.position)? {
                    break 'games;
                }
            }
            match grower.changes.count(game, plies, *black_result, *source)? {
                true => counted += 1,
                false => known += 1,
            }
        }
        self.format.answer(report::added(counted, known, grower.report()?), None)?;
        Ok(unless_interrupted(status, &grower.searcher.stop))
    }
}

/// The text that identifies a game of `record`. Other tags and the spelling of the result do not
/// matter.
fn identity(record: &Record, result: i32) -> serde_json::Result<String> {
    let Record { black, white, event, date, .. } = record;
    let game = position_text(record.game().start(), record.game().moves());
    serde_json::to_string(&(game, result, (&black.name, &white.name), event, date))
}

/// Grow a book by search along its best lines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each step picks a position on a good line, plays its best move outside the book and adds the
position after it. A later run continues from the book.

Examples:
  outflank book learn openings.book --positions 500
  outflank book learn openings.book f5f6 --error 1 --plies 16 --time 60min --level 16")]
pub(super) struct LearnArguments {
    #[command(flatten)]
    lines: LineArguments,
    /// End after this many new positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: usize,
    /// End after this time, in minutes or with a unit such as 90s
    #[arg(long, value_name = "TIME", value_parser = parse_minutes)]
    time: Option<Duration>,
    #[command(flatten)]
    search: SearchArguments,
    #[command(flatten)]
    format: FormatArgument,
}

fn parse_minutes(text: &str) -> Result<Duration, String> {
    parse_duration(text, "min")
        .ok_or_else(|| "expected a time above 0 in minutes, or with a unit: 90s, 15min".to_owned())
}

impl LearnArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        // As in `add`.
        drop(Book::open(&self.lines.book)?);
        let mut starts = Vec::new();
        let status = self.lines.from.for_each(|game, _| {
            starts.push(start_of(game));
            Ok(())
        })?;
        let mut book = Book::open_checked(&self.lines.book)?;
        let mut grower = Grower::new(&mut book, self.search)?;
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut progress = Progress::new("positions", self.positions, 0);
        let goal = Goal { tolerance: self.lines.tolerance(), positions: self.positions, deadline };
        let learnt = starts
            .into_iter()
            .try_for_each(|start| learn(&mut grower, start, &goal, &mut progress));
        progress.finish();
        learnt?;
        self.format.answer(grower.report()?, None)?;
        Ok(unless_interrupted(status, &grower.searcher.stop))
    }
}

/// The lines to learn, and when to end.
struct Goal {
    tolerance: LineTolerance,
    /// The number of new positions.
    positions: usize,
    deadline: Option<Instant>,
}

/// Positions examined per position added in a round. More rounds use fresher scores. Fewer rounds
/// spend less time examining.
const SEEN_FOR_ONE_NEW: usize = 16;

/// Adds positions on lines from `start` until the goal is reached or no candidate is left.
fn learn(
    grower: &mut Grower<'_>,
    start: Position,
    goal: &Goal,
    progress: &mut Progress,
) -> anyhow::Result<()> {
    loop {
        let (candidates, seen) = grower.changes.written()?.candidates(start, goal.tolerance)?;
        let before = grower.new;
        for candidate in candidates.into_iter().take(1 + seen / SEEN_FOR_ONE_NEW) {
            let is_late = goal.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if grower.new >= goal.positions || is_late || !grower.insert(candidate.position)? {
                return Ok(());
            }
            progress.advance_to(grower.new);
        }
        if grower.new == before {
            return Ok(());
        }
    }
}
