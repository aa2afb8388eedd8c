//! Files of games.

use std::ffi::c_char;
use std::io::Cursor;

use othello::game::{RecordWriter, Records, WriteError, WthorNames};

use crate::error::{Failure, free, guard};
use crate::game::OutflankGame;
use crate::pointers::{exclusive, give, give_bytes, reference, slice, text};

/// The games and positions in a file, one after the other.
pub struct OutflankRecords {
    records: Records<Cursor<Vec<u8>>>,
}

/// Reads the bytes of a file: any formats, also mixed, or WTHOR's .wtb, with the names in the
/// bytes of .jou and .trn files, which may be null with length 0. All bytes are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_new(
    bytes: *const u8,
    length: usize,
    players: *const u8,
    players_length: usize,
    tournaments: *const u8,
    tournaments_length: usize,
    records: *mut *mut OutflankRecords,
) -> i32 {
    guard(|| {
        let mut names = WthorNames::default();
        // SAFETY: as demanded of the caller.
        let (bytes, players, tournaments) = unsafe {
            (
                slice("bytes", bytes, length)?.to_vec(),
                slice("players", players, players_length)?,
                slice("tournaments", tournaments, tournaments_length)?,
            )
        };
        for file in [players, tournaments].into_iter().filter(|file| !file.is_empty()) {
            names.read(file).map_err(Failure::invalid)?;
        }
        let found = OutflankRecords { records: Records::with_names(Cursor::new(bytes), names) };
        // SAFETY: as demanded of the caller.
        unsafe { give("records", records, found) }
    })
}

/// The next game. OUTFLANK_END when there is none any more. OUTFLANK_INVALID if a record cannot
/// be read, and the next call goes on with the one after it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_next(
    records: *mut OutflankRecords,
    game: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let records = unsafe { exclusive("records", records)? };
        if game.is_null() {
            return Err(Failure::null("game"));
        }
        let found = records.records.next().ok_or_else(|| Failure::end("no more records"))?;
        let found = found.map_err(Failure::invalid)?;
        // SAFETY: as demanded of the caller.
        unsafe { give("game", game, found.record.into()) }
    })
}

/// Frees what was made by outflank_records_new.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_free(records: *mut OutflankRecords) {
    // SAFETY: as demanded of the caller.
    unsafe { free(records) }
}

/// The bytes of a file of `count` games in a format: those of outflank_game_text, one record
/// after the other, or "wthor", a .wtb without names. The caller frees them with
/// outflank_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_write(
    games: *const *const OutflankGame,
    count: usize,
    format: *const c_char,
    bytes: *mut *mut u8,
    length: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: as demanded of the caller.
        let (games, format) = unsafe { (slice("games", games, count)?, text("format", format)?) };
        let mut found = Vec::new();
        let mut writer = RecordWriter::new(&mut found, format.parse().map_err(Failure::invalid)?);
        for &game in games {
            // SAFETY: as demanded of the caller.
            let record = unsafe { &reference("games", game)?.record };
            writer.write(record).map_err(|error: WriteError| Failure::invalid(error))?;
        }
        writer.finish().map_err(Failure::invalid)?;
        drop(writer);
        // SAFETY: as demanded of the caller.
        unsafe { give_bytes(bytes, length, found) }
    })
}
