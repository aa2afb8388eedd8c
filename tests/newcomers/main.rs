//! What somebody who has just arrived types: each test is named after what went wrong once.
//!
//! - `words`: what is said is so: errors, `--json`, boards that are read back;
//! - `commands`: commands that mean the same by the same words;
//! - `people`: what a person looks for; `playing`: in a game.

#[path = "../common/mod.rs"]
mod common;

#[path = "../../build.rs"]
#[allow(dead_code, reason = "only the decision is tested")]
mod build_script;
mod commands;
mod people;
mod playing;
mod words;
