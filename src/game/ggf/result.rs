//! [`GgfResult`].

use std::fmt;

use crate::game::decimal::{parse_centidiscs, print_centidiscs};

/// How a game is said to have ended, which need not follow from its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GgfResult {
    /// Black's discs less White's, in hundredths of a disc.
    pub centidiscs: i32,
    /// What ended it.
    pub ending: GgfEnding,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GgfEnding {
    /// Neither side could move.
    Played,
    /// A side resigned.
    Resigned,
    /// A side used up its time.
    TimedOut,
    /// The sides agreed on the score.
    Agreed,
}

impl GgfEnding {
    /// Each with its mark behind the score.
    const MARKS: [(GgfEnding, &'static str); 4] = [
        (GgfEnding::Played, ""),
        (GgfEnding::Resigned, ":r"),
        (GgfEnding::TimedOut, ":t"),
        (GgfEnding::Agreed, ":s"),
    ];
}

impl GgfResult {
    /// Reads such as `+64.00` or `-2:r`; `None` if `text` is something else.
    pub(in crate::game) fn parse(text: &str) -> Option<GgfResult> {
        let text = text.trim();
        let (score, mark) = text.split_at(text.find(':').unwrap_or(text.len()));
        let (ending, _) = GgfEnding::MARKS.into_iter().find(|&(_, known)| known == mark)?;
        Some(GgfResult { centidiscs: parse_centidiscs(score)?, ending })
    }
}

/// As in RE: `+64.00`, `-2.00:r`.
impl fmt::Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_centidiscs(self.centidiscs))?;
        let mark = GgfEnding::MARKS.into_iter().find(|&(ending, _)| ending == self.ending);
        f.write_str(mark.map_or("", |(_, mark)| mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_scores_with_a_mark_for_the_ending() {
        for (text, centidiscs, ending) in [
            ("+64.00", 6400, GgfEnding::Played),
            ("-2.00:r", -200, GgfEnding::Resigned),
            ("+0.00:t", 0, GgfEnding::TimedOut),
            ("+4.50:s", 450, GgfEnding::Agreed),
        ] {
            let result = GgfResult { centidiscs, ending };
            assert_eq!(GgfResult::parse(text), Some(result));
            assert_eq!(result.to_string(), text);
        }
        assert_eq!(GgfResult::parse(" 6 ").unwrap().centidiscs, 600);
        for text in ["", "?", "+6:x", "6:", "six"] {
            assert_eq!(GgfResult::parse(text), None, "{text}");
        }
    }
}
