//! `analyze`: what each move of a game was worth.
//!
//! - `games`: which games; `notes`: what an earlier run has found, and with which `settings`;
//! - `table`, `live` while it grows, `picture`: for people.

mod games;
mod live;
mod notes;
mod picture;
mod settings;
mod table;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::value_parser;

use super::flags::{EngineFlags, ForAnalysis};
use super::progress::Progress;
use super::replies::FormatArgument;
use super::{Status, can_redraw, chart, complain};
use crate::engine::{AnalysedPly, Effort, Engine};
use crate::protocol::output::Output;
use crate::protocol::reply::{AnalysisReply, Format, PlyReply, Reply};
use crate::search::Limits;
use games::{GameReply, Subject};
use live::Live;
use notes::Notes;
use settings::Settings;
use table::Table;

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
    /// Search each move for so long, instead of as deep as the level says
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..), conflicts_with = "level")]
    time: Option<u64>,
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
        let (subjects, faults) = games::read(&self.games)?;
        ensure!(faults > 0 || !subjects.is_empty(), "there is no game: expected one or more");
        let one = subjects.len() == 1;
        ensure!(self.svg.is_none() || one, "--svg draws one game: there are {}", subjects.len());
        if let Some(path) = &self.svg {
            chart::prepare(path)?;
        }
        let (notes, known) = match &self.resume {
            Some(path) => Notes::open(path, &subjects, &self.settings())?,
            None => (Notes::default(), Vec::new()),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let on_signal = Arc::clone(&stop);
        ctrlc::set_handler(move || on_signal.store(true, Relaxed))
            .context("interrupts cannot be caught")?;
        let output = self.format.output();
        let as_table = self.table || (output.format == Format::Text && io::stdout().is_terminal());
        let plies = subjects.iter().map(|subject| subject.game().moves().len() + 1).sum();
        let mut report = Report {
            progress: Progress::new("plies", plies, known.iter().map(Vec::len).sum()),
            as_table,
            live: (as_table && can_redraw()).then(Live::new),
            output,
            notes,
        };
        let mut engine = Engine::new(self.engine.options.clone());
        let mut known = known.into_iter();
        for subject in &subjects {
            let plies = known.next().unwrap_or_default();
            let plies = report.analyse(subject, plies, &mut engine, self.effort(), &stop)?;
            if let Some(path) = &self.svg {
                picture::write(path, subject, &plies)?;
            }
            if stop.load(Relaxed) {
                break;
            }
        }
        report.progress.finish();
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

    fn settings(&self) -> Settings {
        Settings::new(&self.engine.options, self.time, self.exact_from)
    }

    fn effort(&self) -> Effort {
        let limits = self.time.map(|time| Limits {
            move_time: Some(Duration::from_millis(time)),
            ..Limits::default()
        });
        Effort { limits, exact_from: self.exact_from, ..Effort::default() }
    }
}

/// Where all that is found goes.
struct Report {
    progress: Progress,
    /// Whether games are told as tables.
    as_table: bool,
    /// A table that is still growing, on a terminal.
    live: Option<Live>,
    output: Output<io::StdoutLock<'static>>,
    notes: Notes,
}

impl Report {
    /// Analyses `subject`, of which some plies are `known`, until `stop` is set, and
    /// returns what is known then.
    fn analyse(
        &mut self,
        subject: &Subject,
        mut known: Vec<AnalysedPly>,
        engine: &mut Engine,
        effort: Effort,
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<AnalysedPly>> {
        engine.new_game();
        let mut analysis = engine.analysis(subject.game(), effort)?;
        if let Some(last) = known.last() {
            analysis.resume(last);
        }
        if !self.as_table {
            let game = GameReply::new(subject);
            self.say(match self.output.format {
                Format::Text => game.to_string(),
                Format::Json => game.to_json(),
            })?;
            known.iter().try_for_each(|ply| self.tell(Reply::Ply(PlyReply::from(ply))))?;
        }
        while let Some(ply) = analysis.step(stop) {
            self.notes.put(subject, &ply)?;
            self.progress.advance();
            if !self.as_table {
                self.tell(Reply::Ply(PlyReply::from(&ply)))?;
            }
            known.push(ply);
            if let Some(live) = &mut self.live {
                self.progress.suspend(|| live.show(&Table::new(subject, &known)))?;
            }
        }
        if let Some(live) = &mut self.live {
            self.progress.suspend(|| live.clear())?;
        }
        if self.as_table {
            self.say(Table::new(subject, &known).to_string())?;
        } else {
            let opening = subject.opening();
            self.tell(Reply::Analysis(AnalysisReply::new(&known, analysis.left(), opening)))?;
        }
        Ok(known)
    }

    fn tell(&mut self, reply: Reply) -> io::Result<()> {
        self.say(reply.to_text(self.output.format))
    }

    fn say(&mut self, text: String) -> io::Result<()> {
        self.progress.suspend(|| self.output.write_text(&text))
    }
}
