//! Errors by pair of search depths.

use std::collections::BTreeMap;

use super::Trial;
use crate::training::errors::Errors;

/// A shallow search and a deeper one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The number of empties.
    pub empties: u32,
    /// The shallow depth.
    pub shallow: u32,
    /// The deep depth; the number of empties for a solve.
    pub deep: u32,
}

impl Pair {
    /// Whether both depths have the same parity.
    #[must_use]
    pub fn has_one_parity(&self) -> bool {
        (self.deep - self.shallow).is_multiple_of(2)
    }
}

/// The errors of shallow searches against deep ones.
pub type ErrorsByPair = BTreeMap<Pair, Errors>;

/// The errors of all pairs in `trials`.
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
