//! Problem files.

use othello::game::{Record, obf_problems};

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for (_, problem) in obf_problems(text) {
        if let Ok(problem) = problem {
            assert_eq!(Record::from_obf(&problem.to_obf()), Ok(problem));
        }
    }
}
