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

/// An engine: its options and its transposition table, which searches share.
pub struct OutflankEngine {
    engine: Mutex<Engine>,
    /// Ends the search that is running.
    stop: AtomicBool,
}

impl OutflankEngine {
    /// The engine, unless a search is running.
    fn lock(&self) -> Result<MutexGuard<'_, Engine>, Failure> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                OUTFLANK_BUSY,
                "this engine is at a search: wait for it, or make another engine",
            )),
        }
    }
}

/// Is called with each line that a search finds and what was used so far, in the thread of the
/// search. Both are there until it returns. It may call outflank_engine_stop. It must return:
/// no exception and no longjmp may leave it.
pub type OutflankLineCallback = Option<
    unsafe extern "C" fn(line: *const OutflankLine, usage: *const OutflankUsage, user: *mut c_void),
>;

/// Is called with each ply of an analysis, the last one of the game first; as
/// outflank_line_callback.
pub type OutflankPlyCallback =
    Option<unsafe extern "C" fn(ply: *const OutflankPly, user: *mut c_void)>;

/// An engine with the default options. It takes memory when a search needs it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_new(engine: *mut *mut OutflankEngine) -> i32 {
    guard(|| {
        let found = Engine::new(Options::default());
        let found = OutflankEngine { engine: Mutex::new(found), stop: AtomicBool::new(false) };
        // SAFETY: as demanded of the caller.
        unsafe { give("engine", engine, found) }
    })
}

/// Frees an engine, which must not be at a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_free(engine: *mut OutflankEngine) {
    // SAFETY: as demanded of the caller.
    unsafe { free(engine) }
}

/// Sets an option: "Hash" (size of the table in MiB), "Threads", "MultiPV", "Level", "Skill",
/// "Strategy", "Seed" and others, which protocol.md tells of, but those of the opening book, which
/// the library does not have. OUTFLANK_INVALID if there is no such option or the value does not
/// fit, OUTFLANK_NO_MEMORY if there is no memory for the table; nothing is changed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_set_option(
    engine: *const OutflankEngine,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let (engine, name, value) =
            unsafe { (reference("engine", engine)?, text("name", name)?, text("value", value)?) };
        let mut engine = engine.lock()?;
        let mut options = engine.options().clone();
        options.set(name, value).map_err(Failure::invalid)?;
        engine.try_set_options(options).map_err(Failure::no_memory)
    })
}

/// Begins a game: clears the table, so that the next search knows nothing of those before, and draws
/// a new seed unless the option "Seed" sets one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_new_game(engine: *const OutflankEngine) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        unsafe { reference("engine", engine)? }.lock()?.new_game();
        Ok(())
    })
}

/// Searches the last position of a game in the calling thread, which needs a stack of at least
/// 512 KiB, and in others as the option "Threads" says. `limits` are the words behind "go" in
/// protocol.md, such as "depth 12 multipv 3", "movetime 500", "exact" or "wld"; null or empty for
/// those of the options "Level" and "Skill". "infinite" is no limit by itself: the search ends when
/// the position is solved, another limit is reached or outflank_engine_stop is called. "ponder" is
/// refused with OUTFLANK_INVALID. With a "Skill" below 10, or a "Strategy", that chooses the move
/// unless it is to be proven ("exact", "wld"), however deep the limits let it look, and the
/// report has that one line. `callback` may be null; `user` is handed to it. The caller frees the
/// report with outflank_report_free. OUTFLANK_BUSY if the engine is at another search.
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
        // SAFETY: as demanded of the caller.
        let (handle, game) = unsafe { (reference("engine", engine)?, reference("game", game)?) };
        // SAFETY: as demanded of the caller.
        let words = unsafe { optional_text("limits", limits)? };
        let request = ugi::read_request(words).map_err(Failure::invalid)?;
        // This library has no book.
        let request = SearchRequest { book: BookUse::Off, ..request };
        if report.is_null() {
            return Err(Failure::null("report"));
        }
        let setup = game.record.game.setup();
        let mut engine = handle.lock()?;
        handle.stop.store(false, Relaxed);
        let job = engine.job(setup, &request).map_err(|error| match error {
            EngineError::Request(error) => Failure::invalid(error),
            error => Failure::no_memory(error),
        })?;
        let found = job.run(&handle.stop, &mut |info| {
            if let Some(callback) = callback {
                let (line, usage) = (OwnedLine::from(&info.line), info.usage.into());
                // SAFETY: as demanded of the caller; what is pointed to is alive.
                unsafe { callback(&line.borrowed(), &usage, user) };
            }
        });
        // SAFETY: as demanded of the caller.
        unsafe { give("report", report, OutflankReport::from(&found)) }
    })
}

/// Finds out what each move of a game was worth, from the last one back to the first, in the
/// calling thread, which needs a stack of at least 512 KiB. `effort` is the words behind "analyze"
/// in protocol.md, such as "level 12 exactfrom 20"; null or empty for the level of the engine.
/// After outflank_engine_stop the plies that are left are not told of. OUTFLANK_BUSY if the engine
/// is at another search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_analyse(
    engine: *const OutflankEngine,
    game: *const OutflankGame,
    effort: *const c_char,
    callback: OutflankPlyCallback,
    user: *mut c_void,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let (handle, game) = unsafe { (reference("engine", engine)?, reference("game", game)?) };
        // SAFETY: as demanded of the caller.
        let words = unsafe { optional_text("effort", effort)? };
        let effort = ugi::read_effort(words).map_err(Failure::invalid)?;
        let callback = callback.ok_or_else(|| Failure::null("callback"))?;
        let mut engine = handle.lock()?;
        handle.stop.store(false, Relaxed);
        let mut analysis =
            engine.analysis(&game.record.game, effort).map_err(Failure::no_memory)?;
        while let Some(ply) = analysis.step(&handle.stop) {
            let pv: Vec<i32> = ply.pv.iter().map(|&mv| move_number(Some(mv))).collect();
            // SAFETY: as demanded of the caller; what is pointed to is alive.
            unsafe { callback(&OutflankPly::new(&ply, &pv), user) };
        }
        Ok(())
    })
}

/// Ends the search or the analysis that is running, which returns what it has found. May be
/// called from any thread and from callbacks. Without a search it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_engine_stop(engine: *const OutflankEngine) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        unsafe { reference("engine", engine)? }.stop.store(true, Relaxed);
        Ok(())
    })
}

/// The text of an argument; empty if it is null.
///
/// # Safety
/// `words` is null, or a text that lives as long as the result is used.
unsafe fn optional_text<'a>(argument: &str, words: *const c_char) -> Result<&'a str, Failure> {
    // SAFETY: as demanded of the caller.
    if words.is_null() { Ok("") } else { unsafe { text(argument, words) } }
}
