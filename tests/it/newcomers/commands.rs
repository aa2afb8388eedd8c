//! Words mean the same in every command.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use serde_json::Value;

#[path = "../../../build.rs"]
#[allow(dead_code, reason = "only the decision is tested")]
mod build_script;

use crate::common::program::command;
use crate::common::run::{DONE, ERROR, NO, Run, answer, run, run_command, run_with};

#[test]
fn a_session_and_a_command_refuse_the_same_depth() {
    let session = run_with(&[], "go depth 1001\n").stdout;
    assert!(session.contains("expected an integer from 1 to 1000"), "{session}");
    for arguments in [["search", "--depth", "1001"], ["hint", "--depth", "1001"]] {
        let run = run(&arguments);
        assert_eq!(run.code, ERROR);
        assert!(run.stderr.contains("expected an integer from 1 to 1000"), "{}", run.stderr);
    }
}

#[test]
fn times_accept_units() {
    for time in ["20", "20ms", "0.02s"] {
        let search = answer(&["search", "--time", time, "--hash", "1"]);
        assert!(search.contains(" best "), "{search}");
    }
}

#[test]
fn ugi_is_a_flag_like_gtp() {
    let run = run_with(&["-ugi"], "isready\n");
    assert_eq!((run.code, &*run.stdout), (DONE, "readyok\n"));
}

#[test]
fn the_number_of_hints_may_come_first() {
    let rows = |arguments: &[&str]| answer(arguments).lines().count();
    assert_eq!(
        rows(&["hint", "2", "f5", "--depth", "2"]),
        rows(&["hint", "f5", "2", "--depth", "2"])
    );
}

#[test]
fn one_line_of_a_file_is_a_range() {
    let board = format!("{}XO-- X\n", "O".repeat(60));
    let run = run_with(&["solve", "-", "--lines", "2"], &board.repeat(3));
    assert_eq!(run.code, DONE, "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1);
    assert!(run.stdout.starts_with("line 2 "), "{}", run.stdout);
}

#[test]
fn a_file_extension_selects_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.pgn");
    let path = path.to_str().unwrap();
    assert_eq!(run_with(&["convert", "--out", path, "-"], "f5d6c3\n").code, DONE);
    assert!(std::fs::read_to_string(path).unwrap().contains("1. f5 d6"));
    let unknown = run_with(&["convert", "--out", "x.docx", "-"], "f5\n");
    assert_eq!(unknown.code, ERROR);
    assert!(unknown.stderr.contains("expected one in .pgn, "), "{}", unknown.stderr);
}

#[test]
fn a_limit_is_accepted_only_once() {
    for (line, word) in [
        ("go depth 5 depth 7", "depth"),
        ("go nodes 5 btime 9 p1time 7", "p1time"),
        ("go exact wld", "wld"),
        ("hint 3 multipv 2", "multipv"),
        ("analyze level 2 level 3", "level"),
    ] {
        let answer = run_with(&[], &format!("{line}\n")).stdout;
        assert!(
            answer.starts_with(&format!("error unexpected {word:?}: expected each limit once")),
            "{answer}"
        );
    }
    let command = run(&["search", "--depth", "5", "--depth", "7"]);
    assert_eq!(command.code, ERROR);
    assert!(command.stderr.contains("the argument '--depth <N>' cannot be used multiple times"));
}

#[test]
fn a_level_combines_with_other_limits() {
    let depth = |flags: &[&str]| {
        let told = answer(&[&["search", "f5d6c3", "--json", "--no-book"], flags].concat());
        let row: Value = serde_json::from_str(&told).unwrap();
        row["depth"].as_u64()
    };
    assert_eq!(depth(&["--depth", "9", "--level", "3"]), Some(3));
    assert_eq!(depth(&["--depth", "2", "--level", "3"]), Some(2));
    assert_eq!(depth(&["--time", "1h", "--level", "3"]), Some(3));
    let nodes = |told: &str| -> Vec<u64> {
        let after = |line: &str| line.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok();
        told.lines().filter_map(after).collect()
    };
    // A session answers last ply first.
    let session = |words: &str| -> Vec<u64> {
        nodes(&run_with(&["--no-book"], &format!("position f5d6c3\nanalyze {words}\n")).stdout)
            .into_iter()
            .rev()
            .collect()
    };
    let analysed = |flags: &[&str]| {
        nodes(&answer(&[&["analyze", "f5d6c3", "--no-book", "--level", "2"], flags].concat()))
    };
    let expected = analysed(&[]);
    assert_eq!(expected.len(), 4);
    assert_eq!(analysed(&["--depth", "5"]), expected);
    assert_eq!(session("level 2 depth 5"), expected);
    assert_ne!(session("depth 5"), expected);
}

#[test]
fn the_command_moves_accepts_moves() {
    let session = "position startpos moves f5\nmoves d6c3\nmoves d3 a1\nhistory\nmoves\n";
    let answers = run_with(&[], session).stdout;
    assert_eq!(
        answers,
        "error move 2, \"a1\", is illegal: a1 flips nothing for black\n\
         history startpos moves f5 d6 c3\nmoves d3 f3 f4 g5\n"
    );
}

