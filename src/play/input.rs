//! [`Key`]: the meaning of a key; [`InputLine`]: the text being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The meaning of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Move the cursor right and down by these steps.
    Step(isize, isize),
    /// Move the cursor to the next or previous legal square.
    NextMove { back: bool },
    /// Enter.
    Enter,
    /// Cancel.
    Escape,
    /// Delete the last character.
    Backspace,
    /// A character.
    Character(char),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, the end of the input.
    End,
    /// Ctrl-Z.
    Suspend,
}

impl Key {
    /// The meaning of `event`; `None` if it has none.
    pub(super) fn of(event: KeyEvent) -> Option<Key> {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        Some(match event.code {
            KeyCode::Char('c') if control => Key::Interrupt,
            KeyCode::Char('d') if control => Key::End,
            KeyCode::Char('z') if control => Key::Suspend,
            KeyCode::Char('h') if control => Key::Backspace,
            KeyCode::Char('j' | 'm') if control => Key::Enter,
            KeyCode::Char(_) if control => return None,
            KeyCode::Char(character) => Key::Character(character),
            KeyCode::Left => Key::Step(-1, 0),
            KeyCode::Right => Key::Step(1, 0),
            KeyCode::Up => Key::Step(0, -1),
            KeyCode::Down => Key::Step(0, 1),
            KeyCode::Tab => Key::NextMove { back: false },
            KeyCode::BackTab => Key::NextMove { back: true },
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Escape,
            KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
            _ => return None,
        })
    }
}

/// The text being typed in the last line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InputLine {
    purpose: Purpose,
    text: String,
}

/// The purpose of an [`InputLine`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A move or a command.
    Command,
    /// A file for the game.
    Save,
    /// A file for the game before leaving it; empty or `n` leaves it unsaved, `y` asks again.
    SaveAndQuit,
    /// The same, after `y`.
    NameAndQuit,
    /// A file with a game.
    Load,
}

/// A finished line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Submitted {
    /// An empty or cancelled line.
    Nothing,
    /// A text for this purpose, not [`Purpose::NameAndQuit`].
    Text(Purpose, String),
    /// Leave the game without saving it.
    Quit,
}

impl InputLine {
    /// A line that starts with `text`.
    pub(super) fn new(purpose: Purpose, text: &str) -> InputLine {
        InputLine { purpose, text: text.to_owned() }
    }

    /// Handles a key. Returns the line when it is finished.
    pub(super) fn press(&mut self, key: Key) -> Option<Submitted> {
        match key {
            Key::Character(character) => self.text.push(character),
            Key::Backspace if self.text.pop().is_none() => return Some(Submitted::Nothing),
            Key::Escape => return Some(Submitted::Nothing),
            Key::Enter => {
                let text = self.text.trim().to_owned();
                return Some(match self.purpose {
                    Purpose::SaveAndQuit if is_one_of(&text, ["y", "yes"]) => {
                        *self = InputLine::new(Purpose::NameAndQuit, "");
                        return None;
                    }
                    Purpose::SaveAndQuit if is_one_of(&text, ["n", "no"]) => Submitted::Quit,
                    Purpose::SaveAndQuit | Purpose::NameAndQuit if text.is_empty() => {
                        Submitted::Quit
                    }
                    _ if text.is_empty() => Submitted::Nothing,
                    Purpose::NameAndQuit => Submitted::Text(Purpose::SaveAndQuit, text),
                    purpose => Submitted::Text(purpose, text),
                });
            }
            _ => {}
        }
        None
    }

    /// The text of the last line.
    pub(super) fn to_text(&self) -> String {
        let purpose = match self.purpose {
            Purpose::Command => "> ",
            Purpose::Save => "save the game in (.ggf, .pgn, .json; any other saves the moves): ",
            Purpose::SaveAndQuit => "save the game in (Enter: do not save, Esc: play on): ",
            Purpose::NameAndQuit => "file name (Enter: do not save, Esc: play on): ",
            Purpose::Load => "load the game from (any format): ",
        };
        format!("{purpose}{}", self.text)
    }
}

/// Whether `text` is one of these `words`, in either case.
fn is_one_of(text: &str, words: [&str; 2]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of typing `text`, where `<` is Backspace, and Enter.
    fn typed(mut input_line: InputLine, text: &str) -> Submitted {
        for character in text.chars() {
            let key = if character == '<' { Key::Backspace } else { Key::Character(character) };
            if let Some(submitted) = input_line.press(key) {
                return submitted;
            }
        }
        input_line.press(Key::Enter).expect("Enter ends it")
    }

    #[test]
    fn a_line_can_be_corrected_and_given_up() {
        assert_eq!(
            typed(InputLine::new(Purpose::Command, "f"), "6<5"),
            Submitted::Text(Purpose::Command, "f5".to_owned())
        );
        assert_eq!(typed(InputLine::new(Purpose::Command, "f"), "<"), Submitted::Nothing);
        assert_eq!(typed(InputLine::new(Purpose::Command, "f"), "<<5"), Submitted::Nothing);
        assert_eq!(
            InputLine::new(Purpose::Command, "f5").press(Key::Escape),
            Some(Submitted::Nothing)
        );
    }

    #[test]
    fn a_file_may_have_blanks_in_its_name() {
        assert_eq!(
            typed(InputLine::new(Purpose::Save, ""), "my game.ggf "),
            Submitted::Text(Purpose::Save, "my game.ggf".to_owned())
        );
        assert_eq!(typed(InputLine::new(Purpose::Save, ""), ""), Submitted::Nothing);
        assert_eq!(typed(InputLine::new(Purpose::SaveAndQuit, ""), ""), Submitted::Quit);
        assert_eq!(typed(InputLine::new(Purpose::SaveAndQuit, ""), "no"), Submitted::Quit);
        // "y" is not a file name.
        let mut input_line = InputLine::new(Purpose::SaveAndQuit, "");
        assert_eq!(input_line.press(Key::Character('y')), None);
        assert_eq!(input_line.press(Key::Enter), None);
        assert_eq!(
            typed(input_line, "y.ggf"),
            Submitted::Text(Purpose::SaveAndQuit, "y.ggf".to_owned())
        );
        assert_eq!(
            typed(InputLine::new(Purpose::SaveAndQuit, ""), "x"),
            Submitted::Text(Purpose::SaveAndQuit, "x".to_owned())
        );
    }
}
