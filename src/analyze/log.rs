//! [`AnalysisLog`]: the file in which an analysis is kept, so that it can go on later.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};

use super::games::{GameEntry, GameReply};
use crate::limits::LimitArguments;
use crate::output::{complete_lines, counted, go_on_after};
use engine::score::{Score, Selectivity, centidiscs_of};
use engine::search::{Certainty, Parameters, Usage};
use engine::{AnalysedPly, OPTIONS, Options};
use othello::board::Move;
use othello::game::Game;
use protocol::reply::{AnalysisReply, CertaintyReply, PlyReply, Reply, to_json};

/// The file in which an analysis is kept, one JSON object a line: the settings, then each
/// game, and below it its plies, the last one first.
#[derive(Debug, Default)]
pub(super) struct AnalysisLog {
    file: Option<File>,
    /// The number of games in it.
    games: usize,
    /// The number of the last game whose sums are in it.
    sums: usize,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
enum LogRow {
    Settings(AnalysisSettings),
    Game {
        game: usize,
        start: String,
        moves: Vec<String>,
    },
    Ply(LoggedPly),
    /// The sums of a game that is done.
    Analysis {},
}

/// The fields of a ply that are read back.
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
    /// Takes `file`, which is at `path`, and returns the plies that are in it, by game.
    ///
    /// # Errors
    /// If it cannot be read, or does not hold an analysis of the `entries` with these
    /// `settings`; it is then left unchanged.
    pub(super) fn open(
        path: &Path,
        mut file: File,
        entries: &[GameEntry],
        settings: &AnalysisSettings,
    ) -> anyhow::Result<(AnalysisLog, Vec<Vec<AnalysedPly>>)> {
        let name = path.display();
        let text = complete_lines(&mut file, HEAD).with_context(|| format!("in {name}"))?;
        let (known, sums) = read(&text, entries, settings).with_context(|| format!("{name}"))?;
        go_on_after(&mut file, &text)?;
        if text.is_empty() {
            file.write_all((to_json(settings) + "\n").as_bytes())
                .with_context(|| format!("{name} cannot be written"))?;
        }
        Ok((AnalysisLog { file: Some(file), games: known.len(), sums }, known))
    }

    /// Writes `ply` of `entry` to the file.
    pub(super) fn put(&mut self, entry: &GameEntry, ply: &AnalysedPly) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut text = String::new();
        if self.games < entry.number {
            self.games = entry.number;
            text = GameReply::new(entry).to_json() + "\n";
        }
        text += &to_json(&Reply::Ply(PlyReply::from(ply)));
        // In one write, so that a line is rarely cut off when the process is killed.
        file.write_all((text + "\n").as_bytes()).context("what was found cannot be written")
    }

    /// Writes the sums of `entry`, all of whose plies are known, unless they are there already.
    pub(super) fn put_sums(
        &mut self,
        entry: &GameEntry,
        sums: AnalysisReply,
    ) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        if self.sums >= entry.number {
            return Ok(());
        }
        self.sums = entry.number;
        let line = to_json(&Reply::Analysis(sums)) + "\n";
        file.write_all(line.as_bytes()).context("what was found cannot be written")
    }
}

/// How the first line of a file starts.
const HEAD: &str = r#"{"reply":"settings","#;

/// The plies in `text`, by game, and the number of the last game whose sums are there.
fn read(
    text: &str,
    entries: &[GameEntry],
    settings: &AnalysisSettings,
) -> anyhow::Result<(Vec<Vec<AnalysedPly>>, usize)> {
    let mut known: Vec<Vec<AnalysedPly>> = Vec::new();
    let mut sums = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let row = serde_json::from_str(line).context("no line of an analysis");
        let taken = row.and_then(|row| match row {
            LogRow::Settings(there) if number == 1 => match there.difference(settings) {
                Some(difference) => Err(anyhow!("another analysis: {difference}")),
                None => Ok(()),
            },
            _ if number == 1 => Err(anyhow!("expected the settings of an analysis")),
            LogRow::Analysis {} => {
                sums = known.len();
                Ok(())
            }
            row => take(row, entries, &mut known),
        });
        taken.with_context(|| format!("line {number}"))?;
    }
    Ok((known, sums))
}

/// Adds what `row` holds to `known`.
fn take(
    row: LogRow,
    entries: &[GameEntry],
    known: &mut Vec<Vec<AnalysedPly>>,
) -> anyhow::Result<()> {
    match row {
        LogRow::Settings(_) | LogRow::Analysis {} => bail!("expected a game or a ply"),
        LogRow::Game { game, start, moves } => {
            ensure!(game == known.len() + 1, "game {game} is out of order");
            let Some(entry) = entries.get(known.len()) else {
                let games = counted(entries.len(), "game");
                bail!("another analysis: expected {games} and not {game}");
            };
            if let Some(difference) = game_difference(entry.game(), &start, &moves) {
                bail!("another analysis: in game {game} {difference}");
            }
            known.push(Vec::new());
        }
        LogRow::Ply(row) => {
            let index = known.len().checked_sub(1).context("a ply of no game")?;
            let plies = &mut known[index];
            let game = entries[index].game();
            let expected =
                plies.last().map_or(game.moves().len() + 1, |ply| ply.ply).checked_sub(1);
            if expected != Some(row.ply) {
                bail!("ply {} is out of order", row.ply);
            }
            plies.push(row.to_ply(&entries[index])?);
        }
    }
    Ok(())
}

