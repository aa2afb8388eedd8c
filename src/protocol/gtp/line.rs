//! [`Line`]: a line of GTP taken apart, before anything is known of its command.

/// A line that has something in it: `[id] command [arguments]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The number that the reply has to repeat, as it was written.
    pub(super) id: Option<String>,
    /// The words behind it: the name of a command and its arguments.
    pub(super) words: Vec<String>,
}

impl Line {
    /// Takes `text` apart; `None` if it is blank or only a comment. Control characters
    /// count for nothing, tabs for blanks, and what follows a `#` is a comment.
    pub(super) fn parse(text: &str) -> Option<Line> {
        let text = clean(text);
        let command = text.split('#').next().unwrap_or_default();
        let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let first = words.first()?;
        let has_id = first.bytes().all(|byte| byte.is_ascii_digit());
        let id = has_id.then(|| words.remove(0));
        Some(Line { id, words })
    }
}

/// Whether `text` is the comment by which GoGui ends a search.
pub(super) fn is_interrupt(text: &str) -> bool {
    clean(text).trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// `text` with tabs as blanks and without other control characters.
fn clean(text: &str) -> String {
    let blank = |character| if character == '\t' { ' ' } else { character };
    text.chars().map(blank).filter(|character| !character.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: Option<&str>, words: &[&str]) -> Option<Line> {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Some(Line { id: id.map(str::to_owned), words })
    }

    #[test]
    fn a_line_is_an_id_a_command_and_arguments() {
        assert_eq!(Line::parse("name"), line(None, &["name"]));
        assert_eq!(Line::parse(" 12  play\tb F5 # five"), line(Some("12"), &["play", "b", "F5"]));
        assert_eq!(Line::parse("007 name"), line(Some("007"), &["name"]));
        assert_eq!(Line::parse("12name"), line(None, &["12name"]));
        assert_eq!(Line::parse("12"), line(Some("12"), &[]));
    }

    #[test]
    fn control_characters_count_for_nothing() {
        assert_eq!(Line::parse("\u{1}na\u{7}me\r"), line(None, &["name"]));
        for text in ["", " \t ", "\r", "# name", "  #", "\u{0}\u{1b}"] {
            assert_eq!(Line::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn one_comment_is_an_interrupt() {
        for text in ["# interrupt", "#interrupt\r", " #\tinterrupt "] {
            assert!(is_interrupt(text), "{text:?}");
        }
        for text in ["interrupt", "# interrupts", "name # interrupt"] {
            assert!(!is_interrupt(text), "{text:?}");
        }
    }
}
