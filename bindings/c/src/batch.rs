//! Batches of positions; perft.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use engine::eval::Pattern;
use engine::search::{Goal, Limits};
use engine::{Batch, Options};
use othello::board::Position;
use othello::board::perft::{PassRule, Perft};

use crate::error::{Failure, guard};
use crate::pointers::{move_number, position, slice, write, write_all};

/// A stop flag that stays unset: batches cannot be stopped.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The number of threads; 0 stands for the number of CPUs.
fn threads(number: u32) -> NonZeroUsize {
    NonZeroUsize::new(number as usize)
        .unwrap_or_else(|| available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// A batch that runs to its end.
fn batch(positions: &[Position], threads: u32) -> Batch<'_> {
    Batch { positions, threads: self::threads(threads).get(), stop: &NEVER, done: None }
}

/// The positions with these discs.
///
/// # Safety
/// The pointers are null or valid for reads of `count` values.
unsafe fn positions(
    players: *const u64,
    opponents: *const u64,
    count: usize,
) -> Result<Vec<Position>, Failure> {
    // SAFETY: guaranteed by the caller.
    let (players, opponents) =
        unsafe { (slice("players", players, count)?, slice("opponents", opponents, count)?) };
    let mut positions = Vec::new();
    positions.try_reserve_exact(count).map_err(|_| {
        Failure::no_memory(format_args!("no memory for {count} positions: try fewer at a time"))
    })?;
    for (&player, &opponent) in players.iter().zip(opponents) {
        positions.push(position(player, opponent)?);
    }
    Ok(positions)
}

/// Writes the legal moves of each of `count` positions to `squares`. `threads` is the number of
/// threads; 0 stands for the number of CPUs. OUTFLANK_NO_MEMORY if a copy of the positions or the
/// results does not fit into memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_batch_legal_moves(
    players: *const u64,
    opponents: *const u64,
    count: usize,
    threads: u32,
    squares: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let positions = unsafe { positions(players, opponents, count)? };
        let batch = batch(&positions, threads);
        let moves = batch.legal_moves().map_err(Failure::no_memory)?;
        // SAFETY: guaranteed by the caller.
        unsafe { write_all("squares", squares, moves.iter().map(|moves| moves.0)) }
    })
}

/// Writes the static evaluation of each of `count` positions to `centidiscs`, as
/// outflank_position_evaluate. `threads` is the number of threads; 0 stands for the number of CPUs.
/// OUTFLANK_NO_MEMORY if a copy of the positions or the results does not fit into memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_batch_evaluate(
    players: *const u64,
    opponents: *const u64,
    count: usize,
    threads: u32,
    centidiscs: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let positions = unsafe { positions(players, opponents, count)? };
        let batch = batch(&positions, threads);
        let scores = batch.evaluate(&Pattern::embedded());
        let scores = scores.map_err(Failure::no_memory)?;
        // SAFETY: guaranteed by the caller.
        unsafe {
            write_all("centidiscs", centidiscs, scores.iter().map(|score| score.centidiscs()))
        }
    })
}

/// Solves each of `count` positions to the end. Writes the scores in discs to `discs`, and the best
/// moves to `moves`, which may be null. Each thread has a table of `hash` MiB. `threads` is the
/// number of threads, including the calling one; 0 stands for the number of CPUs. The calling
/// thread needs a stack of at least 512 KiB. OUTFLANK_NO_MEMORY if a table, a copy of the positions
/// or the results does not fit into memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_batch_solve(
    players: *const u64,
    opponents: *const u64,
    count: usize,
    threads: u32,
    hash: u32,
    discs: *mut i32,
    moves: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let positions = unsafe { positions(players, opponents, count)? };
        let mut options = Options::default();
        options.set("hash", &hash.to_string()).map_err(Failure::invalid)?;
        if discs.is_null() && count > 0 {
            return Err(Failure::null("discs"));
        }
        let batch = batch(&positions, threads);
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let solutions = batch.solve(&options, &limits).map_err(Failure::no_memory)?;
        // SAFETY: guaranteed by the caller.
        unsafe {
            write_all("discs", discs, solutions.iter().map(|solved| solved.score.discs()))?;
            if !moves.is_null() {
                write_all("moves", moves, solutions.iter().map(|solved| move_number(solved.best)))?;
            }
        }
        Ok(())
    })
}

/// Counts the lines of play of `depth` plies from a position. A pass counts as a ply. A finished
/// game is one line at any depth.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_perft(
    player: u64,
    opponent: u64,
    depth: u32,
    threads: u32,
    lines: *mut u64,
) -> i32 {
    guard(|| {
        let position = position(player, opponent)?;
        let perft = Perft::new(PassRule::Ply).with_threads(self::threads(threads));
        let count = perft.count(position, depth, &NEVER).unwrap_or_default();
        // SAFETY: guaranteed by the caller.
        unsafe { write("lines", lines, count) }
    })
}
