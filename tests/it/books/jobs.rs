//! Several processes that extend one book.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use tempfile::tempdir;

use crate::common::books::entries_at;
use crate::common::program::command;
use crate::common::run::{answer, run, run_with};
use crate::common::text;

const WORK: [&str; 2] = ["book", "work"];

/// A book of 30 positions in `folder` and a file of jobs for it: both paths and the number of jobs.
fn jobs(folder: &Path) -> (std::path::PathBuf, std::path::PathBuf, usize) {
    let (book, jobs) = (folder.join("a.book"), folder.join("jobs.jsonl"));
    answer(&["book", "new", text(&book)]);
    answer(&["book", "learn", text(&book), "--positions", "30", "--level", "2"]);
    // Wide enough to find 12 positions with any evaluation.
    let all_lines = ["--error", "20", "--sum", "64"];
    let jobs_of = ["book", "jobs", text(&book), "--positions", "12"];
    let lines = answer(&[&jobs_of[..], &all_lines].concat());
    fs::write(&jobs, &lines).unwrap();
    (book, jobs, lines.lines().count())
}

#[test]
fn two_workers_grow_a_book_and_one_is_killed() {
    let folder = tempdir().unwrap();
    let (book, jobs, count) = jobs(folder.path());
    assert!(count >= 12, "{count}");
    let half = count / 2;
    let work = |lines: &str, level: &str| {
        let mut command = command();
        command.args(WORK).args([text(&jobs), "--level", level, "--lines", lines]);
        command.stdout(Stdio::piped());
        command
    };
    let first = work(&format!("1-{half}"), "4").spawn().unwrap();
    // The second worker searches so deeply that it is still busy when killed.
    let mut second = work(&format!("{}-", half + 1), "10").spawn().unwrap();
    let mut stdout = BufReader::new(second.stdout.take().unwrap());
    let mut answers = String::new();
    for _ in 0..3 {
        stdout.read_line(&mut answers).unwrap();
    }
    second.kill().unwrap();
    second.wait().unwrap();
    let done = String::from_utf8(first.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(done.lines().count(), half);
    let one = ["book", "work", "-", "--level", "4", "--lines", "1"];
    let piped = run_with(&one, &fs::read_to_string(&jobs).unwrap()).stdout;
    assert_eq!(Some(piped.trim_end()), done.lines().next());

    // Complete groups of answers are merged; incomplete groups are searched.
    let part = folder.path().join("part.jsonl");
    fs::write(&part, done + &answers).unwrap();
    let merge = |path| run(&["book", "merge", text(&book), text(path), "--level", "2", "--json"]);
    let merged = &merge(&part).json()[0];
    let new = merged["new"].as_u64().unwrap();
    assert!((4..12).contains(&new), "{merged}");
    assert!(merged["searched"].as_u64().unwrap() <= 2, "{merged}");
    assert_eq!(entries_at(&book).len() as u64, 30 + new);

    // A third worker does the rest. Together nothing is missing.
    let rest = work(&format!("{}-", half + 1), "4").output().unwrap();
    let rest_path = folder.path().join("rest.jsonl");
    fs::write(&rest_path, rest.stdout).unwrap();
    merge(&rest_path);
    assert_eq!(entries_at(&book).len(), 42);
    assert_eq!(merge(&part).json()[0]["new"], 0);
    assert_eq!(entries_at(&book).len(), 42);
}

#[test]
fn shards_of_jobs_together_grow_a_book() {
    let folder = tempdir().unwrap();
    let (book, jobs, count) = jobs(folder.path());
    let shard =
        |part: &str| answer(&[&WORK[..], &[text(&jobs), "--shard", part, "--level", "3"]].concat());
    let results = ["1/3", "2/3", "3/3"].map(shard);
    let counts = results.each_ref().map(|answers| answers.lines().count());
    assert_eq!(counts, [count.div_ceil(3), (count + 1) / 3, count / 3]);
    let merge = ["book", "merge", text(&book), "-", "--json"];
    let merged = &run_with(&merge, &results.concat()).json()[0];
    assert_eq!((&merged["new"], &merged["positions"]), (&12.into(), &42.into()));
    assert!(merged["searched"].as_u64().unwrap() <= 1, "{merged}");
    entries_at(&book);
}

#[test]
fn starts_with_the_same_lines_give_each_job_once() {
    let folder = tempdir().unwrap();
    let (book, _, _) = jobs(folder.path());
    let starts = folder.path().join("starts.txt");
    fs::write(&starts, "start\nstart\nstart f5\n").unwrap();
    let told = |start: &str| {
        answer(&["book", "jobs", text(&book), start, "--error", "20", "--positions", "12"])
    };
    assert_eq!(told(text(&starts)), told("start"));
}
