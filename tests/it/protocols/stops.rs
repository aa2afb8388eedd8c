//! Repeated stops of searches in every protocol. `cargo test --release --test it stops:: --
//! --ignored --nocapture` stops each kind of search a thousand times and prints the delays. The
//! delays are meaningful only on an idle machine.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::TIMEOUT;
use crate::common::host::Host;
use crate::common::random::Random;

/// The longest delay that an idle machine may show.
const PROMPT: Duration = Duration::from_millis(10);

/// A search that runs until stopped.
struct Endless {
    arguments: &'static [&'static str],
    search: &'static str,
    stop: &'static str,
    answer: &'static str,
}

const SEARCHES: [Endless; 5] = [
    Endless { arguments: &[], search: "go infinite", stop: "stop", answer: "bestmove " },
    Endless { arguments: &[], search: "solve", stop: "stop", answer: "bestmove " },
    Endless {
        arguments: &["-gtp", "--level", "60"],
        search: "reg_genmove b",
        stop: "# interrupt",
        answer: "= ",
    },
    Endless {
        arguments: &["-nboard", "--level", "60"],
        search: "hint 3",
        stop: "ping 7",
        answer: "pong 7",
    },
    Endless {
        arguments: &["-nboard", "--level", "60"],
        search: "go",
        stop: "ping 7",
        answer: "===",
    },
];

/// The delays of `count` stops, sorted. A first stop, which waits for the process to start, is not
/// counted.
fn stop(endless: &Endless, threads: &str, count: usize) -> Vec<Duration> {
    let arguments = [endless.arguments, &["--hash", "64", "--threads", threads]].concat();
    let mut host = Host::start(&arguments);
    let mut random = Random::new(count as u64);
    let mut times: Vec<Duration> = (0..=count)
        .map(|_| {
            host.send(endless.search.as_bytes());
            sleep(Duration::from_micros(random.below(20_000) as u64));
            let start = Instant::now();
            host.send(endless.stop.as_bytes());
            host.next_line_with(endless.answer, TIMEOUT).expect(endless.search);
            start.elapsed()
        })
        .skip(1)
        .collect();
    times.sort();
    times
}

/// Stops each search `count` times. Returns the 99th percentile of the delays of each.
fn stop_all(count: usize) -> Vec<Duration> {
    let mut longest = Vec::new();
    for endless in &SEARCHES {
        for threads in ["1", "2"] {
            let times = stop(endless, threads, count);
            let [median, most] = [50, 99].map(|percent| times[count * percent / 100]);
            println!(
                "{:?} on {threads} threads, {count} stops: median {median:?}, 99 % {most:?}, \
                 longest {:?}, {} of more than {PROMPT:?}",
                [endless.arguments, &[endless.search]].concat().join(" "),
                times[count - 1],
                times.iter().filter(|&&time| time > PROMPT).count(),
            );
            // Load delays some answers; a fault delays all.
            let quartile = times[count / 4];
            assert!(quartile < 10 * PROMPT, "{}: {quartile:?}", endless.search);
            longest.push(most);
        }
    }
    longest
}

#[test]
fn searches_can_be_stopped_repeatedly() {
    stop_all(20);
}

#[test]
#[ignore = "takes two minutes and an idle machine"]
fn a_thousand_stops_of_each_search_are_prompt() {
    let longest = stop_all(1000);
    assert!(longest.iter().all(|&time| time <= PROMPT), "{longest:?}");
}
