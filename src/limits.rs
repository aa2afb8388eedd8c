//! [`LimitArguments`]: where the search of a position ends; [`GoalArguments`]: what it is for.

use std::fmt;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::flags::{MAX_DEPTH, parse_time, whole};
use engine::Engine;
use engine::score::Selectivity;
use engine::search::{Goal, Limits};
use engine::{BookUse, SearchRequest};
use othello::board::Position;

/// Where the search of a position ends, if not where the level says: at the first of these.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(super) struct LimitArguments {
    /// Stop a search at this depth in plies, instead of where the level says; with --level at the
    /// first of all limits
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MAX_DEPTH))]
    pub(super) depth: Option<u32>,
    /// Stop it after this number of nodes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub(super) nodes: Option<u64>,
    /// Stop it after this time, in milliseconds or with a unit such as 500ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,
    #[command(flatten)]
    pub(super) level: GivenLevel,
}

/// The level, if it was given: it limits a search beside other limits then. It adds no argument; the
/// one it reads is the flag of the engine's option.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct GivenLevel(pub(super) Option<u32>);

/// The flag of the level.
const LEVEL: &str = "level";

impl Args for GivenLevel {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for GivenLevel {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GivenLevel, clap::Error> {
        let mut level = GivenLevel::default();
        level.update_from_arg_matches(matches)?;
        Ok(level)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let is_given = matches.value_source(LEVEL) == Some(ValueSource::CommandLine);
        let level = matches.get_one::<String>(LEVEL).filter(|_| is_given);
        self.0 = level.and_then(|level| level.parse().ok());
        Ok(())
    }
}

impl LimitArguments {
    /// The limits of a search by `engine` that ranks so many moves of `position`.
    pub(super) fn of_search(&self, engine: &Engine, position: Position, multi_pv: usize) -> Limits {
        let level = engine.level_limits(position);
        let limits = match self.limits() {
            None => level,
            Some(limits) if self.level.0.is_some() => limits.capped_by(&level),
            Some(limits) => limits,
        };
        Limits { multi_pv, ..limits }
    }

    /// The limits but for the level; `None` if that alone says where the search ends.
    pub(super) fn limits(&self) -> Option<Limits> {
        let LimitArguments { depth, nodes, time: move_time, .. } = *self;
        let limits = Limits { depth, nodes, move_time, ..Limits::default() };
        (limits != Limits::default()).then_some(limits)
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
    /// A search for this within `limits`, which ranks moves by their book scores.
    pub(super) fn request(&self, limits: &LimitArguments) -> SearchRequest {
        let goal = match (self.exact, self.wld) {
            (true, _) => Goal::Exact,
            (_, true) => Goal::Wld,
            _ => Goal::Move,
        };
        let LimitArguments { depth, nodes, time: move_time, level } = *limits;
        let level = level.0.is_some() && limits.limits().is_some();
        let selectivity = self.selectivity.and_then(Selectivity::at_least);
        let book = BookUse::Rank;
        SearchRequest {
            goal,
            depth,
            nodes,
            move_time,
            level,
            selectivity,
            book,
            ..SearchRequest::default()
        }
    }
}

/// `level 12, depth 8, 1000 nodes a move, 500 ms a move`.
impl fmt::Display for LimitArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes a move"));
        let time = self.time.map(|time| format!("{} ms a move", time.as_millis()));
        let level = self.level.0.map(|level| format!("level {level}"));
        let limits: Vec<String> = [level, depth, nodes, time].into_iter().flatten().collect();
        f.write_str(&limits.join(", "))
    }
}
