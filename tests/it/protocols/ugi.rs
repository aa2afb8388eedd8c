//! What transcripts cannot show of a session: times, equal counts, broken pipes and random input.

use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use crate::common::host::Host;
use crate::common::lines::COMMANDS;
use crate::common::program::memory;
use crate::common::{TIMEOUT, timeless};
use engine::Options;
use othello::game::Setup;
use proptest::prelude::*;
use protocol::ugi::Command;
use protocol::{Outcome, Protocol, run};

/// The output of a session in this process with `input`.
fn converse(input: &str) -> String {
    let mut output = Vec::new();
    let input = io::Cursor::new(input.to_owned());
    let outcome =
        run(Some(Protocol::Ugi), input, &mut output, options(), false).expect("nothing fails");
    assert_eq!(outcome, Outcome::Done);
    String::from_utf8(output).expect("the output is text")
}

/// A small table, and a default search that is fast.
fn options() -> Options {
    Options { hash: 1, level: 1, own_book: false, ..Options::default() }
}

/// Maximum delay of the best of several tries. Load delays some of them, a fault delays all.
const PROMPT: Duration = Duration::from_secs(1);

/// The shortest delay, of five tries, until an infinite search answers `command`. `answered` reads
/// the answer.
fn shortest_delay(command: &str, answered: impl Fn(&mut Host)) -> Duration {
    let delay = |_| {
        let mut host = Host::start(&[]);
        host.send(b"go infinite");
        host.next_line_with("info depth 8 ", TIMEOUT).expect("a search to depth 8");
        let start = Instant::now();
        host.send(command.as_bytes());
        answered(&mut host);
        start.elapsed()
    };
    (0..5).map(delay).min().expect("several tries")
}

#[test]
fn isready_is_answered_during_a_search() {
    let delay = shortest_delay("isready", |host| {
        host.next_line_with("readyok", TIMEOUT).expect("an answer");
    });
    println!("isready: {delay:?}");
    assert!(delay < PROMPT, "{delay:?}");
}

#[test]
fn isready_is_answered_while_the_table_is_filled() {
    const MIB: u64 = 1024;
    let mut host = Host::start(&["--no-book", "--hash", "2048"]);
    host.send(b"go movetime 100");
    host.next_line_with("info ", TIMEOUT).expect("a search");
    host.send(b"isready");
    host.next_line_with("bestmove ", TIMEOUT).expect("an end");
    // Filling the table would take seconds.
    assert!(memory(host.id()).is_none_or(|kibibytes| kibibytes < 1024 * MIB));
}

#[test]
fn a_ponder_hit_waits_for_its_search() {
    let batch = "go infinite\nstop\nposition startpos moves f5\ngo ponder depth 3\nponderhit\n";
    let told = ["go depth 1\nmoves\nponderhit\n", "go depth 1\nponderhit\ngo ponder depth 3\n"];
    assert_eq!(converse(batch).matches("bestmove ").count(), 2);
    assert!(!converse(batch).contains("error"));
    for batch in told {
        assert!(converse(batch).contains("error no search ponders"), "{batch}");
    }
    let mut host = Host::start(&["--no-book"]);
    host.send(batch.as_bytes());
    for _ in 0..2 {
        host.next_line_with("bestmove ", TIMEOUT).expect("both searches end");
    }
}

#[test]
fn a_time_limit_allows_a_thousand_nodes() {
    for limit in
        ["p1time 1 p2time 1", "p1time 0 p2time 0", "p1time 1 p2time 1 p1inc 9", "movetime 0"]
    {
        let nodes = || {
            let said = converse(&format!("position startpos moves f5\ngo {limit}\n"));
            let last = said.lines().rfind(|line| line.starts_with("info ")).expect("a line");
            assert!(last.contains(" score "), "{limit}: {said}");
            let mut words = last.split(' ').skip_while(|word| *word != "nodes").skip(1);
            words.next().and_then(|word| word.parse::<u64>().ok()).expect("a number")
        };
        // On a busy machine a search that is 2 ms late may end earlier. Without any time it may not.
        let tries = if limit.contains("time 0") { 1 } else { 20 };
        assert!((0..tries).any(|_| nodes() >= 1000), "{limit}");
    }
}

