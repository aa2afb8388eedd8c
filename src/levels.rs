//! One program for every x86-64 CPU. It holds the library once for each level of instruction sets,
//! and the weights once, and chooses a level at the start.
//!
//! The levels are from the x86-64 psABI. `scripts/build-levels.sh` builds this; docs/release.md has
//! the size and the speed.

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

/// The environment variable that selects a level.
const VARIABLE: &str = "OUTFLANK_CPU";

/// The program, compiled for a level of instruction sets.
struct Level {
    name: &'static str,
    /// Whether the CPU and the system support the level.
    is_there: fn() -> bool,
    run: fn() -> ExitCode,
}

/// From the lowest to the highest.
const LEVELS: [Level; 3] = [
    Level { name: "x86-64", is_there: || true, run: outflank::run },
    Level { name: "x86-64-v3", is_there: has_v3, run: outflank_v3::run },
    Level { name: "x86-64-v4", is_there: has_v4, run: outflank_v4::run },
];

/// Whether the CPU has all of these features.
macro_rules! has {
    ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
}

fn has_v3() -> bool {
    has!("avx" "avx2" "bmi1" "bmi2" "cmpxchg16b" "f16c" "fma" "lzcnt" "movbe" "popcnt" "sse3"
         "sse4.1" "sse4.2" "ssse3")
}

fn has_v4() -> bool {
    has_v3() && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl")
}

/// Runs the program on the highest level that this CPU supports, or on the level set in the
/// environment.
pub(crate) fn run() -> ExitCode {
    match choose(env::var_os(VARIABLE)) {
        Ok(level) => (level.run)(),
        Err(message) => {
            eprintln!("outflank: {message}");
            ExitCode::from(2)
        }
    }
}

/// The `wanted` level, or the highest.
fn choose(wanted: Option<OsString>) -> Result<&'static Level, String> {
    let mut there = LEVELS.iter().filter(|level| (level.is_there)());
    let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else {
        return Ok(there.next_back().unwrap_or(&LEVELS[0]));
    };
    let names: Vec<&str> = there.clone().map(|level| level.name).collect();
    there.find(|level| wanted == level.name).ok_or_else(|| {
        let is_level = LEVELS.iter().any(|level| wanted == level.name);
        let fault = if is_level { "unsupported by this CPU" } else { "unknown level" };
        format!("invalid {VARIABLE} {wanted:?} ({fault}): expected {}", names.join(" or "))
    })
}
