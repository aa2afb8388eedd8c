//! JSON. Our own objects hold all parts of a record. An object of another program is read if it
//! contains moves, and so are lists of moves or games.

mod read;
pub(super) mod write;

#[cfg(test)]
mod tests;

pub(super) use read::{is_json_list, parse_json, parse_json_list};
