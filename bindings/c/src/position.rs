//! Positions: two bitboards, one for the side to move and one for the other side.

use std::ffi::c_char;

use engine::eval::{Evaluator, Pattern};
use othello::game::{Format, Game, Record, Setup};

use crate::error::{Failure, guard};
use crate::pointers::{color, give_text, move_number, move_of, position, side, text, write};

/// The standard start position, with Black to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_start(player: *mut u64, opponent: *mut u64) -> i32 {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { write_setup(Setup::START, player, opponent, std::ptr::null_mut()) })
}

/// Reads a position in any format: a drawn board, 64 characters and a side, FEN or OBF. Reads the
/// last position of a game. `to_move` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_parse(
    position: *const c_char,
    player: *mut u64,
    opponent: *mut u64,
    to_move: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let record: Record =
            unsafe { text("position", position)? }.parse().map_err(Failure::invalid)?;
        let setup = record.game().setup();
        // SAFETY: guaranteed by the caller.
        unsafe { write_setup(setup, player, opponent, to_move) }
    })
}

/// Writes the discs of `setup`. Writes the side to move unless `to_move` is null.
///
/// # Safety
/// The pointers are null or valid for writes.
pub(crate) unsafe fn write_setup(
    setup: Setup,
    player: *mut u64,
    opponent: *mut u64,
    to_move: *mut i32,
) -> Result<(), Failure> {
    if opponent.is_null() {
        return Err(Failure::null("opponent"));
    }
    // SAFETY: guaranteed by the caller.
    unsafe {
        write("player", player, setup.position.player().0)?;
        write("opponent", opponent, setup.position.opponent().0)?;
        if !to_move.is_null() {
            write("to_move", to_move, side(setup.side))?;
        }
    }
    Ok(())
}

/// Writes the position in a format: "board" (64 characters and the side to move), "fen", "obf",
/// "json" and others. The caller frees the text with outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_text(
    player: u64,
    opponent: u64,
    to_move: i32,
    format: *const c_char,
    position_text: *mut *mut c_char,
) -> i32 {
    guard(|| {
        let setup = Setup { position: position(player, opponent)?, side: color(to_move)? };
        // SAFETY: guaranteed by the caller.
        let format: Format =
            unsafe { text("format", format)? }.parse().map_err(Failure::invalid)?;
        let record = Record::from(Game::new(setup));
        let found = record.to_text(format).map_err(Failure::invalid)?;
        // SAFETY: guaranteed by the caller.
        unsafe { give_text("position_text", position_text, found) }
    })
}

/// The legal squares of the side to move; empty if it must pass or the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_legal_moves(
    player: u64,
    opponent: u64,
    squares: *mut u64,
) -> i32 {
    guard(|| {
        let moves = position(player, opponent)?.legal_moves();
        // SAFETY: guaranteed by the caller.
        unsafe { write("squares", squares, moves.0) }
    })
}

/// The position after a move, from the point of view of the other side, which moves next. A pass is
/// legal only without another legal move. OUTFLANK_INVALID if the move is illegal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_play(
    player: u64,
    opponent: u64,
    mv: i32,
    next_player: *mut u64,
    next_opponent: *mut u64,
) -> i32 {
    guard(|| {
        // The error names no colour, because the position has none.
        let (position, mv) = (position(player, opponent)?, move_of(mv)?);
        let next = position.after(mv).ok_or_else(|| {
            Failure::invalid(format_args!(
                "illegal move {:?}: expected one of the legal moves, or a pass if there is none",
                mv.to_string()
            ))
        })?;
        let next = Setup { position: next, side: othello::board::Color::Black };
        // SAFETY: guaranteed by the caller.
        unsafe { write_setup(next, next_player, next_opponent, std::ptr::null_mut()) }
    })
}

/// Whether neither side has a legal move. If so, `discs` is the result for the side to move.
/// `discs` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_is_over(
    player: u64,
    opponent: u64,
    is_over: *mut bool,
    discs: *mut i32,
) -> i32 {
    guard(|| {
        let position = position(player, opponent)?;
        // SAFETY: guaranteed by the caller.
        unsafe {
            write("is_over", is_over, position.is_over())?;
            if position.is_over() && !discs.is_null() {
                write("discs", discs, position.final_difference().discs())?;
            }
        }
        Ok(())
    })
}

/// The static evaluation for the side to move, in centidiscs; the result if the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_evaluate(
    player: u64,
    opponent: u64,
    centidiscs: *mut i32,
) -> i32 {
    guard(|| {
        let score = Pattern::embedded().score(position(player, opponent)?);
        // SAFETY: guaranteed by the caller.
        unsafe { write("centidiscs", centidiscs, score.centidiscs()) }
    })
}

/// Parses a move: a square such as "f5", or "pass" in one of its spellings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_move_parse(mv: *const c_char, number: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let mv = unsafe { text("mv", mv)? }.parse().map_err(Failure::invalid)?;
        // SAFETY: guaranteed by the caller.
        unsafe { write("number", number, move_number(Some(mv))) }
    })
}

/// A move as text: "f5" or "pass". The caller frees it with outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_move_text(mv: i32, move_text: *mut *mut c_char) -> i32 {
    guard(|| {
        let found = move_of(mv)?.to_string();
        // SAFETY: guaranteed by the caller.
        unsafe { give_text("move_text", move_text, found) }
    })
}
