//! `add`: the positions of games, and how these ended; `learn`: those that are worth knowing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::value_parser;

use super::report::GrownReply;
use crate::board::{Bitboard, Color, Move, Position};
use crate::book::{Book, BookError, Deviation, OutsideMove};
use crate::cli::flags::{EngineFlags, ForAnalysis, parse_duration};
use crate::cli::output::{FormatArgument, Progress, stop_on_interrupt, unless_interrupted};
use crate::cli::records::FileArguments;
use crate::cli::source::PositionArgument;
use crate::cli::{Status, complain};
use crate::engine::{Engine, EngineError};
use crate::game::Game;
use crate::score::{Score, Selectivity};
use crate::search::Limits;

/// How sure the searches are that end before the end of the game.
#[derive(Debug, Clone, Copy, clap::Args)]
struct SelectivityArgument {
    /// The lowest confidence of searches that end before the game does, up to 100
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = Limits::SELECTIVITY.percent(),
        value_parser = value_parser!(u8).range(0..=100)
    )]
    selectivity: u8,
}

impl SelectivityArgument {
    fn level(self) -> Selectivity {
        Selectivity::at_least(self.selectivity).unwrap_or(Selectivity::Full)
    }
}

/// A book that grows by the searches of an engine, until it is interrupted.
struct Grower {
    book: Book,
    engine: Engine,
    stop: Arc<AtomicBool>,
    /// How sure searches have to be that end before the end of the game.
    selectivity: Selectivity,
    /// The number of new positions.
    new: usize,
}

impl Grower {
    /// Adds `position` and returns whether it is new; `None` if the search was interrupted.
    fn insert(&mut self, position: Position) -> anyhow::Result<Option<bool>> {
        let mut failure = None;
        let (engine, stop, selectivity) = (&mut self.engine, &*self.stop, self.selectivity);
        let mut search = |position, inside| {
            best_outside(engine, stop, selectivity, position, inside).unwrap_or_else(|error| {
                failure = Some(error);
                None
            })
        };
        let inserted = self.book.insert(position, &mut search);
        if let Some(error) = failure {
            return Err(error.into());
        }
        match inserted {
            Err(error) if error.is_interruption() => Ok(None),
            inserted => {
                let is_new = inserted?;
                self.new += usize::from(is_new);
                Ok(Some(is_new))
            }
        }
    }

    fn report(&self, games: Option<usize>) -> Result<GrownReply, BookError> {
        Ok(GrownReply { games, new: self.new, positions: self.book.len()? })
    }
}

/// The best move of `position` that is not `inside`; `None` if `stop` was set.
fn best_outside(
    engine: &mut Engine,
    stop: &AtomicBool,
    selectivity: Selectivity,
    position: Position,
    inside: Bitboard,
) -> Result<Option<OutsideMove>, EngineError> {
    let limits =
        Limits { multi_pv: 1, excluded: inside, selectivity, ..engine.level_limits(position) };
    let report = engine.search_until(stop, position, &limits, |_| ())?;
    if stop.load(Relaxed) {
        return Ok(None);
    }
    Ok(report.lines.iter().find_map(|line| {
        let square = line.pv.first()?.square()?;
        let (score, certainty, depth) = (line.score, line.certainty, line.depth);
        Some(OutsideMove { square, score, certainty, depth })
    }))
}

/// Add the positions of games, and count how the games ended
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each position that is new is searched for its best move outside the book, as deep as the level
says. Games without a result, and records that cannot be read, are reported and left out.
Status: 0 all games are added, 1 some are not, 2 error.

Examples:
  outflank book add openings.book games.ggf
  outflank book add openings.book WTH_2019.wtb --plies 12 --level 14")]
pub(super) struct AddArguments {
    /// The book
    book: PathBuf,
    #[command(flatten)]
    files: FileArguments,
    /// Add the positions before so many moves of a game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..=60))]
    plies: u32,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    #[command(flatten)]
    engine: EngineFlags<ForAnalysis>,
    #[command(flatten)]
    format: FormatArgument,
}

impl AddArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let book = Book::open_to_write(&self.book)?;
        let stop = stop_on_interrupt()?;
        let engine = Engine::new(self.engine.options);
        let selectivity = self.selectivity.level();
        let mut grower = Grower { book, engine, stop, selectivity, new: 0 };
        let plies = self.plies as usize;
        let (mut games, mut status) = (0, Status::Done);
        self.files.for_each(|file, found| {
            if grower.stop.load(Relaxed) {
                return Ok(());
            }
            let outcome = match &found {
                Ok(found) => found.record.outcome(),
                Err(error) => {
                    complain(format_args!("{file}:{error}"));
                    status = Status::No;
                    return Ok(());
                }
            };
            let Ok(found) = found else { return Ok(()) };
            let Some(outcome) = outcome else {
                complain(format_args!("{file}:{}: the game has no result", found.place));
                status = Status::No;
                return Ok(());
            };
            let game = &found.record.game;
            if add_positions(&mut grower, game, plies)? {
                let black_result = match outcome.winner() {
                    Some(Color::Black) => 1,
                    None => 0,
                    Some(Color::White) => -1,
                };
                grower.book.count(game, plies, black_result)?;
                games += 1;
            }
            Ok(())
        })?;
        self.format.write_line(&grower.report(Some(games))?)?;
        Ok(unless_interrupted(status, &grower.stop))
    }
}

