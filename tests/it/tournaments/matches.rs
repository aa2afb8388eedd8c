//! `match` from the command line, with players that break every rule.

use std::fs;
#[cfg(unix)]
use std::io::Read;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::match_files::rows;
use crate::common::TIMEOUT;
use crate::common::program::{BINARY, command};
#[cfg(unix)]
use crate::common::program::{interrupt, send};
use crate::common::run::{DONE, ERROR, NO, Run, run};
#[cfg(unix)]
use nix::sys::signal::Signal;
use serde_json::Value;

pub(super) fn play(arguments: &[&str]) -> Run {
    run(&[&["match"], arguments].concat())
}

/// The same, killed after [`TIMEOUT`] in case the match does not end.
fn play_in_time(arguments: &[&str]) -> Run {
    let mut command = assert_cmd::Command::from_std(command());
    Run::of(command.arg("match").args(arguments).timeout(TIMEOUT).output().unwrap())
}

/// A shell script that speaks UGI and runs `at_go` when asked for a move.
pub(super) struct Script {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Script {
    pub(super) fn new(at_go: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("player.sh");
        let text = format!(
            "while read -r line; do case $line in
            ugi) echo id name Script; echo ugiok;;
            isready) echo readyok;;
            go*) {at_go};;
            quit) exit;;
            esac; done"
        );
        fs::write(&path, text).unwrap();
        Script { _folder: folder, path }
    }

    pub(super) fn spec(&self) -> String {
        format!("sh {}", self.path.display())
    }
}

