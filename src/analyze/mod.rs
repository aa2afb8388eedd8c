//! `analyze`: what each move of a game was worth.
//!
//! - here: the command; `games`: the games to be analysed;
//! - `log`: what earlier runs have found, and with which settings;
//! - `report`: what is written where; `table`, `players` and `svg`: the result for people.

mod games;
mod log;
mod players;
mod report;
mod svg;
mod table;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::ensure;
use log::{AnalysisLog, AnalysisSettings};

use super::flags::{EngineFlags, ForInformedAnalysis, whole};
use super::limits::LimitArguments;
use super::output::{
    FormatArgument, Progress, ResultFileArguments, file_to_write, stop_on_interrupt,
};
use super::{Status, can_redraw, chart, complain};
use engine::{Effort, Engine};
use protocol::reply::Format;

use report::{Form, Reporter};
use table::LiveTable;

pub(super) use games::GameEntry;
pub(super) use table::Table;

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

--players tells of each player what was lost a move, in all and with 60 to 41, 40 to 21 and
20 to 1 empties, how many moves were marked, and which cost most. With --out each move goes to
a file as soon as it is known, in JSON, and standard output has the table, the players or
the CSV if they were asked for. Interrupted it tells what it has found; with --resume the same
command goes on from there, with the same games, level, limits and exactness.

Examples:
  outflank analyze f5d6c3d3c4f4f6g5e6d7 --level 14
  outflank analyze game.ggf --time 1s --exact-from 22 --svg game.svg
  outflank analyze games.ggf.gz --players
  outflank analyze games.txt --out analysis.jsonl --resume

Exit status: 0 done; 1 some games cannot be read; 2 error or interrupted.")]
pub(super) struct AnalyzeArguments {
    /// Files of games in any format, `-` for standard input, or the moves of one game
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Solve exactly with this many empties or fewer, however long it takes
    #[arg(long, value_name = "EMPTIES", value_parser = whole::<u32>(0..=60))]
    exact_from: Option<u32>,
    /// Draw the table even if the output is no terminal
    #[arg(long, conflicts_with_all = ["json", "csv", "players"])]
    table: bool,
    /// Write a line of CSV for each move
    #[arg(long, conflicts_with_all = ["json", "players"])]
    csv: bool,
    /// Write what each player has lost over all games
    #[arg(long)]
    players: bool,
    /// Draw the scores and the losses to this file; of several games to files of their own, which
    /// are numbered: game-1.svg
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    svg: Option<PathBuf>,
    #[command(flatten)]
    file_of_results: ResultFileArguments,
    #[command(flatten)]
    engine: EngineFlags<ForInformedAnalysis>,
    #[command(flatten)]
    format: FormatArgument,
}

impl AnalyzeArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let (entries, faults) = games::read(&self.games)?;
        ensure!(faults > 0 || !entries.is_empty(), "there is no game: expected one or more");
        let pictures = self.pictures(entries.len());
        for picture in &pictures {
            self.file_of_results.ensure_other("--svg", picture)?;
        }
        chart::prepare(&pictures)?;
        let (log, known) = match self.file_of_results.open()? {
            Some((path, file)) => AnalysisLog::open(path, file, &entries, &self.settings())?,
            None => (AnalysisLog::default(), Vec::new()),
        };
        let stop = stop_on_interrupt()?;
        let output = self.format.output();
        let form = self.form(output.format);
        let live = (form == Form::Table && can_redraw()).then(LiveTable::new);
        let plies = entries.iter().map(|entry| entry.game().moves().len() + 1).sum();
        let progress = Progress::new("plies", plies, known.iter().map(Vec::len).sum());
        let mut reporter = Reporter::new(progress, form, live, output, log);
        reporter.begin()?;
        let mut engine = Engine::new(self.engine.options.clone());
        let mut known = known.into_iter();
        for (index, entry) in entries.iter().enumerate() {
            engine.new_game();
            let analysis = engine.analysis(entry.game(), self.effort())?;
            let plies = known.next().unwrap_or_default();
            let plies = reporter.analyse(entry, analysis, plies, &stop)?;
            if let Some(path) = pictures.get(index) {
                svg::write(path, entry, &plies)?;
            }
            if stop.load(Relaxed) {
                break;
            }
        }
        reporter.end()?;
        if stop.load(Relaxed) {
            complain(self.file_of_results.advice());
        }
        Ok(match faults {
            _ if stop.load(Relaxed) => Status::Error,
            0 => Status::Done,
            _ => Status::No,
        })
    }

    /// What is written to standard output: at a terminal a table.
    fn form(&self, format: Format) -> Form {
        let at_terminal = format == Format::Text && io::stdout().is_terminal();
        match self {
            AnalyzeArguments { players: true, .. } => Form::Players,
            AnalyzeArguments { csv: true, .. } => Form::Csv,
            AnalyzeArguments { table: true, .. } => Form::Table,
            _ if at_terminal => Form::Table,
            _ if self.file_of_results.is_some() => Form::Nothing,
            _ => Form::Lines,
        }
    }

    /// The file of the picture of each of so many games, if there are to be any.
    fn pictures(&self, games: usize) -> Vec<PathBuf> {
        let Some(path) = &self.svg else { return Vec::new() };
        if games == 1 {
            return vec![path.clone()];
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = path.extension().map(|text| format!(".{}", text.to_string_lossy()));
        let extension = extension.unwrap_or_default();
        (1..=games).map(|game| path.with_file_name(format!("{stem}-{game}{extension}"))).collect()
    }

    fn settings(&self) -> AnalysisSettings {
        AnalysisSettings::new(&self.engine.options, &self.limits, self.exact_from)
    }

    fn effort(&self) -> Effort {
        let (limits, level) = (self.limits.limits(), self.limits.level.0);
        Effort { limits, level, exact_from: self.exact_from }
    }
}
