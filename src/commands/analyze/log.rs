//! [`AnalysisLog`]: an analysis that a later run can continue.

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::games::{GameEntry, GameReply};
use crate::limits::LimitArguments;
use crate::output::counted;
use crate::results_log::{ResultsArguments, ResultsLog};
use engine::score::{Score, Selectivity, centidiscs_of};
use engine::search::{Certainty, Parameters, Usage};
use engine::{AnalysedPly, OPTIONS, Options};
use othello::board::Move;
use othello::game::Game;
use protocol::reply::{AnalysisReply, CertaintyReply, PlyReply, Reply};

/// The log of an analysis. It holds each game, then its plies from the last to the first, then its
/// sums.
#[derive(Debug)]
pub(super) struct AnalysisLog {
    log: ResultsLog,
    /// The number of games in it.
    games: usize,
    /// The number of the last game whose sums are in it.
    sums: usize,
}

/// A row of the log.
#[derive(Debug, Deserialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
enum LogRow {
    Game {
        game: usize,
        start: String,
        moves: Vec<String>,
    },
    Ply(LoggedPly),
    /// The sums of a game that is complete.
    Analysis {},
}

/// The fields of a ply that a later run reads.
#[derive(Debug, Deserialize)]
struct LoggedPly {
    ply: usize,
    board: String,
    played: Option<String>,
    score: f64,
    certainty: CertaintyReply,
    selectivity: u8,
    loss: Option<f64>,
    nodes: u64,
    #[serde(default)]
    book: bool,
    pv: Vec<String>,
}

impl AnalysisLog {
    /// Opens the log of an analysis of `entries`, and returns the plies in it, by game.
    pub(super) fn open(
        file: &ResultsArguments,
        entries: &[GameEntry],
        settings: &AnalysisSettings,
    ) -> anyhow::Result<(AnalysisLog, Vec<Vec<AnalysedPly>>)> {
        let (mut known, mut sums) = (Vec::new(), 0);
        let log = file.open(settings, |row| {
            match row {
                LogRow::Analysis {} => sums = known.len(),
                row => take(row, entries, &mut known)?,
            }
            Ok(())
        })?;
        Ok((AnalysisLog { log, games: known.len(), sums }, known))
    }

    /// Writes `ply` of `entry`, before the first one the game.
    pub(super) fn put(&mut self, entry: &GameEntry, ply: &AnalysedPly) -> anyhow::Result<()> {
        if self.games < entry.number {
            self.games = entry.number;
            self.log.put(&GameReply::new(entry))?;
        }
        self.log.put(&Reply::Ply(PlyReply::from(ply)))
    }

    /// Writes the sums of `entry`, whose plies are all known, unless they are in the log.
    pub(super) fn put_sums(
        &mut self,
        entry: &GameEntry,
        sums: AnalysisReply,
    ) -> anyhow::Result<()> {
        if self.sums >= entry.number {
            return Ok(());
        }
        self.sums = entry.number;
        self.log.put(&Reply::Analysis(sums))
    }
}

/// Adds the game or the ply in `row` to `known`.
fn take(
    row: LogRow,
    entries: &[GameEntry],
    known: &mut Vec<Vec<AnalysedPly>>,
) -> anyhow::Result<()> {
    match row {
        LogRow::Analysis {} => {}
        LogRow::Game { game, start, moves } => {
            ensure!(game == known.len() + 1, "game {game} is out of order");
            let Some(entry) = entries.get(known.len()) else {
                bail!("another analysis: game {game} of {}", counted(entries.len(), "game"));
            };
            if let Some(difference) = game_difference(entry.game(), &start, &moves) {
                bail!("another analysis: in game {game} {difference}");
            }
            known.push(Vec::new());
        }
        LogRow::Ply(row) => {
            let index = known.len().checked_sub(1).context("a ply without a game")?;
            let plies = &mut known[index];
            let end = entries[index].game().moves().len() + 1;
            let next = plies.last().map_or(end, |ply| ply.ply).checked_sub(1);
            ensure!(next == Some(row.ply), "ply {} is out of order", row.ply);
            plies.push(row.to_ply(&entries[index])?);
        }
    }
    Ok(())
}

/// How the game from `start` with these `moves` differs from `game`.
fn game_difference(game: &Game, start: &str, moves: &[String]) -> Option<String> {
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

impl LoggedPly {
    /// The ply of `entry` with these results.
    fn to_ply(&self, entry: &GameEntry) -> anyhow::Result<AnalysedPly> {
        let game = entry.game();
        let (setup, played) = game
            .turns()
            .nth(self.ply)
            .map_or((game.setup(), None), |(setup, mv)| (setup, Some(mv)));
        let is_ours = self.board == setup.to_string()
            && self.played == played.map(|mv| mv.to_string())
            && self.loss.is_some() == played.is_some();
        ensure!(is_ours, "ply {} is of another game", self.ply);
        let score = Score::saturating(centidiscs_of(self.score));
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
            played_score: self.loss.map(|loss| score - centidiscs_of(loss)),
            score,
            certainty,
            pv: pv?,
            from_book: self.book,
            usage: Usage { nodes: self.nodes, ..Usage::default() },
        })
    }
}

/// The settings of an analysis, which its scores depend on.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "settings")]
pub(super) struct AnalysisSettings {
    level: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// In milliseconds a move.
    time: Option<u64>,
    exact_from: Option<u32>,
    /// [`Options::evaluator_name`].
    evaluator: String,
    book: Option<String>,
    bookdepth: Option<String>,
    /// The parameters that differ from their defaults.
    param: Option<String>,
}

impl AnalysisSettings {
    pub(super) fn new(
        options: &Options,
        limits: &LimitArguments,
        exact_from: Option<u32>,
    ) -> AnalysisSettings {
        let value = |flag: &str| {
            let option = OPTIONS.iter().find(|option| option.flag == flag);
            option.map(|option| option.kind.value(options)).unwrap_or_default()
        };
        AnalysisSettings {
            level: limits.level.or_else(|| limits.limits().is_none().then_some(options.level)),
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time.and_then(|time| time.as_millis().try_into().ok()),
            exact_from,
            evaluator: options.evaluator_name(),
            book: options.own_book.then(|| value("book")),
            bookdepth: options.own_book.then(|| value("bookdepth")),
            param: changed_parameters(&options.parameters),
        }
    }
}

/// The parameters that differ from their defaults, if any.
fn changed_parameters(parameters: &Parameters) -> Option<String> {
    let changed = parameters.changed_from(&Parameters::DEFAULT);
    let changed = changed.map(|spec| format!("{}={}", spec.name, spec.value(parameters)));
    let changed: Vec<String> = changed.collect();
    (!changed.is_empty()).then(|| changed.join(" "))
}
