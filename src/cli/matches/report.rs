//! [`Report`]: the result of a match.

use std::fmt;

use super::standing::Standing;
use crate::tournament::control::Control;
use crate::tournament::player::PlayerSpec;
use crate::tournament::stats::{Estimate, Sprt, Tally, Verdict};

/// The result of a match, as text.
pub(super) struct Report<'a> {
    /// How A and B were started.
    pub(super) specs: &'a [PlayerSpec; 2],
    /// What they were given.
    pub(super) controls: &'a [Control; 2],
    /// Their games.
    pub(super) standing: &'a Standing,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { specs, controls, standing } = self;
        let tally = &standing.tally;
        writeln!(f, "A        {} ({})", specs[0], controls[0])?;
        writeln!(f, "B        {} ({})", specs[1], controls[1])?;
        let Tally { wins, draws, losses, forfeits, .. } = tally;
        let games = tally.games();
        writeln!(f, "games    {games}: A wins {wins}, draws {draws}, loses {losses}")?;
        writeln!(f, "score    {:.1} %", 100.0 * tally.score())?;
        if let Some(discs) = tally.mean_discs() {
            writeln!(f, "discs    {discs:+.2} a game")?;
        }
        if let Some(estimate) = Estimate::from_pairs(&tally.pairs) {
            let [low, elo, high] = estimate.elo();
            let los = 100.0 * estimate.superiority();
            writeln!(f, "elo      {elo:+.1} [{low:+.1}, {high:+.1}], LOS {los:.1} %")?;
            let [none, half, one, more, two] = tally.pairs;
            writeln!(f, "pairs    0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}")?;
        }
        writeln!(f, "forfeits A {}, B {}", forfeits[0], forfeits[1])?;
        match standing.sprt {
            Some(sprt) => write_sprt(f, &sprt, tally),
            None => Ok(()),
        }
    }
}

fn write_sprt(f: &mut fmt::Formatter<'_>, sprt: &Sprt, tally: &Tally) -> fmt::Result {
    let [elo0, elo1] = sprt.elo();
    let (ratio, [low, high]) = (sprt.log_likelihood_ratio(&tally.pairs), sprt.bounds());
    let verdict = match sprt.verdict(&tally.pairs) {
        Verdict::Lower => format!("accepted {elo0}"),
        Verdict::Open => "undecided".to_owned(),
        Verdict::Higher => format!("accepted {elo1}"),
    };
    writeln!(f, "sprt     elo {elo0} or {elo1}: LLR {ratio:+.2} [{low:.2}, {high:.2}], {verdict}")
}
