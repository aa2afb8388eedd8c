//! [`GameLog`]: the results files of a match.

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

/// The results files.
#[derive(Debug, clap::Args)]
pub(super) struct LogArguments {
    /// Write each game to this file as a JSON line
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    out: Option<PathBuf>,
    /// Play only the games that are missing in that file
    #[arg(long, requires = "out", help_heading = "Files")]
    resume: bool,
    /// Write each game to this file in GGF; clock times are rounded to seconds
    #[arg(long, value_name = "FILE", value_parser = file_to_write(), help_heading = "Files")]
    ggf: Option<PathBuf>,
}

/// The open results files.
pub(super) struct GameLog {
    rows: Option<File>,
    ggf: Option<File>,
}

impl LogArguments {
    /// Fails if `path`, given by `flag`, is one of these files.
    pub(super) fn ensure_other(&self, flag: &str, path: &Path) -> anyhow::Result<()> {
        for (own, file) in [("--out", &self.out), ("--ggf", &self.ggf)] {
            if let Some(file) = file {
                ensure_two_files([own, flag], [file, path])?;
            }
        }
        Ok(())
    }

    /// The advice after an interrupt.
    pub(super) const fn advice(&self) -> &'static str {
        advice(self.out.is_some())
    }

    /// Opens the files. Also returns the games that they contain.
    pub(super) fn open(
        &self,
        series: &Series,
        fixtures: &[Fixture],
    ) -> anyhow::Result<(GameLog, Vec<GameRecord>)> {
        if let (Some(out), Some(ggf)) = (&self.out, &self.ggf) {
            ensure_two_files(["--out", "--ggf"], [out, ggf])?;
        }
        for (flag, path) in [("--out", &self.out), ("--ggf", &self.ggf)] {
            // The report would overwrite the games in a regular file; a pipe is fine.
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

/// Appends the missing games to a GGF file. Its content must be a prefix of the games.
fn put_games(file: &mut File, records: &[GameRecord], entrants: &[Entrant]) -> anyhow::Result<()> {
    let games = records.iter().map(|record| record.to_record(entrants).to_ggf() + "\n");
    let games: String = games.collect();
    let there = complete_lines(file, "(;GM[")?;
    ensure!(games.starts_with(&there), "found other games: expected those of --out, or a new file");
    go_on_after(file, &there)?;
    Ok(file.write_all(&games.as_bytes()[there.len()..])?)
}

/// Reads the games in `file` and seeks to its end. Removes an incomplete last line, left by a killed
/// process.
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
        ensure!(!known[index], "line {number}: repeated game {}", index + 1);
        known[index] = true;
        records.push(record);
    }
    go_on_after(file, &text)?;
    Ok(records)
}

fn read_game(line: &str, series: &Series, fixtures: &[Fixture]) -> anyhow::Result<GameRecord> {
    let row: GameRow = serde_json::from_str(line).map_err(|_| {
        anyhow!("invalid game {:?}: expected a line written by --out", quotable(line))
    })?;
    let fixture = (row.game as usize).checked_sub(1).and_then(|index| fixtures.get(index));
    let &fixture = fixture
        .with_context(|| format!("invalid game {}: expected 1 to {}", row.game, fixtures.len()))?;
    Ok(row.to_record(fixture, series.entrants(), &series.opening(fixture)?)?)
}

impl GameLog {
    /// Writes `record` to the files.
    pub(super) fn put(&mut self, record: &GameRecord, entrants: &[Entrant]) -> anyhow::Result<()> {
        let write = |file: &mut Option<File>, line: &dyn Fn() -> String| match file {
            // One write, so that a kill rarely leaves an incomplete line.
            Some(file) => file.write_all(format!("{}\n", line()).as_bytes()),
            None => Ok(()),
        };
        write(&mut self.rows, &|| to_json(&GameRow::new(record, entrants)))
            .and_then(|()| write(&mut self.ggf, &|| record.to_record(entrants).to_ggf()))
            .context("a game cannot be written")
    }
}
