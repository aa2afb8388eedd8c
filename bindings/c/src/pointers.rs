//! Reads arguments and writes results.
//!
//! Null pointers are detected here. The caller guarantees that all other pointers are valid.

use std::ffi::{CStr, CString, c_char};

use othello::board::{Bitboard, Color, Move, Position, Square};

use crate::error::Failure;

/// Black, the side that moves first.
pub const OUTFLANK_BLACK: i32 = 0;
/// White, the other side.
pub const OUTFLANK_WHITE: i32 = 1;
/// The move of a side that cannot place a disc.
pub const OUTFLANK_PASS: i32 = -1;
/// No move, because the game is over.
pub const OUTFLANK_NO_MOVE: i32 = -2;

/// The value behind `pointer`.
///
/// # Safety
/// `pointer` is null or valid for reads during `'a`.
pub(crate) unsafe fn reference<'a, T>(name: &str, pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::null(name))
}

/// The value behind `pointer`, with exclusive access.
///
/// # Safety
/// `pointer` is null or valid for reads and writes during `'a`, and the only access to the value.
pub(crate) unsafe fn exclusive<'a, T>(name: &str, pointer: *mut T) -> Result<&'a mut T, Failure> {
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.as_mut() }.ok_or_else(|| Failure::null(name))
}

/// Writes `value` to `pointer`. Does not drop the previous content.
///
/// # Safety
/// `pointer` is null or valid for writes.
pub(crate) unsafe fn write<T>(name: &str, pointer: *mut T, value: T) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Moves `value` to the heap and writes its address to `pointer`.
///
/// # Safety
/// `pointer` is null or valid for writes.
pub(crate) unsafe fn give<T>(name: &str, pointer: *mut *mut T, value: T) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.write(Box::into_raw(Box::new(value))) };
    Ok(())
}

/// Writes a copy of `text` for the caller to free.
///
/// # Safety
/// `pointer` is null or valid for writes.
pub(crate) unsafe fn give_text(
    name: &str,
    pointer: *mut *mut c_char,
    text: String,
) -> Result<(), Failure> {
    let text = CString::new(text)
        .map_err(|error| Failure::invalid(format_args!("invalid text: {error}")))?;
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.write(text.into_raw()) };
    Ok(())
}

/// Writes `bytes` for the caller to free.
///
/// # Safety
/// The pointers are null or valid for writes.
pub(crate) unsafe fn give_bytes(
    pointer: *mut *mut u8,
    length: *mut usize,
    bytes: Vec<u8>,
) -> Result<(), Failure> {
    if pointer.is_null() || length.is_null() {
        return Err(Failure::null(if length.is_null() { "length" } else { "bytes" }));
    }
    let bytes = bytes.into_boxed_slice();
    // SAFETY: guaranteed by the caller.
    unsafe {
        length.write(bytes.len());
        pointer.write(Box::into_raw(bytes).cast());
    }
    Ok(())
}

/// The text at `pointer`.
///
/// # Safety
/// `pointer` is null, or points to zero-terminated bytes that are valid during `'a`.
pub(crate) unsafe fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: guaranteed by the caller.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().map_err(|_| {
        let text = bytes.to_string_lossy();
        Failure::invalid(format_args!("{name} {text:?} is not UTF-8"))
    })
}

/// The `count` values at `pointer`, which may be null if `count` is 0.
///
/// # Safety
/// `pointer` is null or valid for reads of `count` values during `'a`.
pub(crate) unsafe fn slice<'a, T>(
    name: &str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Failure> {
    match count {
        0 => Ok(&[]),
        _ if pointer.is_null() => Err(Failure::null(name)),
        // SAFETY: guaranteed by the caller.
        _ => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// Writes `values` to the array at `pointer`.
///
/// # Safety
/// `pointer` is null or valid for writes of all `values`.
pub(crate) unsafe fn write_all<T>(
    name: &str,
    pointer: *mut T,
    values: impl ExactSizeIterator<Item = T>,
) -> Result<(), Failure> {
    if pointer.is_null() && values.len() > 0 {
        return Err(Failure::null(name));
    }
    for (index, value) in values.enumerate() {
        // SAFETY: guaranteed by the caller; the index is below the number of values.
        unsafe { pointer.add(index).write(value) };
    }
    Ok(())
}

/// The position with these discs.
pub(crate) fn position(player: u64, opponent: u64) -> Result<Position, Failure> {
    Position::new(Bitboard(player), Bitboard(opponent)).ok_or_else(|| {
        Failure::invalid(format_args!(
            "player {player:#018x} and opponent {opponent:#018x} share squares: expected no \
             square with both discs"
        ))
    })
}

pub(crate) fn color(side: i32) -> Result<Color, Failure> {
    match side {
        OUTFLANK_BLACK => Ok(Color::Black),
        OUTFLANK_WHITE => Ok(Color::White),
        _ => Err(Failure::invalid(format_args!("side {side}: expected 0 (black) or 1 (white)"))),
    }
}

pub(crate) fn side(color: Color) -> i32 {
    match color {
        Color::Black => OUTFLANK_BLACK,
        Color::White => OUTFLANK_WHITE,
    }
}

/// The move with this number.
pub(crate) fn move_of(number: i32) -> Result<Move, Failure> {
    match number {
        OUTFLANK_PASS => Ok(Move::Pass),
        0..64 => Ok(Square::from_low_bits(number as u32).into()),
        _ => Err(Failure::invalid(format_args!(
            "move {number}: expected a square from 0 to 63, or -1 for a pass"
        ))),
    }
}

/// The number of a move.
pub(crate) fn move_number(mv: Option<Move>) -> i32 {
    match mv {
        Some(Move::Place(square)) => square.index() as i32,
        Some(Move::Pass) => OUTFLANK_PASS,
        None => OUTFLANK_NO_MOVE,
    }
}
