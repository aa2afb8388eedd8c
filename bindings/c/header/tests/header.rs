//! The committed header equals the output of cbindgen. `UPDATE_HEADER=1` writes it.

use std::path::Path;
use std::{env, fs};

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("bindings/c");
    let config = cbindgen::Config::from_root_or_default(root);
    let builder = cbindgen::Builder::new().with_config(config);
    let modules =
        ["error", "pointers", "position", "game", "records", "report", "engine_handle", "batch"];
    let builder = modules.iter().fold(builder, |builder, module| {
        builder.with_src(root.join("src").join(module).with_extension("rs"))
    });
    let mut made = Vec::new();
    builder.generate().expect("the sources can be read").write(&mut made);
    let made = String::from_utf8(made).expect("it is text");
    let path = root.join("include/outflank.h");
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &made).expect("the header can be written");
    }
    let header = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        header == made,
        "include/outflank.h is not that of the sources: run \
         UPDATE_HEADER=1 cargo test -p outflank-c-header in bindings"
    );
}
