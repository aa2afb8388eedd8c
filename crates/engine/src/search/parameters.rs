//! [`Parameters`]: the numbers that the search goes by, in one table, so that a tuner
//! can drive them. Beside each is what was measured when it was chosen.

use std::fmt;

use othello::game::{QUOTED, shorten};

/// Declares the struct, its defaults and its table.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $field:ident: $kind:ty = $default:literal in $min:literal..=$max:literal;)+) => {
        /// The numbers that the search goes by. None of them can make a proven score
        /// wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[doc = $doc])+ pub $field: $kind,)+
        }

        impl Parameters {
            /// What they are unless told otherwise.
            pub const DEFAULT: Parameters = Parameters { $($field: $default,)+ };

            /// All of them.
            pub const TABLE: &'static [ParameterSpec] = &[$(ParameterSpec {
                name: stringify!($field),
                min: $min,
                max: $max,
                about: &[$($doc),+],
                get: |parameters| i32::try_from(parameters.$field).unwrap_or(i32::MAX),
                set: |parameters, value| parameters.$field = value as $kind,
            },)+];
        }
    };
}

parameters! {
    /// The half width of the first aspiration window around the last score, in centidiscs.
    aspiration: i32 = 150 in 1..=12800;
    /// From this depth on moves are sorted by the evaluator, below it by mobility.
    sort_depth: u32 = 3 in 2..=60;
    /// The weight of a reply less beside the evaluation in move ordering, in centidiscs. 50
    /// positions to depth 14, 16, 18 and 20: 4.4, 11.0, 24.2, 46.9 M nodes with 50; 4.3, 10.1,
    /// 22.1, 45.0 M with 100; 4.3, 10.7, 22.3, 48.2 M with 200.
    mobility_weight: i32 = 100 in 0..=1000;
    /// From this depth on enhanced transposition cutoffs are tried.
    etc_depth: u32 = 4 in 2..=60;
    /// From this depth on several threads share the moves of a node. 50 positions with two threads to
    /// depth 19: 3.54 s, 3.60 s from 7 on, 3.63 s from 5 on; 73 per cent sure to depth 20: 0.97 s,
    /// 1.00 s, 0.98 s, for 26.8, 30.5 and 27.3 M nodes.
    split_depth: u32 = 6 in 2..=60;
    /// The least depth of a node whose late moves are searched two plies less deep first, in
    /// searches that are 73 per cent sure (late move reductions). Measured at 87 per cent: 50
    /// positions to depth 14: 8.1 M nodes, 15.1 M without. 302 positions with 26 empties to depth
    /// 12, not extended: 1.93 discs off and 77.2 % best moves with 10.6 M nodes, 1.91 and 75.8 %
    /// with 18.8 M without. From 5 on, with two other moves: 6.0 M, 1.96, 74.8 % and 7.3 M, but no
    /// stronger at equal nodes. Iterations to a depth below 12 without reductions lose 38 Elo (19
    /// to 58) in 1,000 games at 2,000 nodes a move and 21 (2 to 40) at 10,000.
    reduction_depth: u32 = 6 in 4..=60;
    /// The least depth of a node whose late moves are searched four plies less deep first. 50
    /// positions to depth 16 and 20: 9.4 and 37.8 M nodes, 10.3 and 45.6 M without. 302 positions
    /// with 26 empties to depth 12, not extended: 1.97 discs off and 76.8 % best moves with 6.0 M
    /// nodes, 1.98 and 76.2 % with 6.5 M. At 200,000 nodes a move 13 Elo in 1,000 games (-3 to 28).
    /// From 8 on 8.5, 33.5 and 5.3 M, but 2.08 discs off at depth 10 instead of 2.02, and 9 Elo (-7
    /// to 25). Six plies from depth 10, 12 or 14 on, after three to six other moves, bring no more.
    deep_reduction_depth: u32 = 10 in 6..=60;
    /// After how many others a move is a late one. No better by value: moves that are valued 3 discs
    /// less than the best are late, too (50 positions to depth 16 and 20: 8.1 and 37.7 M nodes
    /// instead of 8.7 and 37.0 M), or only those of the late ones that are 1 disc less (12.0, 41.5 M).
    reduction_moves: u32 = 3 in 1..=60;
    /// The least number of empties at the leaves of a node with late moves. 311 hard positions
    /// with 25 empties to depth 14 are 1.54 discs off with 249 M nodes where it is 0, 1.28 with
    /// 280 M without reductions.
    reduction_empties: u32 = 14 in 0..=60;
    /// A search that is 73 per cent sure, and not to the end of the game, extends its principal
    /// variation to the end from so many empties on, with the same selectivity; 0 for never. At depth 15 with 26
    /// empties (302 positions) it is 2.04 discs off instead of 2.94, from 16 on 2.01, from 17
    /// on 1.86, for 427, 493 and 564 M nodes. Proving the extension adds nodes and nothing
    /// else (depth 12: 15.92 M instead of 15.81 M, the same errors and best moves). At 60 to
    /// 100 ms a move as many as the depth are worth 18 Elo (600 games, 3 to 34), and 17 as much as
    /// 15 (713 games, -16 to 15).
    /// Nor is it better to search the variation two plies deeper instead from depth 6 on: 31 Elo
    /// (8 to 55) in 400 games at 500,000 nodes a move, as nodes of the solver are cheap, but -7
    /// (-31 to 17) in 300 at 60 ms. To do so only where 14 or more empties are left at its end is
    /// worth 0 (-18 to 19) in 700 at 20 ms.
    extended_empties_73: u32 = 15 in 0..=60;
    /// The same for surer searches: 199 positions with 28 empties and 60 hard ones with 30 are 1.00
    /// discs off at depth 15, 1.24 from 15 on; 50 positions to depth 16 take 1.97 s, 1.70 from 15 on.
    extended_empties_87: u32 = 17 in 0..=60;
    /// A search to a lesser depth does so from so many empties more than its depth on, as the
    /// extension would cost more than the rest otherwise.
    extended_beyond: u32 = 2 in 0..=60;
    /// The least depth of a node for ProbCut.
    probcut_depth: u32 = 2 in 2..=60;
    /// The least number of empties of a node of the solver for ProbCut.
    probcut_empties: u32 = 11 in 10..=60;
    /// How far outside the window, in hundredths of the standard deviation of what a ply more
    /// says, the static evaluation of a node with depth 1 has to lie for it to be cut in selective
    /// searches that are not to the end of the game. 50 positions to depth 16: 0.83 s, 1.07 s
    /// without. 1,213 positions to depth 10 are 1.83 discs off with 27.9 M nodes, 1.86 with 33.2 M
    /// without; with 80 1.93 and 24.3 M. At 20 ms a move worth 7 Elo (1,000 games, -8 to 22), 80 as
    /// much.
    deviations_last_ply: i32 = 150 in 0..=1000;
    /// How far outside the window, in hundredths of a standard deviation, the result of a
    /// shallow search has to lie for ProbCut at 73 per cent. At 40,000 nodes a move 90 loses 6 Elo
    /// (-3 to 14) in 4,000 games, and 130 7 (-4 to 18) in 2,719.
    deviations_73: i32 = 110 in 1..=1000;
    /// The same for 87 per cent. With 140 the middle game takes fewer nodes, 50 positions to depth 14,
    /// 16 and 18 6.2, 25.4 and 54.8 M instead of 7.9, 29.2 and 68.1 M, and 259 positions with 28 and
    /// 30 empties are as far off at depth 15 (1.01 discs, 1.00), but those with 22 are 0.74 off
    /// instead of 0.65. No better are other margins by the depth (15 per cent less up to 4 plies and
    /// more from 9 on, or the other way round) or for failing high.
    deviations_87: i32 = 150 in 1..=1000;
    /// The same for 95 per cent.
    deviations_95: i32 = 200 in 1..=1000;
    /// The same for 98 per cent.
    deviations_98: i32 = 260 in 1..=1000;
    /// The same for 99 per cent.
    deviations_99: i32 = 330 in 1..=1000;
    /// From this many empties on a search for a proof, or to a depth that reaches the end, climbs
    /// the levels of selectivity first. With fewer they cost as many nodes as the better order of
    /// the exact search saves (FFO 40-44: 100 M nodes from 21, 102 M from 23, 108 M without).
    ladder_empties: u32 = 21 in 13..=60;
    /// The same for a search that is not for a proof and has no depth, or may be cut short.
    timed_ladder_empties: u32 = 15 in 13..=60;
    /// Such a search goes to the end from a depth of so many plies less than there are empties, and
    /// so does any with few empties that may be cut short.
    timed_gap: u32 = 7 in 1..=60;
    /// From this many empties on the solver searches a position at 95 per cent before it proves it.
    /// FFO 51-54 and 56-58 take 4,461 M nodes; 4,446 M from 23 on, 4,510 M from 25, 4,566 M from
    /// 27, 4,739 M without; FFO 40-50 573 M, 585 M from 23 on, 572 M without. With 73 per cent
    /// before that in the same way, both from 25 on, 51-54 and 56-58 take 4,707 M.
    presearch_empties: u32 = 24 in 13..=60;
    /// From this many empties on the solver tries enhanced transposition cutoffs. From 14 on FFO
    /// 40-49 takes 2 % more nodes in the same time. With fewer they would save nodes and cost time:
    /// at 11 empties one in two hundred nodes is cut, at 10 one in seventeen, for a fifth of a
    /// node's time.
    etc_empties: u32 = 13 in 13..=60;
    /// From this many empties on the solver sorts moves by the evaluator. From 14 on FFO 40-49 takes
    /// 6 % more nodes in the same time, 276 positions with 20 empties 9 % more in 3 % more time.
    evaluate_empties: u32 = 13 in 13..=60;
    /// From this many empties on the solver sorts moves by a search, to depth 1 at first
    /// (FFO 40-45: 331 M nodes; 353 M from 20, with a ply more for each three).
    search_empties: u32 = 23 in 9..=60;
    /// The sorting search is one ply deeper for each so many empties more.
    search_step: u32 = 4 in 1..=60;
    /// The weight of fastest-first beside the score in the solver's move ordering, in
    /// centidiscs for a quarter of a reply less or a square less of potential mobility.
    speed_weight: i32 = 75 in 0..=1000;
    /// From this many empties on several threads share the moves of a node of the solver.
    split_empties: u32 = 14 in 9..=60;
    /// Milliseconds of the clock that are reserved for the communication with the host, unless
    /// little more is left. With 60 of them 24 of 459 games at 1 s and 10 ms a move
    /// were lost on time on a machine starved by builds; with 150 none of 1,000, two at a
    /// time on a machine less so.
    reserve: u32 = 150 in 0..=10000;
    /// The move that solves the game gets the time of so many moves more, as the moves after
    /// it take none. Those of four is no better: -8 Elo (-27 to 11) in 264 games at 2 s for the whole
    /// game.
    solving_moves: u32 = 1 in 0..=30;
    /// A search that has begun a depth may take up to this many times the move's share of the
    /// clock to finish it.
    stretch: u32 = 2 in 1..=10;
    /// What the first search to the end may cost with 26 empties, in per cent of the time of all
    /// searches before it, a quarter more for each empty square more: it is begun where it ends in
    /// time at that. Medians, without a clock: 26 per cent with 24 empties (20 positions), 102 with
    /// 28 (15), 112 with 30 (10), 200 with 33 (6); three quarters take up to 55, 300, 250 and 220.
    end_cost: u32 = 160 in 0..=10000;
}

