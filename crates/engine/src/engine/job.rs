//! [`SearchJob`]: a search that is ready to run, at full strength, with a skill, in a style or from
//! the opening book. Also the search limits of each level.

use std::sync::Arc;
use std::time::Instant;

use super::book::{self, BookAdvice};
use super::{Engine, Job, JobError, Options, RunningJob, SearchEvent};
use crate::score::Selectivity;
use crate::search::{
    Goal, Limits, Line, NoMemory, Parameters, SOLVED_EMPTIES, Search, SearchInfo, SearchReport,
    Stop, ThreadPool, Tt,
};
use crate::strategy::{self, Skill, StyleLimits, StyleName, StyleQuery};
use othello::board::Position;
use othello::random::Random;

/// Table size in MiB for a search with a [`Skill`]. Such a search is shallow.
const SKILL_HASH: usize = 1;

/// A search prepared by [`Engine::job`]. It may run in any thread.
#[derive(Debug)]
pub struct SearchJob(Method);

/// How to choose the move.
#[derive(Debug)]
enum Method {
    /// Full strength.
    Full(Search),
    /// Book lines, without a search.
    Book(Vec<Line>),
    /// These book lines, and a search of the other moves.
    Informed(Search, Vec<Line>),
    /// Limited strength. The number seeds the random choices.
    Skill(Search, Skill, u64),
    /// A playing style. It uses no table and no evaluator.
    Style {
        style: StyleName,
        position: Position,
        limits: Limits,
        parameters: Parameters,
        seed: u64,
    },
}

impl Method {
    /// Searches the moves that start no book line.
    fn informed(search: Search, lines: Vec<Line>) -> Method {
        let excluded = lines.iter().filter_map(|line| line.pv.first()?.square()).collect();
        let limits = Limits { excluded, ..search.limits };
        Method::Informed(Search { limits, ..search }, lines)
    }
}

impl SearchJob {
    /// The search of `position` that the engine's options select. Always full strength if the game
    /// is over or the goal is not a move.
    ///
    /// # Errors
    /// If memory for the search cannot be allocated.
    pub(super) fn new(
        engine: &mut Engine,
        position: Position,
        limits: Limits,
    ) -> Result<SearchJob, NoMemory> {
        let is_open_choice = limits.goal == Goal::Move && !position.is_over();
        let method = match (engine.options.style, Skill::new(engine.options.skill)) {
            (Some(style), _) if is_open_choice => {
                let (parameters, seed) = (engine.options.parameters, engine.seed());
                Method::Style { style, position, limits, parameters, seed }
            }
            (_, Some(skill)) if is_open_choice => {
                // One thread and a private table, so that position and seed determine the move.
                let tt = Arc::new(Tt::new(SKILL_HASH)?);
                let threads = Arc::new(ThreadPool::new(1));
                let search = Search { threads, ..engine.search_with(tt, position, limits) };
                Method::Skill(search, skill, engine.seed())
            }
            _ => Method::Full(engine.full_search(position, limits)?),
        };
        Ok(SearchJob(method))
    }

    /// The book move for `position`, drawn with `seed`. `None` if the position needs a search.
    pub(super) fn of_book(
        options: &Options,
        position: Position,
        advice: &BookAdvice,
        seed: u64,
    ) -> Option<SearchJob> {
        let mut random = Random::new(seed ^ position.hash64(), 0);
        let line = advice.choose(options.book_variety, &mut random)?;
        Some(SearchJob(Method::Book(vec![line])))
    }

    /// Answers from `advice` if it ranks enough moves. Otherwise a search for several lines skips
    /// the moves with a deep book line.
    pub(super) fn informed(self, position: Position, advice: &BookAdvice) -> SearchJob {
        let Method::Full(search) = self.0 else { return self };
        let count = search.limits.multi_pv.min(position.legal_moves().count() as usize);
        SearchJob(match advice.best(count) {
            Some(lines) => Method::Book(lines),
            None if count == 1 => Method::Full(search),
            None => Method::informed(search, advice.deep_lines()),
        })
    }

    /// Searches in a new thread and passes every event to `listener`, as [`Job::start`].
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// use engine::{Engine, JobEvent, Options, SearchRequest};
    /// use othello::game::Setup;
    ///
    /// let mut engine = Engine::new(Options::default());
    /// let request = SearchRequest { infinite: true, ..SearchRequest::default() };
    /// let (sender, events) = channel();
    /// let search = engine.job(Setup::START, &request)?;
    /// let search = search.start(move |event| sender.send(event).expect("it is received"))?;
    /// let mut report = None;
    /// for event in &events {
    ///     match event {
    ///         JobEvent::Progress(info) if info.line.depth >= 6 => search.stop(),
    ///         JobEvent::Progress(_) => {}
    ///         JobEvent::Done(found) => report = Some(found),
    ///         JobEvent::Failed(error) => return Err(error.into()),
    ///     }
    /// }
    /// assert!(report.is_some_and(|report| report.best_move().is_some()));
    /// # Ok::<(), engine::EngineError>(())
    /// ```
    ///
    /// # Errors
    /// If the thread cannot be started. `listener` is then not called.
    pub fn start(
        self,
        listener: impl FnMut(SearchEvent) + Send + 'static,
    ) -> Result<RunningJob, JobError> {
        Job::new("search", move |stop, report| self.run(stop, report)).start(listener)
    }

