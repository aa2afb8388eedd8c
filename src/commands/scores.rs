//! Scores and their certainty as text.

use engine::score::Score;
use engine::search::Certainty;

/// `+4` for a proven score, `+3.52` for an estimate.
pub(crate) fn value_text(score: Score, certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => format!("{:+}", score.floor_discs().discs()),
        _ => score.to_string(),
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
