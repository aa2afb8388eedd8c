//! The built-in weights.
//!
//! A multi-level binary contains the engine once for each instruction set but the weights only
//! once: `scripts/build-levels.sh` compiles this file as a separate crate.

#![allow(unreachable_pub, reason = "as a crate it is reached from the others")]

/// The weights file.
pub static EMBEDDED: &[u8] = include_bytes!("../weights/pattern.bin");
