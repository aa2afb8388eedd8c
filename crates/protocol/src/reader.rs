//! Bytes to lines: [`Lines`], and [`spawn`], which reads them in a separate thread so that a
//! session receives input during a search.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread;

use super::scheduling::request_short_slice;

/// The maximum length of a line in bytes, without its line break. The rest of a longer line is
/// discarded.
pub const MAX_LINE: usize = 64 * 1024;

/// A line that cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`].
    #[error("line too long: expected at most {MAX_LINE} bytes")]
    TooLong,
    /// Not valid UTF-8.
    #[error("line is not UTF-8 at byte {offset}: expected text")]
    NotUtf8 {
        /// The offset of the first invalid byte, from 1.
        offset: usize,
        /// The line with U+FFFD in place of invalid bytes.
        lossy: String,
    },
    /// The input failed. No further line follows.
    #[error("input cannot be read: {reason}")]
    Unreadable {
        /// The error message of the system.
        reason: String,
    },
}

/// A line without its line break.
pub type DecodedLine = Result<String, LineError>;

impl LineError {
    /// The text of the line, lossy if it is not UTF-8. For protocols whose hosts send names and
    /// comments in other encodings.
    pub(super) fn into_text(self) -> DecodedLine {
        match self {
            LineError::NotUtf8 { lossy, .. } => Ok(lossy),
            other => Err(other),
        }
    }
}

/// The lines of an input, without their line breaks (LF or CRLF). The last line needs no line
/// break.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    at_start: bool,
    failed: bool,
}

impl<R: Read> Lines<R> {
    /// Reads the lines of `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::new(input), at_start: true, failed: false }
    }

    /// The bytes of the next line, at most [`MAX_LINE`] + 2. `None` at the end of input.
    fn next_bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                return Ok((!line.is_empty()).then_some(line));
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // Two extra bytes: one for a CR, which is not part of the line, and one to detect a
            // line that is too long.
            let room = MAX_LINE + 2 - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

/// Decodes a line without its LF. Removes a CR, and in the `first` line a byte order mark.
pub(super) fn decode(mut bytes: Vec<u8>, first: bool) -> DecodedLine {
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    if bytes.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    let mut line = String::from_utf8(bytes).map_err(|error| LineError::NotUtf8 {
        offset: error.utf8_error().valid_up_to() + 1,
        lossy: String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })?;
    // Some shells write a byte order mark at the start of a pipe.
    if first && line.starts_with('\u{feff}') {
        line.remove(0);
    }
    Ok(line)
}

impl<R: Read> Iterator for Lines<R> {
    type Item = DecodedLine;

    fn next(&mut self) -> Option<DecodedLine> {
        if self.failed {
            return None;
        }
        let line = match self.next_bytes() {
            Ok(bytes) => decode(bytes?, self.at_start),
            Err(error) => {
                self.failed = true;
                Err(LineError::Unreadable { reason: error.to_string() })
            }
        };
        self.at_start = false;
        Some(line)
    }
}

/// An input event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line(DecodedLine),
    /// End of input.
    End,
}

/// Bounds the number of lines that are read but not processed.
#[derive(Debug)]
pub struct Backlog(Receiver<()>);

impl Backlog {
    /// A backlog with room for `capacity` lines, and the sender that occupies a place per line.
    pub(super) fn new(capacity: usize) -> (SyncSender<()>, Backlog) {
        let (tokens, backlog) = sync_channel(capacity);
        (tokens, Backlog(backlog))
    }

    /// Lets the reader send one more line, after one has been processed.
    pub fn make_room(&self) {
        // The reader sends a token here before each line.
        let _ = self.0.try_recv();
    }
}

/// Reads `lines` in a separate thread. Sends each to `events`, and [`Input::End`] at the end. With
/// `capacity` unprocessed lines, the thread waits for [`Backlog::make_room`].
///
/// The thread ends after the last line, or at the first line that it cannot send because the
/// receiver or the [`Backlog`] has been dropped.
///
/// # Errors
/// If the thread cannot be started.
pub fn spawn<E: From<Input> + Send + 'static>(
    lines: impl Iterator<Item = DecodedLine> + Send + 'static,
    events: Sender<E>,
    capacity: usize,
) -> io::Result<Backlog> {
    let (tokens, backlog) = Backlog::new(capacity);
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        request_short_slice();
        let events = SendEndOnDrop(events);
        for line in lines {
            if forward(line, &tokens, &events.0).is_none() {
                break;
            }
        }
    })?;
    Ok(backlog)
}

