//! `Engine`.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use engine::book::{LineFormat, OutsideMove, search_line};
use engine::score::{Score, Selectivity, centidiscs_of, discs_of};
use engine::search::{Clock, Goal, KnownMove, Limits, Stop};
use engine::{BookUse, Effort, MAX_LEVEL, OPTIONS, OptionKind, Options, SearchRequest};
use othello::board::{Bitboard, DiscDiff, Move, Position, Square};
use othello::game::Setup;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::{AnalysedPly, Analysis};
use crate::convert::{Number, Seconds, illegal, memory_error, parse_move, quoted, value_error};
use crate::inputs::{GameOrText, PositionOrGame};
use crate::interrupt::Interrupt;
use crate::report::{SearchInfo, SearchReport};

/// An engine: its options and its transposition table. Later searches reuse the table.
///
/// A search runs in the calling thread, and in further threads if the option `threads` is above 1.
/// It releases the global interpreter lock, so other Python threads continue and may call `stop`.
/// Ctrl-C ends a search of the main thread with KeyboardInterrupt. Each engine runs one search at a
/// time.
///
/// A search needs a stack of at least 512 KiB in the calling thread. With less
/// (`threading.stack_size`) the process crashes. After a fork, as by multiprocessing, the engine
/// also works in the child if no search was running.
///
/// A `skill` below 10 or a `strategy` chooses the move, and ignores limits of `search` deeper than
/// its own. The report has one line, without a score if the strategy computes none. `solve` and
/// `analyse` run at full strength.
///
/// Args:
///     options: values of options by name: `hash` (table size in MiB, 64), `threads` (1), `multipv`
///         (the number of best moves to rank, 1), `level` (depth of searches without limits, 10),
///         `skill` (0 to 10, full strength), `strategy` (a playing style, or "full"), `seed` (of
///         random choices; 0, the default, draws one for each game), `evaluator`, `evalfile`,
///         `ownbook` (whether to use the opening book, False), `book` (its file; the built-in one
///         by default), `bookvariety`, `bookdepth`.
///
/// Raises:
///     ValueError: if an option does not exist, is given twice, or its value is out of range.
#[pyclass(module = "outflank", frozen, weakref)]
pub(crate) struct Engine {
    engine: Mutex<engine::Engine>,
    /// Stops the running search.
    stop: AtomicBool,
}

impl Engine {
    /// The engine. Fails while a search is running.
    fn lock(&self) -> PyResult<MutexGuard<'_, engine::Engine>> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "engine busy with another search: wait for it, or create another engine",
            )),
        }
    }

    /// Runs the search of `setup` described by `request`, with `known` and `at_least` of `Limits`.
    fn run(
        &self,
        py: Python,
        setup: Setup,
        request: &SearchRequest,
        (known, at_least): (Option<KnownMove>, Option<DiscDiff>),
        (stop, callback): (Option<Py<PyAny>>, Option<Py<PyAny>>),
    ) -> PyResult<SearchReport> {
        let mut engine = self.lock()?;
        self.stop.store(false, Relaxed);
        let limits = engine.limits(setup, request).map_err(value_error)?;
        let limits = Limits { known, at_least, ..limits };
        // The engine uses the book only if the option `ownbook` is set.
        let book = BookUse::Play(request.seed_scope());
        let job = engine.job_within(setup.position, limits, book).map_err(memory_error)?;
        let report = py.detach(|| {
            let interrupt = Interrupt::new(&self.stop, stop.as_ref());
            let report = job.run(&interrupt, &mut |info| {
                if let Some(callback) = &callback {
                    interrupt
                        .call(|py| callback.call1(py, (SearchInfo::new(py, &info)?,)).map(drop));
                }
            });
            interrupt.result(report)
        })?;
        SearchReport::new(py, &report)
    }
}

