//! Files of games.

use std::ffi::c_char;
use std::io::Cursor;

use othello::game::{RecordWriter, Records, WriteError, WthorNames};

use crate::error::{Failure, free, guard};
use crate::game::OutflankGame;
use crate::pointers::{exclusive, give, give_bytes, reference, slice, text};

/// The games and positions in a file.
pub struct OutflankRecords {
    records: Records<Cursor<Vec<u8>>>,
}

/// Reads the bytes of a file in any format or several formats, or of a WTHOR .wtb file. The bytes
/// of .jou and .trn files supply WTHOR names. These bytes may be null with length 0. All bytes are
/// copied.
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
        // SAFETY: guaranteed by the caller.
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
        // SAFETY: guaranteed by the caller.
        unsafe { give("records", records, found) }
    })
}

/// The next game. OUTFLANK_END after the last one. OUTFLANK_INVALID if a record is invalid. The
/// next call then continues with the following record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_next(
    records: *mut OutflankRecords,
    game: *mut *mut OutflankGame,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let records = unsafe { exclusive("records", records)? };
        if game.is_null() {
            return Err(Failure::null("game"));
        }
        let found = records.records.next().ok_or_else(|| Failure::end("no more records"))?;
        let found = found.map_err(Failure::invalid)?;
        // SAFETY: guaranteed by the caller.
        unsafe { give("game", game, found.record.into()) }
    })
}

/// Frees a reader made by outflank_records_new.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_free(records: *mut OutflankRecords) {
    // SAFETY: guaranteed by the caller.
    unsafe { free(records) }
}

/// Writes `count` games in a format as the bytes of a file. The format is a format of
/// outflank_game_text, or "wthor" for a .wtb file without names. Records follow one another.
/// The caller frees the bytes with outflank_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_records_write(
    games: *const *const OutflankGame,
    count: usize,
    format: *const c_char,
    bytes: *mut *mut u8,
    length: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let (games, format) = unsafe { (slice("games", games, count)?, text("format", format)?) };
        let mut found = Vec::new();
        let mut writer = RecordWriter::new(&mut found, format.parse().map_err(Failure::invalid)?);
        for &game in games {
            // SAFETY: guaranteed by the caller.
            let record = unsafe { &reference("games", game)?.record };
            writer.write(record).map_err(|error: WriteError| Failure::invalid(error))?;
        }
        writer.finish().map_err(Failure::invalid)?;
        drop(writer);
        // SAFETY: guaranteed by the caller.
        unsafe { give_bytes(bytes, length, found) }
    })
}
