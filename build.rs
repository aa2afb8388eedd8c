//! Passes the commit to the crate, embeds the page, and warns about a slow build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The extensions of the page's files in `web`.
const PAGE_FILES: [&str; 6] = ["css", "html", "js", "png", "svg", "webmanifest"];

/// The folders in `web` without files of the page.
const OTHER_FOLDERS: [&str; 4] = ["node_modules", "test", "tests", "wasm"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    embed_page();
    let cargo = |name| std::env::var(name).unwrap_or_default();
    let (architecture, features) =
        (cargo("CARGO_CFG_TARGET_ARCH"), cargo("CARGO_CFG_TARGET_FEATURE"));
    if is_slow(&architecture, &features, &cargo("CARGO_ENCODED_RUSTFLAGS")) {
        println!(
            "cargo::warning=built without AVX2: searches run at a third of the speed; to build for \
             this CPU, set RUSTFLAGS=\"-C target-cpu=native\""
        );
    }
    let commit = if is_our_repository() { git(&["rev-parse", "--short", "HEAD"]) } else { None };
    if commit.is_some() {
        rerun_when_the_commit_changes();
    }
    println!("cargo::rustc-env=OUTFLANK_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// Whether the build has no AVX2 because no flag chooses a CPU. Cargo reads `.cargo/config.toml`
/// only when it runs in this folder, or installs from it.
pub(crate) fn is_slow(architecture: &str, features: &str, flags: &str) -> bool {
    let has_avx2 = features.split(',').any(|feature| feature == "avx2");
    // scripts/build-levels.sh sets the CPU of each crate.
    let choices = ["target-cpu=", "target-feature=", "outflank_levels"];
    let is_chosen = choices.iter().any(|choice| flags.contains(choice));
    architecture == "x86_64" && !has_avx2 && !is_chosen
}

/// Writes the table of the page's files, which `gui::assets` includes.
fn embed_page() {
    let folder = |name| PathBuf::from(std::env::var_os(name).expect("cargo sets it"));
    let web = folder("CARGO_MANIFEST_DIR").join("web");
    let mut files = Vec::new();
    find_page_files(&web, &mut files);
    // The page of the program has no service worker.
    files.retain(|file| *file != web.join("sw.js"));
    files.sort();
    let rows = files.iter().map(|file| {
        let path = file.strip_prefix(&web).expect("it was found there");
        let path: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        let path = path.join("/");
        format!("Asset {{ path: {path:?}, bytes: include_bytes!({file:?}) }},\n")
    });
    let table = format!("const EMBEDDED: &[Asset] = &[\n{}];\n", rows.collect::<String>());
    fs::write(folder("OUT_DIR").join("assets.rs"), table).expect("cargo's folder can be written");
}

/// Adds the files of the page in `folder` and below.
fn find_page_files(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).expect("the page is part of the repository");
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        let is_in = |names: &[&str], name: Option<&std::ffi::OsStr>| {
            name.is_some_and(|name| names.iter().any(|known| name == *known))
        };
        if !path.is_dir() {
            files.extend(is_in(&PAGE_FILES, path.extension()).then_some(path));
        } else if !is_in(&OTHER_FOLDERS, path.file_name()) {
            find_page_files(&path, files);
        }
    }
}

/// Whether this folder is the root of a git repository. It may have been unpacked inside another
/// one.
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

/// Makes cargo watch the files that determine the checked-out commit.
fn rerun_when_the_commit_changes() {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    // The log also changes when the file of a packed branch is created again.
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        // Cargo treats a missing file as changed.
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The output of git in one line; `None` if it fails or is missing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