#[test]
fn a_bare_list_of_moves_is_json_too() {
    for text in [r#"["f5","d6","c3"]"#, r#"{"moves":["f5","d6","c3"]}"#] {
        let written = run_with(&["convert", "--to", "transcript", "-"], text);
        assert_eq!((written.code, &*written.stdout), (DONE, "f5d6c3\n"), "{}", written.stderr);
    }
    let refused = run_with(&["convert", "--to", "transcript", "-"], r#"["f5","f5"]"#);
    assert!(refused.stderr.contains("move 2, \"f5\", is illegal"), "{}", refused.stderr);
}

#[test]
fn results_in_json_are_rounded() {
    let flags = ["--games", "6", "--seed", "1", "--json"];
    let players = ["match", "--a", "style:edge", "--b", "style:random"];
    let report = run(&[&players[..], &flags].concat()).stdout;
    for number in report.split([',', ':', '[', ']', '{', '}']).filter(|text| text.contains('.')) {
        let decimals = number.split('.').nth(1).unwrap();
        assert!(decimals.len() <= 4, "{number} in {report}");
    }
}

#[test]
fn a_skill_sets_its_own_depth() {
    let depth = |flags: &[&str]| -> u32 {
        let told = answer(&[&["search", "--json", "f5d6c3"], flags].concat());
        let info: Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
        info["depth"].as_u64().unwrap() as u32
    };
    let alone = depth(&["--skill", "9"]);
    assert_eq!(depth(&["--skill", "9", "--level", "1"]), alone);
    assert_eq!(depth(&["--skill", "9", "--depth", "1"]), 1);
    assert!(alone > 1);
}

#[test]
fn shells_complete_styles_and_evaluators() {
    let script = answer(&["completions", "bash"]);
    for words in ["full random top-left", "pattern classic"] {
        assert!(script.contains(&format!("compgen -W \"{words}")), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn every_script_has_help() {
    for entry in fs::read_dir("scripts").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "sh") {
            continue;
        }
        let output = Command::new(&path).arg("--help").output().unwrap();
        let (name, said) = (path.display(), String::from_utf8(output.stdout).unwrap());
        assert_eq!((output.status.code(), &*output.stderr), (Some(DONE), &b""[..]), "{name}");
        assert!(said.contains(path.file_name().unwrap().to_str().unwrap()), "{name}: {said}");
    }
}

#[test]
fn an_installed_program_has_the_tested_versions_of_its_crates() {
    let mut paths = vec!["README.md".into(), "CONTRIBUTING.md".into(), ".ci/run".into()];
    for folder in ["docs", "scripts", "bindings/c", "bindings/python"] {
        paths.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    let mut installs = 0;
    for path in paths.iter().filter(|path| path.is_file()) {
        let bytes = fs::read(path).unwrap();
        for line in
            String::from_utf8_lossy(&bytes).lines().filter(|line| line.contains("cargo install"))
        {
            assert!(line.contains("cargo install --locked"), "{}: {line}", path.display());
            installs += 1;
        }
    }
    assert!(installs > 0);
}

#[test]
fn a_build_outside_the_folder_warns_about_its_speed() {
    let is_slow = build_script::is_slow;
    let sse = "fxsr,sse,sse2";
    assert!(is_slow("x86_64", sse, ""));
    assert!(is_slow("x86_64", sse, "-D\u{1f}warnings"));
    for flags in
        ["-C\u{1f}target-cpu=x86-64", "-Ctarget-feature=+sse4.2", "--cfg\u{1f}outflank_levels"]
    {
        assert!(!is_slow("x86_64", sse, flags), "{flags}");
    }
    assert!(!is_slow("x86_64", "avx,avx2,bmi2", ""));
    assert!(!is_slow("aarch64", "neon", ""));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_program_without_avx2_warns_if_the_cpu_has_it() {
    let is_missed = !cfg!(target_feature = "avx2") && std::arch::is_x86_feature_detected!("avx2");
    for arguments in [&["version"][..], &["bench", "endgame", "--to", "40", "--hash", "16"]] {
        let run = run(arguments);
        let said = run.stderr.starts_with("outflank: built without AVX2, which this CPU has: ");
        assert_eq!((run.code, said), (DONE, is_missed), "{}", run.stderr);
    }
}

/// A folder for PATH with a rustc without targets, the tools of the scripts, and fake `others`. These
/// print their name and arguments on standard error and fail.
#[cfg(unix)]
fn programs_without_targets(others: &[&str]) -> tempfile::TempDir {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let rustc = ("rustc", "#!/bin/sh\necho /nowhere\n");
    let fail = "#!/bin/sh\necho \"${0##*/} $*\" >&2\nexit 1\n";
    for (name, script) in others.iter().map(|&name| (name, fail)).chain([rustc]) {
        let path = folder.path().join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    // The tools that the scripts call before they check the target.
    for name in ["bash", "dirname", "sed"] {
        let folders = std::env::var("PATH").unwrap();
        let found = std::env::split_paths(&folders).map(|folder| folder.join(name));
        let found = found.into_iter().find(|path| path.exists()).unwrap();
        symlink(found, folder.path().join(name)).unwrap();
    }
    folder
}

#[cfg(unix)]
#[test]
fn a_script_installs_a_missing_target_or_prints_the_command() {
    for (script, target) in [
        ("scripts/build-levels.sh", "x86_64-unknown-linux-musl"),
        ("scripts/web.sh", "wasm32-wasip1"),
    ] {
        let run = |programs: &[&str]| {
            let folder = programs_without_targets(programs);
            let output = Command::new(script).env("PATH", folder.path()).output().unwrap();
            assert_eq!(
                (output.status.code(), &*output.stdout),
                (Some(ERROR), &b""[..]),
                "{script}"
            );
            String::from_utf8(output.stderr).unwrap()
        };
        assert_eq!(run(&["rustup", "cargo"]), format!("rustup target add {target}\n"));
        assert_eq!(
            run(&["cargo"]),
            format!(
                "add-target: rustc has no standard library for {target}: install rustup \
                 (https://rustup.rs) and run 'rustup target add {target}'\n"
            )
        );
    }
}

#[test]
fn every_out_flag_has_a_resume_flag() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let board = format!("{}XO-- X", "O".repeat(60));
    let input = path("boards");
    fs::write(&input, format!("{board}\n")).unwrap();
    let players = ["--a", "style:edge", "--b", "style:random", "--games", "2"];
    for (name, arguments) in [
        ("solve", vec!["solve", &input]),
        ("analyze", vec!["analyze", "f5d6", "--level", "1"]),
        ("match", [&["match"], &players[..]].concat()),
    ] {
        let out = path(name) + ".jsonl";
        let with = |flags: &[&str]| run(&[&arguments[..], &["--out", &out], flags].concat());
        assert_eq!(with(&[]).code, DONE, "{name}");
        let kept = fs::read_to_string(&out).unwrap();
        assert!(!kept.is_empty(), "{name}");
        let again = with(&[]);
        assert_eq!(again.code, ERROR, "{name}");
        assert!(again.stderr.contains("expected a new file, or --resume"), "{}", again.stderr);
        assert_eq!(with(&["--resume"]).code, DONE, "{name}");
        assert_eq!(fs::read_to_string(&out).unwrap(), kept, "{name}");
        assert_eq!(run(&[&arguments[..], &["--resume"]].concat()).code, ERROR, "{name}");
    }
}

#[test]
fn too_few_openings_end_self_play() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--opening", "1", "--long-openings", "0", "--games", "2", "--shards", "1"];
    let path = folder.path().join("games");
    let run = run(&[&["selfplay", path.to_str().unwrap()], &flags[..]].concat());
    assert_eq!(run.code, ERROR);
    assert!(run.stderr.contains("too few distinct openings: found 1,"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_every_command_with_its_results() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    use crate::common::program::{interrupt, wait_for_work};

    for (arguments, writes_early, found) in [
        (&["search", "--depth", "60"][..], false, " best "),
        (&["hint", "--depth", "60", "--table"], false, "sure"),
        (&["perft", "30"], false, ""),
        (&["bench", "endgame", "--suite", "growth"], true, "empties"),
        (&["bench", "endgame"], true, "empties"),
    ] {
        let mut command = command();
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut stdout = String::new();
        if writes_early {
            output.read_line(&mut stdout).unwrap();
        } else {
            wait_for_work(&child);
        }
        interrupt(&child);
        output.read_to_string(&mut stdout).unwrap();
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!((run.code, &*run.stderr), (ERROR, "outflank: interrupted\n"), "{arguments:?}");
        assert!(stdout.contains(found), "{arguments:?}");
    }
}

#[test]
fn games_can_be_checked_and_converted_in_parts() {
    let games = "f5\nf5d6\nf5d7\nf5f6\n";
    let converted = |flags: &[&str]| {
        run_with(&[&["convert", "--to", "transcript", "-"], flags].concat(), games)
    };
    assert_eq!(converted(&["--lines", "2"]).stdout, "f5d6\n");
    assert_eq!(converted(&["--shard", "2/3"]).stdout, "f5d6\n");
    let none = converted(&["--lines", "9-"]);
    assert_eq!((none.code, &*none.stdout), (DONE, ""));
    assert_eq!(none.stderr, "outflank: lines 9- of standard input: no position there\n");
    let checked = |lines| run_with(&["validate", "-", "--lines", lines], games).code;
    assert_eq!([checked("1-2"), checked("3"), checked("4")], [DONE, NO, DONE]);
}

#[test]
fn tables_are_ascii_in_an_ascii_locale() {
    for (locale, is_ascii) in [("C", true), ("en_GB.UTF-8", false)] {
        let mut command = command();
        command.env("LC_ALL", locale);
        command.args(["analyze", "e6f4e3f6g5d6e7f5c5", "--table", "--level", "1"]);
        let table = run_command(command, "").stdout;
        assert_eq!(table.is_ascii(), is_ascii, "{table}");
        assert!(table.contains(if is_ascii { " |###" } else { " │█" }), "{table}");
    }
}
