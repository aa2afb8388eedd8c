//! Games.

use std::ffi::c_char;

use othello::game::{Format, Game, Opening, Record, Setup};

use crate::error::{Failure, free, guard};
use crate::pointers::{
    color, exclusive, give, give_text, move_number, move_of, position, reference, text, write,
};
use crate::position::write_setup;

/// A game: where it started, its moves, which are legal by construction, and what is known of
/// it.
pub struct OutflankGame {
    pub(crate) record: Record,
}

impl From<Record> for OutflankGame {
    fn from(record: Record) -> OutflankGame {
        OutflankGame { record }
    }
}

/// A game from the usual start, without moves yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_new(game: *mut *mut OutflankGame) -> i32 {
    // SAFETY: as demanded of the caller.
    guard(|| unsafe { give("game", game, Record::default().into()) })
}

/// A game that starts with these discs and this side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_new_at(
    player: u64,
    opponent: u64,
    to_move: i32,
    game: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        let setup = Setup { position: position(player, opponent)?, side: color(to_move)? };
        // SAFETY: as demanded of the caller.
        unsafe { give("game", game, Record::from(Game::new(setup)).into()) }
    })
}

/// Reads a text that is one game or position, in any format: moves, a board, FEN, OBF, GGF,
/// tags (PGN), JSON, the address of a page with moves in it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_parse(
    record: *const c_char,
    game: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let record: Record =
            unsafe { text("record", record)? }.parse().map_err(Failure::invalid)?;
        // SAFETY: as demanded of the caller.
        unsafe { give("game", game, record.into()) }
    })
}

/// A copy of a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_clone(
    game: *const OutflankGame,
    copy: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        unsafe { give("copy", copy, reference("game", game)?.record.clone().into()) }
    })
}

/// Frees a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_free(game: *mut OutflankGame) {
    // SAFETY: as demanded of the caller.
    unsafe { free(game) }
}

/// Makes a move. If a disc is placed where the side to move has to pass, the pass is made
/// first. OUTFLANK_INVALID if the move is illegal; nothing is changed then. What was said of the
/// end of the game is dropped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_play(game: *mut OutflankGame, mv: i32) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let game = unsafe { exclusive("game", game)? };
        let mv = move_of(mv)?;
        game.record.play(mv).map_err(|reason| {
            Failure::invalid(format_args!("illegal move {:?}: {reason}", mv.to_string()))
        })
    })
}

/// Takes back the last move, together with the pass that was made before it by itself.
/// OUTFLANK_END at the start. `mv` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_undo(game: *mut OutflankGame, mv: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let game = unsafe { exclusive("game", game)? };
        let undone = game
            .record
            .undo()
            .ok_or_else(|| Failure::end("nothing to undo: this is where the game started"))?;
        if mv.is_null() {
            return Ok(());
        }
        // SAFETY: as demanded of the caller.
        unsafe { write("mv", mv, move_number(Some(undone))) }
    })
}

/// The discs and the side to move where the game is now. `to_move` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_position(
    game: *const OutflankGame,
    player: *mut u64,
    opponent: *mut u64,
    to_move: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let setup = unsafe { reference("game", game)? }.record.game.setup();
        // SAFETY: as demanded of the caller.
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
        // SAFETY: as demanded of the caller.
        let moves = unsafe { reference("game", game)? }.record.game.moves();
        // SAFETY: as demanded of the caller.
        unsafe { write("count", count, moves.len()) }
    })
}

/// The move with this index, from 0. OUTFLANK_INVALID if there are not so many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_move(
    game: *const OutflankGame,
    index: usize,
    mv: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let moves = unsafe { reference("game", game)? }.record.game.moves();
        let found = moves.get(index).ok_or_else(|| {
            let count = moves.len();
            Failure::invalid(format_args!("move number {index}: expected less than {count}"))
        })?;
        // SAFETY: as demanded of the caller.
        unsafe { write("mv", mv, move_number(Some(*found))) }
    })
}

/// The result on the board of a finished game: Black's discs less White's, in discs.
/// OUTFLANK_END while the game goes on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_result(game: *const OutflankGame, discs: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let result = unsafe { reference("game", game)? }.record.game.result();
        let result = result.ok_or_else(|| Failure::end("the game is not over"))?;
        // SAFETY: as demanded of the caller.
        unsafe { write("discs", discs, result.black_difference.discs()) }
    })
}

/// The name of the opening, such as "Tiger". OUTFLANK_END if it has none. The caller frees it
/// with outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_opening(
    game: *const OutflankGame,
    name: *mut *mut c_char,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let opening = Opening::of_game(&unsafe { reference("game", game)? }.record.game);
        let opening = opening.ok_or_else(|| Failure::end("the opening has no name"))?;
        // SAFETY: as demanded of the caller.
        unsafe { give_text("name", name, opening.name.to_owned()) }
    })
}

/// The game as text in a format: "transcript", "position", "pgn", "board", "fen", "obf", "ggf"
/// or "json", which has all that is known of the game. The caller frees it with
/// outflank_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_game_text(
    game: *const OutflankGame,
    format: *const c_char,
    record: *mut *mut c_char,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let game = unsafe { reference("game", game)? };
        // SAFETY: as demanded of the caller.
        let format: Format =
            unsafe { text("format", format)? }.parse().map_err(Failure::invalid)?;
        let found = game.record.to_text(format).map_err(Failure::invalid)?;
        // SAFETY: as demanded of the caller.
        unsafe { give_text("record", record, found) }
    })
}
