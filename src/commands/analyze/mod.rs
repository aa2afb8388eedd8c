//! `analyze`: the loss of each move of a game.
//!
//! - `rows`: the result as text, CSV and JSON, and the resumable log;
//! - `table`, `players`, `svg` and `html`: the result for people; `annotate`: as game records.

mod annotate;
mod html;
mod players;
mod rows;
mod svg;
mod table;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use anyhow::ensure;

use crate::atomic_files::write_atomically;
use crate::commands::batch::BatchArguments;
use crate::flags::{EngineFlags, ForInformedAnalysis, integer};
use crate::jobs::in_parallel;
use crate::limits::{LimitArguments, SearchSettings};
use crate::output::{Progress, ensure_two_files, file_to_write, stop_on_interrupt};
use crate::results_log::{advice, open_new_results};
use crate::rows::{Form, Sheet, extension, unknown_name};
use crate::source::{Entry, PositionArgument};
use crate::{Status, can_redraw, chart, complain};
use engine::{AnalysedPly, Effort, Engine, SearchRequest};
use othello::board::Color;
use othello::game::Format;

use players::PlayerTable;
use rows::{AnalysisLog, COLUMNS, GameAnswer, is_player};
use table::LiveTable;

pub(crate) use table::Table;

const OUT_HELP: &str = "Write to this file, in the format of its name: .jsonl or .json, .csv, .txt, \
                        .pgn, .ggf, .sgf, .html";

/// Find the loss of each move of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A game is analysed from its last move to the first, so that earlier moves benefit from proven later
scores. A move is an inaccuracy (?!) from a loss of 1 disc, a mistake (?) from 4 discs or if
it is proven to give away the win or the draw, a blunder (??) from 8 discs.

At a terminal each game is a table, which grows from its end. Into a pipe each move is a line, first
move first. With --json an object for the game precedes its moves, and one with the totals follows.
Plies count from 1; the last position of a game has the ply after its last move.

--out takes the format from the name of the file:
  .jsonl, .json  each move when it is known, the settings first. --resume continues the file with
                 the same games, level, limits and --exact-from
  .csv, .txt     a line for each move
  .pgn, .ggf, .sgf  the games with scores, comments on mistakes, and (not in GGF) the better lines
  .html          a page with charts, and boards of the mistakes with the better moves

--players lists the average loss of each player, overall and with 60 to 41, 40 to 21 and 20 to 1
empties, the numbers of marked moves, and the most costly moves. An interrupt keeps the results so
far.

Examples:
  outflank analyze f5d6c3d3c4f4f6g5e6d7 --level 14
  outflank analyze game.ggf --time 1s --exact-from 22 --out report.html
  outflank analyze games.pgn --player 'ann lee' --out annotated.pgn
  outflank analyze games.ggf.gz --players --jobs 4
  outflank analyze wthor.zip --out analysis.jsonl --resume

Exit status: 0 done; 1 some games cannot be read; 2 error or interrupted.")]
#[command(mut_arg("out", |out| out.help(OUT_HELP)))]
pub(crate) struct AnalyzeArguments {
    #[command(flatten)]
    games: PositionArgument,
    #[command(flatten)]
    limits: LimitArguments,
    /// Solve exactly from this number of empties, without a time limit
    #[arg(long, value_name = "EMPTIES", value_parser = integer::<u32>(0..=60))]
    exact_from: Option<u32>,
    /// Only games of this player; text, CSV and JSON have only the moves of the player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Write the losses of each player over all games
    #[arg(long)]
    players: bool,
    /// Draw the scores and losses to this file; with several games, to numbered files: game-1.svg
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    svg: Option<PathBuf>,
    #[command(flatten)]
    batch: BatchArguments,
    #[command(flatten)]
    engine: EngineFlags<ForInformedAnalysis>,
}

