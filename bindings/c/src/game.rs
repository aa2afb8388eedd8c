//! Games.

use std::ffi::c_char;

use othello::game::{Format, Game, Opening, Record, Setup};

use crate::error::{Failure, free, guard};
use crate::pointers::{
    color, exclusive, give, give_text, move_number, move_of, position, reference, text, write,
};
use crate::position::write_setup;

/// A game: its start position, its legal moves, and its tags and comments.
pub struct OutflankGame {
    pub(crate) record: Record,
}

impl From<Record> for OutflankGame {
    fn from(record: Record) -> OutflankGame {
        OutflankGame { record }
    }
}

/// Creates a game from the standard start position, without moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_new(game: *mut *mut OutflankGame) -> i32 {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { give("game", game, Record::default().into()) })
}

/// Creates a game from these discs and this side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_new_at(
    player: u64,
    opponent: u64,
    to_move: i32,
    game: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        let setup = Setup { position: position(player, opponent)?, side: color(to_move)? };
        // SAFETY: guaranteed by the caller.
        unsafe { give("game", game, Record::from(Game::new(setup)).into()) }
    })
}

/// Reads a text with one game or position in any format: moves, a board, FEN, OBF, GGF, tags (PGN),
/// JSON, or a URL that contains moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_parse(
    record: *const c_char,
    game: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let record: Record =
            unsafe { text("record", record)? }.parse().map_err(Failure::invalid)?;
        // SAFETY: guaranteed by the caller.
        unsafe { give("game", game, record.into()) }
    })
}

/// Copies a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_clone(
    game: *const OutflankGame,
    copy: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        unsafe { give("copy", copy, reference("game", game)?.record.clone().into()) }
    })
}

/// Frees a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_free(game: *mut OutflankGame) {
    // SAFETY: guaranteed by the caller.
    unsafe { free(game) }
}

/// Plays a move. Before a disc, plays a necessary pass of the side to move. Discards the stated
/// ending of the game. OUTFLANK_INVALID if the move is illegal. The game is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_play(game: *mut OutflankGame, mv: i32) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let game = unsafe { exclusive("game", game)? };
        let mv = move_of(mv)?;
        game.record.play(mv).map_err(|reason| {
            Failure::invalid(format_args!("illegal move {:?}: {reason}", mv.to_string()))
        })
    })
}

/// Undoes the last move and a pass that outflank_game_play inserted before it. OUTFLANK_END at the
/// start. `mv` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_undo(game: *mut OutflankGame, mv: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let game = unsafe { exclusive("game", game)? };
        let undone = game
            .record
            .undo()
            .ok_or_else(|| Failure::end("nothing to undo: the game is at its start"))?;
        if mv.is_null() {
            return Ok(());
        }
        // SAFETY: guaranteed by the caller.
        unsafe { write("mv", mv, move_number(Some(undone))) }
    })
}

/// The discs and the side to move of the current position. `to_move` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_position(
    game: *const OutflankGame,
    player: *mut u64,
    opponent: *mut u64,
    to_move: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let setup = unsafe { reference("game", game)? }.record.game().setup();
        // SAFETY: guaranteed by the caller.
        unsafe { write_setup(setup, player, opponent, to_move) }
    })
}

/// The number of moves, passes included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_move_count(
    game: *const OutflankGame,
    count: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let moves = unsafe { reference("game", game)? }.record.game().moves();
        // SAFETY: guaranteed by the caller.
        unsafe { write("count", count, moves.len()) }
    })
}

/// The move with this index, from 0. OUTFLANK_INVALID if the index is too large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_move(
    game: *const OutflankGame,
    index: usize,
    mv: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let moves = unsafe { reference("game", game)? }.record.game().moves();
        let found = moves.get(index).ok_or_else(|| {
            let count = moves.len();
            Failure::invalid(format_args!("move number {index}: expected less than {count}"))
        })?;
        // SAFETY: guaranteed by the caller.
        unsafe { write("mv", mv, move_number(Some(*found))) }
    })
}

/// The result of a finished game: Black's discs minus White's. OUTFLANK_END before the end of the
/// game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_result(game: *const OutflankGame, discs: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let result = unsafe { reference("game", game)? }.record.game().final_difference();
        let result = result.ok_or_else(|| Failure::end("the game is not over"))?;
        // SAFETY: guaranteed by the caller.
        unsafe { write("discs", discs, result.discs()) }
    })
}

/// The name of the opening, such as "Tiger". OUTFLANK_END if it has no name. The caller frees it
/// with outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_opening(
    game: *const OutflankGame,
    name: *mut *mut c_char,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let opening = Opening::of_game(unsafe { reference("game", game)? }.record.game());
        let opening = opening.ok_or_else(|| Failure::end("the opening has no name"))?;
        // SAFETY: guaranteed by the caller.
        unsafe { give_text("name", name, opening.name.to_owned()) }
    })
}

/// Writes the game in a format: "transcript", "position", "pgn", "board", "fen", "obf", "ggf",
/// "sgf", or "json", which keeps all data of the game. The caller frees the text with
/// outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_text(
    game: *const OutflankGame,
    format: *const c_char,
    record: *mut *mut c_char,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let game = unsafe { reference("game", game)? };
        // SAFETY: guaranteed by the caller.
        let format: Format =
            unsafe { text("format", format)? }.parse().map_err(Failure::invalid)?;
        let found = game.record.to_text(format).map_err(Failure::invalid)?;
        // SAFETY: guaranteed by the caller.
        unsafe { give_text("record", record, found) }
    })
}
