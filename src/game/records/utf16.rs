//! [`Utf16`]: a text in UTF-16, as some shells and editors write files.

use std::io::{self, BufRead, ErrorKind, Read};

/// What a text in UTF-16 is in UTF-8, line by line.
pub(super) struct Utf16<R> {
    input: R,
    /// A code unit in these two bytes.
    unit: fn([u8; 2]) -> u16,
    text: Vec<u8>,
    /// How much of the text is used.
    used: usize,
}

/// The most code units that are decoded at once, or one more.
const MAX_PIECE: usize = 4096;

impl<R: Read> Utf16<R> {
    /// The text in `input` if it is one that starts with `byte`: in UTF-16 texts begin with
    /// a byte order mark, of which either byte starts no text in UTF-8. Otherwise `input` is
    /// given back.
    pub(super) fn new(input: R, byte: u8) -> Result<Utf16<R>, R> {
        let unit = match byte {
            0xff => u16::from_le_bytes,
            0xfe => u16::from_be_bytes,
            _ => return Err(input),
        };
        Ok(Utf16 { input, unit, text: Vec::new(), used: 0 })
    }

    /// The next code unit; `None` at the end.
    fn next_unit(&mut self) -> io::Result<Option<u16>> {
        let mut bytes = [0; 2];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => Ok(Some((self.unit)(bytes))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Decodes up to the end of the line, or of a piece that ends with a whole character.
    fn decode(&mut self) -> io::Result<()> {
        let mut units = Vec::new();
        while let Some(unit) = self.next_unit()? {
            units.push(unit);
            let ends_character = !matches!(unit, 0xd800..=0xdbff);
            if unit == u16::from(b'\n') || units.len() >= MAX_PIECE && ends_character {
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

    #[test]
    fn both_orders_of_bytes_are_read() {
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
}