impl Parameters {
    /// Those that have another value than in `other`. (The comparison that is derived is one that
    /// LLVM 22 cannot translate to WebAssembly.)
    pub fn changed_from(&self, other: &Parameters) -> impl Iterator<Item = &'static ParameterSpec> {
        let differs = |spec: &&ParameterSpec| spec.value(self) != spec.value(other);
        Parameters::TABLE.iter().filter(differs)
    }
}

impl Parameters {
    /// These, each within its range in [`Parameters::TABLE`].
    #[must_use]
    pub fn within_ranges(mut self) -> Parameters {
        for &ParameterSpec { min, max, get, set, .. } in Parameters::TABLE {
            let value = get(&self).clamp(min, max);
            set(&mut self, value);
        }
        self
    }
}

/// One parameter: what it is called, what it may be, and where its value lives.
#[derive(Debug)]
pub struct ParameterSpec {
    /// Its name; compared without regard to case.
    pub name: &'static str,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    about: &'static [&'static str],
    get: fn(&Parameters) -> i32,
    set: fn(&mut Parameters, i32),
}

impl ParameterSpec {
    /// Its value in `parameters`.
    #[must_use]
    pub fn value(&self, parameters: &Parameters) -> i32 {
        (self.get)(parameters)
    }
}

/// What it is.
impl fmt::Display for ParameterSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<&str> = self.about.iter().map(|line| line.trim()).collect();
        f.write_str(&lines.join(" "))
    }
}