/// Adds the positions before the first `plies` moves of `game`; returns whether this was not
/// interrupted.
fn add_positions(grower: &mut Grower, game: &Game, plies: usize) -> anyhow::Result<bool> {
    let places = game.turns().filter(|(_, mv)| *mv != Move::Pass);
    let positions: Vec<Position> = places.take(plies).map(|(setup, _)| setup.position).collect();
    // The last first: none of them is then searched again without the next.
    for position in positions.into_iter().rev() {
        if grower.insert(position)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Grow by search: follow the best lines, and those that stray a little from them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Again and again the best move outside the book, of a position that good lines come to, is made
and the position after it added. Ended and started again, it goes on from the book as it is.

Examples:
  outflank book learn openings.book --positions 500
  outflank book learn openings.book f5f6 --error 1 --plies 16 --time 60min --level 16")]
pub(super) struct LearnArguments {
    /// The book
    book: PathBuf,
    #[command(flatten)]
    from: PositionArgument,
    /// The most discs by which a move may be worse than the best
    #[arg(long, value_name = "DISCS", default_value_t = 2.0, value_parser = parse_discs)]
    error: f64,
    /// The most discs by which all moves of a line may be worse, those of both sides in sum
    #[arg(long, value_name = "DISCS", default_value_t = 4.0, value_parser = parse_discs)]
    sum: f64,
    /// The length of the lines in moves
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = value_parser!(u32).range(0..=60))]
    plies: u32,
    /// End after so many new positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: usize,
    /// End after so long, in minutes or with a unit such as 90s
    #[arg(long, value_name = "TIME", value_parser = parse_minutes)]
    time: Option<Duration>,
    #[command(flatten)]
    selectivity: SelectivityArgument,
    #[command(flatten)]
    engine: EngineFlags<ForAnalysis>,
    #[command(flatten)]
    format: FormatArgument,
}

/// Reads a number of discs, 0 to 64.
fn parse_discs(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs, 0 to 64".to_owned())
}

fn parse_minutes(text: &str) -> Result<Duration, String> {
    parse_duration(text, "min")
        .ok_or_else(|| "expected a time above 0 in minutes, or with a unit: 90s, 15min".to_owned())
}

impl LearnArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let book = Book::open_to_write(&self.book)?;
        let stop = stop_on_interrupt()?;
        let engine = Engine::new(self.engine.options);
        let selectivity = self.selectivity.level();
        let mut grower = Grower { book, engine, stop, selectivity, new: 0 };
        let centidiscs = |discs: f64| (discs * f64::from(Score::PER_DISC)).round() as i32;
        let deviation = Deviation {
            per_move: centidiscs(self.error),
            in_sum: centidiscs(self.sum),
            plies: self.plies,
        };
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let goal = LearnGoal { deviation, positions: self.positions, deadline };
        let mut progress = Progress::new("positions", self.positions, 0);
        let status = self
            .from
            .for_each(|game| learn(&mut grower, game.setup().position, &goal, &mut progress));
        progress.finish();
        let status = status?;
        self.format.write_line(&grower.report(None)?)?;
        Ok(unless_interrupted(status, &grower.stop))
    }
}

/// What is to be learnt, and when to end.
struct LearnGoal {
    deviation: Deviation,
    /// The number of new positions.
    positions: usize,
    deadline: Option<Instant>,
}

/// A round of learning adds one position for so many that it has seen: few enough that the next
/// knows what the scores have become, and enough that little time goes into looking.
const SEEN_FOR_ONE_NEW: usize = 16;

/// Adds positions on lines from `start` until the goal is reached or nothing is left to learn.
fn learn(
    grower: &mut Grower,
    start: Position,
    goal: &LearnGoal,
    progress: &mut Progress,
) -> anyhow::Result<()> {
    // What stands for a start at which a pass is due.
    let start = if start.must_pass() { start.pass() } else { start };
    loop {
        let (candidates, seen) = grower.book.candidates(start, goal.deviation)?;
        let before = grower.new;
        for candidate in candidates.into_iter().take(1 + seen / SEEN_FOR_ONE_NEW) {
            let is_late = goal.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if grower.new >= goal.positions || is_late {
                return Ok(());
            }
            if grower.insert(candidate.position)?.is_none() {
                return Ok(());
            }
            progress.advance_to(grower.new);
        }
        if grower.new == before {
            return Ok(());
        }
    }
}
