//! `analyze`: what each move of a game was worth.
//!
//! - here: the command; `games`: the games to be analysed;
//! - `log`: what earlier runs have found, and with which settings;
//! - `table` and `svg`: the result for people.

mod games;
mod log;
mod svg;
mod table;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::ensure;
use clap::value_parser;
use log::{AnalysisLog, AnalysisSettings};

use super::flags::{EngineFlags, ForAnalysis, parse_time};
use super::output::{FormatArgument, Progress, stop_on_interrupt};
use super::{Status, can_redraw, chart, complain};
use crate::engine::{AnalysedPly, Effort, Engine};
use crate::protocol::output::Output;
use crate::protocol::reply::{AnalysisReply, Format, PlyReply, Reply};
use crate::search::Limits;

use games::{GameEntry, GameReply};
use table::{LiveTable, Table};

/// Tell what each move of a game was worth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Looks at a game from its last move back to the first, so that what is proven late counts
in all moves before. A move is an inaccuracy (?!) if it loses 1 disc or more, a mistake (?)
from 4 discs on or if it is proven to give the win or the draw away, a blunder (??) from 8
discs on.

On a terminal each game is a table from its first move to the last, which grows from its
end while it is worked on. Elsewhere each move is a line, written as soon as it is known: a
game after the other, in each the last move first, as protocol.md says of `analyze`.

Interrupted it tells what it has found. With --resume that is kept, and the same command
goes on from there, with the same games, level, time and exactness.

Examples:
  outflank analyze f5d6c3d3c4f4f6g5e6d7 --level 14
  outflank analyze game.ggf --time 1000 --exact-from 22 --svg game.svg
  outflank analyze games.txt --json --resume analysis.jsonl > out.jsonl

Exit status: 0 done; 1 some games cannot be read; 2 error or interrupted.")]
pub(super) struct AnalyzeArguments {
    /// Files of games in any format, `-` for standard input, or the moves of one game
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// Search each move for so long, in milliseconds or with a unit such as 500ms or 2s, instead of
    /// as deep as the level says
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "level")]
    time: Option<Duration>,
    /// Solve exactly with this many empties or fewer, however long it takes
    #[arg(long, value_name = "EMPTIES", value_parser = value_parser!(u32).range(0..=60))]
    exact_from: Option<u32>,
    /// Draw the table even if the output is no terminal
    #[arg(long, conflicts_with = "json")]
    table: bool,
    /// Draw the scores and the losses of the one game to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keep what is found in this file, and leave out what is in it already
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineFlags<ForAnalysis>,
    #[command(flatten)]
    format: FormatArgument,
}

impl AnalyzeArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let (entries, faults) = games::read(&self.games)?;
        ensure!(faults > 0 || !entries.is_empty(), "there is no game: expected one or more");
        let one = entries.len() == 1;
        ensure!(self.svg.is_none() || one, "--svg draws one game: there are {}", entries.len());
        if let Some(path) = &self.svg {
            chart::prepare(path)?;
        }
        let (log, known) = match &self.resume {
            Some(path) => AnalysisLog::open(path, &entries, &self.settings())?,
            None => (AnalysisLog::default(), Vec::new()),
        };
        let stop = stop_on_interrupt()?;
        let output = self.format.output();
        let as_table = self.table || (output.format == Format::Text && io::stdout().is_terminal());
        let plies = entries.iter().map(|entry| entry.game().moves().len() + 1).sum();
        let mut reporter = Reporter {
            progress: Progress::new("plies", plies, known.iter().map(Vec::len).sum()),
            as_table,
            live: (as_table && can_redraw()).then(LiveTable::new),
            output,
            log,
        };
        let mut engine = Engine::new(self.engine.options.clone());
        let mut known = known.into_iter();
        for entry in &entries {
            let plies = known.next().unwrap_or_default();
            let plies = reporter.analyse(entry, plies, &mut engine, self.effort(), &stop)?;
            if let Some(path) = &self.svg {
                svg::write(path, entry, &plies)?;
            }
            if stop.load(Relaxed) {
                break;
            }
        }
        reporter.progress.finish();
        if stop.load(Relaxed) {
            complain(match self.resume {
                Some(_) => "interrupted: the same command goes on from here",
                None => "interrupted: with --resume FILE it could go on from here",
            });
        }
        Ok(match faults {
            _ if stop.load(Relaxed) => Status::Error,
            0 => Status::Done,
            _ => Status::No,
        })
    }

    fn settings(&self) -> AnalysisSettings {
        let time = self.time.and_then(|time| time.as_millis().try_into().ok());
        AnalysisSettings::new(&self.engine.options, time, self.exact_from)
    }

    fn effort(&self) -> Effort {
        let limits = self.time.map(|time| Limits { move_time: Some(time), ..Limits::default() });
        Effort { limits, exact_from: self.exact_from, ..Effort::default() }
    }
}

/// Writes the results, and keeps them in the log.
struct Reporter {
    progress: Progress,
    /// Whether games are shown as tables.
    as_table: bool,
    /// A table that is still growing, on a terminal.
    live: Option<LiveTable>,
    output: Output<io::StdoutLock<'static>>,
    log: AnalysisLog,
}

impl Reporter {
    /// Analyses `entry`, of which some plies are `known`, until `stop` is set; returns all
    /// plies that are known then.
    fn analyse(
        &mut self,
        entry: &GameEntry,
        mut known: Vec<AnalysedPly>,
        engine: &mut Engine,
        effort: Effort,
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<AnalysedPly>> {
        engine.new_game();
        let mut analysis = engine.analysis(entry.game(), effort)?;
        if let Some(last) = known.last() {
            analysis.resume(last);
        }
        if !self.as_table {
            let game = GameReply::new(entry);
            self.write_text(match self.output.format {
                Format::Text => game.to_string(),
                Format::Json => game.to_json(),
            })?;
            known.iter().try_for_each(|ply| self.write_reply(Reply::Ply(PlyReply::from(ply))))?;
        }
        while let Some(ply) = analysis.step(stop) {
            self.log.put(entry, &ply)?;
            self.progress.advance();
            if !self.as_table {
                self.write_reply(Reply::Ply(PlyReply::from(&ply)))?;
            }
            known.push(ply);
            if let Some(live) = &mut self.live {
                self.progress.suspend(|| live.show(&Table::new(entry, &known)))?;
            }
        }
        if let Some(live) = &mut self.live {
            self.progress.suspend(|| live.clear())?;
        }
        if self.as_table {
            self.write_text(Table::new(entry, &known).to_string())?;
        } else {
            let opening = entry.opening();
            self.write_reply(Reply::Analysis(AnalysisReply::new(
                &known,
                analysis.left(),
                opening,
            )))?;
        }
        Ok(known)
    }

    fn write_reply(&mut self, reply: Reply) -> io::Result<()> {
        self.write_text(reply.to_text(self.output.format))
    }

    fn write_text(&mut self, text: String) -> io::Result<()> {
        self.progress.suspend(|| self.output.write_text(&text))
    }
}
