//! The bytes of the weights that are part of the program.
//!
//! A program for all CPUs holds the engine once for each level of instruction sets and these
//! bytes once: `scripts/build-levels.sh` compiles this file by itself, as a crate.

#![allow(unreachable_pub, reason = "as a crate it is reached from the others")]

/// The file of weights.
pub static EMBEDDED: &[u8] = include_bytes!("../weights/pattern.bin");
