//! Dates of games.

use std::time::SystemTime;

/// Today's date in UTC, such as 2026-03-09; empty before 1970.
pub(super) fn today() -> String {
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since_epoch.map_or_else(|_| String::new(), |time| date(time.as_secs() / SECONDS_A_DAY))
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// The Gregorian date `days` days after 1970-01-01.
///
/// Algorithm: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`. Years
/// start in March, so that the leap day is last.
fn date(days: u64) -> String {
    let days = days + 719_468; // since 0000-03-01
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, expected) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22")]
        {
            assert_eq!(date(days), expected);
        }
    }
}
