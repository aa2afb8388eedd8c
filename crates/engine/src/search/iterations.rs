//! The iterations of iterative deepening, from one ply to the end of the game.

use super::limits::{Goal, Limits};
use super::parameters::Parameters;
use crate::score::Selectivity;

/// Maximum empties at which a search solves at once.
pub const SOLVED_EMPTIES: u32 = 12;

/// One iteration of iterative deepening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Iteration {
    /// In plies.
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    /// Whether the depth reaches the end of the game.
    pub(super) to_the_end: bool,
    /// Whether its score only prepares the iterations to the end.
    pub(super) is_hint: bool,
    /// Whether to skip it once the first iteration to the end fits in the time left.
    pub(super) is_skippable: bool,
}

impl Iteration {
    pub(super) const FIRST: Iteration = Iteration {
        depth: 1,
        selectivity: Selectivity::Full,
        to_the_end: false,
        is_hint: false,
        is_skippable: false,
    };

    /// Whether the iteration is part of solving the position.
    pub(super) fn solves(self) -> bool {
        self.to_the_end || self.is_hint
    }

    /// Whether its selectivity is above the default selectivity of a search without a depth.
    fn is_sure(self) -> bool {
        self.selectivity > Limits::TIMED_SELECTIVITY
    }

    /// Whether late moves are reduced. They are not reduced before a solve, nor at a selectivity
    /// above that of timed searches. See docs/search.md, Midgame.
    pub(super) fn uses_reductions(self) -> bool {
        !self.solves() && !self.is_sure()
    }

    /// Whether frontier nodes are cut by their static evaluation.
    pub(super) fn uses_futility(self) -> bool {
        !self.solves() && self.selectivity != Selectivity::Full
    }

    /// Maximum empties at which PV nodes are solved beyond the depth of the iteration. These solves
    /// use the selectivity of the iteration, so results are not proven. See docs/search.md,
    /// Midgame.
    ///
    /// The search selects the PV by the evaluation of its last position. It therefore also selects
    /// evaluation errors, mostly in favour of the side that moves last.
    pub(super) fn extended_empties(self, parameters: &Parameters) -> u32 {
        if self.solves() || self.selectivity == Selectivity::Full {
            return 0;
        }
        let most = if self.is_sure() {
            parameters.extended_empties_87
        } else {
            parameters.extended_empties_73
        };
        (self.depth + parameters.extended_beyond).min(most)
    }
}

/// The selectivities of the iterations to the end that precede the requested selectivity.
const LADDER: &[Selectivity] = &[Selectivity::Percent73, Selectivity::Percent95];

/// The ladder of a search that may be cut short. Smaller steps give a result sooner.
const TIMED_LADDER: &[Selectivity] = &[
    Selectivity::Percent73,
    Selectivity::Percent87,
    Selectivity::Percent95,
    Selectivity::Percent98,
];

