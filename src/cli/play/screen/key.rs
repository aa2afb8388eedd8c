//! [`Key`]: what a key means.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Choose the square so many columns to the right and rows below.
    Step(isize, isize),
    /// Choose the next square where one may go, or the one before.
    NextMove { back: bool },
    /// Enter: do it.
    Enter,
    /// Do without it.
    Escape,
    /// Take the last character away.
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
    /// What `event` means, if anything.
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