/// The file of `--out`.
#[derive(Clone, Copy)]
enum Target<'a> {
    /// Rows in text or CSV.
    Rows(&'a Path, Form),
    Log(&'a Path),
    Games(&'a Path, Format),
    Page(&'a Path),
}

/// A result of a worker. The number is the index of the game.
enum Event {
    Ply(usize, AnalysedPly),
    /// The plies of a game, last to first. Incomplete after an interrupt.
    Game(usize, Vec<AnalysedPly>),
}

impl AnalyzeArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        self.games.ensure_given()?;
        let (entries, faults) = self.entries()?;
        if entries.is_empty() && faults > 0 {
            return Ok(Status::No); // an empty report would look like a result
        }
        let target = self.target()?;
        let pictures = self.pictures(entries.len())?;
        let settings = SearchSettings::new(
            &self.engine.options,
            &self.limits,
            &SearchRequest::default(),
            self.exact_from,
        );
        let log_path = match target {
            Some(Target::Log(path)) => Some(path),
            _ => None,
        };
        let resume = self.batch.resume();
        let (log, known) = AnalysisLog::open(log_path, resume, &entries, &settings)?;
        let stop = stop_on_interrupt()?;
        let mut report = Report::open(&self, &entries, target, log, &known)?;
        let options = self.limits.with_level(self.engine.options.clone());
        let work = |engine: &mut Engine,
                    (index, mut plies): (usize, Vec<AnalysedPly>),
                    emit: &mut dyn FnMut(Event)| {
            engine.new_game();
            let mut analysis = engine.analysis(entries[index].game(), self.effort())?;
            if let Some(last) = plies.last() {
                analysis.resume(last);
            }
            while let Some(ply) = analysis.step(&*stop) {
                plies.push(ply.clone());
                emit(Event::Ply(index, ply));
            }
            emit(Event::Game(index, plies));
            Ok(())
        };
        let items = known.into_iter().enumerate();
        let engines = self.batch.engines(&options, entries.len());
        let outcome = in_parallel(engines, items, &stop, work, |event| match event {
            Event::Ply(index, ply) => report.ply(&entries[index], ply),
            Event::Game(index, plies) => {
                if let Some(path) = pictures.get(index) {
                    svg::write(path, &entries[index], &plies)?;
                }
                report.game(&entries[index], plies)
            }
        });
        report.finish()?;
        outcome?;
        if stop.load(Relaxed) {
            complain(advice(log_path.is_some()));
        }
        Ok(match faults {
            _ if stop.load(Relaxed) => Status::Error,
            0 => Status::Done,
            _ => Status::No,
        })
    }

    /// The games, and the number of records that cannot be read.
    fn entries(&self) -> anyhow::Result<(Vec<Entry>, usize)> {
        let mut entries = Vec::new();
        let mut longer_name = None;
        let counts = self.games.for_each_entry(&self.batch.part, |entry| {
            let sides = [Color::Black, Color::White];
            let plays = |name: &String| sides.iter().any(|&side| is_player(&entry, side, name));
            if self.player.as_ref().is_none_or(plays) {
                entries.push(Entry { number: entries.len() + 1, ..entry });
            } else if let Some(part) = &self.player
                && longer_name.is_none()
            {
                let holds = |name: &String| name.to_lowercase().contains(&part.to_lowercase());
                let mut names = sides.iter().filter_map(|&side| entry.player(side));
                longer_name = names.find(holds);
            }
            Ok(())
        })?;
        let is_empty = counts.entries + counts.faults == 0;
        ensure!(!is_empty || !self.batch.part.is_all(), "no games: expected one or more");
        if let Some(name) = self.player.as_ref().filter(|_| entries.is_empty() && !is_empty) {
            let expected = match longer_name {
                Some(longer) => format!("a whole name, such as {longer:?}"),
                None => "the name of a player, as `--players` lists them".to_owned(),
            };
            anyhow::bail!("no game of {name:?}: expected {expected}");
        }
        Ok((entries, counts.faults))
    }

    fn target(&self) -> anyhow::Result<Option<Target<'_>>> {
        let Some(path) = &self.batch.output.out else { return Ok(None) };
        let target = match &*extension(path) {
            "pgn" => Target::Games(path, Format::Pgn),
            "ggf" => Target::Games(path, Format::Ggf),
            "sgf" => Target::Games(path, Format::Sgf),
            "html" | "htm" => Target::Page(path),
            "jsonl" | "json" | "csv" | "txt" => match self.batch.files()? {
                (Some(path), _) => Target::Log(path),
                (_, Some((path, form))) => Target::Rows(path, form),
                _ => return Ok(None),
            },
            _ => {
                let names = ".jsonl, .json, .csv, .txt, .pgn, .ggf, .sgf or .html";
                return Err(unknown_name(path, names));
            }
        };
        if let Target::Games(path, _) | Target::Page(path) = target {
            ensure!(!self.batch.resume(), "--resume needs a file that ends in .jsonl or .json");
            // Fails if the file is not empty. It stays empty until the end.
            open_new_results(path)?;
        }
        Ok(Some(target))
    }

    /// The file of the picture of each game.
    fn pictures(&self, games: usize) -> anyhow::Result<Vec<PathBuf>> {
        let Some(path) = &self.svg else { return Ok(Vec::new()) };
        let mut pictures = vec![path.clone()];
        if games != 1 {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let extension = path.extension().map(|text| format!(".{}", text.to_string_lossy()));
            let extension = extension.unwrap_or_default();
            let name = |game| path.with_file_name(format!("{stem}-{game}{extension}"));
            pictures = (1..=games).map(name).collect();
        }
        if let Some(out) = &self.batch.output.out {
            for picture in &pictures {
                ensure_two_files(["--out", "--svg"], [out, picture])?;
            }
        }
        chart::prepare(&pictures)?;
        Ok(pictures)
    }

    fn effort(&self) -> Effort {
        let (limits, level) = (self.limits.limits(), self.limits.level);
        Effort { limits, level, exact_from: self.exact_from }
    }
}

