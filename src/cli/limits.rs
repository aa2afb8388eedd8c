//! [`LimitArguments`]: where the search of a position ends; [`GoalArguments`]: what it is for.

use std::fmt;
use std::time::Duration;

use super::flags::{MAX_DEPTH, parse_time, whole};
use crate::board::Position;
use crate::engine::Engine;
use crate::protocol::ugi::Go;
use crate::score::Selectivity;
use crate::search::{Goal, Limits};

/// Where the search of a position ends, if not where the level says: at the first of these.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(super) struct LimitArguments {
    /// Stop a search at this depth in plies, instead of where the level says
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MAX_DEPTH), conflicts_with = "level")]
    pub(super) depth: Option<u32>,
    /// Stop it after this number of nodes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..), conflicts_with = "level")]
    pub(super) nodes: Option<u64>,
    /// Stop it after this time, in milliseconds or with a unit such as 500ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "level")]
    pub(super) time: Option<Duration>,
}

impl LimitArguments {
    /// The limits of a search by `engine` that ranks so many moves of `position`.
    pub(super) fn of_search(&self, engine: &Engine, position: Position, multi_pv: usize) -> Limits {
        let limits = self.limits().unwrap_or_else(|| engine.level_limits(position));
        Limits { multi_pv, ..limits }
    }

    /// The limits; `None` if the level says where the search ends.
    pub(super) fn limits(&self) -> Option<Limits> {
        let LimitArguments { depth, nodes, time: move_time } = *self;
        let limits = Limits { depth, nodes, move_time, ..Limits::default() };
        (*self != LimitArguments::default()).then_some(limits)
    }
}

/// What the search of a position is for, and how sure it has to be.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct GoalArguments {
    /// Search until the score is proven
    #[arg(long, conflicts_with = "wld")]
    exact: bool,
    /// Search until it is proven who wins
    #[arg(long)]
    wld: bool,
    /// How sure the search is, at the end of the game, too, up to 100
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100))]
    selectivity: Option<u8>,
}

impl GoalArguments {
    /// A search for this within `limits`.
    pub(super) fn go(&self, limits: &LimitArguments) -> Go {
        let goal = match (self.exact, self.wld) {
            (true, _) => Goal::Exact,
            (_, true) => Goal::Wld,
            _ => Goal::Move,
        };
        let LimitArguments { depth, nodes, time: move_time } = *limits;
        let selectivity = self.selectivity.and_then(Selectivity::at_least);
        Go { depth, nodes, move_time, selectivity, ..Go::new(goal) }
    }
}

/// `depth 8, 1000 nodes a move, 500 ms a move`.
impl fmt::Display for LimitArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes a move"));
        let time = self.time.map(|time| format!("{} ms a move", time.as_millis()));
        let limits: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
        f.write_str(&limits.join(", "))
    }
}
