//! The `outflank` binary.

fn main() {}
