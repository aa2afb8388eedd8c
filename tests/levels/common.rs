//! The helpers of `tests/it` that these tests use.

#![allow(dead_code, reason = "tests/it uses the rest")]
#![allow(unreachable_pub, reason = "nothing is reachable from outside a test binary")]

#[path = "../it/common/data.rs"]
pub mod data;
#[path = "../it/common/mailbox.rs"]
pub mod mailbox;
#[path = "../it/common/random.rs"]
pub mod random;
#[path = "../it/common/solver.rs"]
pub mod solver;
