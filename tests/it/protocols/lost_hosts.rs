//! Hosts that are lost during a search, in every protocol: the input ends, the output is closed,
//! the host is killed.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::host::Host;
use crate::common::program::command;

/// The environment variable with the case for [`a_process_in_between`].
const CASE: &str = "OUTFLANK_LOST_HOST";

/// A running search.
struct Case {
    arguments: &'static [&'static str],
    commands: &'static str,
    /// The start of a line that appears when the search starts.
    begun: &'static str,
}

/// Searches that do not end by themselves.
const ENDLESS: [Case; 7] = [
    Case { arguments: &[], commands: "go infinite", begun: "info depth 6 " },
    Case { arguments: &[], commands: "go depth 60", begun: "info depth 6 " },
    Case { arguments: &[], commands: "isready\nperft 40", begun: "readyok" },
    Case { arguments: &["--protocol", "ugi"], commands: "ugi\ngo ponder", begun: "info depth 6 " },
    Case {
        arguments: &["--level", "60"],
        commands: "1 name\n2 genmove b\n3 genmove w",
        begun: "=1 Outflank",
    },
    Case { arguments: &[], commands: "nboard 2\nset depth 60\nping 1\nhint 64", begun: "search " },
    Case { arguments: &[], commands: "nboard 2\nset depth 60\nping 1\ngo", begun: "status Think" },
];

/// Starts the engine. Returns it with its pipes once the search runs.
fn begin(case: &Case, threads: &str, errors: Stdio) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut engine = command()
        .args(case.arguments)
        .args(["--hash", "16", "--threads", threads])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .expect("the program starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = BufReader::new(engine.stdout.take().expect("a pipe"));
    input.write_all(format!("{}\n", case.commands).as_bytes()).expect("the engine reads");
    let mut line = String::new();
    while !line.starts_with(case.begun) {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("text"), 0, "{}", case.commands);
    }
    thread::sleep(Duration::from_millis(50));
    (engine, input, output)
}

/// The rest of `pipe`, which must end within [`TIMEOUT`].
fn rest_of(mut pipe: impl Read + Send + 'static, case: &Case) -> String {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("text");
        // The test may have timed out.
        let _ = sender.send(text);
    });
    receiver.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no end: {}", case.commands))
}

/// Runs each case on one thread and on two. Prints the longest time that `part` returns.
fn for_all_cases(what: &str, part: impl Fn(usize, &Case, &str) -> Duration) {
    let cases = ENDLESS.iter().enumerate();
    let times = cases.flat_map(|(at, case)| ["1", "2"].map(|threads| part(at, case, threads)));
    println!("{what}: gone within {:?}", times.max().expect("several cases"));
}

#[test]
fn an_engine_ends_when_its_output_is_closed() {
    for_all_cases("output closed", |_, case, threads| {
        let (mut engine, input, output) = begin(case, threads, Stdio::piped());
        let start = Instant::now();
        drop(output);
        let errors = engine.stderr.take().expect("a pipe");
        assert_eq!(rest_of(errors, case), "", "{}", case.commands);
        let time = start.elapsed();
        assert_eq!(engine.wait().expect("a status").code(), Some(0));
        drop(input);
        time
    });
}