#[test]
fn undo_removes_an_omitted_pass_with_the_move_after_it() {
    let position = "position fen XO6/8/8/8/8/8/8/8 O";
    for made in [" moves c1", "\nmoves c1", "\nplay c1"] {
        let text = converse(&format!("{position}{made}\nundo\nhistory\n"));
        assert_eq!(text.lines().last(), Some("history fen XO6/8/8/8/8/8/8/8 O"), "{made:?}");
    }
    let text = converse(&format!("{position}\nmoves pass c1\nundo\nhistory\n"));
    assert_eq!(text.lines().last(), Some("history fen XO6/8/8/8/8/8/8/8 O moves pass"));
}

#[test]
fn errors_quote_only_the_start_of_long_words() {
    let long = "z".repeat(60_000);
    for line in [
        format!("setoption name {long} value 3"),
        format!("setoption name Hash value {long}"),
        format!("setoption name EvalFile value {long}"),
        format!("go {long}"),
        format!("{long} 1"),
    ] {
        let said = converse(&line);
        assert!(said.starts_with("error ") && said.len() < 2000, "{}", said.len());
    }
    assert!(converse("file a.txt").starts_with("error "));
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_at_once() {
    let end = |host: &mut Host| {
        let (rest, status) = host.wait_for_end(TIMEOUT).expect("an end");
        assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
        assert_eq!(status, 0);
    };
    let quit = shortest_delay("quit", end);
    let end_of_input = shortest_delay("# the end", |host| {
        host.end_input();
        end(host);
    });
    println!("quit: {quit:?}, end of input: {end_of_input:?}");
    assert!(quit.max(end_of_input) < PROMPT, "{quit:?} {end_of_input:?}");
}

#[test]
fn the_same_search_in_a_new_game_finds_the_same() {
    let search = "position startpos moves f5d6c3\ngo nodes 20000\n";
    let output = converse(&format!("{search}uginewgame\n{search}"));
    let output = timeless(&output);
    let lines: Vec<&str> = output.lines().collect();
    let (first, second) = lines.split_at(lines.len() / 2);
    assert!(first.last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_eq!(first, second);
    let last_info = &first[first.len() - 2];
    let words: Vec<&str> = last_info.split(' ').collect();
    let at = words.iter().position(|word| *word == "nodes").expect("a node count");
    let nodes: u64 = words[at + 1].parse().expect("a number");
    assert!((20_000..21_000).contains(&nodes), "{last_info}");
}

#[test]
fn bench_equals_the_subcommand() {
    let mut host = Host::start(&["bench"]);
    let (lines, status) = host.wait_for_end(TIMEOUT).expect("an end");
    assert_eq!(status, 0);
    assert_eq!(lines.len(), 13);
    // The options of the session do not matter.
    let settings = "setoption name Threads value 2\nsetoption name Evaluator value classic\n";
    let output = converse(&format!("{settings}position startpos moves f5\nbench\n"));
    let nodes = |line: &str| {
        let (sum, speed) = line.split_once(" nodes ").expect("a sum");
        assert!(speed.ends_with(" nps"), "{speed}");
        sum.to_owned()
    };
    let (sum, positions) = lines.split_last().expect("lines");
    let output: Vec<&str> = output.lines().collect();
    let (own_sum, own_positions) = output.split_last().expect("lines");
    assert_eq!(nodes(own_sum), nodes(sum));
    assert_eq!(timeless(&own_positions.join("\n")), timeless(&positions.join("\n")));
}

#[test]
fn bench_does_not_change_the_session() {
    let session = |between: &str| {
        let search = "go nodes 20000\nstats\n";
        let output = converse(&format!("play f5\n{search}{between}history\noptions\n{search}"));
        let of_bench = |line: &&str| line.starts_with("position ") || line.starts_with("Bench: ");
        let (bench, others): (Vec<&str>, Vec<&str>) = output.lines().partition(of_bench);
        (bench.len(), timeless(&others.join("\n")))
    };
    let (without, with) = (session(""), session("bench\n"));
    assert_eq!((without.0, with.0), (0, 13));
    assert_eq!(with.1, without.1);
}

#[test]
fn bench_reports_each_position_at_once_and_can_be_stopped() {
    let mut host = Host::start(&[]);
    host.send(b"bench");
    host.next_line_with("position 1 ", TIMEOUT).expect("the first position");
    host.send(b"stop");
    let last = host.next_line_with("Bench: ", TIMEOUT).expect("an end");
    assert!(last.starts_with("Bench: stopped time "), "{last}");
}

#[test]
fn time_limits_are_kept() {
    for go in ["go movetime 50", "go p1time 1000 p2time 1000 p1inc 0 p2inc 0"] {
        let start = Instant::now();
        let output = converse(&format!("setoption name Hash value 1\n{go}\n"));
        assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
        assert!(start.elapsed() < Duration::from_secs(20), "{go}");
    }
}

#[test]
fn any_number_of_commands_may_wait() {
    // More lines than the read-ahead, so the infinite search must end for them.
    let waiting = "moves\n".repeat(3000);
    let output = converse(&format!("go infinite\n{waiting}"));
    assert_eq!(output.matches("bestmove ").count(), 1);
    assert!(output.ends_with(&"moves d3 c4 f5 e6\n".repeat(3000)));
}

#[test]
fn sessions_in_one_process_are_independent() {
    let search = "position startpos moves f5d6c3\ngo depth 7\n";
    let alone = converse(search);
    let threads = [0; 2].map(|_| std::thread::spawn(move || converse(search)));
    for thread in threads {
        let output = thread.join().expect("no panic");
        assert_eq!(timeless(&output), timeless(&alone));
    }
}

/// Accepts some bytes, then fails.
struct Failing(usize, ErrorKind);

impl Write for Failing {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(self.1.into());
        }
        let length = buffer.len().min(self.0);
        self.0 -= length;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails_ends_the_session() {
    // Endless input, and a search that needs a stop.
    let input = || io::Cursor::new("go infinite\n").chain(io::repeat(b'\n'));
    let outcome =
        run(Some(Protocol::Ugi), input(), Failing(300, ErrorKind::BrokenPipe), options(), false);
    assert_eq!(outcome.expect("a broken pipe is no error"), Outcome::HostGone);
    let error =
        run(Some(Protocol::Ugi), input(), Failing(300, ErrorKind::StorageFull), options(), false);
    assert_eq!(error.expect_err("it fails").kind(), ErrorKind::StorageFull);
}

/// Errors, empty lines and `quit`.
const OTHERS: &[&str] =
    &["", "\t", "\r", "# comment", "go depth", "go p1inc 1", "setoption", "position", "quit"];

/// Whether the answer to `line` is a move.
fn is_search(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Some(Command::Go { request, .. })) => request.validate(Setup::START).is_ok(),
        _ => false,
    }
}