/// The limits common to searches and analyses.
fn limits(
    depth: Option<Number>,
    nodes: Option<Number>,
    time: Option<Seconds>,
) -> PyResult<(Option<u32>, Option<u64>, Option<Duration>)> {
    let depth =
        depth.map(|depth| depth.within("depth", 1..=Limits::MAX_DEPTH.into())).transpose()?;
    let nodes = nodes.map(|nodes| nodes.within("nodes", 1..=u64::MAX)).transpose()?;
    let time = time.map(|time| time.duration("time")).transpose()?;
    Ok((depth.map(|depth| depth as u32), nodes, time))
}

/// The request for `goal` within these limits.
fn request(
    goal: Goal,
    depth: Option<Number>,
    nodes: Option<Number>,
    time: Option<Seconds>,
    multi_pv: Option<Number>,
) -> PyResult<SearchRequest> {
    let (depth, nodes, move_time) = limits(depth, nodes, time)?;
    let most = Limits::MAX_MULTI_PV as u64;
    let multi_pv = multi_pv.map(|count| count.within("multi_pv", 1..=most)).transpose()?;
    Ok(SearchRequest {
        goal,
        depth,
        nodes,
        move_time,
        multi_pv: multi_pv.map(|count| count as usize),
        ..SearchRequest::default()
    })
}

/// The moves to search: the legal moves of `setup` without `excluded`. At least one must be left.
fn moves_without(setup: Setup, excluded: &[Bound<PyAny>]) -> PyResult<Bitboard> {
    let mut moves = setup.position.legal_moves();
    for object in excluded {
        moves -= square_of(setup, object)?.bit();
    }
    if moves.is_empty() && !excluded.is_empty() {
        return Err(value_error("invalid exclude: expected at least one legal move left"));
    }
    Ok(if excluded.is_empty() { Bitboard::EMPTY } else { moves })
}

/// The known move and its value in discs.
fn known_move(setup: Setup, known: Option<(Bound<PyAny>, f64)>) -> PyResult<Option<KnownMove>> {
    let Some((object, discs)) = known else { return Ok(None) };
    if !(-64.0..=64.0).contains(&discs) {
        return Err(value_error(format_args!(
            "invalid value {discs} of the known move: expected -64 to 64 discs"
        )));
    }
    let square = square_of(setup, &object)?;
    Ok(Some(KnownMove { square, score: Score::saturating(centidiscs_of(discs)) }))
}

/// The square of a legal move other than a pass.
fn square_of(setup: Setup, object: &Bound<PyAny>) -> PyResult<Square> {
    let mv = parse_move(object)?;
    setup.after(mv).map_err(|reason| illegal(mv, reason))?;
    match mv {
        Move::Place(square) => Ok(square),
        Move::Pass => Err(value_error("invalid move \"pass\": expected a square a1-h8")),
    }
}