/// How the game from `start` with these `moves` differs from `game`; `None` if it is the same.
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
    /// The ply of `entry` with the results in the row.
    fn to_ply(&self, entry: &GameEntry) -> anyhow::Result<AnalysedPly> {
        let game = entry.game();
        let (setup, played) = game
            .turns()
            .nth(self.ply)
            .map_or((game.setup(), None), |(setup, mv)| (setup, Some(mv)));
        let is_ours = self.board == setup.to_string()
            && self.played == played.map(|mv| mv.to_string())
            && self.loss.is_some() == played.is_some();
        ensure!(is_ours, "ply {} is not that of the game", self.ply);
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

/// The settings of an analysis. Scores found with different settings are not comparable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reply", rename = "settings")]
pub(super) struct AnalysisSettings {
    /// The level, unless the limits that follow are all.
    level: Option<u32>,
    /// The depth of each search in plies.
    #[serde(default)]
    depth: Option<u32>,
    /// The most nodes of each search.
    #[serde(default)]
    nodes: Option<u64>,
    /// The time for each move, in milliseconds.
    time: Option<u64>,
    /// With how many empties or fewer each position is solved.
    exact_from: Option<u32>,
    /// The evaluator, by [`Options::evaluator_name`].
    evaluator: String,
    /// The opening book, if one is used.
    #[serde(default)]
    book: Option<String>,
    /// How deep its positions have to be searched, if one is used.
    #[serde(default)]
    bookdepth: Option<String>,
    /// The parameters of the search that are not what they are by default.
    #[serde(default)]
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
            level: limits.limits().map_or(Some(options.level), |_| limits.level.0),
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

    /// A description of how `self` differs from `asked`; `None` if they are the same.
    pub(super) fn difference(&self, asked: &AnalysisSettings) -> Option<String> {
        let differences: Vec<String> = [
            setting_difference("--level", shown(self.level), shown(asked.level)),
            setting_difference("--depth", shown(self.depth), shown(asked.depth)),
            setting_difference("--nodes", shown(self.nodes), shown(asked.nodes)),
            setting_difference("--time", shown(self.time), shown(asked.time)),
            setting_difference("--exact-from", shown(self.exact_from), shown(asked.exact_from)),
            setting_difference("the evaluator", self.evaluator.clone(), asked.evaluator.clone()),
            setting_difference("--book", shown(self.book.as_ref()), shown(asked.book.as_ref())),
            setting_difference(
                "--bookdepth",
                shown(self.bookdepth.as_ref()),
                shown(asked.bookdepth.as_ref()),
            ),
            setting_difference("--param", shown(self.param.as_ref()), shown(asked.param.as_ref())),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!differences.is_empty()).then(|| differences.join(", "))
    }
}

/// The parameters that are not what they are by default; `None` if there are none.
fn changed_parameters(parameters: &Parameters) -> Option<String> {
    let changed = parameters.changed_from(&Parameters::DEFAULT);
    let changed = changed.map(|spec| format!("{}={}", spec.name, spec.value(parameters)));
    let changed: Vec<String> = changed.collect();
    (!changed.is_empty()).then(|| changed.join(" "))
}

fn shown(value: Option<impl Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn setting_difference(name: &str, there: String, here: String) -> Option<String> {
    (there != here).then(|| format!("{name} was {there} and is {here}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::parse_time;

    #[test]
    fn what_differs_is_told() {
        let options = Options::default();
        let level = AnalysisSettings::new(&options, &LimitArguments::default(), None);
        assert_eq!(level.difference(&level), None);
        let limits = LimitArguments { depth: Some(12), nodes: Some(900), ..Default::default() };
        let limits = AnalysisSettings::new(&options, &limits, None);
        assert_eq!(
            level.difference(&limits).as_deref(),
            Some(
                "--level was 10 and is none, --depth was none and is 12, --nodes was none and is 900"
            )
        );
        let limits = LimitArguments { time: parse_time("500").ok(), ..Default::default() };
        let time = AnalysisSettings::new(&options, &limits, Some(20));
        assert_eq!(
            level.difference(&time).as_deref(),
            Some(
                "--level was 10 and is none, --time was none and is 500, \
                 --exact-from was none and is 20"
            )
        );
    }
}
