//! [`Parameters`]: the tunable numbers of the search, in one table. The measurements behind the
//! defaults are in docs/search.md, Parameters.

use std::fmt;

use othello::game::{QUOTED, shorten};

/// Declares the struct, its defaults and its table.
macro_rules! parameters {
    ($($name:ident: $kind:ty = $default:literal in $min:literal..=$max:literal, $help:literal;)+) => {
        /// The tunable numbers of the search. They cannot make a proven score wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            $(#[doc = $help] pub $name: $kind,)+
        }

        impl Parameters {
            /// The defaults.
            pub const DEFAULT: Parameters = Parameters { $($name: $default,)+ };

            /// All parameters.
            pub const TABLE: &'static [ParameterSpec] = &[$(ParameterSpec {
                name: stringify!($name),
                min: $min,
                max: $max,
                help: $help,
                get: |parameters| i32::try_from(parameters.$name).unwrap_or(i32::MAX),
                set: |parameters, value| parameters.$name = value as $kind,
            },)+];
        }
    };
}

parameters! {
    // Midgame: move ordering, cutoffs and threads.
    aspiration: i32 = 150 in 1..=12800, "half width of the first aspiration window, in centidiscs";
    sort_depth: u32 = 3 in 2..=60, "minimum depth of ordering by evaluation";
    mobility_weight: i32 = 100 in 0..=1000, "weight of a reply in ordering, in centidiscs";
    etc_depth: u32 = 4 in 2..=60, "minimum depth of enhanced transposition cutoffs";
    split_depth: u32 = 6 in 2..=60, "minimum depth of nodes that threads share";
    many_split_depth: u32 = 4 in 2..=60, "the same with 8 or more threads";
    // Late move reductions, at 73 % only.
    reduction_depth: u32 = 6 in 4..=60, "minimum depth of a reduction by two plies";
    deep_reduction_depth: u32 = 10 in 6..=60, "minimum depth of a reduction by four plies";
    reduction_moves: u32 = 3 in 1..=60, "number of moves that are not reduced";
    reduction_empties: u32 = 14 in 0..=60, "minimum empties at the leaves of a node with reductions";
    // PV nodes are solved up to the lower of two maxima: by selectivity and by depth.
    extended_empties_73: u32 = 15 in 0..=60, "maximum empties of a solved PV node at 73 %; 0 for never";
    extended_empties_87: u32 = 17 in 0..=60, "maximum empties of a solved PV node above 73 %";
    extended_beyond: u32 = 2 in 0..=60, "maximum empties of a solved PV node less the depth";
    // ProbCut, and futility pruning, which is not used when solving.
    probcut_depth: u32 = 2 in 2..=60, "minimum depth of ProbCut in the midgame";
    probcut_empties: u32 = 11 in 10..=60, "minimum empties of ProbCut in the endgame";
    deviations_last_ply: i32 = 150 in 0..=1000, "futility margin at depth 1, in 1/100 deviations";
    deviations_73: i32 = 110 in 1..=1000, "ProbCut margin at 73 %, in 1/100 deviations";
    deviations_87: i32 = 150 in 1..=1000, "ProbCut margin at 87 %, in 1/100 deviations";
    deviations_95: i32 = 200 in 1..=1000, "ProbCut margin at 95 %, in 1/100 deviations";
    deviations_98: i32 = 260 in 1..=1000, "ProbCut margin at 98 %, in 1/100 deviations";
    deviations_99: i32 = 330 in 1..=1000, "ProbCut margin at 99 %, in 1/100 deviations";
    // Iterations before a solve. A timed search has no depth, or may be cut short.
    ladder_empties: u32 = 21 in 13..=60, "minimum empties at which a solve first runs the selectivity ladder";
    timed_ladder_empties: u32 = 15 in 13..=60, "minimum empties at which a timed search runs the ladder";
    timed_gap: u32 = 7 in 1..=60, "empties less the depth at which a timed search solves";
    // Endgame.
    presearch_empties: u32 = 24 in 13..=60, "minimum empties of a presearch at 95 %";
    etc_empties: u32 = 13 in 13..=60, "minimum empties of enhanced transposition cutoffs";
    evaluate_empties: u32 = 13 in 13..=60, "minimum empties of ordering by evaluation";
    search_empties: u32 = 23 in 9..=60, "minimum empties of ordering by a search, at first to depth 1";
    search_step: u32 = 4 in 1..=60, "empties for each further ply of the ordering search";
    speed_weight: i32 = 75 in 0..=1000, "weight of fastest-first in ordering, in centidiscs a quarter reply";
    split_empties: u32 = 14 in 9..=60, "minimum empties of nodes that threads share";
    // Time management.
    reserve: u32 = 150 in 0..=10000, "time on the clock kept for communication, in milliseconds";
    solving_moves: u32 = 1 in 0..=30, "extra shares of the clock for the move that solves the game";
    stretch: u32 = 2 in 1..=10, "maximum multiple of the share to finish an iteration";
    end_cost: u32 = 160 in 0..=10000, "cost of the first solve with 26 empties, in % of the time before";
}

/// One parameter.
#[derive(Debug)]
pub struct ParameterSpec {
    /// Its name; matched case-insensitively.
    pub name: &'static str,
    /// Minimum value.
    pub min: i32,
    /// Maximum value.
    pub max: i32,
    help: &'static str,
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

/// The help text.
impl fmt::Display for ParameterSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.help)
    }
}

/// Why a parameter was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The name is unknown.
    #[error("unknown parameter {name:?}: expected one of {}", names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is not an integer, or out of range.
    #[error("invalid {name} {value:?}: expected an integer from {min} to {max}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// Minimum value.
        min: i32,
        /// Maximum value.
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
    /// If the name is unknown, or the value is not an integer in its range. Nothing changes
    /// then.
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

    /// The parameters whose values differ from the values in `other`. (LLVM 22 cannot translate the
    /// derived comparison to WebAssembly.)
    pub fn changed_from(&self, other: &Parameters) -> impl Iterator<Item = &'static ParameterSpec> {
        let differs = |spec: &&ParameterSpec| spec.value(self) != spec.value(other);
        Parameters::TABLE.iter().filter(differs)
    }

    /// These parameters, each clamped to its range in [`Parameters::TABLE`].
    #[must_use]
    pub fn within_ranges(mut self) -> Parameters {
        for &ParameterSpec { min, max, get, set, .. } in Parameters::TABLE {
            let value = get(&self).clamp(min, max);
            set(&mut self, value);
        }
        self
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
    fn parameters_accept_exactly_their_range() {
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
    fn values_are_clamped_to_their_range() {
        let far = Parameters { aspiration: -5, etc_depth: u32::MAX, ..Parameters::DEFAULT };
        let near = Parameters { aspiration: 1, etc_depth: 60, ..Parameters::DEFAULT };
        assert_eq!(far.within_ranges(), near);
        assert_eq!(Parameters::DEFAULT.within_ranges(), Parameters::DEFAULT);
    }

    #[test]
    fn errors_quote_the_value_and_say_what_was_expected() {
        let mut parameters = Parameters::DEFAULT;
        let error = parameters.set("Stretch", "far").unwrap_err().to_string();
        assert_eq!(error, "invalid stretch \"far\": expected an integer from 1 to 10");
        let error = parameters.set("strech", "2").unwrap_err().to_string();
        assert!(error.starts_with("unknown parameter \"strech\": expected one of aspiration, "));
    }
}
