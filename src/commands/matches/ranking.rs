//! [`Ranking`]: the result of a tournament as text, JSON and chart.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;
use serde::Serialize;

use super::play::Contest;
use super::row::EntrantRow;
use crate::chart::{self, Backend, ChartError, TEXT_FONT};
use crate::output::rounded;
use lab::tournament::MatchSide;
use lab::tournament::record::{Entrant, GameRecord};
use lab::tournament::stats::{CrossTable, Rating};

/// Maximum players in the progress line.
const SHOWN: usize = 6;

/// Progress of a tournament.
#[derive(Debug, Clone)]
pub(super) struct TournamentState<'a> {
    entrants: &'a [Entrant],
    /// The index of the entrant with rating 0.
    anchor: usize,
    table: CrossTable,
    /// One per entrant.
    counts: Vec<Counts>,
}

/// Counts of a player's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
struct Counts {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Losses by forfeit, included in `losses`.
    forfeits: u32,
}

/// The result of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "tournament")]
pub(super) struct Ranking {
    /// The player with rating 0.
    anchor: String,
    /// Best first.
    players: Vec<PlayerReport>,
    /// All pairings with games.
    pairings: Vec<PairingReport>,
}

/// The result of a player.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct PlayerReport {
    #[serde(flatten)]
    entrant: EntrantRow,
    /// Elo relative to the anchor; `None` if unbounded.
    elo: Option<f64>,
    /// Half the 95 % interval, in Elo.
    margin: Option<f64>,
    /// Why `elo` is `None`: `above`, `below` or `unknown`.
    unrated: Option<&'static str>,
    points: f64,
    games: u64,
    #[serde(flatten)]
    counts: Counts,
}

/// The result of a pairing.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct PairingReport {
    a: String,
    b: String,
    /// The points of `a`.
    points: f64,
    games: u64,
}

impl<'a> TournamentState<'a> {
    /// A tournament without games.
    pub(super) fn new(entrants: &'a [Entrant], anchor: usize) -> TournamentState<'a> {
        let (table, counts) =
            (CrossTable::new(entrants.len()), vec![Counts::default(); entrants.len()]);
        TournamentState { entrants, anchor, table, counts }
    }

    /// The current ranking.
    pub(super) fn ranking(&self) -> Ranking {
        let ratings = self.table.ratings(self.anchor);
        let mut players: Vec<PlayerReport> =
            (0..self.entrants.len()).map(|index| self.player(index, ratings[index])).collect();
        players.sort_by(PlayerReport::compare);
        let indices = 0..self.entrants.len();
        let pairs = indices.clone().flat_map(|a| (a + 1..indices.end).map(move |b| (a, b)));
        let name = |index: usize| self.entrants[index].name.clone();
        let pairings = pairs.map(|(a, b)| PairingReport {
            a: name(a),
            b: name(b),
            points: self.table.points(a, b),
            games: self.table.games(a, b) as u64,
        });
        let pairings = pairings.filter(|pairing| pairing.games > 0).collect();
        Ranking { anchor: name(self.anchor), players, pairings }
    }

    fn player(&self, index: usize, rating: Rating) -> PlayerReport {
        let (elo, margin, unrated) = match rating {
            Rating::Elo { value, margin } => (Some(rounded(value)), Some(rounded(margin)), None),
            Rating::Above => (None, None, Some("above")),
            Rating::Below => (None, None, Some("below")),
            Rating::Unknown => (None, None, Some("unknown")),
        };
        let (entrant, counts) = (EntrantRow::from(&self.entrants[index]), self.counts[index]);
        let Counts { wins, draws, losses, .. } = counts;
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        let games = (wins + draws + losses).into();
        PlayerReport { entrant, elo, margin, unrated, points, games, counts }
    }
}

impl Contest for TournamentState<'_> {
    fn add(&mut self, record: &GameRecord) {
        let [a, b] = record.scheduled.entrants;
        let points = match record.winner() {
            Some(MatchSide::A) => 1.0,
            None => 0.5,
            Some(MatchSide::B) => 0.0,
        };
        self.table.add(a, b, points);
        for (side, index) in MatchSide::ALL.into_iter().zip([a, b]) {
            let counts = &mut self.counts[index];
            match record.winner() {
                None => counts.draws += 1,
                Some(winner) if winner == side => counts.wins += 1,
                Some(_) => {
                    counts.losses += 1;
                    counts.forfeits += u32::from(record.forfeit.is_some());
                }
            }
        }
    }
}

/// One line with the best players and their ratings.
impl fmt::Display for TournamentState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranking = self.ranking();
        let best = ranking.players.iter().take(SHOWN);
        let best = best.map(|player| format!("{} {}", player.entrant.name, player.rating()));
        f.write_str(&best.collect::<Vec<_>>().join(", "))?;
        f.write_str(if ranking.players.len() > SHOWN { ", .." } else { "" })
    }
}

