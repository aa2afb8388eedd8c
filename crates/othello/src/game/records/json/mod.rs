//! Records as JSON: our own objects, which hold everything, and what others write as long as the
//! moves are to be found in it.

mod read;
mod write;

pub(super) use read::{is_json_list, parse_json, parse_json_list};
