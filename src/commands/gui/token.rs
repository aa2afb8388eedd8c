//! [`Token`]: the access token.

use std::fmt;

/// 128 random bits in hexadecimal.
pub(super) struct Token(String);

impl Token {
    /// A new token.
    pub(super) fn random() -> anyhow::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether `text` is this token, in constant time.
    pub(super) fn is(&self, text: &str) -> bool {
        let differing = self.0.bytes().zip(text.bytes()).fold(0, |bits, (a, b)| bits | (a ^ b));
        self.0.len() == text.len() && differing == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_equals_only_itself() {
        let (token, other) = (Token::random().unwrap(), Token::random().unwrap());
        let text = token.to_string();
        assert_eq!(text.len(), 32);
        assert!(token.is(&text));
        assert!(!other.is(&text));
        for wrong in ["", &text[1..], &format!("{text}0"), &text.to_uppercase().replace('A', "b")] {
            assert!(!token.is(wrong) || wrong == text, "{wrong}");
        }
    }
}
