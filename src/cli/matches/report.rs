//! [`Report`]: the result of a match, as text and in JSON.

use std::fmt;

use serde::Serialize;

use super::standing::Standing;
use crate::tournament::record::Entrant;
use crate::tournament::row::EntrantRow;
use crate::tournament::stats::{Estimate, Pairs, Sprt, Tally, Verdict};

/// The result of a match.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "match")]
pub(super) struct Report {
    a: EntrantRow,
    b: EntrantRow,
    games: u64,
    /// Seen from A, as everything below.
    wins: u64,
    draws: u64,
    losses: u64,
    /// The share of the points, 0 to 1.
    score: f64,
    /// The mean disc difference of games that were played to the end.
    discs: Option<f64>,
    /// The difference in Elo; nothing before there is a pair.
    elo: Option<EloReport>,
    /// The likelihood that A is the stronger one, 0 to 1.
    los: Option<f64>,
    /// Pairs by points: 0, 0.5, 1, 1.5, 2.
    pairs: Pairs,
    /// Games that A forfeited, and that B did.
    forfeits: [u64; 2],
    /// Those of them on time.
    late: [u64; 2],
    sprt: Option<SprtReport>,
}

/// A difference in Elo with its 95 % interval. In JSON an infinite end is null.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct EloReport {
    value: f64,
    low: f64,
    high: f64,
}

/// What a test says.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// The difference that is accepted; nothing while it is not decided.
    accepted: Option<f64>,
}

impl Report {
    /// How the match between `entrants` ended.
    pub(super) fn new(entrants: &[Entrant; 2], standing: &Standing) -> Report {
        let [a, b] = entrants.each_ref().map(EntrantRow::from);
        let tally = &standing.tally;
        let &Tally { wins, draws, losses, pairs, forfeits, late, .. } = tally;
        let estimate = Estimate::from_pairs(&pairs);
        Report {
            a,
            b,
            games: tally.games(),
            wins,
            draws,
            losses,
            score: tally.score(),
            discs: tally.mean_discs(),
            elo: estimate.map(|estimate| {
                let [low, value, high] = estimate.elo();
                EloReport { value, low, high }
            }),
            los: estimate.map(|estimate| estimate.superiority()),
            pairs,
            forfeits,
            late,
            sprt: standing.sprt.map(|sprt| SprtReport::new(&sprt, &pairs)),
        }
    }
}

impl SprtReport {
    fn new(sprt: &Sprt, pairs: &Pairs) -> SprtReport {
        let ([elo0, elo1], [lower, upper]) = (sprt.elo(), sprt.bounds());
        let accepted = match sprt.verdict(pairs) {
            Verdict::Lower => Some(elo0),
            Verdict::Open => None,
            Verdict::Higher => Some(elo1),
        };
        SprtReport { elo0, elo1, llr: sprt.log_likelihood_ratio(pairs), lower, upper, accepted }
    }
}

/// A line for each of the things to tell.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "A        {}", self.a)?;
        writeln!(f, "B        {}", self.b)?;
        let Report { games, wins, draws, losses, .. } = self;
        writeln!(f, "games    {games}: A wins {wins}, draws {draws}, loses {losses}")?;
        writeln!(f, "score    {:.1} %", 100.0 * self.score)?;
        if let Some(discs) = self.discs {
            writeln!(f, "discs    {discs:+.2} a game")?;
        }
        if let (Some(elo), Some(los)) = (self.elo, self.los) {
            writeln!(f, "elo      {elo}, LOS {:.1} %", 100.0 * los)?;
            let [none, half, one, more, two] = self.pairs;
            writeln!(f, "pairs    0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}")?;
        }
        writeln!(f, "forfeits A {}, B {}", self.forfeits[0], self.forfeits[1])?;
        if self.late != [0; 2] {
            writeln!(f, "late     A {}, B {}", self.late[0], self.late[1])?;
        }
        match &self.sprt {
            Some(sprt) => writeln!(f, "sprt     {sprt}"),
            None => Ok(()),
        }
    }
}

/// `+34.9 [-10.0, +80.1]`.
impl fmt::Display for EloReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EloReport { value, low, high } = self;
        write!(f, "{value:+.1} [{low:+.1}, {high:+.1}]")
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtReport { elo0, elo1, llr, lower, upper, accepted } = self;
        write!(f, "elo {elo0} or {elo1}: LLR {llr:+.2} [{lower:.2}, {upper:.2}], ")?;
        match accepted {
            Some(elo) => write!(f, "accepted {elo}"),
            None => f.write_str("undecided"),
        }
    }
}
