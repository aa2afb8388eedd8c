//! Gives the shared library a SONAME. Without one, a program that was linked with it by its path would
//! look for it there alone.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liboutflank.so");
    }
}
