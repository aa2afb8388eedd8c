//! [`StyleName`]: all styles by name.

use super::Style;
use super::alpha_beta::Aim;
use super::budget::Budget;
use super::distance::Distance;
use super::edge_exclusive::EdgeExclusive;
use super::looking_ahead::LookingAhead;
use super::random::RandomMove;
use super::reading_order::ReadingOrder;
use super::shallow_score::ShallowScore;
use super::valuations::{classic, disc_difference, heuristic};

macro_rules! styles {
    ($($variant:ident $name:literal = $style:expr;)*) => {
        /// The name of a style.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "protocol.md tells the rule of each")]
        pub enum StyleName { $($variant),* }

        impl StyleName {
            /// All of them, simple ones first.
            pub const ALL: &'static [StyleName] = &[$(StyleName::$variant),*];

            /// Their names as they are written, in the order of [`StyleName::ALL`].
            pub const NAMES: [&'static str; StyleName::ALL.len()] = [$($name),*];

            /// The style itself.
            pub(super) fn style(self) -> &'static dyn Style {
                match self { $(StyleName::$variant => &$style),* }
            }
        }
    };
}

styles! {
    Random "random" = RandomMove;
    TopLeft "top-left" = ReadingOrder::First;
    BottomRight "bottom-right" = ReadingOrder::Last;
    Center "center" = Distance::Nearest;
    Edge "edge" = Distance::Farthest;
    EdgeExclusive "edge-exclusive" = EdgeExclusive;
    ShallowScore "shallow-score" = ShallowScore;
    MinmaxScore "minmax-score" = LookingAhead { plies: 2, value: disc_difference, aim: Aim::Best };
    DeepScore "deep-score" = LookingAhead { plies: 5, value: disc_difference, aim: Aim::Best };
    DeepHeuristic "deep-heuristic" = LookingAhead { plies: 5, value: heuristic, aim: Aim::Best };
    DeepNegative "deep-negative" = LookingAhead { plies: 5, value: heuristic, aim: Aim::Worst };
    ClassicD1 "classic-d1" = LookingAhead { plies: 1, value: classic, aim: Aim::Best };
    ClassicD2 "classic-d2" = LookingAhead { plies: 2, value: classic, aim: Aim::Best };
    ClassicD3 "classic-d3" = LookingAhead { plies: 3, value: classic, aim: Aim::Best };
    ClassicD4 "classic-d4" = LookingAhead { plies: 4, value: classic, aim: Aim::Best };
    ClassicD5 "classic-d5" = LookingAhead { plies: 5, value: classic, aim: Aim::Best };
    Budget "budget" = Budget;
}

impl StyleName {
    /// The name as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        StyleName::NAMES[self as usize]
    }
}
