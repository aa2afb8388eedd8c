//! What can go wrong, and how it is told.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Done.
pub const OUTFLANK_OK: i32 = 0;
/// There is nothing more: no further record, no move to take back.
pub const OUTFLANK_END: i32 = 1;
/// An input is refused: a text, a move, an option, a number, a position.
pub const OUTFLANK_INVALID: i32 = 2;
/// A pointer is null that must not be.
pub const OUTFLANK_NULL: i32 = 3;
/// The engine is at a search already.
pub const OUTFLANK_BUSY: i32 = 4;
/// There is not enough memory for a table or a batch.
pub const OUTFLANK_NO_MEMORY: i32 = 5;
/// A fault of the library; the object that was used should be freed.
pub const OUTFLANK_PANIC: i32 = 6;

/// Why a function fails.
#[derive(Debug)]
pub(crate) struct Failure {
    status: i32,
    text: String,
}

impl Failure {
    pub(crate) fn new(status: i32, text: impl Display) -> Failure {
        Failure { status, text: text.to_string() }
    }

    pub(crate) fn invalid(text: impl Display) -> Failure {
        Failure::new(OUTFLANK_INVALID, text)
    }

    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(OUTFLANK_NULL, format_args!("{name} is a null pointer"))
    }

    pub(crate) fn no_memory(text: impl Display) -> Failure {
        Failure::new(OUTFLANK_NO_MEMORY, text)
    }

    /// The status of something that is not there, which is no error.
    pub(crate) fn end(text: impl Display) -> Failure {
        Failure::new(OUTFLANK_END, text)
    }
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

fn remember(text: String) {
    let text = CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
    // The storage is gone only while the thread ends.
    let _ = LAST_ERROR.try_with(|last| last.replace(text));
}

/// Runs the body of a function of the interface and returns its status; panics end here.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => OUTFLANK_OK,
        Ok(Err(Failure { status, text })) => {
            remember(text);
            status
        }
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            remember(format!("a fault of the library: {}", text.unwrap_or("no message")));
            OUTFLANK_PANIC
        }
    }
}

/// Frees what `pointer` points to, which was made by [`give`]; nothing if it is null.
///
/// # Safety
/// It is null, or was made by [`give`] and not freed since.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: as demanded of the caller.
        let value = unsafe { Box::from_raw(pointer) };
        guard(|| {
            drop(value);
            Ok(())
        });
    }
}

/// The text of the last failure in this thread, in one line or more: the offending input,
/// quoted, and what was expected. Never null; empty if nothing has failed yet. It is there until
/// the next call of a function of this library in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn outflank_last_error() -> *const c_char {
    LAST_ERROR.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library, such as "0.1.0". It is there for ever.
#[unsafe(no_mangle)]
pub extern "C" fn outflank_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Frees a text that the library has made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: as demanded of the caller.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Frees bytes that the library has made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_bytes_free(bytes: *mut u8, length: usize) {
    if !bytes.is_null() {
        // SAFETY: as demanded of the caller.
        drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(bytes, length)) });
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn last_error() -> String {
        // SAFETY: the text is there until the next failure in this thread.
        let text = unsafe { CStr::from_ptr(outflank_last_error()) };
        text.to_str().expect("it is UTF-8").to_owned()
    }

    #[test]
    fn panics_and_failures_become_a_status_and_a_text() {
        assert_eq!(last_error(), "");
        assert_eq!(guard(|| panic!("number {}", 5)), OUTFLANK_PANIC);
        assert_eq!(last_error(), "a fault of the library: number 5");
        assert_eq!(guard(|| Err(Failure::invalid("a\0b"))), OUTFLANK_INVALID);
        assert_eq!(last_error(), "a\u{fffd}b");
        assert_eq!(guard(|| Ok(())), OUTFLANK_OK);
        assert_eq!(last_error(), "a\u{fffd}b");
    }
}
