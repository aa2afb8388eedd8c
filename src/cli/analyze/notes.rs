//! [`Notes`]: the file in which an analysis is kept, so that it can go on later.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use serde::Deserialize;

use super::games::{GameReply, Subject};
use super::settings::Settings;
use crate::board::Move;
use crate::engine::AnalysedPly;
use crate::game::Game;
use crate::protocol::reply::{CertaintyReply, PlyReply, Reply, to_json};
use crate::score::{Score, Selectivity};
use crate::search::{Certainty, Usage};

/// The file in which an analysis is kept, one JSON object a line: the settings, then each
/// game, and below it its plies, the last one first.
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
    Settings(Settings),
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
    ///
    /// # Errors
    /// If it cannot be had, or holds something else than an analysis of the `subjects` with
    /// these `settings`; it is then left as it is.
    pub(super) fn open(
        path: &Path,
        subjects: &[Subject],
        settings: &Settings,
    ) -> anyhow::Result<(Notes, Vec<Vec<AnalysedPly>>)> {
        let name = path.display();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(|| format!("{name} cannot be opened"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("{name} cannot be read"))?;
        // A line without end was being written when the process was killed.
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        let is_ours = end > 0 || HEAD.starts_with(&text) || text.starts_with(HEAD);
        ensure!(is_ours, "{name} holds no analysis: expected one, or no such file");
        let known = read(&text[..end], subjects, settings).with_context(|| format!("{name}"))?;
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
        if end == 0 {
            file.write_all((to_json(settings) + "\n").as_bytes())
                .with_context(|| format!("{name} cannot be written"))?;
        }
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

/// What the first line of a file starts with.
const HEAD: &str = r#"{"reply":"settings","#;

/// By game, the plies in `text`.
fn read(
    text: &str,
    subjects: &[Subject],
    settings: &Settings,
) -> anyhow::Result<Vec<Vec<AnalysedPly>>> {
    let mut known: Vec<Vec<AnalysedPly>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let row = serde_json::from_str(line).context("no line of an analysis");
        let taken = row.and_then(|row| match row {
            Row::Settings(there) if number == 1 => match there.difference(settings) {
                Some(difference) => Err(anyhow!("another analysis: {difference}")),
                None => Ok(()),
            },
            _ if number == 1 => Err(anyhow!("expected the settings of an analysis")),
            row => take(row, subjects, &mut known),
        });
        taken.with_context(|| format!("line {number}"))?;
    }
    Ok(known)
}

/// Puts what `row` says into `known`.
fn take(row: Row, subjects: &[Subject], known: &mut Vec<Vec<AnalysedPly>>) -> anyhow::Result<()> {
    match row {
        Row::Settings(_) => bail!("the settings are not in the first line"),
        Row::Game { game, start, moves } => {
            ensure!(game == known.len() + 1, "game {game} is out of order");
            let Some(subject) = subjects.get(known.len()) else {
                bail!("another analysis: there are {} games and not {game}", subjects.len());
            };
            if let Some(difference) = difference(subject.game(), &start, &moves) {
                bail!("another analysis: in game {game} {difference}");
            }
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

/// In what the game that starts from `start` with these `moves` differs from `game`.
fn difference(game: &Game, start: &str, moves: &[String]) -> Option<String> {
    let ours = game.start().to_fen();
    if ours != start {
        return Some(format!("the start was {start:?} and is {ours:?}"));
    }
    let pairs = moves.iter().zip(game.moves().iter().map(Move::to_string));
    let different = (1..).zip(pairs).find(|(_, (there, here))| *there != here);
    if let Some((number, (there, here))) = different {
        return Some(format!("move {number} was {there} and is {here}"));
    }
    let (there, here) = (moves.len(), game.moves().len());
    (there != here).then(|| format!("there were {there} moves and are {here}"))
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