/// Sets an option of the protocol or the command line to `value`.
fn set(options: &mut Options, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
    options.set(name, &value.str()?.to_cow()?).map_err(value_error)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(options: Option<&Bound<PyDict>>) -> PyResult<Engine> {
        let mut values = Options { own_book: false, ..Options::default() };
        let mut names = HashSet::new();
        for (name, value) in options.into_iter().flatten() {
            let name = name.str()?;
            let name = name.to_cow()?;
            set(&mut values, &name, &value)?;
            // Python distinguishes case in names, the engine does not.
            if !names.insert(name.to_ascii_lowercase()) {
                let name = quoted(&name);
                return Err(value_error(format_args!("repeated option {name}: expected it once")));
            }
        }
        Ok(Engine { engine: Mutex::new(engine::Engine::new(values)), stop: AtomicBool::new(false) })
    }

    /// The current options by name.
    ///
    /// Raises:
    ///     RuntimeError: while a search is running.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let engine = self.lock()?;
        let values = PyDict::new(py);
        for option in OPTIONS {
            match option.kind {
                OptionKind::Spin { get, .. } => {
                    values.set_item(option.flag, get(engine.options()))?;
                }
                _ => values.set_item(option.flag, option.kind.value(engine.options()))?,
            }
        }
        Ok(values)
    }

    /// Sets an option.
    ///
    /// Raises:
    ///     ValueError: if the option does not exist or the value is out of range. The option is
    ///         unchanged.
    ///     MemoryError: if the table does not fit into memory. The old table stays.
    ///     RuntimeError: while a search is running.
    fn set_option(&self, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
        let mut engine = self.lock()?;
        let mut options = engine.options().clone();
        set(&mut options, name, value)?;
        engine.try_set_options(options).map_err(memory_error)
    }

    /// Begins a new game: clears the table, and draws a new seed unless the option `seed` sets one.
    ///
    /// Raises:
    ///     RuntimeError: while a search is running.
    fn new_game(&self) -> PyResult<()> {
        self.lock()?.new_game();
        Ok(())
    }

    /// Stops the running search or analysis, which returns its results so far. Callable from any
    /// thread and from callbacks. Does nothing without a search: to stop a search that may not have
    /// begun, pass an event as `stop`.
    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Evaluates a position statically, with the evaluator of this engine.
    ///
    /// Args:
    ///     position: the position, or the last position of a game or of a text such as "f5d6c3".
    ///
    /// Returns:
    ///     The expected final difference for the side to move, in discs; the result if the game
    ///     is over.
    ///
    /// Raises:
    ///     RuntimeError: while a search is running.
    fn evaluate(&self, position: PositionOrGame) -> PyResult<f64> {
        let evaluator = self.lock()?.evaluator();
        Ok(discs_of(evaluator.score(position.0.position).centidiscs()))
    }

    /// Searches for the best moves. The search ends at the first limit reached. Without limits, the
    /// option `level` applies. A `skill` below 10 or a `strategy` chooses the move, and ignores
    /// deeper limits. The report then has one line.
    ///
    /// Args:
    ///     position: the position, or the last position of a game or of a text such as "f5d6c3".
    ///     depth: the depth in plies, 1 to 1000.
    ///     nodes: the number of positions to visit.
    ///     time: the time for this move, in seconds.
    ///     clock: a pair: the time left for the rest of the game and the increment for each move,
    ///         in seconds.
    ///     infinite: search until the position is solved, another limit is reached, or `stop` is
    ///         called.
    ///     selectivity: the minimum confidence of the result in %, 0 to 100.
    ///     multi_pv: the number of best moves to rank, 1 to 64. A `skill` below 10 or a `strategy`
    ///         ranks one move.
    ///     exclude: moves not to search.
    ///     known: a pair of a move and its value in discs. The move is not searched. If a search to
    ///         the end of the game finds none better, the line of the best other move has the bound
    ///         "upper".
    ///     stop: a `threading.Event`, or any object with `is_set()`. The search ends when it is
    ///         set, at once if it was set before.
    ///     callback: receives a `SearchInfo` for each line found. An exception ends the search and
    ///         is raised.
    ///
    /// Raises:
    ///     ValueError: if a limit is out of range.
    ///     MemoryError: if the table does not fit into memory.
    ///     RuntimeError: while another search is running.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, clock = None,
        infinite = false, selectivity = None, multi_pv = None, exclude = Vec::new(), known = None,
        stop = None, callback = None), text_signature = "($self, position, *, depth=None, nodes=None, \
        time=None, clock=None, infinite=False, selectivity=None, multi_pv=None, exclude=(), \
        known=None, stop=None, callback=None)")]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn search(
        &self,
        py: Python,
        position: PositionOrGame,
        depth: Option<Number>,
        nodes: Option<Number>,
        time: Option<Seconds>,
        clock: Option<(Seconds, Seconds)>,
        infinite: bool,
        selectivity: Option<Number>,
        multi_pv: Option<Number>,
        exclude: Vec<Bound<PyAny>>,
        known: Option<(Bound<PyAny>, f64)>,
        stop: Option<Py<PyAny>>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<SearchReport> {
        let PositionOrGame(setup) = position;
        let mut request =
            SearchRequest { infinite, ..request(Goal::Move, depth, nodes, time, multi_pv)? };
        request.moves = moves_without(setup, &exclude)?;
        if let Some((remaining, increment)) = clock {
            let remaining = remaining.duration("clock")?;
            let increment = increment.duration("increment")?;
            request.clocks[setup.side as usize] =
                Some(Clock { remaining, increment, ..Clock::default() });
        }
        if let Some(percent) = selectivity {
            let percent = percent.within("selectivity", 0..=100)?;
            request.selectivity = Selectivity::at_least(percent as u8);
        }
        self.run(py, setup, &request, (known_move(setup, known)?, None), (stop, callback))
    }

    /// Solves a position: computes the score with best play to the end of the game.
    ///
    /// Args:
    ///     position: the position, or the last position of a game or of a text such as "f5d6c3".
    ///     wld: prove only win, draw or loss, which is faster.
    ///     at_least: prove only whether the score is at least this, -63 to 64 discs, without `wld`.
    ///         The score is then a bound. It is proven if the `selectivity` is 100.
    ///     nodes: the number of positions after which to give up.
    ///     time: the time after which to give up, in seconds.
    ///     multi_pv: the number of best moves to rank, 1 to 64.
    ///     exclude, known, stop: as in `search`.
    ///     callback: receives a `SearchInfo` for each line found. An exception ends the search and
    ///         is raised.
    ///
    /// Returns:
    ///     A report whose lines have the `certainty` "exact" (with `wld` at least "wld", with
    ///     `at_least` any with selectivity 100) unless a limit or `stop` ended the search first.
    ///
    /// Raises:
    ///     As `search`.
    #[pyo3(signature = (position, *, wld = false, at_least = None, nodes = None, time = None,
        multi_pv = None, exclude = Vec::new(), known = None, stop = None, callback = None),
        text_signature = "($self, position, *, wld=False, at_least=None, nodes=None, time=None, \
        multi_pv=None, exclude=(), known=None, stop=None, callback=None)")]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn solve(
        &self,
        py: Python,
        position: PositionOrGame,
        wld: bool,
        at_least: Option<i32>,
        nodes: Option<Number>,
        time: Option<Seconds>,
        multi_pv: Option<Number>,
        exclude: Vec<Bound<PyAny>>,
        known: Option<(Bound<PyAny>, f64)>,
        stop: Option<Py<PyAny>>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<SearchReport> {
        let PositionOrGame(setup) = position;
        let goal = if wld { Goal::Wld } else { Goal::Exact };
        let mut request = request(goal, None, nodes, time, multi_pv)?;
        request.moves = moves_without(setup, &exclude)?;
        if let Some(discs) = at_least
            && (wld || !(-63..=64).contains(&discs))
        {
            return Err(value_error(format_args!(
                "invalid at_least {discs}: expected -63 to 64 discs, without wld"
            )));
        }
        let at_least = at_least.map(DiscDiff::saturating);
        self.run(py, setup, &request, (known_move(setup, known)?, at_least), (stop, callback))
    }

    /// Computes the value of each move of a game, from the last move back to the first, so that
    /// each search benefits from the searches of later moves.
    ///
    /// Args:
    ///     game: the game, or a text such as "f5d6c3".
    ///     level: the level of the searches; by default the level of the engine, unless a limit is
    ///         given.
    ///     depth: the depth of each search, in plies.
    ///     nodes: the number of positions for each search.
    ///     time: the time for each search, in seconds.
    ///     exact_from: solve each ply with at most this many empty squares, 0 to 60.
    ///     stop: as in `search`.
    ///     callback: receives each `AnalysedPly`, the last ply of the game first. An exception ends
    ///         the analysis and is raised.
    ///
    /// Returns:
    ///     The analysis. After a stop it covers only the finished plies.
    ///
    /// Raises:
    ///     As `search`.
    #[pyo3(signature = (game, *, level = None, depth = None, nodes = None, time = None,
        exact_from = None, stop = None, callback = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn analyse(
        &self,
        py: Python,
        game: GameOrText,
        level: Option<Number>,
        depth: Option<Number>,
        nodes: Option<Number>,
        time: Option<Seconds>,
        exact_from: Option<Number>,
        stop: Option<Py<PyAny>>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let (depth, nodes, move_time) = limits(depth, nodes, time)?;
        let level = level.map(|level| level.within("level", 0..=MAX_LEVEL.into())).transpose()?;
        let empties = Position::START_EMPTIES.into();
        let exact_from =
            exact_from.map(|count| count.within("exact_from", 0..=empties)).transpose()?;
        let is_limited = depth.is_some() || nodes.is_some() || move_time.is_some();
        let limits = Limits { depth, nodes, move_time, ..Limits::default() };
        let effort = Effort {
            limits: is_limited.then_some(limits),
            level: level.map(|level| level as u32),
            exact_from: exact_from.map(|count| count as u32),
        };
        let GameOrText(record) = game;
        let mut engine = self.lock()?;
        self.stop.store(false, Relaxed);
        let mut analysis = engine.analysis(&record, effort).map_err(memory_error)?;
        let (plies, left) = py.detach(|| {
            let interrupt = Interrupt::new(&self.stop, stop.as_ref());
            let mut plies = Vec::new();
            while let Some(ply) = analysis.step(&interrupt) {
                if let Some(callback) = &callback {
                    interrupt
                        .call(|py| callback.call1(py, (AnalysedPly::new(py, &ply)?,)).map(drop));
                }
                plies.push(ply);
            }
            interrupt.result((plies, analysis.left()))
        })?;
        Analysis::new(py, &record, &plies, left)
    }

    /// Runs a job of `outflank book jobs`: searches for the best move outside the book at the option
    /// `level`, as `outflank book work` does.
    ///
    /// Args:
    ///     job: the job, a line of JSON.
    ///     selectivity: the minimum confidence of searches that do not reach the end, in %; by default
    ///         87.
    ///     stop: as in `search`.
    ///
    /// Returns:
    ///     The result, a line that `outflank book merge` reads; None after a stop.
    ///
    /// Raises:
    ///     ValueError: if the line is not a job.
    ///     MemoryError, RuntimeError: as `search`.
    #[pyo3(signature = (job, *, selectivity = None, stop = None))]
    fn run_book_job(
        &self,
        py: Python,
        job: &str,
        selectivity: Option<Number>,
        stop: Option<Py<PyAny>>,
    ) -> PyResult<Option<String>> {
        let selectivity = match selectivity {
            Some(percent) => Selectivity::at_least(percent.within("selectivity", 0..=100)? as u8),
            None => Some(Limits::SELECTIVITY),
        };
        let parsed = LineFormat::Json.parse(job).map_err(value_error)?;
        let (position, without) = (parsed[0].0, parsed[0].1.without);
        if (position.legal_moves() - without).is_empty() {
            return Err(value_error(
                "no move to search: expected a position with a move outside the book",
            ));
        }
        let mut engine = self.lock()?;
        self.stop.store(false, Relaxed);
        let limits =
            Limits { multi_pv: 1, selectivity, excluded: without, ..engine.level_limits(position) };
        let search = engine.job_within(position, limits, BookUse::Off).map_err(memory_error)?;
        let report = py.detach(|| {
            let interrupt = Interrupt::new(&self.stop, stop.as_ref());
            let report = search.run(&interrupt, &mut |_| ());
            let is_whole = !interrupt.is_set();
            interrupt.result(is_whole.then_some(report))
        })?;
        let found = report.and_then(|report| report.lines.iter().find_map(OutsideMove::from_line));
        Ok(found.map(|outside| search_line(position, without, Some(outside))))
    }

    fn __repr__(&self) -> String {
        match self.lock() {
            Err(_) => "<Engine at a search>".to_owned(),
            Ok(engine) => {
                let Options { hash, threads, level, .. } = engine.options();
                format!("<Engine hash={hash} threads={threads} level={level}>")
            }
        }
    }
}
