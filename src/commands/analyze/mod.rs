//! `analyze`: the loss of each move of a game.
//!
//! - `games`: the games to analyse; `log`: the resumable log;
//! - `report`: the output; `table`, `players` and `svg`: the result for people.

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

use crate::flags::{EngineFlags, ForInformedAnalysis, integer};
use crate::limits::LimitArguments;
use crate::output::{FormatArgument, Progress, file_to_write, stop_on_interrupt};
use crate::results_log::ResultsArguments;
use crate::{Status, can_redraw, chart, complain};
use engine::{Effort, Engine};
use protocol::reply::Format;

use report::{Form, Reporter};
use table::LiveTable;

pub(crate) use games::GameEntry;
pub(crate) use table::Table;

/// Find the loss of each move of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A game is analysed from its last move to the first, so proven scores of late positions serve the
earlier ones. A move is an inaccuracy (?!) from a loss of 1 disc, a mistake (?) from 4 discs or if
it is proven to give away the win or the draw, a blunder (??) from 8 discs.

On a terminal each game is a table, which grows from its end. Otherwise each move is a line when it
is known, the last move of a game first, as in `analyze` of protocol.md.

--players lists the average loss of each player, in all and with 60 to 41, 40 to 21 and 20 to 1
empties, the numbers of marked moves, and the most costly moves. --out writes each move to a file in
JSON when it is known; standard output then has the table, the players or the CSV if requested. An
interrupt ends with the results so far. --resume continues the file with the same games, level,
limits and --exact-from.

Examples:
  outflank analyze f5d6c3d3c4f4f6g5e6d7 --level 14
  outflank analyze game.ggf --time 1s --exact-from 22 --svg game.svg
  outflank analyze games.ggf.gz --players
  outflank analyze games.txt --out analysis.jsonl --resume

Exit status: 0 done; 1 some games cannot be read; 2 error or interrupted.")]
pub(crate) struct AnalyzeArguments {
    /// Files of games in any format, `-` for standard input, or the moves of one game
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Solve exactly from this number of empties, without a time limit
    #[arg(long, value_name = "EMPTIES", value_parser = integer::<u32>(0..=60))]
    exact_from: Option<u32>,
    /// Draw the table also without a terminal
    #[arg(long, conflicts_with_all = ["json", "csv", "players"])]
    table: bool,
    /// Write a line of CSV for each move
    #[arg(long, conflicts_with_all = ["json", "players"])]
    csv: bool,
    /// Write the losses of each player over all games
    #[arg(long)]
    players: bool,
    /// Draw the scores and losses to this file; with several games, to numbered files: game-1.svg
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    svg: Option<PathBuf>,
    #[command(flatten)]
    file: ResultsArguments,
    #[command(flatten)]
    engine: EngineFlags<ForInformedAnalysis>,
    #[command(flatten)]
    format: FormatArgument,
}

impl AnalyzeArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let (entries, faults) = games::read(&self.games)?;
        ensure!(faults > 0 || !entries.is_empty(), "there is no game: expected one or more");
        let pictures = self.pictures(entries.len());
        for picture in &pictures {
            self.file.ensure_other("--svg", picture)?;
        }
        chart::prepare(&pictures)?;
        let settings = AnalysisSettings::new(&self.engine.options, &self.limits, self.exact_from);
        let (log, known) = AnalysisLog::open(&self.file, &entries, &settings)?;
        let stop = stop_on_interrupt()?;
        let output = self.format.output();
        let form = self.form(output.format);
        let live = (form == Form::Table && can_redraw()).then(LiveTable::new);
        let plies = entries.iter().map(|entry| entry.game().moves().len() + 1).sum();
        let progress = Progress::new("plies", plies, known.iter().map(Vec::len).sum());
        let mut reporter = Reporter::new(progress, form, live, output, log);
        reporter.begin()?;
        let mut engine = Engine::new(self.limits.with_level(self.engine.options.clone()));
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
            complain(self.file.advice());
        }
        Ok(match faults {
            _ if stop.load(Relaxed) => Status::Error,
            0 => Status::Done,
            _ => Status::No,
        })
    }

    /// The form on standard output.
    fn form(&self, format: Format) -> Form {
        let at_terminal = format == Format::Text && io::stdout().is_terminal();
        match self {
            AnalyzeArguments { players: true, .. } => Form::Players,
            AnalyzeArguments { csv: true, .. } => Form::Csv,
            AnalyzeArguments { table: true, .. } => Form::Table,
            _ if at_terminal => Form::Table,
            _ if self.file.is_some() => Form::Nothing,
            _ => Form::Lines,
        }
    }

    /// The file of the picture of each game.
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

    fn effort(&self) -> Effort {
        let (limits, level) = (self.limits.limits(), self.limits.level);
        Effort { limits, level, exact_from: self.exact_from }
    }
}
