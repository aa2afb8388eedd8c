//! Gives the shared library a SONAME with the version of its interface: in 0.x every minor version
//! may change it. `Makefile` installs the library under this name.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let version = match &*variable("CARGO_PKG_VERSION_MAJOR") {
        "0" => format!("0.{}", variable("CARGO_PKG_VERSION_MINOR")),
        major => major.to_owned(),
    };
    if variable("CARGO_CFG_TARGET_OS") == "linux" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liboutflank.so.{version}");
    }
}
