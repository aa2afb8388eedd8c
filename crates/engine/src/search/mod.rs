//! The search.
//!
//! - `limits`, `info`: the request and the results;
//! - `deepening`: iterative deepening; `iterations`: the list of its iterations; `root`: one search
//!   of the root moves;
//! - `midgame`: principal variation search; `endgame`: solving to the end;
//! - `probcut`: ProbCut and futility pruning; `etc`: enhanced transposition cutoffs;
//! - `ordering`: move lists and their order; `tt`: the transposition table; `cache`: small tables
//!   of one thread; `prefetch`: cache prefetching;
//! - `worker`: the state of one thread; `threads`: the thread pool; `abdada`: how threads share the
//!   work;
//! - `stop`: the stop signal; `time`: time management;
//! - `symmetric`: symmetric root moves;
//! - `parameters`: the tunable numbers.
//!
//! The search prints nothing and knows no protocol. It passes values to a listener. Measurements
//! and experiments are in docs/search.md.

mod abdada;
mod bounds;
mod cache;
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
#[cfg(feature = "simulation")]
mod simulation;
mod stop;
mod symmetric;
mod threads;
mod time;
mod tt;
mod worker;

pub use deepening::Search;
pub use info::{Certainty, Line, SearchInfo, SearchReport, Source, ThreadShortage, Usage};
pub use iterations::SOLVED_EMPTIES;
pub use limits::{Clock, Goal, KnownMove, Limits, Pondered};
pub use parameters::{ParameterError, ParameterSpec, Parameters};
pub use stop::{Never, Stop};
pub use threads::ThreadPool;
pub use time::{MIN_NODES, USUAL_SPEED};
pub use tt::{NoMemory, Tt};
