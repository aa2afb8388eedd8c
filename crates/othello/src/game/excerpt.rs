//! Texts shortened to one line, for errors.

/// Maximum characters that an error quotes.
const MAX_LENGTH: usize = 24;

/// Maximum characters of a quoted word of a command.
pub const QUOTED: usize = 40;

/// Maximum characters of a quoted path.
pub const QUOTED_PATH: usize = 1024;

/// `text`, cut to [`MAX_LENGTH`] characters and `..`.
pub(super) fn excerpt(text: &str) -> String {
    shorten(text, MAX_LENGTH)
}

/// `text`, cut to `longest` characters and `..`.
#[must_use]
pub fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}..", &text[..end]),
    }
}

/// `text` with blanks in place of control characters.
pub fn one_line(text: &str) -> String {
    text.chars().map(|next| if next.is_control() { ' ' } else { next }).collect()
}

/// The first word of `text`, shortened. Reads no further.
pub(super) fn first_word(text: &str) -> String {
    let start = text.char_indices().nth(MAX_LENGTH + 1).map_or(text, |(end, _)| &text[..end]);
    excerpt(start.split(char::is_whitespace).next().unwrap_or_default())
}

/// The length of the first `count` words of `text`, including the blanks before each word. If there
/// are fewer words, the length of all of them.
pub(super) fn words_length(text: &str, count: usize) -> usize {
    let mut rest = text;
    for _ in 0..count {
        let word = rest.trim_start();
        rest = &word[word.find(char::is_whitespace).unwrap_or(word.len())..];
    }
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(excerpt("short"), "short");
        assert_eq!(excerpt(&"é".repeat(24)), "é".repeat(24));
        assert_eq!(excerpt(&"é".repeat(25)), format!("{}..", "é".repeat(24)));
        assert_eq!(first_word("one two"), "one");
        assert_eq!(first_word(&"é".repeat(99)), format!("{}..", "é".repeat(24)));
        assert_eq!(first_word(""), "");
    }
}
