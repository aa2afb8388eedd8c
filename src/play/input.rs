//! [`Key`]: what a key means; [`InputLine`]: what is being typed in the last line.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Move the cursor by so many columns to the right and rows down.
    Step(isize, isize),
    /// Move the cursor to the next legal square, or to the previous one.
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
    /// The meaning of `event`, if it has one.
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

/// Text that is being typed in the last line, and its purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InputLine {
    purpose: Purpose,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A move or a command.
    Line,
    /// The file to save the game in.
    Save,
    /// The file to save the game in before leaving it.
    SaveAndQuit,
    /// The same, once it was said that it is to be saved.
    NameAndQuit,
    /// The file to load a game from.
    Load,
}

/// A finished line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Submitted {
    /// Nothing was typed, or it was cancelled.
    Nothing,
    /// A move or a command.
    Line(String),
    /// The file to save the game in.
    Save(String),
    /// The file to save the game in before leaving it.
    SaveAndQuit(String),
    /// Leave the game without saving it.
    Quit,
    /// The file to load a game from.
    Load(String),
}

impl InputLine {
    /// Asks for a move or a command, which begins with `text`.
    pub(super) fn line(text: &str) -> InputLine {
        InputLine { purpose: Purpose::Line, text: text.to_owned() }
    }

    /// Asks for the file to save the game in.
    pub(super) fn save() -> InputLine {
        InputLine { purpose: Purpose::Save, text: String::new() }
    }

    /// Asks for the file to save the game in before leaving it.
    pub(super) fn save_and_quit() -> InputLine {
        InputLine { purpose: Purpose::SaveAndQuit, text: String::new() }
    }

    /// Asks for the file to load a game from.
    pub(super) fn load() -> InputLine {
        InputLine { purpose: Purpose::Load, text: String::new() }
    }

    /// Takes a key; returns the line if the key finishes it.
    pub(super) fn press(&mut self, key: Key) -> Option<Submitted> {
        match key {
            Key::Character(character) => self.text.push(character),
            Key::Backspace if self.text.pop().is_none() => return Some(Submitted::Nothing),
            Key::Escape => return Some(Submitted::Nothing),
            Key::Enter => {
                let text = self.text.trim().to_owned();
                return Some(match self.purpose {
                    Purpose::SaveAndQuit if is_one_of(&text, ["y", "yes"]) => {
                        *self = InputLine { purpose: Purpose::NameAndQuit, text: String::new() };
                        return None;
                    }
                    Purpose::SaveAndQuit if is_one_of(&text, ["n", "no"]) => Submitted::Quit,
                    Purpose::SaveAndQuit | Purpose::NameAndQuit if text.is_empty() => {
                        Submitted::Quit
                    }
                    _ if text.is_empty() => Submitted::Nothing,
                    Purpose::Line => Submitted::Line(text),
                    Purpose::Save => Submitted::Save(text),
                    Purpose::SaveAndQuit | Purpose::NameAndQuit => Submitted::SaveAndQuit(text),
                    Purpose::Load => Submitted::Load(text),
                });
            }
            _ => {}
        }
        None
    }

    /// The text of the last line.
    pub(super) fn to_text(&self) -> String {
        let purpose = match self.purpose {
            Purpose::Line => "> ",
            Purpose::Save => "save the game in (.ggf, .pgn, .json, any other for its moves): ",
            Purpose::SaveAndQuit => "save the game in (Enter: nowhere, Esc: play on): ",
            Purpose::NameAndQuit => "name of the file (Enter: do not save, Esc: play on): ",
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
        assert_eq!(typed(InputLine::line("f"), "6<5"), Submitted::Line("f5".to_owned()));
        assert_eq!(typed(InputLine::line("f"), "<"), Submitted::Nothing);
        assert_eq!(typed(InputLine::line("f"), "<<5"), Submitted::Nothing);
        assert_eq!(InputLine::line("f5").press(Key::Escape), Some(Submitted::Nothing));
    }

    #[test]
    fn a_file_may_have_blanks_in_its_name() {
        assert_eq!(
            typed(InputLine::save(), "my game.ggf "),
            Submitted::Save("my game.ggf".to_owned())
        );
        assert_eq!(typed(InputLine::save(), ""), Submitted::Nothing);
        assert_eq!(typed(InputLine::save_and_quit(), ""), Submitted::Quit);
        assert_eq!(typed(InputLine::save_and_quit(), "no"), Submitted::Quit);
        // A yes is no name of a file.
        let mut input_line = InputLine::save_and_quit();
        assert_eq!(input_line.press(Key::Character('y')), None);
        assert_eq!(input_line.press(Key::Enter), None);
        assert_eq!(typed(input_line, "y.ggf"), Submitted::SaveAndQuit("y.ggf".to_owned()));
        assert_eq!(typed(InputLine::save_and_quit(), "x"), Submitted::SaveAndQuit("x".to_owned()));
    }
}
