//! [`Reader`]: from GGF to its tags.

use crate::game::excerpt::{excerpt, first_word};

use super::ParseGgfError;

/// What every game starts with.
const START: &str = "(;";

/// A text that is being read. The place moves forward only.
#[derive(Debug, Clone)]
pub(super) struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

/// A tag and its value.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    /// Where the value starts.
    pub(super) offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Reader<'a> {
        Reader { text, offset: 0 }
    }

    /// What is still to be read.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// The place, in bytes from the start.
    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    /// Goes on to the first character that is not to be `skipped`.
    pub(super) fn skip(&mut self, skipped: fn(char) -> bool) {
        self.offset = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    /// Goes behind `expected` if the text goes on with it.
    fn accept(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.offset += expected.len();
        }
        found
    }

    /// Reads the tags of a game, which starts right here.
    pub(super) fn game_tags(&mut self) -> Result<Vec<Tag<'a>>, ParseGgfError> {
        let offset = self.offset;
        if !self.accept(START) {
            return Err(ParseGgfError::NoGame { text: first_word(self.rest()), offset });
        }
        let mut tags = Vec::new();
        while let Some(tag) = self.tag()? {
            tags.push(tag);
        }
        Ok(tags)
    }

    /// Reads the next tag; `None` at the end of the game.
    fn tag(&mut self) -> Result<Option<Tag<'a>>, ParseGgfError> {
        self.skip(char::is_whitespace);
        if self.accept(";)") || self.accept(")") {
            return Ok(None);
        }
        let (start, rest) = (self.offset, self.rest());
        let length = rest.find(|character: char| !character.is_ascii_alphabetic());
        let (name, value) = rest.split_at(length.unwrap_or(rest.len()));
        if name.is_empty() || !value.starts_with('[') {
            return Err(ParseGgfError::NotATag { text: first_word(rest), offset: start });
        }
        self.offset += name.len() + 1;
        let offset = self.offset;
        match self.value() {
            Some(value) => Ok(Some(Tag { name, value, offset })),
            None => Err(ParseGgfError::OpenTag { tag: excerpt(name), offset: start }),
        }
    }

    /// Reads the value of a tag and the bracket behind it; `None` if there is none
    /// up to the end of the text. A `\` before `]` or `\` is left out.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut characters = self.rest().chars().peekable();
        while let Some(character) = characters.next() {
            let escaped =
                characters.next_if(|&next| character == '\\' && matches!(next, ']' | '\\'));
            self.offset += character.len_utf8() + escaped.map_or(0, char::len_utf8);
            match (escaped, character) {
                (None, ']') => return Some(value),
                _ => value.push(escaped.unwrap_or(character)),
            }
        }
        None
    }
}
