//! Scores and their certainty as text.

use crate::output::IS_UNICODE;
use engine::score::{Bound, Score};
use engine::search::Certainty;

/// `+4` for a proven score, `+3.52` for an estimate.
pub(crate) fn value_text(score: Score, certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => format!("{:+}", score.floor_discs().discs()),
        _ => score.to_string(),
    }
}

/// The sign before a score that is a bound.
pub(crate) fn bound_sign(bound: Bound) -> &'static str {
    match (bound, *IS_UNICODE) {
        (Bound::Exact, _) => "",
        (Bound::Lower, true) => "≥",
        (Bound::Upper, true) => "≤",
        (Bound::Lower, false) => ">=",
        (Bound::Upper, false) => "<=",
    }
}

/// `exact`, the result if only the winner is proven, or the selectivity.
pub(crate) fn sure_text(score: Score, certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => "exact".to_owned(),
        Certainty::Wld => match score.signum() {
            1 => "won".to_owned(),
            0 => "drawn".to_owned(),
            _ => "lost".to_owned(),
        },
        Certainty::Selective(level) => format!("{} %", level.percent()),
    }
}
