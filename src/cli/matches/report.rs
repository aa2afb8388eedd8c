//! [`Report`]: the result of a match.

use std::fmt;

use crate::tournament::control::Control;
use crate::tournament::player::PlayerSpec;
use crate::tournament::stats::{Estimate, Tally};

/// The result of a match, as text.
pub(super) struct Report<'a> {
    /// How A and B were started.
    pub(super) specs: &'a [PlayerSpec; 2],
    /// What they were given.
    pub(super) controls: &'a [Control; 2],
    /// Their games.
    pub(super) tally: &'a Tally,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { specs, controls, tally } = self;
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
        writeln!(f, "forfeits A {}, B {}", forfeits[0], forfeits[1])
    }
}

/// In one line.
pub(super) fn summary(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let mut text = format!("+{wins} ={draws} -{losses}");
    if let Some(estimate) = Estimate::from_pairs(&tally.pairs) {
        let [low, elo, high] = estimate.elo();
        text.push_str(&format!(", elo {elo:+.1} [{low:+.1}, {high:+.1}]"));
    }
    if let Some(discs) = tally.mean_discs() {
        text.push_str(&format!(", discs {discs:+.2}"));
    }
    text
}
