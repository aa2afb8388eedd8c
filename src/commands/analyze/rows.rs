//! The rows of an analysis: [`GameAnswer`], its [`PlyRow`]s, and the [`AnalysisLog`] of them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::commands::batch::{Place, milliseconds};
use crate::limits::SearchSettings;
use crate::output::counted;
use crate::results_log::ResultsLog;
use crate::rows::{Row, values};
use crate::source::Entry;
use engine::AnalysedPly;
use engine::score::{Bound, Score, Selectivity, centidiscs_of, discs_of};
use engine::search::{Certainty, Usage};
use othello::board::{Color, Move};
use othello::game::{Game, Opening};
use protocol::reply::{AnalysisReply, CertaintyReply, HistoryReply, ScoreReply, to_json};

/// The columns of text and CSV.
pub(super) const COLUMNS: &str = "game file line black white ply side board empties played best \
                                  score certainty selectivity loss mark nodes time pv";

/// A ply of a game. These are the fields of its JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "reply", rename = "ply")]
pub(super) struct PlyRow {
    /// The number of its game, from 1.
    game: usize,
    #[serde(flatten)]
    place: Place,
    black: Option<String>,
    white: Option<String>,
    /// From 1, passes included.
    ply: usize,
    side: String,
    board: String,
    empties: u32,
    /// `None` in the last position.
    played: Option<String>,
    best: Option<String>,
    /// In discs for the side to move.
    score: f64,
    /// Always `None`: scores of an analysis are not bounds. Searches share the column.
    bound: Option<()>,
    certainty: CertaintyReply,
    selectivity: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    book: bool,
    loss: Option<f64>,
    mark: Option<String>,
    nodes: u64,
    /// In milliseconds.
    time: f64,
    pv: Vec<String>,
}

impl PlyRow {
    fn new(entry: &Entry, ply: &AnalysedPly) -> PlyRow {
        let score = ScoreReply::new(ply.score, Bound::Exact, ply.certainty);
        PlyRow {
            game: entry.number,
            place: entry.into(),
            black: entry.player(Color::Black),
            white: entry.player(Color::White),
            ply: ply.ply + 1,
            side: ply.setup.side.to_string(),
            board: ply.setup.to_string(),
            empties: ply.setup.position.empty_count(),
            played: ply.played.map(|mv| mv.to_string()),
            best: ply.best().map(|mv| mv.to_string()),
            score: discs_of(ply.score.centidiscs()),
            bound: None,
            certainty: score.certainty,
            selectivity: score.selectivity,
            book: ply.from_book,
            loss: ply.loss().map(discs_of),
            mark: ply.mark().map(|mark| mark.to_string()),
            nodes: ply.usage.nodes,
            time: milliseconds(&ply.usage),
            pv: ply.pv.iter().map(Move::to_string).collect(),
        }
    }

    /// The ply of `entry` with these results.
    fn to_ply(&self, entry: &Entry) -> anyhow::Result<AnalysedPly> {
        let game = entry.game();
        let ply = self.ply.checked_sub(1).context("a ply from 1")?;
        let (setup, played) =
            game.turns().nth(ply).map_or((game.setup(), None), |(setup, mv)| (setup, Some(mv)));
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
            ply,
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

/// The game of the plies that follow.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "reply", rename = "game")]
struct GameRow {
    game: usize,
    #[serde(flatten)]
    place: Place,
    black: Option<String>,
    white: Option<String>,
    opening: Option<&'static str>,
    #[serde(flatten)]
    history: HistoryReply,
}

impl GameRow {
    fn new(entry: &Entry) -> GameRow {
        GameRow {
            game: entry.number,
            place: entry.into(),
            black: entry.player(Color::Black),
            white: entry.player(Color::White),
            opening: opening(entry),
            history: entry.game().into(),
        }
    }
}

/// The name of the opening of `entry`.
pub(super) fn opening(entry: &Entry) -> Option<&'static str> {
    Opening::of_game(entry.game()).map(|opening| opening.name)
}

/// The sums of a game.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "reply", rename = "analysis")]
struct SumsRow {
    game: usize,
    #[serde(flatten)]
    sums: AnalysisReply,
}

impl SumsRow {
    fn new(entry: &Entry, plies: &[AnalysedPly]) -> SumsRow {
        let left = entry.game().moves().len() + 1 - plies.len();
        let mut sums = AnalysisReply::new(plies, left, opening(entry));
        sums.solved = sums.solved.map(|ply| ply + 1);
        SumsRow { game: entry.number, sums }
    }
}

/// The analysis of a game.
#[derive(Serialize)]
pub(super) struct GameAnswer {
    game: GameRow,
    /// First to last.
    plies: Vec<PlyRow>,
    sums: SumsRow,
}

impl GameAnswer {
    /// The `plies` of `entry`; with `player`, only that player's plies.
    pub(super) fn new(entry: &Entry, plies: &[AnalysedPly], player: Option<&str>) -> GameAnswer {
        let is_shown = |ply: &&AnalysedPly| {
            player.is_none_or(|name| ply.played.is_some() && is_player(entry, ply.setup.side, name))
        };
        let mut rows: Vec<PlyRow> =
            plies.iter().filter(is_shown).map(|ply| PlyRow::new(entry, ply)).collect();
        rows.sort_by_key(|row| row.ply);
        GameAnswer { game: GameRow::new(entry), plies: rows, sums: SumsRow::new(entry, plies) }
    }
}

/// Whether `name` plays `side`; case is ignored.
pub(super) fn is_player(entry: &Entry, side: Color, name: &str) -> bool {
    entry.player(side).is_some_and(|player| player.to_lowercase() == name.trim().to_lowercase())
}

/// Each ply is a line of text or CSV. In JSON the game comes before the plies, and the sums after
/// them.
impl Row for GameAnswer {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let row = |ply| values(&serde_json::to_value(ply).unwrap_or_default(), columns);
        self.plies.iter().map(row).collect()
    }

