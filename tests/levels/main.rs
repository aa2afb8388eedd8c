//! The tests that CI repeats on each instruction set: rules, solver and node signature. They belong
//! to the crate `engine`, so that a level builds only the engine.

mod bench_signature;
mod board_laws;
mod common;
mod rules;
mod solver;
mod stored_game;