/// The output of an analysis.
struct Report<'a> {
    arguments: &'a AnalyzeArguments,
    entries: &'a [Entry],
    target: Option<Target<'a>>,
    log: AnalysisLog,
    /// The games, or the players at the end.
    sheet: Sheet,
    players: Option<PlayerTable>,
    progress: Progress,
    /// A table that is still growing, on a terminal, and its plies.
    live: Option<(LiveTable, Vec<AnalysedPly>)>,
    /// The plies of each game, for files that are written at the end.
    found: Vec<Vec<AnalysedPly>>,
}

impl<'a> Report<'a> {
    fn open(
        arguments: &'a AnalyzeArguments,
        entries: &'a [Entry],
        target: Option<Target<'a>>,
        log: AnalysisLog,
        known: &[Vec<AnalysedPly>],
    ) -> anyhow::Result<Report<'a>> {
        let form = arguments.batch.output.form();
        let form = if arguments.players { form.or(Some(Form::Table)) } else { form };
        let file = match target {
            Some(Target::Rows(path, form)) => Some((path, form)),
            _ => None,
        };
        let columns = if arguments.players { PlayerTable::COLUMNS } else { COLUMNS };
        let is_live = form == Some(Form::Table)
            && can_redraw()
            && !arguments.players
            && arguments.batch.is_one_at_a_time();
        let plies = entries.iter().map(|entry| entry.game().moves().len() + 1).sum();
        let known = known.iter().map(Vec::len).sum();
        Ok(Report {
            arguments,
            entries,
            target,
            log,
            sheet: Sheet::new(columns, form, file)?,
            players: arguments.players.then(PlayerTable::default),
            progress: Progress::new("plies", plies, known),
            live: is_live.then(|| (LiveTable::new(), Vec::new())),
            found: vec![Vec::new(); entries.len()],
        })
    }

    /// Takes the next ply of `entry`.
    fn ply(&mut self, entry: &Entry, ply: AnalysedPly) -> anyhow::Result<()> {
        self.log.put(entry, &ply)?;
        self.progress.advance();
        if let Some((live, plies)) = &mut self.live {
            plies.push(ply);
            self.progress.suspend(|| live.show(&Table::new(entry, plies)))?;
        }
        Ok(())
    }

    /// Takes the plies of `entry`.
    fn game(&mut self, entry: &Entry, plies: Vec<AnalysedPly>) -> anyhow::Result<()> {
        if let Some((live, shown)) = &mut self.live {
            shown.clear();
            self.progress.suspend(|| live.clear())?;
        }
        self.log.put_sums(entry, &plies)?;
        let player = self.arguments.player.as_deref();
        match &mut self.players {
            Some(players) => players.add(entry, &plies, player),
            None => {
                let answer = GameAnswer::new(entry, &plies, player);
                let title = entry.title();
                let table = || {
                    let title = if title.is_empty() { title.clone() } else { format!("{title}\n") };
                    format!("{title}{}", Table::new(entry, &plies))
                };
                let sheet = &mut self.sheet;
                self.progress.suspend(|| sheet.put(entry.number - 1, &answer, table))?;
            }
        }
        if matches!(self.target, Some(Target::Games(..) | Target::Page(_))) {
            self.found[entry.number - 1] = plies;
        }
        Ok(())
    }

    /// Writes the remaining files and rows.
    fn finish(mut self) -> anyhow::Result<()> {
        self.progress.finish();
        if let Some(players) = &self.players {
            self.sheet.head(players.to_string().trim_end())?;
            for (number, row) in players.rows().enumerate() {
                self.sheet.put(number, &row, String::new)?;
            }
        }
        self.sheet.finish()?;
        let games = self.entries.iter().zip(&self.found);
        let games = games.filter(|(_, plies)| !plies.is_empty());
        match self.target {
            Some(Target::Games(path, format)) => {
                let mut text = String::new();
                for (entry, plies) in games {
                    let record = annotate::annotated(&entry.record, plies, format);
                    text += &record.to_text(format)?;
                    text.push('\n');
                }
                write_atomically(path, text.as_bytes())?;
            }
            Some(Target::Page(path)) => {
                let games: Vec<(&Entry, &[AnalysedPly])> =
                    games.map(|(entry, plies)| (entry, &**plies)).collect();
                write_atomically(path, html::page(&games)?.as_bytes())?;
            }
            _ => {}
        }
        self.log.finish()
    }
}
