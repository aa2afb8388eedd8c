//! The direction rule: a top-level module uses only those in the layers below it, and
//! of the crates that come with a feature only those of its own.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::source::{path_starts, used_paths};

/// The top-level modules, from the lowest layer up. Those in one layer do not use
/// each other either.
const LAYERS: [&[&str]; 8] = [
    &["board", "memory"],
    &["checksum", "game", "random", "score"],
    &["eval"],
    &["search"],
    &["book", "strategy"],
    &["engine"],
    &["protocol", "training", "tournament"],
    &["cli"],
];

/// The modules that a feature of the same name adds to the library or, as the command
/// line, to the binary.
const FEATURES: [&str; 4] = ["book", "cli", "tournament", "training"];

/// The crate roots, and what starts the program on the level of the CPU: they stand above all
/// layers.
const ROOTS: [&str; 3] = ["levels", "lib", "main"];

#[test]
fn modules_use_only_the_layers_below() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut findings = Vec::new();
    for path in source_files(&src) {
        let source = fs::read_to_string(&path).expect("a source file can be read");
        let file = path.strip_prefix(&src).expect("the file was found in src");
        findings.extend(check(file, &source));
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn modules_use_only_the_crates_of_their_feature() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest can be read");
    let src = root.join("src");
    let mut findings = Vec::new();
    for path in source_files(&src) {
        let source = fs::read_to_string(&path).expect("a source file can be read");
        let file = path.strip_prefix(&src).expect("the file was found in src");
        findings.extend(check_crates(file, &source, &manifest));
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

/// The Rust files in `folder` and below, in order.
fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder can be read");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    let files = paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { source_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// What breaks the rule in the source of `file`, a path in `src`.
fn check(file: &Path, source: &str) -> Vec<String> {
    let module = module_path(file);
    let name = module[0].as_str();
    if ROOTS.contains(&name) {
        return Vec::new();
    }
    let file = Path::new("src").join(file).display().to_string();
    if layer(name).is_none() {
        return vec![format!("{file}:1: {name} has no layer yet: add it to LAYERS")];
    }
    let mut findings = Vec::new();
    for used in used_paths(source, &module) {
        let of_a_root_macro = used.is_macro && used.names.len() == 1;
        let used_name = used.names.first().map_or("the crate root", String::as_str);
        if !of_a_root_macro && let Some(complaint) = complaint(name, used_name) {
            findings.push(format!("{file}:{}: {complaint}", used.line));
        }
    }
    findings
}

/// What is wrong with the crates that the source of `file`, a path in `src`, uses.
/// Tests may use those that `manifest` has for tests.
fn check_crates(file: &Path, source: &str, manifest: &str) -> Vec<String> {
    let module = module_path(file).swap_remove(0);
    let allowed = if FEATURES.contains(&&*module) { crates_of(&module, manifest) } else { vec![] };
    let for_tests = section("dev-dependencies", manifest);
    let is_for_tests = |name: &str| for_tests.lines().any(|line| line.starts_with(name));
    let forbidden: Vec<String> = FEATURES
        .iter()
        .flat_map(|feature| crates_of(feature, manifest))
        .filter(|name| !allowed.contains(name) && !is_for_tests(name))
        .map(|name| name.replace('-', "_"))
        .collect();
    let file = Path::new("src").join(file).display().to_string();
    path_starts(source)
        .into_iter()
        .filter(|(_, name)| forbidden.contains(name))
        .map(|(line, name)| format!("{file}:{line}: {module} may not use the crate {name}"))
        .collect()
}

/// The crates that `feature` and those that it turns on bring in.
fn crates_of(feature: &str, manifest: &str) -> Vec<String> {
    let features = section("features", manifest);
    let list = features
        .split_once(&format!("\n{feature} = ["))
        .and_then(|(_, rest)| rest.split_once(']'))
        .unwrap_or_else(|| panic!("no feature {feature}"))
        .0;
    let words = list.split('"').skip(1).step_by(2);
    let crates = words.flat_map(|word| match word.strip_prefix("dep:") {
        Some(name) => vec![name.to_owned()],
        None if word.contains('/') => vec![],
        None => crates_of(word, manifest),
    });
    crates.collect()
}

/// The lines below `[title]` in the manifest.
fn section<'a>(title: &str, manifest: &'a str) -> &'a str {
    let (_, rest) = manifest.split_once(&format!("\n[{title}]")).expect("the manifest has it");
    rest.split_once("\n[").map_or(rest, |(lines, _)| lines)
}

