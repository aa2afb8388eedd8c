//! [`LimitArguments`]: the limits of a search; [`GoalArguments`]: its goal; [`SearchSettings`]: both
//! in a log.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::flags::{integer, parse_time};
use engine::score::Selectivity;
use engine::search::{Goal, Limits, Parameters};
use engine::{BookUse, Engine, OPTIONS, Options, SearchRequest};
use othello::board::Position;

/// The limits of a search: the first that is reached ends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(super) struct LimitArguments {
    /// Stop a search at this depth in plies
    #[arg(long, value_name = "N", value_parser = integer::<u32>(1..=Limits::MAX_DEPTH))]
    pub(super) depth: Option<u32>,
    /// Stop it after this number of nodes
    #[arg(long, value_name = "N", value_parser = integer::<u64>(1..))]
    pub(super) nodes: Option<u64>,
    /// Stop it after this time, in milliseconds or with a unit such as 500ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,
    /// Stop it at the limits of this level, 0 to 60 [default: 10 without other limits]
    #[arg(long, value_name = "N", value_parser = integer::<u32>(0..=60))]
    pub(super) level: Option<u32>,
}

impl LimitArguments {
    /// `options` with the given level.
    pub(super) fn with_level(&self, options: Options) -> Options {
        Options { level: self.level.unwrap_or(options.level), ..options }
    }

    /// The limits of a search of `position` that ranks `multi_pv` moves.
    pub(super) fn of_search(&self, engine: &Engine, position: Position, multi_pv: usize) -> Limits {
        let level = engine.level_limits(position);
        let limits = match self.limits() {
            None => level,
            Some(limits) if self.level.is_some() => limits.capped_by(&level),
            Some(limits) => limits,
        };
        Limits { multi_pv, ..limits }
    }

    /// The limits other than the level, if any.
    pub(super) fn limits(&self) -> Option<Limits> {
        let LimitArguments { depth, nodes, time: move_time, .. } = *self;
        let limits = Limits { depth, nodes, move_time, ..Limits::default() };
        (limits != Limits::default()).then_some(limits)
    }
}

/// The goal and the selectivity of a search.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct GoalArguments {
    /// Search until the score is proven
    #[arg(long, conflicts_with = "wld")]
    exact: bool,
    /// Search until the winner is proven
    #[arg(long)]
    wld: bool,
    /// Selectivity of the search in %, up to 100
    #[arg(long, value_name = "PERCENT", value_parser = integer::<u8>(0..=100))]
    selectivity: Option<u8>,
}

impl GoalArguments {
    /// The request for this goal within `limits`. Book scores rank the moves.
    pub(super) fn request(&self, limits: &LimitArguments) -> SearchRequest {
        let goal = match (self.exact, self.wld) {
            (true, _) => Goal::Exact,
            (_, true) => Goal::Wld,
            _ => Goal::Move,
        };
        let LimitArguments { depth, nodes, time: move_time, level } = *limits;
        let level = level.is_some() && limits.limits().is_some();
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
        let level = self.level.map(|level| format!("level {level}"));
        let limits: Vec<String> = [level, depth, nodes, time].into_iter().flatten().collect();
        f.write_str(&limits.join(", "))
    }
}

/// The settings that the results of a search depend on. They are the first line of a log.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "settings")]
pub(super) struct SearchSettings {
    /// `exact` or `wld`.
    goal: Option<&'static str>,
    level: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// In milliseconds a move.
    time: Option<u64>,
    /// In %.
    selectivity: Option<u8>,
    multipv: Option<usize>,
    exact_from: Option<u32>,
    /// [`Options::evaluator_name`].
    evaluator: String,
    book: Option<String>,
    bookdepth: Option<String>,
    /// The parameters that differ from their defaults.
    param: Option<String>,
}

impl SearchSettings {
    pub(super) fn new(
        options: &Options,
        limits: &LimitArguments,
        request: &SearchRequest,
        exact_from: Option<u32>,
    ) -> SearchSettings {
        let value = |flag: &str| {
            let option = OPTIONS.iter().find(|option| option.flag == flag);
            option.map(|option| option.kind.value(options)).unwrap_or_default()
        };
        let goal = match request.goal {
            Goal::Move => None,
            Goal::Exact => Some("exact"),
            Goal::Wld => Some("wld"),
        };
        let is_limited = limits.limits().is_some() || goal.is_some();
        SearchSettings {
            goal,
            level: limits.level.or_else(|| (!is_limited).then_some(options.level)),
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time.and_then(|time| time.as_millis().try_into().ok()),
            selectivity: request.selectivity.map(Selectivity::percent),
            multipv: request.multi_pv.or(Some(options.multi_pv)).filter(|&count| count > 1),
            exact_from,
            evaluator: options.evaluator_name(),
            book: options.own_book.then(|| value("book")),
            bookdepth: options.own_book.then(|| value("bookdepth")),
            param: changed_parameters(&options.parameters),
        }
    }
}

/// The parameters that differ from their defaults, if any.
fn changed_parameters(parameters: &Parameters) -> Option<String> {
    let changed = parameters.changed_from(&Parameters::DEFAULT);
    let changed = changed.map(|spec| format!("{}={}", spec.name, spec.value(parameters)));
    let changed: Vec<String> = changed.collect();
    (!changed.is_empty()).then(|| changed.join(" "))
}