impl Ranking {
    /// Whether any game has been played.
    pub(super) fn has_games(&self) -> bool {
        !self.pairings.is_empty()
    }

    /// Writes the ratings with their intervals to `path` as SVG, best first.
    pub(super) fn write_chart(&self, path: &Path) -> anyhow::Result<()> {
        let count = i32::try_from(self.players.len())?;
        let height = HEIGHT_OF_REST + HEIGHT_OF_PLAYER * u32::try_from(count)?;
        let caption = format!("Elo above {}, with 95 % intervals", self.anchor);
        chart::write(path, &caption, height, |chart| draw(chart, &self.players, count))
    }
}

impl PlayerReport {
    /// Orders better players first: unbounded above, rated, unbounded below, unknown.
    fn compare(&self, other: &PlayerReport) -> Ordering {
        let class = |player: &PlayerReport| match player.unrated {
            Some("above") => 0,
            None => 1,
            Some("below") => 2,
            Some(_) => 3,
        };
        let share = |player: &PlayerReport| player.points / player.games.max(1) as f64;
        class(self)
            .cmp(&class(other))
            .then(other.elo.unwrap_or(0.0).total_cmp(&self.elo.unwrap_or(0.0)))
            .then(share(other).total_cmp(&share(self)))
    }

    /// The rating as text.
    fn rating(&self) -> String {
        match (self.elo, self.unrated) {
            (Some(elo), _) => format!("{elo:+.1}"),
            (None, unrated) => unrated.unwrap_or_default().to_owned(),
        }
    }
}

/// A table, best player first.
impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.players.iter().map(|player| player.entrant.name.chars().count());
        let width = names.max().unwrap_or(0).max("name".len());
        writeln!(
            f,
            "  # {:<width$}      elo    +/-  games   score   wins  draws losses forfeits",
            "name"
        )?;
        for (place, player) in (1..).zip(&self.players) {
            let Counts { wins, draws, losses, forfeits } = player.counts;
            let margin = player.margin.map_or(String::new(), |margin| format!("{margin:.1}"));
            let score = 100.0 * player.points / player.games.max(1) as f64;
            writeln!(
                f,
                "{place:>3} {:<width$} {:>8} {margin:>6} {:>6} {score:>5.1} % {wins:>6} {draws:>6} \
                 {losses:>6} {forfeits:>8}",
                player.entrant.name,
                player.rating(),
                player.games,
            )?;
        }
        Ok(())
    }
}

/// Chart height in pixels: per player, and the rest.
const HEIGHT_OF_PLAYER: u32 = 28;
const HEIGHT_OF_REST: u32 = 100;

/// Width of the name column in pixels.
const WIDTH_OF_NAMES: u32 = 220;

/// Maximum characters of a name.
const MAX_NAME: usize = 32;

/// Margin beyond the outermost bars, in Elo.
const AROUND: f64 = 25.0;

/// Draws the ratings of the `count` players.
fn draw(
    chart: &mut ChartBuilder<Backend>,
    players: &[PlayerReport],
    count: i32,
) -> Result<(), ChartError> {
    let mut chart = chart
        .x_label_area_size(36)
        .y_label_area_size(WIDTH_OF_NAMES)
        .build_cartesian_2d(range(players), (0..count - 1).into_segmented())?;
    let name = |place: &SegmentValue<i32>| match place {
        SegmentValue::Exact(place) | SegmentValue::CenterOf(place) => {
            let player = usize::try_from(count - 1 - place).ok();
            player.and_then(|player| players.get(player)).map_or(String::new(), label)
        }
        SegmentValue::Last => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(players.len())
        .y_label_formatter(&name)
        .x_label_formatter(&|elo| format!("{elo:.0}"))
        .x_desc("Elo")
        .label_style(TEXT_FONT)
        .draw()?;
    for (place, player) in (0..).zip(players) {
        let (Some(elo), Some(margin)) = (player.elo, player.margin) else { continue };
        let at = |elo: f64| (elo, SegmentValue::CenterOf(count - 1 - place));
        let interval =
            PathElement::new(vec![at(elo - margin), at(elo + margin)], BLUE.stroke_width(2));
        chart.draw_series([interval])?;
        chart.draw_series([Circle::new(at(elo), 4, BLUE.filled())])?;
    }
    Ok(())
}

/// The range of the axis, in Elo.
fn range(players: &[PlayerReport]) -> Range<f64> {
    let ends = players.iter().filter_map(|player| Some((player.elo?, player.margin?)));
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), (elo, margin)| {
        (low.min(elo - margin), high.max(elo + margin))
    });
    low - AROUND..high + AROUND
}

/// The name of a player. For a player without a rating, also the reason.
fn label(player: &PlayerReport) -> String {
    let name: String = player.entrant.name.chars().take(MAX_NAME).collect();
    player.unrated.map_or(name.clone(), |unrated| format!("{name} ({unrated})"))
}
