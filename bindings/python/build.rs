//! Passes the commit and the CPU features of the build to the crate.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A folder of this name in another repository has another prefix.
    let is_ours = git(&["rev-parse", "--show-prefix"]).as_deref() == Some("bindings/python/");
    let commit = git(&["rev-parse", "--short", "HEAD"]).filter(|_| is_ours);
    println!("cargo:rustc-env=OUTFLANK_COMMIT={}", commit.unwrap_or_default());
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|_| is_ours) {
        println!("cargo:rerun-if-changed={log}");
    }
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo:rustc-env=OUTFLANK_FEATURES={features}");
}

/// The output of git in one line; `None` if it fails or is missing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
