//! The engine.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};

use engine::{BookUse, Engine, EngineError, Options, SearchRequest};
use protocol::ugi;

use crate::error::{Failure, OUTFLANK_BUSY, free, guard};
use crate::game::OutflankGame;
use crate::pointers::{give, move_number, reference, text};
use crate::report::{OutflankLine, OutflankPly, OutflankReport, OutflankUsage, OwnedLine};

/// An engine: its options and its transposition table. Later searches reuse the table.
pub struct OutflankEngine {
    engine: Mutex<Engine>,
    /// Stops the running search.
    stop: AtomicBool,
}

impl OutflankEngine {
    /// The engine. Fails while a search is running.
    fn lock(&self) -> Result<MutexGuard<'_, Engine>, Failure> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                OUTFLANK_BUSY,
                "engine busy with another search: wait for it, or create another engine",
            )),
        }
    }
}

/// Receives each line that a search finds, and the usage so far, in the thread of the search. Both
/// pointers are valid until the callback returns. The callback may call outflank_engine_stop. It
/// must return normally, without an exception or longjmp.
pub type OutflankLineCallback = Option<
    unsafe extern "C" fn(line: *const OutflankLine, usage: *const OutflankUsage, user: *mut c_void),
>;

/// Receives each ply of an analysis, the last ply of the game first. The rules of
/// outflank_line_callback apply.
pub type OutflankPlyCallback =
    Option<unsafe extern "C" fn(ply: *const OutflankPly, user: *mut c_void)>;

/// Creates an engine with the default options. The first search allocates its memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_new(engine: *mut *mut OutflankEngine) -> i32 {
    guard(|| {
        let found = Engine::new(Options { own_book: false, ..Options::default() });
        let found = OutflankEngine { engine: Mutex::new(found), stop: AtomicBool::new(false) };
        // SAFETY: guaranteed by the caller.
        unsafe { give("engine", engine, found) }
    })
}

/// Frees an engine. No search may be running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_free(engine: *mut OutflankEngine) {
    // SAFETY: guaranteed by the caller.
    unsafe { free(engine) }
}

/// Sets an option: "Hash" (table size in MiB), "Threads", "MultiPV", "Level", "Skill", "Strategy",
/// "Seed", "OwnBook" (false: searches do not use the opening book) and others described in
/// protocol.md. OUTFLANK_INVALID if the option does not exist or the value is out of range,
/// OUTFLANK_NO_MEMORY if the table does not fit into memory. The option is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_set_option(
    engine: *const OutflankEngine,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (engine, name, value) =
            unsafe { (reference("engine", engine)?, text("name", name)?, text("value", value)?) };
        let mut engine = engine.lock()?;
        let mut options = engine.options().clone();
        options.set(name, value).map_err(Failure::invalid)?;
        engine.try_set_options(options).map_err(Failure::no_memory)
    })
}

/// Begins a new game: clears the table, and draws a new seed unless the option "Seed" sets one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_new_game(engine: *const OutflankEngine) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        unsafe { reference("engine", engine)? }.lock()?.new_game();
        Ok(())
    })
}

/// Searches the last position of a game, in the calling thread and the number of further threads
/// that the option "Threads" requires. The calling thread needs a stack of at least 512 KiB.
/// `limits` are the words after "go" in protocol.md, such as "depth 12 multipv 3", "movetime 500",
/// "exact" or "wld". If `limits` is null or empty, the options "Level" and "Skill" set the limits.
/// An "infinite" search ends when the position is solved, at another limit, or on
/// outflank_engine_stop. "ponder" is refused with OUTFLANK_INVALID. A "Skill" below 10 or a
/// "Strategy" chooses the move at any limit except "exact" and "wld", and ignores deeper limits.
/// The report then has one line. `callback` may be null and receives `user`. The caller frees the
/// report with outflank_report_free. OUTFLANK_BUSY while another search is running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_search(
    engine: *const OutflankEngine,
    game: *const OutflankGame,
    limits: *const c_char,
    callback: OutflankLineCallback,
    user: *mut c_void,
    report: *mut *mut OutflankReport,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (handle, game) = unsafe { (reference("engine", engine)?, reference("game", game)?) };
        // SAFETY: guaranteed by the caller.
        let words = unsafe { optional_text("limits", limits)? };
        let request = ugi::read_request(words).map_err(Failure::invalid)?;
        // The engine uses the book only if the option "OwnBook" is set.
        let request = SearchRequest { book: BookUse::Play(request.seed_scope()), ..request };
        if report.is_null() {
            return Err(Failure::null("report"));
        }
        let setup = game.record.game().setup();
        let mut engine = handle.lock()?;
        handle.stop.store(false, Relaxed);
        let job = engine.job(setup, &request).map_err(|error| match error {
            EngineError::Request(error) => Failure::invalid(error),
            error => Failure::no_memory(error),
        })?;
        let found = job.run(&handle.stop, &mut |info| {
            if let Some(callback) = callback {
                let (line, usage) = (OwnedLine::from(&info.line), info.usage.into());
                // SAFETY: guaranteed by the caller; both references outlive the call.
                unsafe { callback(&line.borrowed(), &usage, user) };
            }
        });
        // SAFETY: guaranteed by the caller.
        unsafe { give("report", report, OutflankReport::from(&found)) }
    })
}

/// Computes the value of each move of a game, from the last move back to the first. Runs in the
/// calling thread, which needs a stack of at least 512 KiB. `effort` are the words after "analyze"
/// in protocol.md, such as "level 12 exactfrom 20". If `effort` is null or empty, the level of the
/// engine applies. After outflank_engine_stop the remaining plies are not reported. OUTFLANK_BUSY
/// while another search is running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_analyse(
    engine: *const OutflankEngine,
    game: *const OutflankGame,
    effort: *const c_char,
    callback: OutflankPlyCallback,
    user: *mut c_void,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (handle, game) = unsafe { (reference("engine", engine)?, reference("game", game)?) };
        // SAFETY: guaranteed by the caller.
        let words = unsafe { optional_text("effort", effort)? };
        let effort = ugi::read_effort(words).map_err(Failure::invalid)?;
        let callback = callback.ok_or_else(|| Failure::null("callback"))?;
        let mut engine = handle.lock()?;
        handle.stop.store(false, Relaxed);
        let mut analysis =
            engine.analysis(game.record.game(), effort).map_err(Failure::no_memory)?;
        while let Some(ply) = analysis.step(&handle.stop) {
            let pv: Vec<i32> = ply.pv.iter().map(|&mv| move_number(Some(mv))).collect();
            // SAFETY: guaranteed by the caller; both references outlive the call.
            unsafe { callback(&OutflankPly::new(&ply, &pv), user) };
        }
        Ok(())
    })
}

/// Stops the running search or analysis, which returns its results so far. Callable from any thread
/// and from callbacks. Does nothing without a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_stop(engine: *const OutflankEngine) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        unsafe { reference("engine", engine)? }.stop.store(true, Relaxed);
        Ok(())
    })
}

/// The text of an argument; empty if it is null.
///
/// # Safety
/// `words` is null, or points to a text that outlives the result.
unsafe fn optional_text<'a>(argument: &str, words: *const c_char) -> Result<&'a str, Failure> {
    // SAFETY: guaranteed by the caller.
    if words.is_null() { Ok("") } else { unsafe { text(argument, words) } }
}
