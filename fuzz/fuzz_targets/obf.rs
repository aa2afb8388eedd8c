//! Files of problems.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::game::{ObfProblem, obf_problems};

fuzz_target!(|text: &str| {
    for (_, problem) in obf_problems(text) {
        if let Ok(problem) = problem {
            assert_eq!(problem.to_string().parse::<ObfProblem>(), Ok(problem));
        }
    }
});
