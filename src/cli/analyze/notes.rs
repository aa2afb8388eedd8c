//! [`Notes`]: the file in which an analysis is kept, so that it can go on later.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

use super::games::{GameReply, Subject};
use crate::board::Move;
use crate::engine::AnalysedPly;
use crate::protocol::reply::{CertaintyReply, PlyReply, Reply, to_json};
use crate::score::{Score, Selectivity};
use crate::search::{Certainty, Usage};

/// The file in which an analysis is kept, one JSON object a line: each game, and below it
/// its plies, the last one first.
#[derive(Debug, Default)]
pub(super) struct Notes {
    file: Option<File>,
    /// How many games are in it.
    games: usize,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
enum Row {
    Game { game: usize, start: String, moves: Vec<String> },
    Ply(PlyRow),
}

/// What of a ply is read again.
#[derive(Debug, Deserialize)]
struct PlyRow {
    ply: usize,
    board: String,
    played: Option<String>,
    score: f64,
    certainty: CertaintyReply,
    selectivity: u8,
    loss: Option<f64>,
    nodes: u64,
    pv: Vec<String>,
}

impl Notes {
    /// Opens the file at `path`, and returns by game what is in it already.
    pub(super) fn open(
        path: &Path,
        subjects: &[Subject],
    ) -> anyhow::Result<(Notes, Vec<Vec<AnalysedPly>>)> {
        let name = path.display();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(|| format!("{name} cannot be opened"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("{name} cannot be read"))?;
        // A line without end was being written when the process was killed.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        file.set_len(text.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        let known = read(&text, subjects).with_context(|| format!("in {name}"))?;
        Ok((Notes { file: Some(file), games: known.len() }, known))
    }

    /// Keeps `ply` of `subject`.
    pub(super) fn put(&mut self, subject: &Subject, ply: &AnalysedPly) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut text = String::new();
        if self.games < subject.number {
            self.games = subject.number;
            text = GameReply::new(subject).to_json() + "\n";
        }
        text += &to_json(&Reply::Ply(PlyReply::from(ply)));
        // In one piece, so that no half a line is there for long.
        file.write_all((text + "\n").as_bytes()).context("what was found cannot be written")
    }
}

/// By game, the plies in `text`.
fn read(text: &str, subjects: &[Subject]) -> anyhow::Result<Vec<Vec<AnalysedPly>>> {
    let mut known: Vec<Vec<AnalysedPly>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        take(line, subjects, &mut known).with_context(|| format!("line {number}"))?;
    }
    Ok(known)
}

/// Puts what `line` says into `known`.
fn take(line: &str, subjects: &[Subject], known: &mut Vec<Vec<AnalysedPly>>) -> anyhow::Result<()> {
    match serde_json::from_str(line).context("no line of an analysis")? {
        Row::Game { game, start, moves } => {
            let subject = subjects.get(known.len()).filter(|subject| {
                let ours = subject.game();
                subject.number == game
                    && ours.start().to_fen() == start
                    && ours.moves().iter().map(Move::to_string).eq(moves)
            });
            ensure!(subject.is_some(), "game {game} is another one: expected the same games");
            known.push(Vec::new());
        }
        Row::Ply(row) => {
            let index = known.len().checked_sub(1).context("a ply of no game")?;
            let plies = &mut known[index];
            let game = subjects[index].game();
            let expected =
                plies.last().map_or(game.moves().len() + 1, |ply| ply.ply).checked_sub(1);
            if expected != Some(row.ply) {
                bail!("ply {} is out of order", row.ply);
            }
            plies.push(row.to_ply(&subjects[index])?);
        }
    }
    Ok(())
}

impl PlyRow {
    /// The ply of `subject` that the row is about.
    fn to_ply(&self, subject: &Subject) -> anyhow::Result<AnalysedPly> {
        let game = subject.game();
        let (setup, played) = game
            .turns()
            .nth(self.ply)
            .map_or((game.setup(), None), |(setup, mv)| (setup, Some(mv)));
        let is_ours = self.board == setup.to_string()
            && self.played == played.map(|mv| mv.to_string())
            && self.loss.is_some() == played.is_some();
        ensure!(is_ours, "ply {} is not that of the game", self.ply);
        let score = Score::saturating(centidiscs(self.score));
        let certainty = match self.certainty {
            CertaintyReply::Exact => Certainty::Exact,
            CertaintyReply::Wld => Certainty::Wld,
            CertaintyReply::Selective => Certainty::Selective(
                Selectivity::at_least(self.selectivity).context("a selectivity above 100")?,
            ),
        };
        let pv: Result<Vec<Move>, _> = self.pv.iter().map(|word| word.parse()).collect();
        Ok(AnalysedPly {
            ply: self.ply,
            setup,
            played,
            played_score: self.loss.map(|loss| score - centidiscs(loss)),
            score,
            certainty,
            pv: pv?,
            usage: Usage { nodes: self.nodes, ..Usage::default() },
        })
    }
}

fn centidiscs(discs: f64) -> i32 {
    (discs * f64::from(Score::PER_DISC)).round() as i32
}
