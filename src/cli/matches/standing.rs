//! [`Standing`]: how a match stands, and when it is decided.

use std::fmt;

use super::play::Contest;
use crate::tournament::record::GameRecord;
use crate::tournament::stats::{Estimate, Sprt, Tally, Verdict};

/// How a match stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Standing {
    /// The games so far.
    pub(super) tally: Tally,
    /// What is to be decided.
    pub(super) sprt: Option<Sprt>,
}

impl Standing {
    /// What the test says; nothing if there is none.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(&self.tally.pairs))
    }
}

impl Contest for Standing {
    fn add(&mut self, record: &GameRecord) {
        self.tally.add(record.outcome());
    }

    fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict != Verdict::Open)
    }
}

/// In one line.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, pairs, .. } = &self.tally;
        write!(f, "+{wins} ={draws} -{losses}")?;
        if let Some(estimate) = Estimate::from_pairs(pairs) {
            let [low, elo, high] = estimate.elo();
            write!(f, ", elo {elo:+.1} [{low:+.1}, {high:+.1}]")?;
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
