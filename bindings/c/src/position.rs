//! Positions: the discs of the side to move and those of the other side, two numbers.

use std::ffi::c_char;

use engine::eval::{Evaluator, Pattern};
use othello::game::{Format, Game, Record, Setup};

use crate::error::{Failure, guard};
use crate::pointers::{color, give_text, move_number, move_of, position, side, text, write};

/// The start of the game, with Black to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_start(player: *mut u64, opponent: *mut u64) -> i32 {
    // SAFETY: as demanded of the caller.
    guard(|| unsafe { write_setup(Setup::START, player, opponent, std::ptr::null_mut()) })
}

/// Reads a position in any format: a drawn board, 64 characters and a side, FEN, OBF; of a game
/// in any format it is the last position. `to_move` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_parse(
    position: *const c_char,
    player: *mut u64,
    opponent: *mut u64,
    to_move: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let record: Record =
            unsafe { text("position", position)? }.parse().map_err(Failure::invalid)?;
        let setup = record.game.setup();
        // SAFETY: as demanded of the caller.
        unsafe { write_setup(setup, player, opponent, to_move) }
    })
}

/// Writes the discs of `setup`, and the side to move unless that is not asked for.
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
    // SAFETY: as demanded of the caller.
    unsafe {
        write("player", player, setup.position.player().0)?;
        write("opponent", opponent, setup.position.opponent().0)?;
        if !to_move.is_null() {
            write("to_move", to_move, side(setup.side))?;
        }
    }
    Ok(())
}

/// The position as text in a format: "board" (64 characters and the side to move), "fen",
/// "obf", "json" and others. The caller frees it with outflank_text_free.
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
        // SAFETY: as demanded of the caller.
        let format: Format =
            unsafe { text("format", format)? }.parse().map_err(Failure::invalid)?;
        let record = Record::from(Game::new(setup));
        let found = record.to_text(format).map_err(Failure::invalid)?;
        // SAFETY: as demanded of the caller.
        unsafe { give_text("position_text", position_text, found) }
    })
}

/// The squares where the side to move can place a disc; none if it has to pass or the game is
/// over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_legal_moves(
    player: u64,
    opponent: u64,
    squares: *mut u64,
) -> i32 {
    guard(|| {
        let moves = position(player, opponent)?.legal_moves();
        // SAFETY: as demanded of the caller.
        unsafe { write("squares", squares, moves.0) }
    })
}

/// The position after a move, seen from the other side, which is then to move. A pass is legal
/// only if no disc can be placed. OUTFLANK_INVALID if the move is illegal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_play(
    player: u64,
    opponent: u64,
    mv: i32,
    next_player: *mut u64,
    next_opponent: *mut u64,
) -> i32 {
    guard(|| {
        // Errors tell no colour: there is none in a position without a game.
        let (position, mv) = (position(player, opponent)?, move_of(mv)?);
        let next = position.after(mv).ok_or_else(|| {
            Failure::invalid(format_args!(
                "illegal move {:?}: expected one of the legal moves, or a pass if there is none",
                mv.to_string()
            ))
        })?;
        let next = Setup { position: next, side: othello::board::Color::Black };
        // SAFETY: as demanded of the caller.
        unsafe { write_setup(next, next_player, next_opponent, std::ptr::null_mut()) }
    })
}

/// Whether neither side can place a disc, and if so the result for the side to move, in discs.
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
        // SAFETY: as demanded of the caller.
        unsafe {
            write("is_over", is_over, position.is_over())?;
            if position.is_over() && !discs.is_null() {
                write("discs", discs, position.final_difference().discs())?;
            }
        }
        Ok(())
    })
}

/// The value for the side to move without looking ahead, in centidiscs; the result if the game
/// is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_position_evaluate(
    player: u64,
    opponent: u64,
    centidiscs: *mut i32,
) -> i32 {
    guard(|| {
        let score = Pattern::embedded().score(position(player, opponent)?);
        // SAFETY: as demanded of the caller.
        unsafe { write("centidiscs", centidiscs, score.centidiscs()) }
    })
}

/// The number of a move in text: a square such as "f5", or "pass" in one of its spellings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_move_parse(mv: *const c_char, number: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let mv = unsafe { text("mv", mv)? }.parse().map_err(Failure::invalid)?;
        // SAFETY: as demanded of the caller.
        unsafe { write("number", number, move_number(Some(mv))) }
    })
}

/// A move as text: "f5" or "pass". The caller frees it with outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_move_text(mv: i32, move_text: *mut *mut c_char) -> i32 {
    guard(|| {
        let found = move_of(mv)?.to_string();
        // SAFETY: as demanded of the caller.
        unsafe { give_text("move_text", move_text, found) }
    })
}
