//! Problem files.

use othello::game::{ObfProblem, obf_problems};

/// Checks the properties that hold for any input.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for (_, problem) in obf_problems(text) {
        if let Ok(problem) = problem {
            assert_eq!(problem.to_string().parse::<ObfProblem>(), Ok(problem));
        }
    }
}
