//! [`Text`]: bytes as text, line by line, with the place reached.

use std::io::{self, BufRead, ErrorKind, Read};

/// The most bytes that are read at once; a longer line comes in pieces.
const MAX_PIECE: u64 = 64 * 1024;

/// A text that is being read: a line of it, or a piece of a long one. What is no UTF-8
/// is taken for Latin-1, as in files with old names in them.
pub(super) struct Text<R> {
    input: R,
    piece: String,
    /// How much of the piece is used.
    used: usize,
    line: usize,
    column: usize,
    /// Whether the piece is the end of its line.
    ends_line: bool,
    /// Bytes of a character that the end of the last piece has cut.
    cut: Vec<u8>,
    at_start: bool,
}

impl<R: BufRead> Text<R> {
    pub(super) const fn new(input: R) -> Text<R> {
        Text {
            input,
            piece: String::new(),
            used: 0,
            line: 0,
            column: 1,
            ends_line: true,
            cut: Vec::new(),
            at_start: true,
        }
    }

    /// Reads on if what was read is used up; `false` at the end.
    pub(super) fn load(&mut self) -> io::Result<bool> {
        if self.used < self.piece.len() {
            return Ok(true);
        }
        let mut bytes = std::mem::take(&mut self.cut);
        loop {
            let mut input = self.input.by_ref().take(MAX_PIECE);
            match input.read_until(b'\n', &mut bytes) {
                Ok(_) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if bytes.is_empty() {
            return Ok(false);
        }
        if self.ends_line {
            self.line += 1;
            self.column = 1;
        }
        self.ends_line = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < MAX_PIECE;
        self.used = 0;
        self.decode(bytes);
        if std::mem::take(&mut self.at_start) && self.piece.starts_with('\u{feff}') {
            self.used = '\u{feff}'.len_utf8();
        }
        Ok(true)
    }

    fn decode(&mut self, bytes: Vec<u8>) {
        self.piece = match String::from_utf8(bytes) {
            Ok(piece) => piece,
            Err(error) => {
                let fault = error.utf8_error();
                let mut bytes = error.into_bytes();
                if fault.error_len().is_none() && !self.ends_line {
                    self.cut = bytes.split_off(fault.valid_up_to());
                }
                match String::from_utf8(bytes) {
                    Ok(piece) => piece,
                    Err(error) => error.into_bytes().into_iter().map(char::from).collect(),
                }
            }
        };
    }

    /// What was read and is not used yet, up to the end of the line and with it.
    pub(super) fn rest(&self) -> &str {
        &self.piece[self.used..]
    }

    /// Whether what was read is the end of its line.
    pub(super) const fn ends_line(&self) -> bool {
        self.ends_line
    }

    /// Uses the next `length` bytes.
    pub(super) fn advance(&mut self, length: usize) {
        self.column += self.rest()[..length].chars().count();
        self.used += length;
    }

    /// Uses all that was read, and the rest of the line.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        self.advance(self.rest().len());
        while !self.ends_line && self.load()? {
            self.advance(self.rest().len());
        }
        Ok(())
    }

    /// The line reached, from 1, and in it the column, in characters from 1.
    pub(super) const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut text = Text::new(bytes);
        let mut lines = Vec::new();
        while text.load().unwrap() {
            lines.push(text.rest().to_owned());
            text.advance(text.rest().len());
        }
        lines
    }

    #[test]
    fn lines_come_with_their_place() {
        let mut text = Text::new("\u{feff}aé b\nc".as_bytes());
        assert!(text.load().unwrap());
        assert_eq!((text.rest(), text.place()), ("aé b\n", (1, 1)));
        text.advance("aé ".len());
        assert_eq!((text.rest(), text.place()), ("b\n", (1, 4)));
        text.skip_line().unwrap();
        assert!(text.load().unwrap());
        assert_eq!((text.rest(), text.place()), ("c", (2, 1)));
        text.skip_line().unwrap();
        assert!(!text.load().unwrap());
    }

    #[test]
    fn what_is_no_utf8_is_latin1() {
        assert_eq!(lines(b"caf\xe9\n\xc3\xa9\n"), ["café\n", "é\n"]);
    }

    #[test]
    fn long_lines_come_in_pieces_of_whole_characters() {
        let long = format!("x{}\nb", "é".repeat(70_000));
        let pieces = lines(long.as_bytes());
        assert!(pieces.len() > 2);
        assert!(pieces.iter().all(|piece| piece.len() <= MAX_PIECE as usize + 1));
        assert_eq!(pieces.concat(), long);

        let mut text = Text::new(long.as_bytes());
        assert!(text.load().unwrap() && !text.ends_line());
        text.skip_line().unwrap();
        assert!(text.load().unwrap());
        assert_eq!((text.rest(), text.place()), ("b", (2, 1)));
    }
}
