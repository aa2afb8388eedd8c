//! Tells the crate from which commit it is built.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = if is_our_repository() { git(&["rev-parse", "--short", "HEAD"]) } else { None };
    if commit.is_some() {
        rerun_when_the_commit_changes();
    }
    println!("cargo::rustc-env=OUTFLANK_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// Whether git knows this folder, not only one above into which it was unpacked.
fn is_our_repository() -> bool {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR");
    let top = git(&["rev-parse", "--show-toplevel"]);
    match (folder, top) {
        (Some(folder), Some(top)) => {
            let canonical = |path: &Path| path.canonicalize().ok();
            canonical(Path::new(&folder)) == canonical(Path::new(&top))
        }
        _ => false,
    }
}

/// Asks cargo to look at the files that say which commit is checked out.
fn rerun_when_the_commit_changes() {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        // Cargo would take a file that is not there for one that has changed.
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// What git answers in one line; `None` if it does not or is not there.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
