//! The fuzz targets on stable Rust: the seeds in `fuzz/seeds`, then a fixed number of mutants of
//! them, the same in every run. `scripts/fuzz.sh` runs longer.

#[path = "../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "in a test binary nothing is reachable from outside")]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use othello::random::Random;

/// Fragments that parsers look for, and some that they do not expect.
const FRAGMENTS: [&[u8]; 27] = [
    b"\n",
    b"\r\n",
    b" ",
    b"-",
    b".",
    b"0",
    b"99999999999999999999",
    b"a1",
    b"f5d6",
    b"pa",
    b"--",
    b"X",
    b"O",
    b"%",
    b";",
    b"(;",
    b"]",
    b"{\"moves\":",
    b"go depth 2\n",
    b" nodes 5",
    b"analyze exactfrom 60\n",
    b"outflank-analyze exactfrom 60\n",
    b"stop\n",
    b"quit\n",
    b"\0",
    b"\xff",
    "\u{feff}é".as_bytes(),
];

/// Checks the seeds of the target `name`, then `count` mutants: about a second.
fn fuzz(name: &str, count: u32, check: fn(&[u8])) {
    let seeds = seeds(name);
    for seed in &seeds {
        check_and_show(seed, check);
    }
    let mut random = Random::new(0, 0);
    for _ in 0..count {
        check_and_show(&mutant(&seeds, &mut random), check);
    }
}

/// The files in the folder of the target, sorted.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let entries = fs::read_dir(folder).expect("a folder of seeds");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has no seeds");
    paths.iter().map(|path| fs::read(path).expect("a seed can be read")).collect()
}

/// Checks `input`. Prints it on failure.
fn check_and_show(input: &[u8], check: fn(&[u8])) {
    if let Err(failure) = catch_unwind(AssertUnwindSafe(|| check(input))) {
        eprintln!("the input is b\"{}\"", input.escape_ascii());
        resume_unwind(failure);
    }
}

/// A seed with one to eight changes.
fn mutant(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = pick(seeds, random).clone();
    for _ in 0..=random.below(8) {
        mutate(&mut input, seeds, random);
    }
    input
}

/// Replaces a part of `input`. Both the part and its replacement may be empty.
fn mutate(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let from = below(input.len() + 1, random);
    let length = if random.chance(500) { 0 } else { below(input.len() - from + 1, random).min(32) };
    let replacement = match random.below(4) {
        0 => Vec::new(),
        1 => vec![random.bits() as u8],
        2 => pick(&FRAGMENTS, random).to_vec(),
        _ => {
            let other: &Vec<u8> = pick(seeds, random);
            part(other, random)
        }
    };
    input.splice(from..from + length, replacement);
}

/// A random slice of `bytes`.
fn part(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let from = below(bytes.len() + 1, random);
    let length = below(bytes.len() - from + 1, random);
    bytes[from..from + length].to_vec()
}

fn pick<'a, T>(choices: &'a [T], random: &mut Random) -> &'a T {
    &choices[below(choices.len(), random)]
}

fn below(bound: usize, random: &mut Random) -> usize {
    random.below(u32::try_from(bound).expect("short inputs")) as usize
}

/// Each target has a test, seeds and an entry for libFuzzer.
#[test]
fn no_target_is_left_out() {
    let names = |folder: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder);
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        let stem = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| stem(&entry.path())).collect();
        names.retain(|name| name != "lib");
        names.sort();
        names
    };
    let tested =
        ["board", "book", "ggf", "gtp", "nboard", "obf", "records", "server", "transcript", "ugi"];
    for folder in ["src", "fuzz_targets", "seeds"] {
        assert_eq!(names(folder), tested, "{folder}");
    }
}

#[test]
fn board() {
    fuzz("board", 500_000, targets::board::check);
}

#[test]
fn book() {
    fuzz("book", 150_000, targets::book::check);
}

#[test]
fn ggf() {
    fuzz("ggf", 300_000, targets::ggf::check);
}

#[test]
fn gtp() {
    fuzz("gtp", 5_000, targets::gtp::check);
}

#[test]
fn nboard() {
    fuzz("nboard", 2_000, targets::nboard::check);
}

#[test]
fn obf() {
    fuzz("obf", 500_000, targets::obf::check);
}

#[test]
fn records() {
    fuzz("records", 20_000, targets::records::check);
}

#[test]
fn server() {
    fuzz("server", 150_000, targets::server::check);
}

#[test]
fn transcript() {
    fuzz("transcript", 500_000, targets::transcript::check);
}

#[test]
fn ugi() {
    fuzz("ugi", 1_000, targets::ugi::check);
}