    fn json(&self) -> String {
        let mut text = to_json(&self.game);
        for ply in &self.plies {
            // Writing to a string does not fail.
            let _ = write!(text, "\n{}", to_json(ply));
        }
        text + "\n" + &to_json(&self.sums)
    }
}

/// A row of the log.
#[derive(Debug, Deserialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
enum LogRow {
    Game { game: usize, start: String, moves: Vec<String> },
    Ply(Box<PlyRow>),
    Analysis { game: usize },
}

/// The log of an analysis, which a later run can continue: each game, its plies and its sums. While
/// it grows, the plies come last to first.
#[derive(Debug)]
pub(super) struct AnalysisLog(Option<ResultsLog<(usize, usize)>>);

impl AnalysisLog {
    /// Opens the log at `path` of an analysis of `entries`. Returns the logged plies of each game,
    /// last to first.
    pub(super) fn open(
        path: Option<&Path>,
        resume: bool,
        entries: &[Entry],
        settings: &SearchSettings,
    ) -> anyhow::Result<(AnalysisLog, Vec<Vec<AnalysedPly>>)> {
        let mut known: Vec<BTreeMap<usize, AnalysedPly>> = vec![BTreeMap::new(); entries.len()];
        let mut games = vec![false; entries.len()];
        let entry = |game: usize| {
            let entry = game.checked_sub(1).and_then(|index| entries.get(index));
            let Some(entry) = entry else {
                bail!("another analysis: game {game} of {}", counted(entries.len(), "game"));
            };
            Ok((game - 1, entry))
        };
        let take = |row: LogRow| match row {
            LogRow::Game { game, start, moves } => {
                let (index, entry) = entry(game)?;
                if let Some(difference) = game_difference(entry.game(), &start, &moves) {
                    bail!("another analysis: in game {game} {difference}");
                }
                games[index] = true;
                Ok(Some((game, 0)))
            }
            LogRow::Ply(row) => {
                let (index, entry) = entry(row.game)?;
                ensure!(games[index], "a ply without a game");
                known[index].insert(row.ply, row.to_ply(entry)?);
                Ok(Some((row.game, row.ply)))
            }
            LogRow::Analysis { game } => Ok(Some((game, usize::MAX))),
        };
        let log = path.map(|path| ResultsLog::open(path, resume, settings, take)).transpose()?;
        let last_plies = |(entry, plies): (&Entry, BTreeMap<usize, AnalysedPly>)| {
            let end = entry.game().moves().len();
            let in_turn = |(index, ply): &(usize, AnalysedPly)| ply.ply + index == end;
            let plies = plies.into_values().rev().enumerate().take_while(in_turn);
            plies.map(|(_, ply)| ply).collect()
        };
        let known = entries.iter().zip(known).map(last_plies).collect();
        Ok((AnalysisLog(log), known))
    }

    /// Writes `ply` of `entry`. Before the first ply of a game, writes the game.
    pub(super) fn put(&mut self, entry: &Entry, ply: &AnalysedPly) -> anyhow::Result<()> {
        let Some(log) = &mut self.0 else { return Ok(()) };
        let game = entry.number;
        if !log.contains(&(game, 0)) {
            log.put((game, 0), &GameRow::new(entry))?;
        }
        log.put((game, ply.ply + 1), &PlyRow::new(entry, ply))
    }

    /// Writes the sums of `entry` if all its `plies` are known.
    pub(super) fn put_sums(&mut self, entry: &Entry, plies: &[AnalysedPly]) -> anyhow::Result<()> {
        let (Some(log), key) = (&mut self.0, (entry.number, usize::MAX)) else { return Ok(()) };
        let is_complete = plies.len() == entry.game().moves().len() + 1;
        if !is_complete || log.contains(&key) {
            Ok(())
        } else {
            log.put(key, &SumsRow::new(entry, plies))
        }
    }

    /// Puts the log in order.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.0.map_or(Ok(()), ResultsLog::finish)
    }
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
