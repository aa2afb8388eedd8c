//! [`End`]: where records end that do not depend on lines, and where they are given up.

use super::Format;
use super::line::parse_line;

/// Where a record ends that does not depend on lines.
pub(super) trait End {
    /// Where in `text` the record ends, if it does; `text` is what follows the last
    /// one.
    fn find(&mut self, text: &str) -> Option<usize>;

    /// Whether `line` starts another record although this one, `record` so far, has no
    /// end.
    fn is_cut_before(&self, record: &str, line: &str) -> bool;
}

/// Whether `text` starts a game in GGF, perhaps with the number of games before it.
pub(super) fn starts_ggf(text: &str) -> bool {
    let is_count = |character: char| character.is_ascii_digit() || character.is_whitespace();
    text.trim_start_matches(is_count).starts_with("(;")
}

/// What `line` is if it is a record by itself.
fn format_of(line: &str) -> Option<Format> {
    if starts_ggf(line) {
        return Some(Format::Ggf);
    }
    parse_line(line).ok().map(|(format, _)| format)
}

/// The end of a game in GGF: `)` outside of the brackets, or where the next starts.
#[derive(Default)]
pub(super) struct GgfEnd {
    started: bool,
    in_value: bool,
    escaped: bool,
}

impl End for GgfEnd {
    fn find(&mut self, text: &str) -> Option<usize> {
        for (index, byte) in text.bytes().enumerate() {
            let escaped = std::mem::take(&mut self.escaped);
            match byte {
                b']' if !escaped => self.in_value = false,
                b'\\' if self.in_value => self.escaped = !escaped,
                _ if self.in_value => {}
                b'[' => self.in_value = true,
                b')' => return Some(index + 1),
                b'(' if self.started => return Some(index),
                b'(' => self.started = true,
                _ => {}
            }
        }
        None
    }

    /// Outside of the brackets a line starts with a tag or the end. In them a board may
    /// stand and words, but no other record.
    fn is_cut_before(&self, _: &str, line: &str) -> bool {
        if self.in_value {
            return line.starts_with("{\"")
                || !matches!(format_of(line), None | Some(Format::Board | Format::Obf));
        }
        let line = line.trim_start();
        let behind_name = line.trim_start_matches(|next: char| next.is_ascii_alphabetic());
        let is_tag = behind_name.len() < line.len() && behind_name.starts_with('[');
        let goes_on = is_tag || line.is_empty() || line.starts_with([';', ')']);
        self.started && !goes_on
    }
}

/// The end of a JSON object.
#[derive(Default)]
pub(super) struct JsonEnd {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The last byte that is no blank; `"` in a string, too.
    last: u8,
}

impl End for JsonEnd {
    fn find(&mut self, text: &str) -> Option<usize> {
        for (index, byte) in text.bytes().enumerate() {
            let escaped = std::mem::take(&mut self.escaped);
            match byte {
                // No string goes on in the next line.
                b'\n' => self.in_string = false,
                b'\\' if self.in_string => self.escaped = !escaped,
                b'"' if !escaped => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'{' => self.depth += 1,
                b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                return Some(index + 1);
            }
            if !byte.is_ascii_whitespace() {
                self.last = if self.in_string { b'"' } else { byte };
            }
        }
        None
    }

    /// At the start of a line `{` is part of the object only where a value may be; one
    /// with the same key as the record is no part even there.
    fn is_cut_before(&self, record: &str, line: &str) -> bool {
        if line.starts_with('{') {
            !matches!(self.last, b'[' | b',' | b':')
                || line.split_once(':').is_some_and(|(key, _)| record.starts_with(key))
        } else {
            format_of(line).is_some()
        }
    }
}
