//! Where replies go.

use std::io::{self, Write};

use super::reply::{Format, Reply};

/// The one writer of a session: whole replies, each flushed.
pub(super) struct Output<W> {
    writer: W,
    /// The form of the replies from now on.
    pub(super) format: Format,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output { writer, format: Format::Text }
    }

    /// Writes `reply` and the end of its line.
    pub(super) fn write(&mut self, reply: &Reply) -> io::Result<()> {
        let mut text = reply.to_text(self.format);
        text.push('\n');
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }
}
