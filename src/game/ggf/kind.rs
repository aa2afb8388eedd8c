//! [`GgfKind`].

use std::fmt;

/// The kind of a match on the usual board by the usual rules; others are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GgfKind {
    /// Whether it is one of two games that were played at once from the same start
    /// with colours changed.
    pub synchro: bool,
    /// The number of discs of the random start; `None` of the usual start.
    pub random_discs: Option<u32>,
}

impl GgfKind {
    /// Reads such as `8`, `s8`, `8r20` or `s8r20`, with a `b` or `w` for the colour
    /// that was asked for left out; `None` if `text` is something else.
    pub(in crate::game) fn parse(text: &str) -> Option<GgfKind> {
        let text = text.trim();
        let (synchro, text) = match text.strip_prefix('s') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let options = text.strip_prefix('8')?.trim_matches(['b', 'w']);
        let random_discs = match options.strip_prefix('r') {
            None if options.is_empty() => None,
            None => return None,
            Some(discs) if discs.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(discs.parse().ok()?)
            }
            Some(_) => return None,
        };
        Some(GgfKind { synchro, random_discs })
    }
}

/// As in TY: `8`, `s8`, `8r20` or `s8r20`.
impl fmt::Display for GgfKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.synchro { "s8" } else { "8" })?;
        match self.random_discs {
            None => Ok(()),
            Some(discs) => write!(f, "r{discs}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_the_usual_game_are_read() {
        for (text, synchro, random_discs) in [
            ("8", false, None),
            ("s8", true, None),
            ("8r20", false, Some(20)),
            ("s8r18", true, Some(18)),
        ] {
            let kind = GgfKind { synchro, random_discs };
            assert_eq!(GgfKind::parse(text), Some(kind));
            assert_eq!(kind.to_string(), text);
        }
        assert_eq!(GgfKind::parse(" 8b "), Some(GgfKind::default()));
        assert_eq!(GgfKind::parse("8wr4"), GgfKind::parse("8r4w"));
    }

    #[test]
    fn other_games_are_refused() {
        for text in ["", "10", "8a", "s8k", "6r10", "8r", "8r+4", "88", "k8", "8r99999999999"] {
            assert_eq!(GgfKind::parse(text), None, "{text}");
        }
    }
}
