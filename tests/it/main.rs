//! All integration tests in one binary, so that cargo builds and links the helpers once.
//!
//! A module path selects tests: `cargo test --test it -- rules:: solver::`.

mod common;

mod board {
    mod perft;
    mod symmetry;
}
mod books {
    mod book;
    mod book_play;
    mod edax;
    mod jobs;
    mod lines;
    mod merge;
}
mod commands {
    mod analyze;
    mod cli;
    mod gui;
    mod help;
    mod hint;
    mod play;
    #[cfg(unix)]
    mod play_keys;
    mod puzzles;
    mod solve;
    mod solve_resume;
}
mod fuzz;
mod games {
    mod game_laws;
    mod record_laws;
    mod records;
    mod wthor;
}
/// Commands of first-time users. Each test is named after the fault that was found.
mod newcomers {
    mod commands;
    mod people;
    mod playing;
    mod words;
}
mod protocols {
    mod gtp_hosts;
    mod hosting;
    mod json;
    mod lost_hosts;
    mod nboard_host;
    mod protocol_md;
    mod soak;
    mod stops;
    mod transcripts;
    mod ugi;
}
mod search {
    mod analysis;
    mod endgames;
    mod evaluation;
    mod minimax;
    mod reference;
    mod scarcity;
    mod variety;
}
mod tournaments {
    mod match_files;
    mod matches;
    mod player_protocols;
    mod tournament;
}
mod training;