/// Sends `line` once the backlog has room. `None` if the receiver has been dropped.
fn forward<E: From<Input>>(
    line: DecodedLine,
    tokens: &SyncSender<()>,
    events: &Sender<E>,
) -> Option<()> {
    tokens.send(()).ok()?;
    events.send(Input::Line(line).into()).ok()
}

/// Sends [`Input::End`] when dropped, even after a panic, so that the session does not wait
/// forever.
struct SendEndOnDrop<E: From<Input>>(Sender<E>);

impl<E: From<Input>> Drop for SendEndOnDrop<E> {
    fn drop(&mut self) {
        // The receiver may have been dropped.
        let _ = self.0.send(Input::End.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn lines(bytes: &[u8]) -> Vec<DecodedLine> {
        Lines::new(bytes).collect()
    }

    fn line(text: &str) -> DecodedLine {
        Ok(text.to_owned())
    }

    /// Yields one byte at a time, and an interruption before each.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            let length = self.0.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn lines_end_with_lf_crlf_or_the_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a\nb\r\n\n c\td"), [line("a"), line("b"), line(""), line(" c\td")]);
        assert_eq!(lines(b"a\rb\r\r\n"), [line("a\rb\r")]);
        assert_eq!(lines(b"quit\r"), [line("quit")]);
    }

    #[test]
    fn lines_do_not_depend_on_the_pieces_read() {
        let slow: Vec<_> = Lines::new(Slow("é\r\nb".as_bytes(), false)).collect();
        assert_eq!(slow, [line("é"), line("b")]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start_only() {
        let text = "\u{feff}a\n\u{feff}b";
        assert_eq!(lines(text.as_bytes()), [line("a"), line("\u{feff}b")]);
    }

    #[test]
    fn invalid_bytes_affect_only_their_line() {
        let spoilt = LineError::NotUtf8 { offset: 3, lossy: "ab\u{fffd}".to_owned() };
        assert_eq!(lines(b"ab\xff\nc"), [Err(spoilt), line("c")]);
    }

    #[test]
    fn the_rest_of_a_long_line_is_dropped() {
        let longest = "x".repeat(MAX_LINE);
        for end in ["", "\r"] {
            let long = ["x", "\r"].map(|more| format!("{longest}{more}x{end}\n")).concat();
            let text = format!("{longest}{end}\n{long}{longest}{longest}\nb");
            let long = Err(LineError::TooLong);
            let expected = [line(&longest), long.clone(), long.clone(), long, line("b")];
            assert_eq!(lines(text.as_bytes()), expected);
        }
    }

    #[test]
    fn a_failing_input_is_reported_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("no cable"))
            }
        }
        let unreadable = LineError::Unreadable { reason: "no cable".to_owned() };
        assert_eq!(Lines::new(Broken).collect::<Vec<_>>(), [Err(unreadable)]);
    }

    #[test]
    fn the_thread_reads_only_up_to_its_capacity() {
        let (events, inbox) = channel::<Input>();
        let backlog = spawn(Lines::new(&b"a\nb\nc"[..]), events, 2).unwrap();
        let next = || inbox.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
        assert_eq!(next(), Input::Line(line("a")));
        assert_eq!(next(), Input::Line(line("b")));
        assert!(inbox.recv_timeout(std::time::Duration::from_millis(20)).is_err());
        backlog.make_room();
        assert_eq!(next(), Input::Line(line("c")));
        backlog.make_room();
        assert_eq!(next(), Input::End);
    }

    #[test]
    fn the_thread_ends_when_the_receiver_is_dropped() {
        let (events, inbox) = channel::<Input>();
        let backlog = spawn(Lines::new(io::repeat(b'\n')), events.clone(), 1).unwrap();
        drop(inbox);
        drop(backlog);
        assert!(events.send(Input::End).is_err());
    }
}
