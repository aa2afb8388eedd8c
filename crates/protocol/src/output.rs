//! [`Output`]: the writer of replies.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use super::reply::{Format, PlaceReply, Reply};

/// Whether `error`, from writing to a pipe, means that the reader has closed the pipe.
#[must_use]
pub fn is_closed_pipe(error: &io::Error) -> bool {
    /// ERROR_PIPE_NOT_CONNECTED: a named pipe whose other end is closed, and any closed pipe under
    /// wine.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}

/// The only writer of a session. It writes each reply in one piece, then flushes.
#[derive(Debug)]
pub struct Output<W> {
    writer: W,
    /// The format of the following replies.
    pub format: Format,
}

/// A reply about a position in a file.
#[derive(Debug, Serialize)]
pub struct PlacedReply<'a, R> {
    /// The reply.
    #[serde(flatten)]
    pub reply: &'a R,
    /// The place of the position.
    #[serde(flatten)]
    pub place: PlaceReply,
}

impl<W: Write> Output<W> {
    /// Writes to `writer`, in text format.
    pub fn new(writer: W) -> Output<W> {
        Output { writer, format: Format::Text }
    }

    /// Writes `reply` and a line break.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&mut self, reply: &Reply) -> io::Result<()> {
        self.write_text(&reply.to_text(self.format))
    }

    /// Writes `text` and a line break.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        // One call, so that a pipe receives the line whole.
        self.writer.write_all(format!("{text}\n").as_bytes())?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text written between flushes.
    #[derive(Default)]
    struct Flushes(Vec<String>, String);

    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1.push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.push(std::mem::take(&mut self.1));
            Ok(())
        }
    }

    #[test]
    fn each_reply_is_flushed_at_once() {
        let mut output = Output::new(Flushes::default());
        output.write(&Reply::UgiOk).unwrap();
        output.format = Format::Json;
        output.write(&Reply::ReadyOk).unwrap();
        assert_eq!(output.writer.0, ["ugiok\n", "{\"reply\":\"readyok\"}\n"]);
        assert_eq!(output.writer.1, "");
    }
}
