//! Decimal numbers as integers in units of the last decimal place, so that records compare and
//! print exactly.

/// Reads an optionally signed decimal number in units of its `places`-th decimal place: `-2.5` with
/// two places is -250. Rounds half away from zero. `None` for other texts and on overflow.
pub(super) fn parse_decimal(text: &str, places: u32) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    if !all_digits || whole.len() + fraction.len() == 0 {
        return None;
    }
    let mut value: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut further = fraction.bytes().map(|byte| i64::from(byte - b'0'));
    for _ in 0..places {
        value = value.checked_mul(10)?.checked_add(further.next().unwrap_or(0))?;
    }
    if further.next().is_some_and(|digit| digit >= 5) {
        value = value.checked_add(1)?;
    }
    Some(if negative { -value } else { value })
}

/// Reads a score in discs as 1/100 disc.
pub(super) fn parse_centidiscs(text: &str) -> Option<i32> {
    parse_decimal(text, 2)?.try_into().ok()
}

/// A score in discs with sign and two decimals, such as `+6.00`.
pub(super) fn print_centidiscs(centidiscs: i32) -> String {
    let sign = if centidiscs < 0 { '-' } else { '+' };
    let magnitude = centidiscs.unsigned_abs();
    format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_parsed_as_integers() {
        for (text, hundredths) in [
            ("38", 3800),
            ("+38", 3800),
            ("-02", -200),
            ("-2.5", -250),
            (".25", 25),
            ("7.", 700),
            ("1.005", 101),
            ("-1.004", -100),
        ] {
            assert_eq!(parse_decimal(text, 2), Some(hundredths), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_numbers() {
        let long = "9".repeat(40);
        for text in ["", "+", "-", ".", "+-1", "1e5", "1.2.3", "x", " 1", "NaN", &long] {
            assert_eq!(parse_decimal(text, 2), None, "{text}");
        }
        assert_eq!(parse_decimal("9223372036854775807", 1), None);
        assert_eq!(parse_centidiscs("99999999999"), None);
    }

    #[test]
    fn scores_print_with_sign_and_two_decimals() {
        assert_eq!(print_centidiscs(600), "+6.00");
        assert_eq!(print_centidiscs(-5), "-0.05");
        assert_eq!(print_centidiscs(i32::MIN), "-21474836.48");
    }
}
