//! Pairs of searches to unlike depths, over many positions.

use std::collections::BTreeMap;

use super::Trial;
use crate::training::errors::Errors;

/// A search and a deeper one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The number of empties of the position.
    pub empties: u32,
    /// The depth of the first.
    pub shallow: u32,
    /// The depth of the second; the number of empties for a search to the end.
    pub deep: u32,
}

impl Pair {
    /// Whether both depths are even or both are odd.
    #[must_use]
    pub fn has_one_parity(&self) -> bool {
        (self.deep - self.shallow).is_multiple_of(2)
    }
}

/// The errors of the shallow searches, with the deep ones for the truth.
pub type ErrorsByPair = BTreeMap<Pair, Errors>;

/// The errors of all pairs of searches in `trials`.
#[must_use]
pub fn pair_up(trials: &[Trial]) -> ErrorsByPair {
    let mut errors = ErrorsByPair::new();
    for Trial { empties, values, end } in trials {
        let searches = (0..).zip(values.iter().copied());
        let end = end.map(|score| (*empties, score));
        for (shallow, value) in searches.clone() {
            let deeper = searches.clone().skip(shallow as usize + 1).chain(end);
            for (deep, truth) in deeper {
                let pair = Pair { empties: *empties, shallow, deep };
                errors.entry(pair).or_default().add(value, truth);
            }
        }
    }
    errors
}
