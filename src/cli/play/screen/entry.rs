//! [`Entry`]: what is being typed in the last line.

use super::key::Key;

/// What is being typed, and what for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    purpose: Purpose,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A move or a command.
    Line,
    /// The file to save the game in.
    Save,
    /// The same, before the person leaves.
    SaveToLeave,
}

/// What has been typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entered {
    /// Nothing, or it was given up.
    Nothing,
    /// A move or a command.
    Line(String),
    /// A file to save the game in.
    File(String),
    /// The same, and then to leave.
    FileToLeave(String),
    /// To leave.
    Leave,
}

impl Entry {
    /// A move or a command that begins with `text`.
    pub(super) fn line(text: &str) -> Entry {
        Entry { purpose: Purpose::Line, text: text.to_owned() }
    }

    /// The file to save the game in.
    pub(super) fn save() -> Entry {
        Entry { purpose: Purpose::Save, text: String::new() }
    }

    /// The same, before the person leaves.
    pub(super) fn save_to_leave() -> Entry {
        Entry { purpose: Purpose::SaveToLeave, text: String::new() }
    }

    /// What has been typed if `key` is the last one.
    pub(super) fn press(&mut self, key: Key) -> Option<Entered> {
        match key {
            Key::Character(character) => self.text.push(character),
            Key::Backspace if self.text.pop().is_none() => return Some(Entered::Nothing),
            Key::Escape => return Some(Entered::Nothing),
            Key::Enter => {
                let text = self.text.trim().to_owned();
                return Some(match self.purpose {
                    Purpose::SaveToLeave if text.is_empty() => Entered::Leave,
                    _ if text.is_empty() => Entered::Nothing,
                    Purpose::Line => Entered::Line(text),
                    Purpose::Save => Entered::File(text),
                    Purpose::SaveToLeave => Entered::FileToLeave(text),
                });
            }
            _ => {}
        }
        None
    }

    /// What the last line shows.
    pub(super) fn to_text(&self) -> String {
        let question = match self.purpose {
            Purpose::Line => "> ",
            Purpose::Save => "save the game in (.ggf, .pgn, .json, any other for its moves): ",
            Purpose::SaveToLeave => "save the game in (Enter: nowhere, Esc: play on): ",
        };
        format!("{question}{}", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `text` is when it is typed, `<` for Backspace, and Enter.
    fn typed(mut entry: Entry, text: &str) -> Entered {
        for character in text.chars() {
            let key = if character == '<' { Key::Backspace } else { Key::Character(character) };
            if let Some(entered) = entry.press(key) {
                return entered;
            }
        }
        entry.press(Key::Enter).expect("Enter ends it")
    }

    #[test]
    fn a_line_can_be_corrected_and_given_up() {
        assert_eq!(typed(Entry::line("f"), "6<5"), Entered::Line("f5".to_owned()));
        assert_eq!(typed(Entry::line("f"), "<"), Entered::Nothing);
        assert_eq!(typed(Entry::line("f"), "<<5"), Entered::Nothing);
        assert_eq!(Entry::line("f5").press(Key::Escape), Some(Entered::Nothing));
    }

    #[test]
    fn a_file_may_have_blanks_in_its_name() {
        assert_eq!(typed(Entry::save(), "my game.ggf "), Entered::File("my game.ggf".to_owned()));
        assert_eq!(typed(Entry::save(), ""), Entered::Nothing);
        assert_eq!(typed(Entry::save_to_leave(), ""), Entered::Leave);
        assert_eq!(typed(Entry::save_to_leave(), "x"), Entered::FileToLeave("x".to_owned()));
    }
}
