//! [`GameLog`]: the results files of a match or tournament.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Serialize;

use super::openings::OpeningArguments;
use super::row::{EntrantRow, GameRow};
use crate::output::{ensure_two_files, file_to_write};
use crate::results_log::{ResultsLog, advice, complete_lines, go_on_after, open_results};
use lab::tournament::record::{Entrant, GameRecord};
use lab::tournament::schedule::ScheduledGame;
use lab::tournament::series::Series;

/// The results files.
#[derive(Debug, clap::Args)]
pub(super) struct LogArguments {
    /// Write each game to this file in JSON when it is finished
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    out: Option<PathBuf>,
    /// Continue the games in that file
    #[arg(long, requires = "out", help_heading = "Files")]
    resume: bool,
    /// Write each game to this file in GGF; clock times are rounded to seconds
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    ggf: Option<PathBuf>,
}

/// The settings of a results file.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "settings")]
struct LogSettings<'a> {
    players: Vec<String>,
    #[serde(flatten)]
    openings: &'a OpeningArguments,
}

/// The open results files.
pub(super) struct GameLog {
    rows: Option<ResultsLog<u32>>,
    ggf: Option<File>,
}

impl LogArguments {
    /// Fails if `path`, given by `flag`, is one of these files.
    pub(super) fn ensure_other(&self, flag: &str, path: &Path) -> anyhow::Result<()> {
        let files = [("--out", &self.out), ("--ggf", &self.ggf)];
        let mut files = files.iter().filter_map(|(ours, file)| Some((ours, file.as_ref()?)));
        files.try_for_each(|(ours, file)| ensure_two_files([ours, flag], [file, path]))
    }

    /// The message after an interrupt.
    pub(super) const fn advice(&self) -> &'static str {
        advice(self.out.is_some())
    }

    /// Opens the files. Also returns the games that they contain.
    pub(super) fn open(
        &self,
        series: &Series,
        schedule: &[ScheduledGame],
        openings: &OpeningArguments,
    ) -> anyhow::Result<(GameLog, Vec<GameRecord>)> {
        if let (Some(out), Some(ggf)) = (&self.out, &self.ggf) {
            ensure_two_files(["--out", "--ggf"], [out, ggf])?;
        }
        // The report would overwrite the games in a regular file; a pipe is fine.
        let stdout = Path::new("/dev/stdout");
        if stdout.is_file() {
            self.ensure_other("standard output", stdout)?;
        }
        let entrants = series.entrants();
        let player = |entrant: &Entrant| {
            let row = EntrantRow::from(entrant);
            format!("{}: {row}", row.name)
        };
        let settings = LogSettings { players: entrants.iter().map(player).collect(), openings };
        let (mut records, mut known) = (Vec::new(), HashSet::new());
        let take = |row: GameRow| {
            let number = row.game;
            let index = schedule.binary_search_by_key(&number, |scheduled| scheduled.number + 1);
            let index = index.ok().with_context(|| {
                let [first, last] = [0, schedule.len() - 1].map(|it| schedule[it].number + 1);
                format!("unexpected game {number}: expected {first} to {last}")
            })?;
            ensure!(known.insert(number), "repeated game {number}");
            let record = row.to_record(schedule[index])?;
            let opening = record.record.game().at(record.opening);
            ensure!(
                opening == series.opening(schedule[index])?,
                "game {number} has opening {}: expected that of this match",
                opening.transcript()
            );
            records.push(record);
            Ok(Some(number))
        };
        let out = self.out.as_ref();
        let rows =
            out.map(|path| ResultsLog::open(path, self.resume, &settings, take)).transpose()?;
        let mut log = GameLog { rows, ggf: None };
        if let Some(path) = &self.ggf {
            let mut file = open_results(path, self.resume)?;
            put_games(&mut file, &records, entrants)
                .with_context(|| format!("in {}", path.display()))?;
            log.ggf = Some(file);
        }
        Ok((log, records))
    }
}

/// Appends the missing games to a GGF file. The content of the file must be a prefix of the games.
fn put_games(file: &mut File, records: &[GameRecord], entrants: &[Entrant]) -> anyhow::Result<()> {
    let games = records.iter().map(|record| record.to_record(entrants).to_ggf() + "\n");
    let games: String = games.collect();
    let there = complete_lines(file, "(;GM[")?;
    ensure!(games.starts_with(&there), "found other games: expected those of --out, or a new file");
    go_on_after(file, &there)?;
    Ok(file.write_all(&games.as_bytes()[there.len()..])?)
}

impl GameLog {
    /// Writes `record` to the files.
    pub(super) fn put(&mut self, record: &GameRecord, entrants: &[Entrant]) -> anyhow::Result<()> {
        if let Some(rows) = &mut self.rows {
            let row = GameRow::of(record, entrants);
            rows.put(row.game, &row)?;
        }
        if let Some(file) = &mut self.ggf {
            // One write, so that a kill rarely leaves an incomplete line.
            let line = record.to_record(entrants).to_ggf() + "\n";
            file.write_all(line.as_bytes()).context("the file of --ggf cannot be written")?;
        }
        Ok(())
    }
}
