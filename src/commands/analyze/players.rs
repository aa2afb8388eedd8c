//! [`PlayerTable`]: the losses of each player over all games, by phase and by move.

use std::collections::BTreeMap;
use std::fmt;

use console::{Alignment, measure_text_width, pad_str};
use serde::Serialize;

use super::rows::is_player;
use crate::rows::Row;
use crate::source::Entry;
use engine::score::discs_of;
use engine::{AnalysedPly, Mark, SideSummary};
use othello::board::{Color, Move};

/// The number of empties at the start of each phase.
const PHASES: [u32; 3] = [60, 40, 20];

/// The number of costly moves that are listed for each player.
const WORST: usize = 3;

/// The players of several games, by name.
#[derive(Debug, Default)]
pub(super) struct PlayerTable(BTreeMap<String, PlayerTotals>);

#[derive(Debug, Default)]
struct PlayerTotals {
    games: u32,
    all: SideSummary,
    phases: [SideSummary; PHASES.len()],
    /// The most costly moves, the worst one first.
    worst: Vec<CostlyMove>,
}

/// A move and its loss.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct CostlyMove {
    /// The number of its game, from 1.
    game: usize,
    /// The number of the move, from 1, passes included.
    number: usize,
    #[serde(rename = "move")]
    mv: String,
    best: String,
    /// In discs.
    loss: f64,
}

/// The totals of a player; losses are in discs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "player")]
pub(super) struct PlayerRow {
    player: String,
    games: u32,
    choices: u32,
    lost: f64,
    average: f64,
    /// The average loss with 60 to 41 empties, 40 to 21, and 20 to 1; null without a choice there.
    phases: [Option<f64>; PHASES.len()],
    inaccuracy: u32,
    mistake: u32,
    blunder: u32,
    worst: Vec<CostlyMove>,
}

impl PlayerTable {
    /// Adds the `plies` of a game; with `player`, only that player's plies. An unnamed player is
    /// listed by colour.
    pub(super) fn add(&mut self, entry: &Entry, plies: &[AnalysedPly], player: Option<&str>) {
        let sides = [Color::Black, Color::White].into_iter();
        for side in sides.filter(|&side| player.is_none_or(|name| is_player(entry, side, name))) {
            let name = entry.player(side).unwrap_or_else(|| side.to_string());
            let totals = self.0.entry(name).or_default();
            totals.games += 1;
            plies
                .iter()
                .filter(|ply| ply.setup.side == side)
                .for_each(|ply| totals.add(entry, ply));
        }
    }

    /// The columns of text and CSV.
    pub(super) const COLUMNS: &str = "player games choices lost average inaccuracy mistake blunder";

    /// The players by increasing average loss.
    pub(super) fn rows(&self) -> impl Iterator<Item = PlayerRow> {
        let mut rows: Vec<PlayerRow> =
            self.0.iter().map(|(name, totals)| totals.to_row(name)).collect();
        rows.sort_by(|a, b| a.average.total_cmp(&b.average));
        rows.into_iter()
    }
}

impl Row for PlayerRow {}

impl PlayerTotals {
    fn add(&mut self, entry: &Entry, ply: &AnalysedPly) {
        let empties = ply.setup.position.empty_count();
        self.all.add(ply);
        let phase = PHASES.iter().rposition(|&first| empties <= first).unwrap_or(0);
        self.phases[phase].add(ply);
        let (Some(mv), Some(best), Some(loss)) = (ply.played, ply.best(), ply.loss()) else {
            return;
        };
        if loss == 0 {
            return;
        }
        let word = |mv: Move| mv.to_string();
        let (mv, best, loss) = (word(mv), word(best), discs_of(loss));
        let place = self.worst.partition_point(|other| other.loss >= loss);
        let costly = CostlyMove { game: entry.number, number: ply.ply + 1, mv, best, loss };
        self.worst.insert(place, costly);
        self.worst.truncate(WORST);
    }

    fn to_row(&self, name: &str) -> PlayerRow {
        let phase =
            |phase: &SideSummary| (phase.choices > 0).then(|| discs_of(phase.average_loss()));
        PlayerRow {
            player: name.to_owned(),
            games: self.games,
            choices: self.all.choices,
            lost: discs_of(self.all.lost),
            average: discs_of(self.all.average_loss()),
            phases: self.phases.each_ref().map(phase),
            inaccuracy: self.all.count(Mark::Inaccuracy),
            mistake: self.all.count(Mark::Mistake),
            blunder: self.all.count(Mark::Blunder),
            worst: self.worst.clone(),
        }
    }
}

/// A row for each player, then the most costly moves.
impl fmt::Display for PlayerTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<PlayerRow> = self.rows().collect();
        let names = rows.iter().map(|row| measure_text_width(&row.player));
        let width = names.chain(["player".len()]).max().unwrap_or(0);
        writeln!(
            f,
            "{:width$}  games  choices  lost a move   60-41   40-21    20-1    ?!     ?    ??",
            "player"
        )?;
        for row in &rows {
            let [opening, middle, end] = row.phases.map(|loss| match loss {
                Some(loss) => format!("{loss:.2}"),
                None => String::new(),
            });
            let PlayerRow { games, choices, average, inaccuracy, mistake, blunder, .. } = row;
            let player = pad_str(&row.player, width, Alignment::Left, None);
            writeln!(
                f,
                "{player}  {games:>5}  {choices:>7}  {average:>11.2}  {opening:>6}  {middle:>6}  \
                 {end:>6}  {inaccuracy:>4}  {mistake:>4}  {blunder:>4}"
            )?;
        }
        if rows.iter().any(|row| !row.worst.is_empty()) {
            writeln!(f, "\nmost costly moves")?;
        }
        for row in &rows {
            for CostlyMove { game, number, mv, best, loss } in &row.worst {
                let player = pad_str(&row.player, width, Alignment::Left, None);
                writeln!(
                    f,
                    "{player}  {loss:>6.2}  game {game}, move {number}: {mv} instead of {best}"
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_losses_the_costly_moves_have_no_heading() {
        let of = |worst| {
            let totals = PlayerTotals { worst, ..PlayerTotals::default() };
            PlayerTable(BTreeMap::from([("ann".to_owned(), totals)])).to_string()
        };
        assert_eq!(of(Vec::new()).lines().count(), 2);
        let (mv, best) = ("f5".to_owned(), "d3".to_owned());
        let costly = CostlyMove { game: 1, number: 1, mv, best, loss: 2.0 };
        assert!(of(vec![costly]).contains("\n\nmost costly moves\nann "));
    }

    #[test]
    fn columns_align_with_wide_names() {
        let totals =
            ["黒川", "a b", "ann", "é"].map(|name| (name.to_owned(), PlayerTotals::default()));
        let table = PlayerTable(BTreeMap::from(totals)).to_string();
        let rows = table.lines().take_while(|line| !line.is_empty());
        let widths: Vec<usize> = rows.map(measure_text_width).collect();
        assert_eq!(widths, [widths[0]; 5], "{table}");
    }
}
