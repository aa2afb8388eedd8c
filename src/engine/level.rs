//! Levels: how hard to think when nothing else is said.

use crate::score::Selectivity;
use crate::search::{Limits, SOLVED_EMPTIES};

/// The highest level: every position is solved.
pub const MAX_LEVEL: u32 = 60;

/// How far from the end of the game each level solves it, by the highest level of a
/// row: up to so many empties exactly.
const SOLVES: [(u32, u32); 9] =
    [(2, 12), (6, 14), (8, 16), (10, 18), (14, 20), (18, 22), (22, 24), (26, 26), (30, 28)];

/// How sure searches to the end are that begin with up to so many empties more.
const OUTLOOK: [(u32, Selectivity); 4] = [
    (2, Selectivity::Percent98),
    (4, Selectivity::Percent95),
    (6, Selectivity::Percent87),
    (8, Selectivity::Percent73),
];

/// The empties from which `level` solves exactly.
#[must_use]
pub fn solved_empties(level: u32) -> u32 {
    let row = SOLVES.iter().find(|&&(highest, _)| level <= highest);
    row.map_or(level.max(SOLVED_EMPTIES), |&(_, empties)| empties)
}

/// What a search at `level` is asked for in a position with `empties` empty squares.
///
/// The level is the depth in the middle of the game. From [`solved_empties`] on the
/// game is solved; with two, four, six and eight empties more the search goes to the
/// end with a selectivity of 98, 95, 87 and 73 per cent.
#[must_use]
pub fn level_limits(level: u32, empties: u32) -> Limits {
    let solved = solved_empties(level);
    let outlook = OUTLOOK.iter().find(|&&(more, _)| empties <= solved + more);
    let to_the_end = |end_selectivity| Limits {
        depth: Some(empties.max(1)),
        end_selectivity,
        ..Limits::default()
    };
    match outlook {
        _ if empties <= solved => to_the_end(Selectivity::Full),
        Some(&(_, selectivity)) => to_the_end(selectivity),
        None => Limits { depth: Some(level.max(1)), ..Limits::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_look_further_and_are_surer() {
        for empties in 1..=60 {
            for level in 0..MAX_LEVEL {
                let (lower, higher) =
                    (level_limits(level, empties), level_limits(level + 1, empties));
                assert!(lower.depth <= higher.depth, "level {level} with {empties} empties");
                let at_the_end = lower.depth == Some(empties);
                assert!(!at_the_end || lower.end_selectivity <= higher.end_selectivity);
            }
        }
    }

    #[test]
    fn the_end_is_approached_in_steps() {
        let level = 10;
        let end = |empties| {
            let limits = level_limits(level, empties);
            (limits.depth == Some(empties)).then_some(limits.end_selectivity.percent())
        };
        assert_eq!(
            [18, 20, 22, 24, 26, 27].map(end),
            [Some(100), Some(98), Some(95), Some(87), Some(73), None]
        );
        assert_eq!(level_limits(level, 40).depth, Some(10));
        assert_eq!(level_limits(MAX_LEVEL, 60).end_selectivity, Selectivity::Full);
    }
}
