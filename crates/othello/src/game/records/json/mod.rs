//! JSON: our own objects, which hold everything, and objects of other programs that have moves.

mod read;
pub(super) mod write;

#[cfg(test)]
mod tests;

pub(super) use read::{is_json_list, parse_json, parse_json_list};