/// A running match.
#[cfg(unix)]
fn start(arguments: &[&str]) -> Child {
    command().arg("match").args(arguments).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn two_builds_of_ourselves_play_a_match() {
    let run = play(&[
        "--a",
        "outflank --hash 1",
        "--b",
        "outflank --hash 1 --evaluator classic",
        "--depth",
        "1",
        "--games",
        "4",
    ]);
    assert_eq!((run.code, &*run.stderr), (DONE, ""));
    assert!(run.line("games").starts_with("games    4: A wins "), "{}", run.stdout);
    assert_eq!(run.line("forfeits"), "forfeits A 0, B 0");
    assert_eq!(run.line("A"), "A        outflank --hash 1 (depth 1)");
}

#[test]
fn self_matches_are_even_and_equal_for_any_concurrency() {
    let run = |concurrency, seed| {
        let run = play(&[
            "--a",
            "outflank --hash 1",
            "--b",
            "outflank --hash 1",
            "--depth",
            "2",
            "--a-nodes",
            "300",
            "--games",
            "4",
            "--concurrency",
            concurrency,
            "--seed",
            seed,
        ]);
        assert_eq!(run.code, DONE, "{}", run.stderr);
        run.stdout
    };
    let first = run("1", "1");
    assert_eq!(first, run("3", "1"));
    assert_ne!(first, run("1", "2"));
    let even = play(&["--a", "outflank --hash 1", "--depth", "1", "--games", "4"]);
    assert_eq!(even.line("pairs"), "pairs    0: 0, 0.5: 0, 1: 2, 1.5: 0, 2: 0");
}

#[test]
fn a_rule_breaker_forfeits_and_the_match_continues() {
    let long = format!("echo bestmove {}", "x".repeat(3000));
    let cut = format!(r#"invalid move "bestmove {}..": expected"#, "x".repeat(191));
    for (at_go, reason) in [
        (&*long, &*cut),
        ("echo bestmove a1", "illegal move: a1 flips nothing for"),
        ("echo bestmove pass", "illegal move: "),
        ("echo bestmove", r#"invalid move "bestmove": expected"#),
        ("echo bestmove none", r#"invalid move "bestmove none": expected"#),
        ("echo error no", r#"refused: "error no""#),
        ("exit 3", "the process ended"),
        ("echo alas >&2; exit 3", "the process ended: alas"),
        ("echo alas >&2; echo >&2; exit 3", "the process ended: alas"),
        ("kill -9 $$", "the process ended"),
        ("sleep 60", "no move within 60 ms"),
    ] {
        let script = Script::new(at_go);
        let b = script.spec();
        // Only the sleeping player may be late, however loaded the machine is.
        let margin = if at_go == "sleep 60" { "50" } else { "60000" };
        let limits = ["--movetime", "10", "--margin", margin, "--games", "2", "--concurrency", "2"];
        let run = play(
            &[&["--a", "outflank --hash 1", "--b", &b, "--a-depth", "1"], &limits[..]].concat(),
        );
        assert_eq!(run.code, DONE, "{at_go}: {}", run.stderr);
        assert_eq!(run.line("forfeits"), "forfeits A 0, B 2", "{at_go}");
        assert_eq!(
            run.stderr.matches(&format!("B forfeits: {reason}")).count(),
            2,
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_player_that_floods_its_output_is_late() {
    // Long lines of many words, faster than they can be read.
    let flood = Script::new("yes \"info$(yes ' a' | head -30000 | tr -d '\\n')\"");
    let players = ["--a", &flood.spec(), "--b", "style:edge", "--games", "1"];
    let run = play_in_time(&[&players[..], &["--movetime", "50", "--margin", "50"]].concat());
    assert_eq!(run.line("late"), "late     A 1, B 0");
}

#[test]
fn a_built_in_player_that_does_not_stop_is_late() {
    let players = ["--a", "style:full", "--b", "style:edge", "--games", "1"];
    let limits = ["--a-depth", "50", "--b-depth", "1", "--patience", "1"];
    let run = play_in_time(&[players, limits].concat());
    assert_eq!(run.line("late"), "late     A 1, B 0");
}

#[test]
fn a_match_warns_about_fewer_openings_than_pairs() {
    let players = ["--a", "style:edge", "--b", "style:center", "--random-plies", "0"];
    let run = |games| play(&[&players[..], &["--games", games]].concat()).stderr;
    assert_eq!(run("2"), "");
    assert!(run("4").contains("1 opening for 2 pairs: "));
}

#[test]
fn a_player_that_does_not_restart_forfeits_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let (trace, first) = (folder.path().join("trace"), Script::new("exit"));
    let once = folder.path().join("once.sh");
    let (mark, path) = (trace.display(), first.path.display());
    fs::write(&once, format!("[ -e '{mark}' ] && exit; echo > '{mark}'; exec sh '{path}'"))
        .unwrap();
    let b = format!("sh {}", once.display());
    let limits = ["--depth", "1", "--games", "4"];
    let run = play(&[&["--a", "outflank --hash 1", "--b", &b], &limits[..]].concat());
    assert_eq!(run.code, DONE, "{}", run.stderr);
    assert_eq!(run.line("forfeits"), "forfeits A 0, B 4");
    assert_eq!(run.stderr.matches("cannot restart: ").count(), 3, "{}", run.stderr);
}

#[test]
fn killing_a_player_kills_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    // Longer than the time that players have to quit.
    let script = Script::new(&format!("(sleep 2; echo > '{}') & sleep 20", trace.display()));
    let b = script.spec();
    let limits = ["--a-depth", "1", "--movetime", "10", "--margin", "10", "--games", "1"];
    let run = play(&[&["--a", "outflank --hash 1", "--b", &b], &limits[..]].concat());
    assert_eq!(run.line("forfeits"), "forfeits A 0, B 1");
    thread::sleep(Duration::from_millis(2200));
    assert!(!trace.exists());
}

#[cfg(unix)]
#[test]
fn two_interrupts_end_all_players() {
    let folder = tempfile::tempdir().unwrap();
    let [begun, trace] = ["begun", "trace"].map(|name| folder.path().join(name));
    let (first, second) = (begun.display(), trace.display());
    let script = Script::new(&format!("echo > '{first}'; sleep 4; echo > '{second}'"));
    let spec = script.spec();
    let mut playing = start(&["--a", &spec, "--b", &spec, "--movetime", "60000", "--games", "2"]);
    while !begun.exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let since = Instant::now();
    let mut stderr = playing.stderr.take().unwrap();
    interrupt(&playing);
    while playing.try_wait().unwrap().is_none() {
        send(&playing, Signal::SIGINT);
        thread::sleep(Duration::from_millis(50));
    }
    let mut said = String::new();
    stderr.read_to_string(&mut said).unwrap();
    assert!(said.contains("interrupted again"), "{said}");
    // Two signals within half a second count as one.
    let status = playing.wait().unwrap();
    assert!(status.code() == Some(ERROR) && since.elapsed() >= Duration::from_millis(500));
    thread::sleep(Duration::from_secs(4));
    assert!(!trace.exists());
}

#[test]
fn errors_of_players_are_shown_on_request() {
    let script = Script::new("echo alas >&2; echo bestmove a1");
    let b = script.spec();
    let arguments = ["--a", "outflank --hash 1", "--b", &b, "--depth", "1", "--games", "1"];
    assert!(!play(&arguments).stderr.contains("alas"));
    let run = play(&[&arguments[..], &["--verbose"]].concat());
    assert!(run.stderr.lines().any(|line| line == "outflank: B: alas"), "{}", run.stderr);
}

#[test]
fn a_player_that_cannot_start_is_an_error() {
    for (player, reason) in [
        ("/no/such/program", "cannot start \"/no/such/program\": "),
        ("true", "cannot start \"true\": the process ended\n"),
        (
            "outflank --flag",
            "cannot start \"outflank --flag\": the process ended: outflank: unexpected argument",
        ),
    ] {
        let run = play(&["--a", player, "--depth", "1", "--games", "2"]);
        assert_eq!((run.code, &*run.stdout), (ERROR, ""), "{player}");
        assert!(run.stderr.contains(reason), "{}", run.stderr);
    }
}

#[test]
fn bad_limits_are_quoted() {
    for (arguments, fault) in [
        (["--clock", "soon"], "minutes+increment"),
        (["--depth", "0"], "an integer above 0"),
        (["--b-nodes", "many"], "an integer above 0"),
        (["--patience", "0"], "invalid value '0' for '--patience <SECONDS>'"),
        (["--b", "a 'b"], "invalid player"),
    ] {
        let run = play(&[&["--a", "outflank"], &arguments[..]].concat());
        assert_eq!(run.code, ERROR);
        assert!(run.stderr.contains(fault), "{}", run.stderr);
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let strong = "outflank --hash 1";
    let script = Script::new("echo bestmove a1");
    let weak = script.spec();
    let sprt = |a, b, rest: &[&str]| {
        let arguments = ["--a", a, "--b", b, "--depth", "1", "--sprt", "0", "400"];
        play(&[&arguments[..], rest].concat())
    };
    let better = sprt(strong, &weak, &[]);
    assert_eq!(better.code, DONE);
    assert!(better.line("sprt").ends_with(", accepted 400"), "{}", better.stdout);
    let worse = sprt(&weak, strong, &["0.1", "0.2"]);
    assert_eq!(worse.code, NO);
    assert!(worse.line("sprt").starts_with("sprt     elo 0 or 400: LLR -"), "{}", worse.stdout);
    assert!(worse.line("sprt").ends_with(" [-1.50, 2.08], accepted 0"), "{}", worse.stdout);
    // The results on file decide the test, so no game is played.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let files = ["--out", out.to_str().unwrap(), "--resume"];
    let decided = sprt(strong, &weak, &files);
    fs::remove_file(&script.path).unwrap();
    let again = sprt(strong, &weak, &files);
    assert_eq!((again.code, &again.stdout), (DONE, &decided.stdout), "{}", again.stderr);
    let open = sprt(strong, strong, &["--games", "2"]);
    assert_eq!((open.code, &*open.stderr), (NO, ""));
    assert!(open.line("sprt").ends_with(", undecided"), "{}", open.stdout);
    let bad = play(&["--a", strong, "--sprt", "5", "0"]);
    assert_eq!(bad.code, ERROR);
    assert!(bad.stderr.contains("invalid hypotheses 5 and 0"), "{}", bad.stderr);
}

#[test]
fn more_players_than_cpus_are_reported() {
    let players = ["--a", "style:full level=1 threads=2", "--b", "style:edge", "--games", "1"];
    let run = play(&[&players[..], &["--depth", "1", "--concurrency", "1000"]].concat());
    let told = "--concurrency 1000 with 2 threads per player needs 2000 CPUs and this machine has ";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn openings_come_from_a_file_in_any_format() {
    let folder = tempfile::tempdir().unwrap();
    let (list, out) = (folder.path().join("openings.txt"), folder.path().join("out.jsonl"));
    let board = "---------------------------OX------XO--------------------------- X";
    fs::write(&list, format!("% three\nf5d6c3\n8/8/8/3OX3/3XO3/8/8/8 X\n{board}; F5:+0;\n"))
        .unwrap();
    let run = |rest: &[&str]| {
        let files = ["--openings", list.to_str().unwrap(), "--out", out.to_str().unwrap()];
        play(&[&["--a", "outflank --hash 1", "--depth", "1"], &files[..], rest].concat())
    };
    let played = run(&["--games", "8"]);
    assert_eq!(played.code, DONE, "{}", played.stderr);
    assert!(played.stderr.contains("3 openings for 4 pairs: "), "{}", played.stderr);
    let openings: Vec<Value> = rows(&out).iter().map(|row| row["opening"].clone()).collect();
    assert_eq!(openings, ["f5d6c3", "f5d6c3", "", "", "", "", "f5d6c3", "f5d6c3"]);
    assert!(run(&["--seed", "2"]).stderr.contains("cannot be used with"));
    fs::write(&list, "f5d6c3\nf5f5\n").unwrap();
    let bad = run(&[]);
    assert_eq!(bad.code, ERROR);
    assert!(bad.stderr.contains("openings.txt:2:3: move 2"), "{}", bad.stderr);
    assert!(bad.stderr.ends_with("has 1 bad record: expected none\n"), "{}", bad.stderr);
    fs::write(&list, "").unwrap();
    let none = run(&[]);
    assert_eq!(none.code, ERROR);
    assert!(none.stderr.ends_with("holds no position: expected at least one opening\n"));
}

#[test]
fn players_get_clocks_and_lose_on_time() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let script = Script::new(&format!("echo \"$line\" >> '{}'; sleep 20", heard.display()));
    let b = script.spec();
    // 3 s plus 10 ms per move for A, 120 ms for B.
    let clocks = ["--clock", "0.05+0.01", "--b-clock", "0.002", "--margin", "50", "--games", "2"];
    let clocks = [&clocks[..], &["--concurrency", "2"]].concat();
    let run = play(&[&["--a", "outflank --hash 1", "--b", &b], &clocks[..]].concat());
    assert_eq!(
        (run.line("forfeits"), run.line("late")),
        ("forfeits A 0, B 2", "late     A 0, B 2")
    );
    assert_eq!(
        run.stderr.matches("B forfeits: no move within 170 ms").count(),
        2,
        "{}",
        run.stderr
    );
    let heard = fs::read_to_string(heard).unwrap();
    let times: Vec<Vec<&str>> = heard.lines().map(|line| line.split(' ').collect()).collect();
    // In the first game A is Black and has moved. In the second B moves first.
    let has_moved = |words: &&Vec<&str>| words[3..5] == ["p1inc", "10"];
    let first = times.iter().find(has_moved).expect(&heard);
    let second = times.iter().find(|words| !has_moved(words)).expect(&heard);
    assert_eq!(
        (first[1], &first[3..]),
        ("p1time", &["p1inc", "10", "p2time", "120", "p2inc", "0"][..])
    );
    assert!((1..=3010).contains(&first[2].parse::<u32>().unwrap()), "{heard}");
    assert_eq!(second.join(" "), "go p1time 120 p1inc 0 p2time 3000 p2inc 10");
}

#[test]
fn an_unreachable_balance_is_refused() {
    let plies = ["--a", "style:edge", "--b", "style:random", "--random-plies", "2"];
    let balance = ["--games", "6", "--balanced", "0", "--balance-depth", "1"];
    let run = play(&[&plies[..], &balance].concat());
    assert_eq!((run.code, &*run.stdout), (ERROR, ""));
    let fault = "too few balanced openings: found 0 in 3, expected 1; \
                 use more plies or raise --balanced";
    assert!(run.stderr.contains(fault), "{}", run.stderr);
}

#[test]
fn too_few_openings_are_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let players = ["--a", "style:edge", "--b", "style:random", "--random-plies", "2"];
    let games = ["--games", "20", "--out", path.to_str().unwrap()];
    let told = "too few distinct openings: found 3, expected 10; use more plies";
    let refused = play(&[&players[..], &games].concat());
    assert_eq!((refused.code, &*refused.stdout), (ERROR, ""), "{}", refused.stderr);
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    assert!(!path.exists());
    // A sequential test may end before these are needed.
    let tested = play(&[&players[..], &["--games", "20", "--sprt", "0", "400"]].concat());
    assert!(tested.stdout.contains("games"), "{}", tested.stdout);
}

#[test]
fn a_decision_in_the_last_opening_is_no_error() {
    let players = ["--a", "style:classic-d1", "--b", "style:random seed=3", "--depth", "1"];
    let test = ["--random-plies", "2", "--sprt", "0", "400", "0.2", "0.2"];
    let decided = play(&[&players[..], &test].concat());
    assert_eq!((decided.code, &*decided.stderr), (DONE, ""), "{}", decided.stdout);
    assert!(decided.stdout.contains("games    6: A wins 6"), "{}", decided.stdout);
    assert!(decided.stdout.contains("accepted 400"), "{}", decided.stdout);
}

#[cfg(unix)]
#[test]
fn games_can_be_written_to_a_pipe() {
    let matched = |tail: &str| {
        let command = format!(
            "{BINARY} match --a style:edge --b style:top-left --games 2 --out /dev/stdout {tail}"
        );
        let output = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (games, told) = matched("| cat");
    assert_eq!(games.lines().filter(|line| line.starts_with("{\"game\":")).count(), 2, "{told}");
    assert!(games.contains("\ngames "), "the report comes after them: {games}");
    let (_, told) = matched("--resume | cat");
    assert!(told.contains("/dev/stdout is not a regular file: --resume needs one"), "{told}");
    // Two descriptors of one file would overwrite each other.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let (_, told) = matched(&format!("> {}", path.display()));
    assert!(told.contains("--out and standard output name the same file"), "{told}");
}

#[cfg(unix)]
#[test]
fn the_search_for_balanced_openings_can_be_interrupted() {
    let players = ["--depth", "1", "--a", "style:edge", "--b", "style:random"];
    let openings = ["--games", "2", "--balanced", "0", "--balance-depth", "40"];
    let waiting = start(&[players, openings].concat());
    interrupt(&waiting);
    let ended = waiting.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8(ended.stderr).unwrap().contains("interrupted"));
}

#[cfg(unix)]
#[test]
fn a_match_continues_with_fewer_threads() {
    let command = format!(
        "ulimit -v 700000; exec {BINARY} match --a style:edge --b style:edge --games 4 \
         --concurrency 1000 --random-plies 4"
    );
    // Which allocation fails first varies from run to run.
    for _ in 0..10 {
        let played = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
        let stderr = String::from_utf8(played.stderr).unwrap();
        assert_eq!(played.status.code(), Some(0), "{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        let told = String::from_utf8(played.stdout).unwrap();
        assert!(told.contains("games") && told.contains("score"), "{told}");
    }
}

#[test]
fn a_game_without_a_pair_is_reported() {
    let players = ["--a", "style:edge", "--b", "style:random", "--random-plies", "4", "--games"];
    let played = |games| play(&[&players[..], &[games]].concat()).line("pairs").to_owned();
    assert!(played("3").ends_with("; elo leaves out 1 game without a pair"));
    assert!(!played("4").contains("leaves out"));
}

#[test]
fn a_book_for_a_style_is_refused() {
    let styles = ["--a", "style:edge", "--b", "style:random", "--games", "2"];
    let refused = play(&[&styles[..], &["--book-a", "embedded"]].concat());
    let told = "outflank: style:edge uses no book: expected a program\n";
    assert_eq!((refused.code, &*refused.stderr), (ERROR, told));
    let full = ["--a", "style:full level=1", "--b", "style:random", "--games", "2", "--depth", "1"];
    assert_eq!(play(&[&full[..], &["--book-a", "embedded"]].concat()).code, DONE);
}
