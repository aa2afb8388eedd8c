//! Base64 decoding, for file contents that a host sends in a line of text.

/// The text is not valid base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotBase64;

/// Decodes `text`. The final padding may be missing.
///
/// # Errors
/// On a character outside the alphabet, wrong padding, or a last digit that holds less than a byte.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, NotBase64> {
    let digits = text.trim_end_matches('=').as_bytes();
    let padding = text.len() - digits.len();
    if padding > 2 || padding > 0 && !text.len().is_multiple_of(4) {
        return Err(NotBase64);
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0_u32;
        for &digit in group {
            bits = bits << 6 | u32::from(value(digit).ok_or(NotBase64)?);
        }
        let whole = match group.len() {
            4 => 3,
            3 => 2,
            2 => 1,
            _ => return Err(NotBase64),
        };
        bits <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..=whole]);
    }
    Ok(bytes)
}

/// The six bits of a base64 digit.
const fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_rfc_4648_are_read() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm8", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text), Ok(bytes.as_bytes().to_vec()), "{text}");
        }
        assert_eq!(decode("//+A"), Ok(vec![0xff, 0xff, 0x80]));
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["Z", "Zm9vY", "====", "Zm8==", "Zm 9", "Zm9*", "=A", "Zm9vé"] {
            assert_eq!(decode(text), Err(NotBase64), "{text}");
        }
    }
}
