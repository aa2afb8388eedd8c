//! Less memory or fewer processors than requested.

use std::time::Duration;

use crate::common::TIMEOUT;
use crate::common::host::Host;
use crate::common::program::BINARY;

/// A session with 1.5 GiB of address space.
#[cfg(target_os = "linux")]
fn start_poor(arguments: &str) -> Host {
    let command = format!("ulimit -v 1500000; exec {BINARY} {arguments} --no-book");
    Host::start_command("sh", &["-c", &command])
}

#[cfg(target_os = "linux")]
#[test]
fn too_large_a_table_is_refused() {
    let no_memory = "no memory for a table of 4096 MiB: try a smaller Hash";
    let [error, failure] = ["error", "?7"].map(|mark| format!("{mark} {no_memory}"));
    let status = format!("status Error: {no_memory}");
    for (arguments, commands, answers) in [
        // A larger table is refused, and the old one stays.
        (
            "--hash 2",
            "setoption name Hash value 4096\noptions\ngo depth 3",
            &[&error, "option name Hash *value 2", "bestmove *"][..],
        ),
        (
            "-gtp --hash 2",
            "7 outflank-hash 4096\n8 outflank-hash\n9 genmove b",
            &[&failure, "=8 2", "=9 *"],
        ),
        // A table that is too large from the start is refused when first needed.
        (
            "--hash 4096",
            "isready\ngo depth 3\nsetoption name Hash value 1\ngo depth 3",
            &[&error, "readyok", &error, "bestmove *"],
        ),
        (
            "-gtp --hash 4096",
            "clear_board\n7 genmove b\n8 play b f5\n9 outflank-hash 1\n10 genmove w",
            &[&failure, "=8", "=9", "=10 *"],
        ),
        (
            "-nboard --hash 4096",
            "nboard 2\nping 1\ngo\nping 2\nhint 3\nping 3\nmove F5\nlearn",
            &["pong 1", &status, "pong 2", &status, "pong 3", "learned"],
        ),
        // The same in `play`.
        (
            "play --hash 2 --level 1",
            "set hash 4096\nf5\nhint 1",
            &[no_memory, "outflank plays *", " 1  *"],
        ),
        (
            "play --hash 4096 --level 1 --color white",
            "f5\nhint\nset hash 1",
            &[no_memory, "outflank is to move", no_memory, no_memory, "outflank plays *"],
        ),
    ] {
        let mut host = start_poor(arguments);
        host.send(commands.as_bytes());
        host.end_input();
        let (lines, status) = host.wait_for_end(TIMEOUT).expect("an end");
        let mut rest = lines.iter();
        for answer in answers {
            let found = rest.any(|line| crate::common::transcript::matches(answer, line));
            assert!(found, "{arguments}: no {answer:?} in {lines:#?}");
        }
        assert_eq!(status, 0, "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn missing_threads_are_reported_once_and_the_search_continues() {
    let command = format!("ulimit -v 300000; exec {BINARY} --no-book --hash 4 --threads 256");
    let mut host = Host::start_command("sh", &["-c", &command]);
    host.send(b"go depth 10\ngo depth 11\nquit");
    host.end_input();
    let (lines, status) = host.wait_for_end(TIMEOUT).expect("an end");
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("info string "), 1, "{lines:#?}");
    assert_eq!((count("bestmove "), count("error ")), (2, 0), "{lines:#?}");
    assert_eq!(status, 0);
}

#[test]
fn more_threads_than_processors_play_and_stop() {
    for (commands, answer, endless, stop) in [
        ("go depth 8", "bestmove ", "go infinite", "stop"),
        ("1 reg_genmove b", "=1 ", "outflank-level 60\n1 reg_genmove b", "# interrupt"),
        ("nboard 2\nset depth 8\ngo", "=== ", "set depth 60\ngo", "ping 1"),
    ] {
        let mut host = Host::start(&["--no-book", "--hash", "4", "--threads", "64"]);
        host.send(commands.as_bytes());
        host.next_line_with(answer, TIMEOUT).expect(commands);
        for _ in 0..5 {
            host.send(endless.as_bytes());
            std::thread::sleep(Duration::from_millis(30));
            host.send(stop.as_bytes());
            host.next_line_with(answer, TIMEOUT).expect(endless);
        }
        host.end_input();
        let (_, status) = host.wait_for_end(TIMEOUT).expect("an end");
        assert_eq!(status, 0);
    }
}