/// Commands, near misses and noise.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => prop::sample::select([COMMANDS, OTHERS].concat()).prop_map(str::to_owned),
        1 => "[ -~]{0,20}",
        1 => "\\PC{0,10}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_input_is_answered_and_ends(lines in prop::collection::vec(any_line(), 0..30)) {
        let output = converse(&lines.join("\n"));
        let heard = lines.iter().take_while(|line| *line != "quit");
        let searches = heard.filter(|line| is_search(line));
        let answers = output.lines().filter(|line| {
            line.starts_with("bestmove ") || line.starts_with(r#"{"reply":"bestmove""#)
        });
        prop_assert_eq!(answers.count(), searches.count(), "{}", output);
        for line in output.lines().filter(|line| line.starts_with('{')) {
            let reply: serde_json::Value = serde_json::from_str(line).expect("JSON");
            prop_assert!(reply["reply"].is_string(), "{}", line);
        }
    }

    #[test]
    fn any_bytes_are_answered_and_end(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut output = Vec::new();
        let outcome = run(Some(Protocol::Ugi), io::Cursor::new(bytes), &mut output, options(), false);
        prop_assert_eq!(outcome.expect("nothing fails"), Outcome::Done);
        prop_assert!(String::from_utf8(output).is_ok());
    }
}
