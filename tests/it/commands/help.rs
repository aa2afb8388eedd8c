//! Help, man pages, completions and the version.

use std::fs;

use crate::common::run::{ERROR, answer, run};

#[test]
fn every_subcommand_has_help_with_an_example() {
    let help = answer(&["--help"]);
    let groups = help.lines().skip_while(|line| *line != "Commands:");
    let names: Vec<&str> = groups
        .take_while(|line| *line != "Options:")
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| !["help", "version"].contains(name))
        .collect();
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        assert!(answer(&[name, "--help"]).contains("\nExample"), "{name}");
    }
    assert!(answer(&["bench", "endgame", "--help"]).contains("\nExample"));
}

#[test]
fn completions_name_the_subcommands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = answer(&["completions", shell]);
        assert!(script.contains("outflank") && script.contains("solve"), "{shell}");
    }
}

#[test]
fn completions_create_missing_folders() {
    let folder = tempfile::tempdir().unwrap();
    let completions = folder.path().join("share/completions");
    let names = [
        ("bash", "outflank.bash"),
        ("zsh", "_outflank"),
        ("fish", "outflank.fish"),
        ("powershell", "_outflank.ps1"),
    ];
    for (shell, name) in names {
        assert_eq!(answer(&["completions", shell, "--out", completions.to_str().unwrap()]), "");
        let script = fs::read_to_string(completions.join(name)).unwrap();
        assert_eq!(script, answer(&["completions", shell]), "{shell}");
    }
    let file = completions.join("_outflank");
    let no_folder = run(&["completions", "zsh", "--out", file.to_str().unwrap()]);
    assert_eq!(no_folder.code, ERROR);
    assert!(no_folder.stderr.contains("_outflank cannot be made"), "{}", no_folder.stderr);
}

#[test]
fn man_pages_have_the_text_of_the_help() {
    let page = answer(&["man"]);
    assert!(page.contains(".SH NAME") && page.contains("outflank\\-solve(1)"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    assert_eq!(answer(&["man", "--out", pages.to_str().unwrap()]), "");
    let solve = fs::read_to_string(pages.join("outflank-solve.1")).unwrap();
    assert!(solve.contains("\n.SH NOTES\n.nf\n") && solve.contains("Examples:"), "{solve}");
    assert!(pages.join("outflank-book-learn.1").exists());
    // A longer line is broken again at a terminal, after one or two words.
    for page in fs::read_dir(&pages).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        let notes = page.split_once("\n.SH NOTES\n").map_or("", |(_, notes)| notes);
        let long = notes.lines().find(|line| line.replace('\\', "").chars().count() > 100);
        assert_eq!(long, None);
    }
    assert!(answer(&["analyze", "--help"]).contains(".txt, .pgn, .ggf"));
    let file = pages.join("outflank-solve.1");
    let no_folder = run(&["man", "--out", file.to_str().unwrap()]);
    assert_eq!(no_folder.code, ERROR);
    assert!(no_folder.stderr.contains("outflank-solve.1 cannot be made"), "{}", no_folder.stderr);
}

#[test]
fn the_version_names_the_build() {
    let version = answer(&["version"]);
    assert_eq!(version, answer(&["--version"]));
    let start = concat!("outflank ", env!("CARGO_PKG_VERSION"), " (commit ");
    assert!(version.starts_with(start), "{version}");
    let sets = ["portable", "AVX2", "AVX-512", "NEON"];
    assert!(sets.iter().any(|set| version.contains(&format!(", {set}, evaluator "))), "{version}");
}