/// The iterations of a search with `empties` empties.
pub(super) fn iterations(limits: &Limits, empties: u32, parameters: &Parameters) -> Vec<Iteration> {
    let is_near = empties <= SOLVED_EMPTIES;
    let proof = limits.goal != Goal::Move || is_near;
    let stepwise = !proof && (limits.depth.is_none() || limits.may_cut_short());
    let to_the_end = is_near || limits.depth.is_none_or(|depth| depth >= empties);
    let (ladder, ladder_empties) = if stepwise {
        (TIMED_LADDER, parameters.timed_ladder_empties)
    } else {
        (LADDER, parameters.ladder_empties)
    };
    // Even the proof of the last moves may be cut short.
    let has_steps = stepwise || (is_near && limits.may_cut_short());
    let gap = if has_steps { parameters.timed_gap } else { SOLVED_EMPTIES };
    let last_selectivity = if proof { Selectivity::Full } else { limits.end_selectivity };
    let last = Iteration {
        depth: empties,
        selectivity: last_selectivity,
        to_the_end: true,
        ..Iteration::FIRST
    };

    // Hints suffice before a proof.
    let is_hint = to_the_end && !stepwise;
    let selectivity = if is_hint { ladder[0] } else { limits.selectivity() };

    let deepest = match limits.depth {
        Some(depth) if !to_the_end => depth,
        _ => empties.saturating_sub(gap).max(1).min(empties - 1),
    };
    // Iterations to the end have at least the requested selectivity.
    let least = if stepwise { limits.selectivity } else { None };
    let ladder = ladder.iter().filter(|&&level| {
        to_the_end && empties >= ladder_empties && least.is_none_or(|least| level >= least)
    });
    let before = Iteration { selectivity, is_hint, ..Iteration::FIRST };
    let instead = deepest + 1..if stepwise && to_the_end { empties } else { 0 };
    (1..=deepest)
        .map(|depth| Iteration { depth, ..before })
        .chain(instead.map(|depth| Iteration { depth, is_skippable: true, ..before }))
        .chain(
            ladder
                .filter(|&&level| level < last_selectivity)
                .map(|&selectivity| Iteration { selectivity, ..last }),
        )
        .chain(to_the_end.then_some(last))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::limits::Clock;

    #[test]
    fn stages_deepen_and_end_with_a_proof_near_the_end_or_on_request() {
        let depths = |limits: &Limits, empties| -> Vec<(u32, bool)> {
            iterations(limits, empties, &Parameters::DEFAULT)
                .iter()
                .map(|iteration| (iteration.depth, iteration.to_the_end))
                .collect()
        };
        let to_depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        assert_eq!(depths(&to_depth(2), 40), [(1, false), (2, false)]);
        assert_eq!(depths(&to_depth(3), 1), [(1, true)]);
        assert_eq!(depths(&to_depth(1), SOLVED_EMPTIES).last(), Some(&(SOLVED_EMPTIES, true)));
        assert_eq!(depths(&to_depth(60), 14).last(), Some(&(14, true)));
        let exact = Limits { goal: Goal::Exact, ..Limits::default() };
        assert_eq!(depths(&exact, 30).last(), Some(&(30, true)));
        let exact_to_depth = |depth| Limits { depth: Some(depth), ..exact.clone() };
        assert_eq!(depths(&exact_to_depth(2), 30), [(1, false), (2, false)]);
        assert_eq!(depths(&exact_to_depth(30), 30).last(), Some(&(30, true)));
        assert_eq!(depths(&Limits::default(), 60).last(), Some(&(60, true)));
    }

    #[test]
    fn variations_are_extended_if_that_is_cheap() {
        let parameters = Parameters::DEFAULT;
        let selective =
            |depth| Iteration { depth, selectivity: Selectivity::Percent87, ..Iteration::FIRST };
        assert_eq!(selective(10).extended_empties(&parameters), 12);
        assert_eq!(selective(20).extended_empties(&parameters), 17);
        let less_sure = Iteration { selectivity: Selectivity::Percent73, ..selective(20) };
        assert_eq!(less_sure.extended_empties(&parameters), 15);
        let complete = Iteration { selectivity: Selectivity::Full, ..selective(10) };
        assert_eq!(complete.extended_empties(&parameters), 0);
        let solving = Iteration { to_the_end: true, ..selective(20) };
        assert_eq!(solving.extended_empties(&parameters), 0);
        let hint = Iteration { is_hint: true, ..selective(20) };
        assert_eq!(hint.extended_empties(&parameters), 0);
        let never = Parameters { extended_empties_87: 0, ..parameters };
        assert_eq!(selective(10).extended_empties(&never), 0);
    }

    #[test]
    fn higher_selectivity_prunes_less() {
        let left_out = |selectivity, is_hint| {
            let iteration = Iteration { depth: 12, selectivity, is_hint, ..Iteration::FIRST };
            (iteration.uses_reductions(), iteration.uses_futility())
        };
        assert_eq!(left_out(Selectivity::Percent73, false), (true, true));
        assert_eq!(left_out(Selectivity::Percent87, false), (false, true));
        assert_eq!(left_out(Selectivity::Percent99, false), (false, true));
        assert_eq!(left_out(Selectivity::Full, false), (false, false));
        assert_eq!(left_out(Selectivity::Percent73, true), (false, false));
    }

    #[test]
    fn the_end_has_the_requested_selectivity() {
        use Selectivity::{Full, Percent73, Percent95, Percent98};
        let levels = |goal, selectivity, empties| -> Vec<Selectivity> {
            let depth = Some(60);
            let limits = Limits { goal, depth, end_selectivity: selectivity, ..Limits::default() };
            let iterations = iterations(&limits, empties, &Parameters::DEFAULT);
            iterations
                .iter()
                .filter(|iteration| iteration.to_the_end)
                .map(|iteration| iteration.selectivity)
                .collect()
        };
        assert_eq!(levels(Goal::Move, Full, 24), [Percent73, Percent95, Full]);
        assert_eq!(levels(Goal::Move, Percent98, 24), [Percent73, Percent95, Percent98]);
        assert_eq!(levels(Goal::Move, Percent73, 24), [Percent73]);
        assert_eq!(levels(Goal::Move, Percent95, 14), [Percent95]);
        assert_eq!(levels(Goal::Move, Percent95, SOLVED_EMPTIES), [Full]);
        assert_eq!(levels(Goal::Exact, Percent73, 14), [Full]);
    }

    #[test]
    fn a_limited_search_has_usable_results_from_its_first_stage() {
        use Selectivity::{Full, Percent73, Percent87, Percent95, Percent98};
        let iterations = |depth, selectivity| {
            let limits = Limits { nodes: Some(9), depth, selectivity, ..Limits::default() };
            iterations(&limits, 30, &Parameters::DEFAULT)
        };
        let ends = |selectivity| -> Vec<Selectivity> {
            let iterations = iterations(None, selectivity).into_iter();
            iterations
                .filter(|iteration| iteration.to_the_end)
                .map(|iteration| iteration.selectivity)
                .collect()
        };
        assert_eq!(ends(None), [Percent73, Percent87, Percent95, Percent98, Full]);
        assert_eq!(ends(Some(Percent95)), [Percent95, Percent98, Full], "at least as requested");
        let near = super::iterations(
            &Limits { nodes: Some(9), ..Limits::default() },
            SOLVED_EMPTIES,
            &Parameters::DEFAULT,
        );
        let depths = [1, 2, 3, 4, 5, SOLVED_EMPTIES];
        assert!(near.iter().map(|iteration| iteration.depth).eq(depths), "{near:?}");
        for (depth, usual) in [(None, Percent73), (Some(30), Percent87), (Some(60), Percent87)] {
            for (selectivity, expected) in [(None, usual), (Some(Percent98), Percent98)] {
                let iterations = iterations(depth, selectivity);
                assert!(iterations.iter().all(|iteration| !iteration.is_hint), "{depth:?}");
                assert_eq!(iterations[0].selectivity, expected, "{depth:?}");
            }
        }
        let (nodes, move_time) = (Some(9), Some(Duration::from_secs(1)));
        let clock = Some(Clock::default());
        let to_the_end = Limits { depth: Some(30), ..Limits::default() };
        for limits in [
            Limits { nodes, ..to_the_end.clone() },
            Limits { move_time, ..to_the_end.clone() },
            Limits { clock, ..to_the_end },
        ] {
            let iterations = super::iterations(&limits, 30, &Parameters::DEFAULT);
            assert!(iterations.iter().all(|iteration| !iteration.is_hint), "{limits:?}");
        }
    }
}
