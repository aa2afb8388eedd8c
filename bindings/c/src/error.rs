//! Status codes, error messages and freeing.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Success.
pub const OUTFLANK_OK: i32 = 0;
/// Nothing left: no further record, no move to undo.
pub const OUTFLANK_END: i32 = 1;
/// Invalid input: a text, a move, an option, a number, a position.
pub const OUTFLANK_INVALID: i32 = 2;
/// A required pointer is null.
pub const OUTFLANK_NULL: i32 = 3;
/// The engine is running another search.
pub const OUTFLANK_BUSY: i32 = 4;
/// A table or a batch does not fit into memory.
pub const OUTFLANK_NO_MEMORY: i32 = 5;
/// A bug in the library. Free the object that was used.
pub const OUTFLANK_PANIC: i32 = 6;

/// Why a function failed.
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

    /// The status OUTFLANK_END, which is not an error.
    pub(crate) fn end(text: impl Display) -> Failure {
        Failure::new(OUTFLANK_END, text)
    }
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

fn remember(text: String) {
    let text = CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
    // Fails only while the thread ends.
    let _ = LAST_ERROR.try_with(|last| last.replace(text));
}

/// Runs the body of an exported function and returns its status. Catches panics.
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
            remember(format!("bug in the library: {}", text.unwrap_or("no message")));
            OUTFLANK_PANIC
        }
    }
}

/// Frees an object made by [`give`]. Does nothing if `pointer` is null.
///
/// # Safety
/// `pointer` is null, or comes from [`give`] and has not been freed.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: guaranteed by the caller.
        let value = unsafe { Box::from_raw(pointer) };
        guard(|| {
            drop(value);
            Ok(())
        });
    }
}

/// The message of the last failure in this thread, one or more lines: the quoted input and what was
/// expected. Never null; empty before the first failure. Valid until this thread calls the library
/// again.
#[unsafe(no_mangle)]
pub extern "C" fn outflank_last_error() -> *const c_char {
    LAST_ERROR.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library, such as "0.1.0". Valid forever.
#[unsafe(no_mangle)]
pub extern "C" fn outflank_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Frees a text returned by the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: guaranteed by the caller.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Frees bytes returned by the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_bytes_free(bytes: *mut u8, length: usize) {
    if !bytes.is_null() {
        // SAFETY: guaranteed by the caller.
        drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(bytes, length)) });
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn last_error() -> String {
        // SAFETY: the text is valid until the next failure in this thread.
        let text = unsafe { CStr::from_ptr(outflank_last_error()) };
        text.to_str().expect("it is UTF-8").to_owned()
    }

    #[test]
    fn panics_and_failures_become_a_status_and_a_text() {
        assert_eq!(last_error(), "");
        assert_eq!(guard(|| panic!("number {}", 5)), OUTFLANK_PANIC);
        assert_eq!(last_error(), "bug in the library: number 5");
        assert_eq!(guard(|| Err(Failure::invalid("a\0b"))), OUTFLANK_INVALID);
        assert_eq!(last_error(), "a\u{fffd}b");
        assert_eq!(guard(|| Ok(())), OUTFLANK_OK);
        assert_eq!(last_error(), "a\u{fffd}b");
    }
}