#[test]
fn an_engine_ends_when_its_host_is_killed() {
    for_all_cases("host killed", |at, case, threads| {
        let mut parent = Command::new(env::current_exe().expect("this program"))
            .args(["--ignored", "--exact", "--nocapture", &process_in_between()])
            .env(CASE, format!("{at} {threads}"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this program starts");
        let output = BufReader::new(parent.stdout.take().expect("a pipe"));
        let begun = output.lines().map_while(Result::ok).any(|line| line.ends_with("begun"));
        assert!(begun, "{}", case.commands);
        let errors = parent.stderr.take().expect("a pipe");
        let start = Instant::now();
        parent.kill().expect("it is there");
        // The engine inherited this pipe, so it ends when both processes are gone.
        assert_eq!(rest_of(errors, case), "", "{}", case.commands);
        let time = start.elapsed();
        parent.wait().expect("a status");
        time
    });
}

/// The name of [`a_process_in_between`] for the test runner.
fn process_in_between() -> String {
    let (_, module) = module_path!().split_once("::").expect("a crate and modules");
    format!("{module}::a_process_in_between")
}

/// The host that is killed.
#[test]
#[ignore = "the test above runs it as its host"]
fn a_process_in_between() {
    let Ok(case) = env::var(CASE) else { return };
    let (at, threads) = case.split_once(' ').expect("a case and a number of threads");
    let case = &ENDLESS[at.parse::<usize>().expect("a number")];
    let _pipes = begin(case, threads, Stdio::inherit());
    println!("begun");
    thread::sleep(TIMEOUT);
}

/// Some hosts end an engine by a signal, without `quit`.
#[cfg(unix)]
#[test]
fn an_engine_ends_after_a_signal() {
    use crate::common::program::send;
    use nix::sys::signal::Signal;
    use std::os::unix::process::ExitStatusExt;

    for_all_cases("signal", |_, case, threads| {
        let (mut engine, _input, output) = begin(case, threads, Stdio::inherit());
        let start = Instant::now();
        send(&engine, Signal::SIGTERM);
        rest_of(output.into_inner(), case);
        let time = start.elapsed();
        let status = engine.wait().expect("a status");
        assert_eq!(status.signal(), Some(Signal::SIGTERM as i32));
        time
    });
}

#[test]
fn pending_work_is_finished_when_the_input_ends() {
    for (arguments, commands, answers) in [
        // These need a stop.
        ("", "go infinite", &["bestmove *"][..]),
        ("--protocol ugi", "go ponder p1time 60000", &["bestmove *"]),
        ("--protocol ugi", "go infinite\nmoves\nisready", &["readyok", "bestmove *", "moves *"]),
        // These end by themselves.
        ("", "go movetime 300\nmoves", &["bestmove *", "moves *"]),
        ("", "perft 9", &["perft depth 9 * nodes 3005288 *"]),
        ("", "1 time_settings 0 1 1\n2 genmove b\n3 name", &["=1*", "=2 *", "=3 Outflank"]),
        ("--level 12", "reg_genmove b\nquit\nname", &["= *", "="]),
        ("", "nboard 2\nset depth 10\nhint 2", &["status Analyzing", "search * 0 10", "status"]),
        ("-nboard", "set depth 12\ngo", &["status Thinking", "=== *"]),
        ("-nboard", "set depth 1\nmove F5\nanalyze", &["analysis 1 *", "analysis 0 *", "status"]),
    ] {
        for threads in ["1", "2"] {
            let arguments = format!("{arguments} --no-book --hash 16 --threads {threads}");
            let mut host = Host::start(&arguments.split_whitespace().collect::<Vec<_>>());
            host.send(commands.as_bytes());
            thread::sleep(Duration::from_millis(20));
            host.end_input();
            let (lines, status) = host.wait_for_end(TIMEOUT).expect(commands);
            let mut lines = lines.iter();
            for answer in answers {
                let found = lines.any(|line| crate::common::transcript::matches(answer, line));
                assert!(found, "{commands}: no {answer}");
            }
            assert_eq!(status, 0, "{commands}");
        }
    }
}

/// One socket for input and output, half closed, as by `nc -N` and some runtimes.
#[cfg(unix)]
#[test]
fn a_half_closed_socket_gets_its_answer() {
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let (mut host, ours) = UnixStream::pair().expect("a socket");
    let input = Stdio::from(OwnedFd::from(ours.try_clone().expect("the other end")));
    let mut engine = command()
        .arg("--no-book")
        .stdin(input)
        .stdout(OwnedFd::from(ours))
        .spawn()
        .expect("the program starts");
    host.write_all(b"go movetime 300\n").expect("the engine reads");
    host.shutdown(Shutdown::Write).expect("a socket");
    host.set_read_timeout(Some(TIMEOUT)).expect("a socket");
    let mut answer = String::new();
    host.read_to_string(&mut answer).expect("text and an end");
    assert!(answer.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{answer}");
    assert_eq!(engine.wait().expect("a status").code(), Some(0));
}