    /// Searches in the calling thread until a limit is reached or `stop` is set. At full strength,
    /// calls `listener` with each line found. Returns the best lines.
    pub fn run(self, stop: &dyn Stop, listener: &mut dyn FnMut(SearchInfo)) -> SearchReport {
        match self.0 {
            Method::Full(search) => search.run(stop, listener),
            Method::Book(lines) => book::report_of(lines),
            Method::Informed(search, lines) => {
                let count = search.limits.multi_pv;
                // A host keeps one row per rank, so searched lines rank after the book lines.
                let announced = lines.len().min(count.saturating_sub(1));
                book::announce(&lines[..announced], listener);
                let report = search.run(stop, &mut |SearchInfo { mut line, usage }| {
                    line.rank += announced;
                    if line.rank <= count {
                        listener(SearchInfo { line, usage });
                    }
                });
                book::merge(report, lines, count)
            }
            Method::Skill(search, skill, seed) => {
                let (position, limits) = (search.position, skill.limits(search.limits));
                let report = Search { limits, ..search }.run(stop, &mut |_| ());
                skill.choose(position, seed, report)
            }
            Method::Style { style, position, limits, parameters, seed } => {
                let limits = style_limits(stop, position, &limits, &parameters);
                strategy::play(style, &StyleQuery { position, seed, limits })
            }
        }
    }
}

/// Converts search limits to style limits.
fn style_limits<'a>(
    stop: &'a dyn Stop,
    position: Position,
    limits: &Limits,
    parameters: &Parameters,
) -> StyleLimits<'a> {
    let time = limits.most_time(position.empty_count(), parameters);
    StyleLimits {
        stop,
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        nodes: limits.nodes.unwrap_or(u64::MAX),
    }
}

/// The highest level. It solves every position.
pub const MAX_LEVEL: u32 = 60;

/// Rows: the highest level of a group, and the maximum empties that the group solves exactly.
const EXACT_EMPTIES: [(u32, u32); 9] =
    [(2, 12), (6, 14), (8, 16), (10, 18), (14, 20), (18, 22), (22, 24), (26, 26), (30, 28)];

/// Rows: the maximum empties above [`solved_empties`], and the selectivity of a search to the end.
const SELECTIVE_EMPTIES: [(u32, Selectivity); 4] = [
    (2, Selectivity::Percent98),
    (4, Selectivity::Percent95),
    (6, Selectivity::Percent87),
    (8, Selectivity::Percent73),
];

/// The maximum number of empties that `level` solves exactly. Clamps `level` to [`MAX_LEVEL`].
#[must_use]
pub fn solved_empties(level: u32) -> u32 {
    let level = level.min(MAX_LEVEL);
    let row = EXACT_EMPTIES.iter().find(|&&(highest, _)| level <= highest);
    row.map_or(level.max(SOLVED_EMPTIES), |&(_, empties)| empties)
}

/// The search limits of `level` with `empties` empty squares. Clamps `level` to [`MAX_LEVEL`].
///
/// The level is the midgame depth. Positions with at most [`solved_empties`] are solved. With up to
/// two, four, six or eight more empties, the search goes to the end at selectivity 98, 95, 87 or 73
/// %.
#[must_use]
pub fn level_limits(level: u32, empties: u32) -> Limits {
    let level = level.min(MAX_LEVEL);
    let solved = solved_empties(level);
    let selective = SELECTIVE_EMPTIES.iter().find(|&&(more, _)| empties <= solved + more);
    let to_the_end = |end_selectivity| Limits {
        depth: Some(empties.max(1)),
        end_selectivity,
        ..Limits::default()
    };
    match selective {
        _ if empties <= solved => to_the_end(Selectivity::Full),
        Some(&(_, selectivity)) => to_the_end(selectivity),
        None => Limits { depth: Some(level.max(1)), ..Limits::default() },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::score::{Bound, Score};
    use crate::search::{Certainty, Source};
    use othello::board::{Move, Square};

    #[test]
    fn styles_obey_time_limits() {
        let never = AtomicBool::new(false);
        let is_timed = |limits: &Limits| {
            style_limits(&never, Position::START, limits, &Parameters::DEFAULT).deadline.is_some()
        };
        assert!(!is_timed(&Limits::default()));
        let move_time = Some(Duration::from_millis(50));
        assert!(is_timed(&Limits { move_time, ..Limits::default() }));
    }

    #[test]
    fn book_lines_are_reported_before_the_search() {
        let known = Line {
            rank: 1,
            depth: 20,
            score: Score::ZERO,
            bound: Bound::Exact,
            certainty: Certainty::Selective(Selectivity::Percent87),
            pv: vec![Move::Place(Square::F5)],
            source: Source::Book { games: 0 },
        };
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let limits = Limits { depth: Some(2), multi_pv: 2, ..Limits::default() };
        let search = engine.full_search(Position::START, limits).unwrap();
        let job = SearchJob(Method::informed(search, vec![known.clone()]));
        let mut told = Vec::new();
        job.run(&AtomicBool::new(false), &mut |info| told.push(info.line));
        assert_eq!(told.first(), Some(&known));
        assert!(told.len() > 1);
        for line in &told[1..] {
            assert_eq!(
                (line.rank, line.source),
                (2, Source::Search),
                "its place is that of the book"
            );
            assert_ne!(line.pv[0], known.pv[0]);
        }
    }

    #[test]
    fn higher_levels_are_deeper_and_more_certain() {
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
    fn the_end_selectivity_of_a_level_depends_on_the_empties() {
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
        assert_eq!(level_limits(u32::MAX, 30), level_limits(MAX_LEVEL, 30));
    }
}