/// The names of the module in `file`, at least one.
fn module_path(file: &Path) -> Vec<String> {
    let without_extension = file.with_extension("");
    let names = without_extension.iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.pop_if(|last| last == "mod");
    names
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn complaint(module: &str, used: &str) -> Option<String> {
    match layer(used) {
        _ if used == module => None,
        Some(used_layer) if Some(used_layer) < layer(module) => None,
        Some(_) => Some(format!("{module} may not use {used}, which is not below it")),
        None => Some(format!("{module} uses {used}, which hides a layer: name the module")),
    }
}

/// The findings in a made-up file, without its name.
fn findings(file: &str, source: &str) -> Vec<String> {
    let prefix = format!("src/{file}:");
    let findings = check(Path::new(file), source).into_iter();
    findings.map(|finding| finding.strip_prefix(&prefix).expect("a file").to_owned()).collect()
}

#[test]
fn lower_layers_and_the_module_itself_may_be_used() {
    let source = "
        use crate::board::{Position, Square};
        use crate::{eval, score::Score};
        use crate::search::limits::Limits;
        fn f(x: crate::game::Game) -> super::Other { outflank::board::f() }
    ";
    assert!(findings("search/midgame.rs", source).is_empty());
    assert!(findings("search/mod.rs", "use crate::score::Score;").is_empty());
}

#[test]
fn higher_layers_may_not() {
    assert_eq!(
        findings("eval/pattern.rs", "use crate::board::Square;\nuse crate::search::Search;"),
        ["2: eval may not use search, which is not below it"]
    );
    assert_eq!(
        findings("score.rs", "fn f() { let x = crate::engine::Engine::new(); }"),
        ["1: score may not use engine, which is not below it"]
    );
    assert_eq!(findings("engine/mod.rs", "use outflank::cli::Arguments;").len(), 1);
}

#[test]
fn neighbours_may_not() {
    assert_eq!(
        findings("game/record.rs", "use crate::score::Score;"),
        ["1: game may not use score, which is not below it"]
    );
    assert_eq!(findings("training/mod.rs", "use crate::tournament::elo;").len(), 1);
}

#[test]
fn groups_are_looked_into() {
    let source = "use crate::{
        board::{self, Position as P},
        search::{
            Search,
            limits,
        },
        {eval as e, protocol},
    };";
    assert_eq!(
        findings("eval/mod.rs", source),
        [
            "4: eval may not use search, which is not below it",
            "5: eval may not use search, which is not below it",
            "7: eval may not use protocol, which is not below it",
        ]
    );
}

#[test]
fn the_way_up_may_be_written_with_super() {
    assert_eq!(findings("eval/mod.rs", "use super::search::Search;").len(), 1);
    assert_eq!(findings("eval/mod.rs", "use super::board::Square;").len(), 0);
    assert_eq!(findings("eval/pattern/file.rs", "use super::super::super::search::S;").len(), 1);
    assert_eq!(findings("eval/pattern/file.rs", "use super::super::search;").len(), 0);
}

#[test]
fn test_modules_count_as_well() {
    let source = "
        #[cfg(test)]
        mod tests {
            use super::*;
            use super::super::engine::Engine;
            use crate::cli;
        }
        use super::protocol;
    ";
    assert_eq!(
        findings("score.rs", source),
        [
            "5: score may not use engine, which is not below it",
            "6: score may not use cli, which is not below it",
            "8: score may not use protocol, which is not below it",
        ]
    );
}

#[test]
fn comments_and_literals_use_nothing() {
    let source = r##"
        //! [`crate::search`] uses this.
        /* crate::search::A /* nested */ crate::search::B */
        const TEXTS: [&str; 3] = ["crate::search::C \" crate::search::D", r#"" crate::cli::E"#, "}"];
        const QUOTES: [char; 3] = ['"', '\'', '\\'];
        fn f<'a>(x: &'a str) -> &'a str { x }
        use crate::search::F;
    "##;
    assert_eq!(
        findings("board/square.rs", source),
        ["7: board may not use search, which is not below it"]
    );
}

#[test]
fn the_root_may_not_hide_where_a_name_is_from() {
    assert_eq!(
        findings("eval/mod.rs", "use crate::Engine;\nuse crate::*;\nuse crate::{self as root};"),
        [
            "1: eval uses Engine, which hides a layer: name the module",
            "2: eval uses *, which hides a layer: name the module",
            "3: eval uses the crate root, which hides a layer: name the module",
        ]
    );
    assert!(findings("eval/mod.rs", "crate::parameters! { a: i32 = 1 }").is_empty());
    assert!(findings("eval/mod.rs", "pub(crate) fn f() {}").is_empty());
}

#[test]
fn every_module_has_a_layer() {
    let complaint = ["1: neural has no layer yet: add it to LAYERS"];
    assert_eq!(findings("neural/net.rs", ""), complaint);
    assert_eq!(findings("neural.rs", ""), complaint);
}

#[test]
fn the_roots_may_use_everything() {
    assert!(findings("main.rs", "use outflank::cli;\nmod x { use super::*; }").is_empty());
    assert!(findings("lib.rs", "pub use crate::engine::Engine;").is_empty());
}

#[test]
fn crates_of_a_feature_stay_above() {
    let manifest = r#"
[features]
cli = [
    "tournament", "training", "dep:clap", "dep:raw-cpuid",
    "clap?/color",
]
book = ["dep:redb"]
training = []
tournament = ["dep:shlex", "dep:tempfile"]
[dependencies]
serde = "1"
[dev-dependencies]
tempfile = "3"
"#;
    let findings = |file, source| check_crates(Path::new(file), source, manifest);
    let source = "use clap::Parser;\nuse serde::Serialize;\nfn f() { shlex::split(a::clap::X) }";
    assert_eq!(findings("cli/mod.rs", source).len(), 0);
    assert_eq!(
        findings("tournament/row.rs", source),
        ["src/tournament/row.rs:1: tournament may not use the crate clap"]
    );
    assert_eq!(
        findings("board/mod.rs", source),
        [
            "src/board/mod.rs:1: board may not use the crate clap",
            "src/board/mod.rs:3: board may not use the crate shlex",
        ]
    );
    assert_eq!(findings("eval/mod.rs", "use {tempfile::x, raw_cpuid::CpuId};").len(), 1);
}
