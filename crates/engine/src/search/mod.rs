//! Finding the best move.
//!
//! - `limits`, `info`: what is asked for and what is answered;
//! - `deepening`: iterative deepening, `iterations`: what each looks for, `root`: one search over the
//!   root's moves;
//! - `midgame`: principal variation search, `endgame`: solving to the end;
//! - `probcut`: ProbCut, in selective searches; `etc`: enhanced transposition cutoffs;
//! - `ordering`: which move first, `tt`: the transposition table;
//! - `worker`: the state of a thread in one search, and its limits; `threads`: the threads, kept
//!   from search to search; `abdada`: how they share the work; `stop`: what ends a search from outside; `time`:
//!   clocks;
//! - `symmetric`: moves that are the same by symmetry;
//! - `values`: a small table of static evaluations; `prefetch`: fetching memory ahead;
//! - `parameters`: the numbers that all these go by.
//!
//! The search prints nothing and knows no protocol: it hands values to a listener.

mod abdada;
mod deepening;
mod endgame;
mod etc;
mod info;
mod iterations;
mod limits;
mod midgame;
mod ordering;
mod parameters;
mod prefetch;
mod probcut;
mod root;
mod stop;
mod symmetric;
mod threads;
mod time;
mod tt;
mod values;
mod worker;

pub use deepening::Search;
pub use info::{Certainty, Line, SearchInfo, SearchReport, Source, Usage};
pub use iterations::SOLVED_EMPTIES;
pub use limits::{Clock, Goal, KnownMove, Limits, Pondered};
pub use parameters::{ParameterError, ParameterSpec, Parameters};
pub use stop::{Never, Stop};
pub use threads::{ThreadPool, ThreadShortage};
pub use time::{MIN_NODES, USUAL_SPEED};
pub use tt::{NoMemory, Tt};
