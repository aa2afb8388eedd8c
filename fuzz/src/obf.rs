//! Problem files.

use othello::game::{Record, obf_problems};

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for (_, problem) in obf_problems(text) {
        if let Ok(problem) = problem {
            // The writer turns control characters in comments into blanks.
            let read = Record::from_obf(&problem.to_obf()).expect("it was written here");
            assert_eq!((read.game(), &read.scores), (problem.game(), &problem.scores));
            assert_eq!(Record::from_obf(&read.to_obf()), Ok(read));
        }
    }
}