/// Why a parameter was not set; its old value stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// There is no such parameter.
    #[error("unknown parameter {name:?}: expected one of {}", names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The value does not fit.
    #[error("invalid {name} {value:?}: expected an integer from {min} to {max}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
}

fn names() -> String {
    let names: Vec<&str> = Parameters::TABLE.iter().map(|parameter| parameter.name).collect();
    names.join(", ")
}

impl Parameters {
    /// Sets the parameter `name` to `value`.
    ///
    /// # Errors
    /// If there is no such parameter or the value does not fit; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        let parameter = Parameters::TABLE
            .iter()
            .find(|parameter| parameter.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| ParameterError::Unknown { name: shorten(name, QUOTED) })?;
        let &ParameterSpec { name, min, max, set, .. } = parameter;
        match value.parse() {
            Ok(number) if (min..=max).contains(&number) => set(self, number),
            _ => {
                let value = shorten(value, QUOTED);
                return Err(ParameterError::Value { name, value, min, max });
            }
        }
        Ok(())
    }
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_can_be_set_to_its_limits_and_no_further() {
        for parameter in Parameters::TABLE {
            let mut parameters = Parameters::DEFAULT;
            let default = parameter.value(&parameters);
            assert!((parameter.min..=parameter.max).contains(&default), "{}", parameter.name);
            for limit in [parameter.min, parameter.max] {
                parameters.set(parameter.name, &limit.to_string()).unwrap();
                assert_eq!(parameter.value(&parameters), limit, "{}", parameter.name);
            }
            let beyond = (parameter.max + 1).to_string();
            let before = parameters;
            assert!(parameters.set(parameter.name, &beyond).is_err());
            assert_eq!(parameters, before);
            parameters.set(parameter.name, &default.to_string()).unwrap();
            assert_eq!(parameters, Parameters::DEFAULT);
        }
    }

    #[test]
    fn what_is_out_of_range_is_taken_for_the_end_of_the_range() {
        let far = Parameters { aspiration: -5, etc_depth: u32::MAX, ..Parameters::DEFAULT };
        let near = Parameters { aspiration: 1, etc_depth: 60, ..Parameters::DEFAULT };
        assert_eq!(far.within_ranges(), near);
        assert_eq!(Parameters::DEFAULT.within_ranges(), Parameters::DEFAULT);
    }

    #[test]
    fn refusals_quote_and_say_what_was_expected() {
        let mut parameters = Parameters::DEFAULT;
        let error = parameters.set("Stretch", "far").unwrap_err().to_string();
        assert_eq!(error, "invalid stretch \"far\": expected an integer from 1 to 10");
        let error = parameters.set("strech", "2").unwrap_err().to_string();
        assert!(error.starts_with("unknown parameter \"strech\": expected one of aspiration, "));
    }
}
