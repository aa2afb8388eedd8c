//! [`GameLog`]: the files in which games are kept.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};

use crate::output::{ensure_two_files, file_to_write, quotable};
use crate::results_log::{advice, complete_lines, go_on_after, open_results};
use lab::tournament::record::{Entrant, GameRecord};
use lab::tournament::row::GameRow;
use lab::tournament::schedule::Fixture;
use lab::tournament::series::Series;
use protocol::reply::to_json;

/// Where games are kept.
#[derive(Debug, clap::Args)]
pub(super) struct LogArguments {
    /// Write each game to this file, as a line of JSON
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    out: Option<PathBuf>,
    /// Go on with the games that are not in that file yet
    #[arg(long, requires = "out", help_heading = "Files")]
    resume: bool,
    /// Write each game to this file, in GGF; the times of clocks are rounded to seconds there
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    ggf: Option<PathBuf>,
}

/// The files, open for more games.
pub(super) struct GameLog {
    rows: Option<File>,
    ggf: Option<File>,
}

impl LogArguments {
    /// Fails if the file at `path`, which `flag` names, is one of them.
    pub(super) fn ensure_other(&self, flag: &str, path: &Path) -> anyhow::Result<()> {
        for (own, file) in [("--out", &self.out), ("--ggf", &self.ggf)] {
            if let Some(file) = file {
                ensure_two_files([own, flag], [file, path])?;
            }
        }
        Ok(())
    }

    /// How to go on after an interrupt.
    pub(super) const fn advice(&self) -> &'static str {
        advice(self.out.is_some())
    }

    /// Opens the files, and returns the games that are there already.
    pub(super) fn open(
        &self,
        series: &Series,
        fixtures: &[Fixture],
    ) -> anyhow::Result<(GameLog, Vec<GameRecord>)> {
        if let (Some(out), Some(ggf)) = (&self.out, &self.ggf) {
            ensure_two_files(["--out", "--ggf"], [out, ggf])?;
        }
        for (flag, path) in [("--out", &self.out), ("--ggf", &self.ggf)] {
            // The report would be written over the games; a pipe has one after the other.
            if let Some(path) = path.as_ref().filter(|path| path.is_file()) {
                ensure_two_files([flag, "standard output"], [path, Path::new("/dev/stdout")])?;
            }
        }
        let mut log = GameLog { rows: None, ggf: None };
        let mut records = Vec::new();
        if let Some(path) = &self.out {
            let mut file = open_results(path, self.resume)?;
            records = read_games(&mut file, series, fixtures)
                .with_context(|| format!("in {}", path.display()))?;
            log.rows = Some(file);
        }
        if let Some(path) = &self.ggf {
            let mut file = open_results(path, self.resume)?;
            put_games(&mut file, &records, series.entrants())
                .with_context(|| format!("in {}", path.display()))?;
            log.ggf = Some(file);
        }
        Ok((log, records))
    }
}

/// Makes `file` hold these games in GGF. What is there has to be some of them, from the first on.
fn put_games(file: &mut File, records: &[GameRecord], entrants: &[Entrant]) -> anyhow::Result<()> {
    let games = records.iter().map(|record| record.to_record(entrants).to_ggf() + "\n");
    let games: String = games.collect();
    let there = complete_lines(file, "(;GM[")?;
    ensure!(
        games.starts_with(&there),
        "there are other games: expected those of --out, or no file"
    );
    go_on_after(file, &there)?;
    Ok(file.write_all(&games.as_bytes()[there.len()..])?)
}

/// The games in `file`, which is then ready for more. A last line without an end was cut off
/// when the process was killed, and is removed.
fn read_games(
    file: &mut File,
    series: &Series,
    fixtures: &[Fixture],
) -> anyhow::Result<Vec<GameRecord>> {
    let text = complete_lines(file, r#"{"game":"#)?;
    let mut known = vec![false; fixtures.len()];
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let record = read_game(line, series, fixtures).with_context(|| format!("line {number}"))?;
        let index = record.fixture.number as usize;
        ensure!(!known[index], "line {number}: game {} for a second time", index + 1);
        known[index] = true;
        records.push(record);
    }
    go_on_after(file, &text)?;
    Ok(records)
}

fn read_game(line: &str, series: &Series, fixtures: &[Fixture]) -> anyhow::Result<GameRecord> {
    let row: GameRow = serde_json::from_str(line).map_err(|_| {
        anyhow!("{:?} is no game: expected a line that --out has written", quotable(line))
    })?;
    let fixture = (row.game as usize).checked_sub(1).and_then(|index| fixtures.get(index));
    let &fixture = fixture
        .with_context(|| format!("game {}: expected games 1 to {}", row.game, fixtures.len()))?;
    Ok(row.to_record(fixture, series.entrants(), &series.opening(fixture)?)?)
}

impl GameLog {
    /// Writes `record` to the files.
    pub(super) fn put(&mut self, record: &GameRecord, entrants: &[Entrant]) -> anyhow::Result<()> {
        let write = |file: &mut Option<File>, line: &dyn Fn() -> String| match file {
            // In one write, so that a line is rarely cut off when the process is killed.
            Some(file) => file.write_all(format!("{}\n", line()).as_bytes()),
            None => Ok(()),
        };
        write(&mut self.rows, &|| to_json(&GameRow::new(record, entrants)))
            .and_then(|()| write(&mut self.ggf, &|| record.to_record(entrants).to_ggf()))
            .context("a game cannot be written")
    }
}
