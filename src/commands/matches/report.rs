//! [`MatchState`]: progress of a match; [`MatchReport`]: its result, as text and JSON.

use std::fmt;

use anyhow::Context;
use serde::Serialize;

use super::play::Contest;
use super::row::EntrantRow;
use crate::Status;
use crate::output::{counted, rounded};
use lab::tournament::record::GameRecord;
use lab::tournament::stats::{Estimate, Pairs, Sprt, Tally, Verdict, pair_count};

/// The default error probabilities of an SPRT.
const USUAL_ERROR: f64 = 0.05;

/// The test of the result.
#[derive(Debug, clap::Args)]
pub(super) struct SprtArgument {
    /// Test two Elo differences until one is accepted; both error probabilities are 0.05 by default
    #[arg(long, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], num_args = 2..=4)]
    sprt: Vec<f64>,
}

impl SprtArgument {
    pub(super) fn test(&self) -> anyhow::Result<Option<Sprt>> {
        let &[elo0, elo1, ref errors @ ..] = &self.sprt[..] else { return Ok(None) };
        let error = |index| errors.get(index).copied().unwrap_or(USUAL_ERROR);
        Ok(Some(Sprt::new([elo0, elo1], error(0), error(1)).context("--sprt")?))
    }
}

/// Progress of a match.
#[derive(Debug, Clone, Default)]
pub(super) struct MatchState {
    /// The results of the games so far.
    pub(super) tally: Tally,
    /// The test that ends the match.
    pub(super) sprt: Option<Sprt>,
}

impl MatchState {
    fn verdict(&self) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(&self.tally.pairs))
    }

    /// The exit status of a match that ends here.
    pub(super) fn status(&self) -> Status {
        match self.verdict() {
            None | Some(Verdict::Higher) => Status::Done,
            Some(Verdict::Lower | Verdict::Open) => Status::No,
        }
    }
}

impl Contest for MatchState {
    fn add(&mut self, record: &GameRecord) {
        self.tally.add(record);
    }

    fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict != Verdict::Open)
    }

    fn may_end_early(&self) -> bool {
        self.sprt.is_some()
    }
}

/// The progress in one line.
impl fmt::Display for MatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, pairs, .. } = &self.tally;
        write!(f, "+{wins} ={draws} -{losses}")?;
        if let Some(estimate) = Estimate::from_pairs(pairs) {
            write!(f, ", elo {}", EloReport::new(&estimate))?;
        }
        if let Some(discs) = self.tally.mean_discs() {
            write!(f, ", discs {discs:+.2}")?;
        }
        if let Some(sprt) = self.sprt {
            let (ratio, [low, high]) = (sprt.log_likelihood_ratio(pairs), sprt.bounds());
            write!(f, ", LLR {ratio:+.2} [{low:.2}, {high:.2}]")?;
        }
        Ok(())
    }
}

/// The result of a match.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reply", rename = "match")]
pub(super) struct MatchReport {
    a: EntrantRow,
    b: EntrantRow,
    games: u64,
    /// From the point of view of A, like all results below.
    wins: u64,
    draws: u64,
    losses: u64,
    /// The score of A, 0 to 1.
    score: f64,
    /// The mean final score in discs, without forfeits.
    discs: Option<f64>,
    /// The Elo difference; `None` before the first complete pair.
    elo: Option<EloReport>,
    /// The likelihood of superiority of A, 0 to 1; `None` without an interval.
    los: Option<f64>,
    /// The pairs by points of A: 0, 0.5, 1, 1.5, 2 (pentanomial).
    pairs: Pairs,
    /// Games forfeited by A and by B.
    forfeits: [u64; 2],
    /// Games lost on time by A and by B.
    late: [u64; 2],
    sprt: Option<SprtReport>,
}

/// An Elo difference with its 95 % interval. JSON has null for infinity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct EloReport {
    value: f64,
    /// `None` if all pairs have the same result, so that the variance is unknown.
    low: Option<f64>,
    high: Option<f64>,
}

/// The result of an SPRT.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// The accepted Elo difference; `None` while undecided.
    accepted: Option<f64>,
}

impl MatchReport {
    /// The result of the match between `a` and `b`.
    pub(super) fn new([a, b]: [EntrantRow; 2], state: &MatchState) -> MatchReport {
        let tally = &state.tally;
        let &Tally { wins, draws, losses, pairs, forfeits, late, .. } = tally;
        let estimate = Estimate::from_pairs(&pairs);
        MatchReport {
            a,
            b,
            games: tally.games(),
            wins,
            draws,
            losses,
            score: rounded(tally.score()),
            discs: tally.mean_discs().map(rounded),
            elo: estimate.as_ref().map(EloReport::new),
            los: estimate
                .filter(|estimate| estimate.error > 0.0)
                .map(|estimate| rounded(estimate.superiority())),
            pairs,
            forfeits,
            late,
            sprt: state.sprt.map(|sprt| SprtReport::new(&sprt, &pairs)),
        }
    }
}

impl EloReport {
    fn new(estimate: &Estimate) -> EloReport {
        let [low, value, high] = estimate.elo();
        let has_interval = estimate.error > 0.0;
        let end = |end| has_interval.then_some(rounded(end));
        EloReport { value: rounded(value), low: end(low), high: end(high) }
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
        let [llr, lower, upper] = [sprt.log_likelihood_ratio(pairs), lower, upper].map(rounded);
        SprtReport { elo0, elo1, llr, lower, upper, accepted }
    }
}

/// One line per figure.
impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "A        {}", self.a)?;
        writeln!(f, "B        {}", self.b)?;
        let MatchReport { games, wins, draws, losses, .. } = self;
        writeln!(f, "games    {games}: A wins {wins}, draws {draws}, loses {losses}")?;
        writeln!(f, "score    {:.1} %", 100.0 * self.score)?;
        if let Some(discs) = self.discs {
            writeln!(f, "discs    {discs:+.2} a game")?;
        }
        if let Some(elo) = self.elo {
            write!(f, "elo      {elo}")?;
            match self.los {
                Some(los) => writeln!(f, ", LOS {:.1} %", 100.0 * los)?,
                None => writeln!(f, ": all pairs have the same result")?,
            }
            let [none, half, one, more, two] = self.pairs;
            write!(f, "pairs    0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}")?;
            match games - 2 * pair_count(&self.pairs) {
                0 => writeln!(f)?,
                lone => writeln!(f, "; elo leaves out {} without a pair", counted(lone, "game"))?,
            }
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

/// `+34.9 [-10.0, +80.1]`, or `+0.0, no interval`.
impl fmt::Display for EloReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1}", self.value)?;
        match (self.low, self.high) {
            (Some(low), Some(high)) => write!(f, " [{low:+.1}, {high:+.1}]"),
            _ => f.write_str(", no interval"),
        }
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
