//! [`Ranking`]: the result of a tournament, as text and in JSON.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

use super::play::Contest;
use crate::tournament::Seat;
use crate::tournament::record::{Entrant, GameRecord};
use crate::tournament::row::EntrantRow;
use crate::tournament::stats::{CrossTable, Ending, Rating};

/// How many players the line of progress shows.
const SHOWN: usize = 6;

/// The games of a tournament so far.
#[derive(Debug, Clone)]
pub(super) struct Standings<'a> {
    entrants: &'a [Entrant],
    /// The index of the entrant whose rating is 0.
    anchor: usize,
    table: CrossTable,
    /// By entrant.
    counts: Vec<Counts>,
}

/// The games of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
struct Counts {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Lost games that were not played to the end.
    forfeits: u32,
}

/// The result of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "tournament")]
pub(super) struct Ranking {
    /// Whose rating is 0.
    pub(super) anchor: String,
    /// The best first.
    pub(super) players: Vec<PlayerReport>,
    /// Who has met whom.
    pairings: Vec<PairingReport>,
}

/// How a player has done.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PlayerReport {
    #[serde(flatten)]
    entrant: EntrantRow,
    /// The difference to the anchor; nothing if there is none to tell.
    pub(super) elo: Option<f64>,
    /// Half of its 95 % interval.
    pub(super) margin: Option<f64>,
    /// Why there is no rating.
    pub(super) unrated: Option<&'static str>,
    points: f64,
    games: f64,
    #[serde(flatten)]
    counts: Counts,
}

/// How two players have done against one another.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct PairingReport {
    a: String,
    b: String,
    /// Those of the first.
    points: f64,
    games: f64,
}

impl<'a> Standings<'a> {
    /// A tournament of `entrants` before the first game.
    pub(super) fn new(entrants: &'a [Entrant], anchor: usize) -> Standings<'a> {
        let (table, counts) =
            (CrossTable::new(entrants.len()), vec![Counts::default(); entrants.len()]);
        Standings { entrants, anchor, table, counts }
    }

    /// How it stands.
    pub(super) fn ranking(&self) -> Ranking {
        let ratings = self.table.ratings(self.anchor);
        let mut players: Vec<PlayerReport> =
            (0..self.entrants.len()).map(|index| self.player(index, ratings[index])).collect();
        players.sort_by(PlayerReport::compare);
        let indices = 0..self.entrants.len();
        let pairs = indices.clone().flat_map(|a| (a + 1..indices.end).map(move |b| (a, b)));
        let name = |index: usize| self.entrants[index].name.clone();
        Ranking {
            anchor: name(self.anchor),
            players,
            pairings: pairs
                .map(|(a, b)| (a, b, self.table.points(a, b), self.table.games(a, b)))
                .filter(|&(.., games)| games > 0.0)
                .map(|(a, b, points, games)| PairingReport {
                    a: name(a),
                    b: name(b),
                    points,
                    games,
                })
                .collect(),
        }
    }

    fn player(&self, index: usize, rating: Rating) -> PlayerReport {
        let (points, games) = self.table.total(index);
        let (elo, margin, unrated) = match rating {
            Rating::Elo { value, margin } => (Some(value), Some(margin), None),
            Rating::Above => (None, None, Some("above")),
            Rating::Below => (None, None, Some("below")),
            Rating::Unknown => (None, None, Some("unknown")),
        };
        let (entrant, counts) = (EntrantRow::from(&self.entrants[index]), self.counts[index]);
        PlayerReport { entrant, elo, margin, unrated, points, games, counts }
    }
}

impl Contest for Standings<'_> {
    fn add(&mut self, record: &GameRecord) {
        let outcome = record.outcome();
        let [a, b] = record.fixture.entrants;
        let points = match outcome.winner {
            Some(Seat::A) => 1.0,
            None => 0.5,
            Some(Seat::B) => 0.0,
        };
        self.table.add(a, b, points);
        for (seat, index) in Seat::ALL.into_iter().zip([a, b]) {
            let counts = &mut self.counts[index];
            match outcome.winner {
                None => counts.draws += 1,
                Some(winner) if winner == seat => counts.wins += 1,
                Some(_) => {
                    counts.losses += 1;
                    counts.forfeits += u32::from(matches!(outcome.ending, Ending::Forfeit(_)));
                }
            }
        }
    }

    fn is_decided(&self) -> bool {
        false
    }
}

/// The best players with their ratings, in one line.
impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranking = self.ranking();
        let told: Vec<String> =
            ranking.players.iter().take(SHOWN).map(PlayerReport::told).collect();
        f.write_str(&told.join(", "))?;
        f.write_str(if ranking.players.len() > SHOWN { ", .." } else { "" })
    }
}

impl Ranking {
    /// Whether there is any game.
    pub(super) fn has_games(&self) -> bool {
        !self.pairings.is_empty()
    }
}

impl PlayerReport {
    /// What it is called.
    pub(super) fn name(&self) -> &str {
        &self.entrant.name
    }

    /// Better ones first; who is above all that is rated is better, and so on.
    fn compare(&self, other: &PlayerReport) -> Ordering {
        let class = |player: &PlayerReport| match player.unrated {
            Some("above") => 0,
            None => 1,
            Some("below") => 2,
            Some(_) => 3,
        };
        let share = |player: &PlayerReport| player.points / player.games.max(1.0);
        class(self)
            .cmp(&class(other))
            .then(other.elo.unwrap_or(0.0).total_cmp(&self.elo.unwrap_or(0.0)))
            .then(share(other).total_cmp(&share(self)))
    }

    /// Its rating as text.
    fn rating(&self) -> String {
        match (self.elo, self.unrated) {
            (Some(elo), _) => format!("{elo:+.1}"),
            (None, unrated) => unrated.unwrap_or_default().to_owned(),
        }
    }

    fn told(&self) -> String {
        format!("{} {}", self.name(), self.rating())
    }
}

/// A table, the best player first.
impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.players.iter().map(|player| player.name().chars().count());
        let width = names.max().unwrap_or(0).max("name".len());
        writeln!(
            f,
            "  # {:<width$}      elo    +/-  games  score   wins  draws losses forfeits",
            "name"
        )?;
        for (place, player) in (1..).zip(&self.players) {
            let Counts { wins, draws, losses, forfeits } = player.counts;
            let margin = player.margin.map_or(String::new(), |margin| format!("{margin:.1}"));
            let score = 100.0 * player.points / player.games.max(1.0);
            writeln!(
                f,
                "{place:>3} {:<width$} {:>8} {margin:>6} {:>6} {score:>4.1} % {wins:>6} {draws:>6} \
                 {losses:>6} {forfeits:>8}",
                player.name(),
                player.rating(),
                player.games,
            )?;
        }
        Ok(())
    }
}
