//! [`TextLines`]: decodes text line by line. [`Utf16`]: converts UTF-16 to UTF-8.

use std::io::{self, BufRead, ErrorKind, Read};

/// Maximum bytes read at once. Longer lines come in pieces.
const MAX_PIECE: u64 = 64 * 1024;

/// The current line of a text, or a piece of a long one. Lines that are not UTF-8 are read as
/// Latin-1, for old files.
#[derive(Debug)]
pub(super) struct TextLines<R> {
    input: R,
    piece: String,
    /// The number of used bytes of the piece.
    used: usize,
    line: usize,
    column: usize,
    /// Whether the piece ends its line.
    ends_line: bool,
    /// Bytes read beyond the piece.
    cut: Vec<u8>,
}

impl<R: BufRead> TextLines<R> {
    pub(super) const fn new(input: R) -> TextLines<R> {
        TextLines {
            input,
            piece: String::new(),
            used: 0,
            line: 0,
            column: 1,
            ends_line: true,
            cut: Vec::new(),
        }
    }

    /// Reads the next piece if the current one is used up; `false` at the end.
    pub(super) fn load(&mut self) -> io::Result<bool> {
        if self.used < self.piece.len() {
            return Ok(true);
        }
        let mut bytes = std::mem::take(&mut self.cut);
        while !bytes.iter().any(|byte| matches!(byte, b'\r' | b'\n')) {
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
        // A lone carriage return ends a line, as in old files.
        let is_end = |pair: &[u8]| pair[0] == b'\r' && pair[1] != b'\n' || pair[0] == b'\n';
        if let Some(end) = bytes.windows(2).position(is_end) {
            self.cut = bytes.split_off(end + 1);
        }
        let ends_line = bytes.last().is_some_and(|last| matches!(last, b'\r' | b'\n'));
        self.ends_line = ends_line || (bytes.len() as u64) < MAX_PIECE;
        self.used = 0;
        self.decode(bytes);
        if !self.piece.is_ascii() {
            self.piece.retain(|next| !is_invisible(next));
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

    /// The unused part of the piece, with its line break.
    pub(super) fn rest(&self) -> &str {
        &self.piece[self.used..]
    }

    /// Whether the piece ends its line.
    pub(super) const fn ends_line(&self) -> bool {
        self.ends_line
    }

    /// Uses the next `length` bytes.
    pub(super) fn advance(&mut self, length: usize) {
        self.column += self.rest()[..length].chars().count();
        self.used += length;
    }

    /// Uses the rest of the line.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        self.advance(self.rest().len());
        while !self.ends_line && self.load()? {
            self.advance(self.rest().len());
        }
        Ok(())
    }

    /// The current line and column, both from 1. Columns count characters.
    pub(super) const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }
}

/// Whether `character` is invisible: a mark in copied text, or a byte order mark, also in the
/// middle of joined files.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2060}'
            | '\u{fe0e}'
            | '\u{fe0f}'
            | '\u{feff}'
    ) || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Converts UTF-16 to UTF-8, line by line.
#[derive(Debug)]
pub(super) struct Utf16<R> {
    input: R,
    /// Decodes a code unit.
    unit: fn([u8; 2]) -> u16,
    text: Vec<u8>,
    /// The number of used bytes.
    used: usize,
}

/// Maximum code units decoded at once, plus one.
const MAX_UNITS: usize = 4096;

impl<R: Read> Utf16<R> {
    /// A reader of `input` if its first byte, `byte`, starts a UTF-16 byte order mark (no UTF-8
    /// text starts so). Otherwise returns `input`.
    pub(super) fn new(input: R, byte: u8) -> Result<Utf16<R>, R> {
        let unit = match byte {
            0xff => u16::from_le_bytes,
            0xfe => u16::from_be_bytes,
            _ => return Err(input),
        };
        Ok(Utf16 { input, unit, text: Vec::new(), used: 0 })
    }

    /// The next code unit, U+FFFD for half a unit; `None` at the end.
    fn next_unit(&mut self) -> io::Result<Option<u16>> {
        let mut bytes = Vec::with_capacity(2);
        self.input.by_ref().take(2).read_to_end(&mut bytes)?;
        Ok(match *bytes {
            [first, second] => Some((self.unit)([first, second])),
            [_] => Some(char::REPLACEMENT_CHARACTER as u16),
            _ => None,
        })
    }

    /// Decodes a line, or a piece of whole characters.
    fn decode(&mut self) -> io::Result<()> {
        let mut units = Vec::new();
        while let Some(unit) = self.next_unit()? {
            units.push(unit);
            let ends_character = !matches!(unit, 0xd800..=0xdbff);
            if unit == u16::from(b'\n') || units.len() >= MAX_UNITS && ends_character {
                break;
            }
        }
        self.text = String::from_utf16_lossy(&units).into_bytes();
        self.used = 0;
        Ok(())
    }
}

impl<R: Read> BufRead for Utf16<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used >= self.text.len() {
            self.decode()?;
        }
        Ok(&self.text[self.used..])
    }

    fn consume(&mut self, length: usize) {
        self.used += length;
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut text = TextLines::new(bytes);
        let mut lines = Vec::new();
        while text.load().unwrap() {
            lines.push(text.rest().to_owned());
            text.advance(text.rest().len());
        }
        lines
    }

    #[test]
    fn lines_have_line_and_column() {
        let mut text = TextLines::new("\u{feff}aé b\nc".as_bytes());
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
    fn invalid_utf8_is_read_as_latin1() {
        assert_eq!(lines(b"caf\xe9\n\xc3\xa9\n"), ["café\n", "é\n"]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "140 kilobytes of text take minutes")]
    fn long_lines_are_split_at_characters() {
        let long = format!("x{}\nb", "é".repeat(70_000));
        let pieces = lines(long.as_bytes());
        assert!(pieces.len() > 2);
        assert!(pieces.iter().all(|piece| piece.len() <= MAX_PIECE as usize + 1));
        assert_eq!(pieces.concat(), long);

        let mut text = TextLines::new(long.as_bytes());
        assert!(text.load().unwrap() && !text.ends_line());
        text.skip_line().unwrap();
        assert!(text.load().unwrap());
        assert_eq!((text.rest(), text.place()), ("b", (2, 1)));
    }

    #[test]
    fn utf16_is_read_in_both_byte_orders() {
        let text = format!("\u{feff}{}\nb\u{1f600}", "é\u{1f600}".repeat(5000));
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
            let mut read = String::new();
            let input = Utf16::new(&bytes[..], bytes[0]).expect("it has its mark");
            io::BufReader::new(input).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
        assert!(Utf16::new(&b"f5"[..], b'f').is_err());
    }

    #[test]
    fn half_a_code_unit_at_the_end_is_replaced() {
        let mut read = String::new();
        let Ok(mut input) = Utf16::new(&b"f\x005\x00d"[..], 0xff) else {
            panic!("its mark says so")
        };
        input.read_to_string(&mut read).unwrap();
        assert_eq!(read, "f5\u{fffd}");
    }
}
