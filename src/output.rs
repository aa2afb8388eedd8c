//! Answers on standard output, the same as a session's; messages and progress on standard
//! error; and interrupts, which end a command early and in good order.

use std::env;
use std::fmt::{self, Display};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;

use super::Status;
use super::signals::on_interrupt;
use lab::tournament::player;
use othello::game::{QUOTED, shorten};
use protocol::output::{Output, PlacedReply, is_closed_pipe};
use protocol::reply::{Format, PlaceReply, to_json};

/// Standard output. Errors name it.
#[derive(Debug)]
pub(super) struct StandardOutput(StdoutLock<'static>);

impl StandardOutput {
    pub(super) fn lock() -> StandardOutput {
        StandardOutput(io::stdout().lock())
    }

    /// `error`, unless nobody reads any more, which is none to be told.
    fn named(error: io::Error) -> io::Error {
        if is_closed_pipe(&error) {
            return error;
        }
        io::Error::new(error.kind(), format!("standard output cannot be written: {error}"))
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(StandardOutput::named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(StandardOutput::named)
    }
}

/// The format of the answers.
#[derive(Debug, clap::Args)]
pub(super) struct FormatArgument {
    /// Answer in JSON, one object a line
    #[arg(long)]
    json: bool,
}

impl FormatArgument {
    /// Standard output in the format that was asked for.
    pub(super) fn output(&self) -> Output<StandardOutput> {
        let mut output = Output::new(StandardOutput::lock());
        if self.json {
            output.format = Format::Json;
        }
        output
    }

    /// Writes the line before a table, which JSON does without.
    pub(super) fn head(&self, line: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(StandardOutput::lock(), "{line}") }
    }

    /// Writes `row` on standard output, as a line.
    pub(super) fn write_line(&self, row: &(impl Display + Serialize)) -> io::Result<()> {
        let mut stdout = StandardOutput::lock();
        if self.json { writeln!(stdout, "{}", to_json(row)) } else { writeln!(stdout, "{row}") }
    }

    /// Writes `reply`, about the position at `place` in a file, on standard output. JSON tells the
    /// place.
    pub(super) fn write_placed(
        &self,
        reply: &(impl Display + Serialize),
        place: Option<PlaceReply>,
    ) -> io::Result<()> {
        match place.filter(|_| self.json) {
            Some(place) => {
                let reply = PlacedReply { reply, place };
                writeln!(StandardOutput::lock(), "{}", to_json(&reply))
            }
            None => self.write(reply),
        }
    }

    /// Writes `report` on standard output.
    pub(super) fn write(&self, report: &(impl Display + Serialize)) -> io::Result<()> {
        let mut stdout = StandardOutput::lock();
        if self.json { writeln!(stdout, "{}", to_json(report)) } else { write!(stdout, "{report}") }
    }
}

/// Reads the name of a file to be written, which `-` is not: it stands for standard input elsewhere.
pub(super) fn file_to_write() -> impl TypedValueParser<Value = PathBuf> {
    no_dash("expected the name of a file")
}

/// The same for a file of results.
pub(super) fn file_of_results() -> impl TypedValueParser<Value = PathBuf> {
    no_dash("expected a file: without this, results go to standard output")
}

fn no_dash(expected: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match path == Path::new("-") {
        true => Err(expected),
        false => Ok(path),
    })
}

/// Makes the folder at `path`, and those above it, where they are missing.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("{} cannot be made", path.display()))
}

/// The file for results of long work, which can go on later.
#[derive(Debug, clap::Args)]
pub(super) struct ResultFileArguments {
    /// Write the results to this file, each as soon as it is known, instead of to standard output
    #[arg(long, value_name = "FILE", value_parser = file_of_results())]
    out: Option<PathBuf>,
    /// Go on with that file: what is in it already is left out
    #[arg(long, requires = "out")]
    resume: bool,
}

impl ResultFileArguments {
    /// The path of the file and the file, open for reading and writing, if there is to be one.
    pub(super) fn open(&self) -> anyhow::Result<Option<(&Path, File)>> {
        let Some(path) = &self.out else { return Ok(None) };
        Ok(Some((path, open_results(path, self.resume)?)))
    }

    /// Fails if the file at `path`, which `flag` names, is the same one.
    pub(super) fn ensure_other(&self, flag: &str, path: &Path) -> anyhow::Result<()> {
        match &self.out {
            Some(out) => ensure_two_files(["--out", flag], [out, path]),
            None => Ok(()),
        }
    }

    /// Whether there is to be one.
    pub(super) const fn is_some(&self) -> bool {
        self.out.is_some()
    }

    /// How to go on after an interrupt.
    pub(super) const fn advice(&self) -> &'static str {
        advice(self.is_some())
    }
}

/// How to go on after an interrupt, with or without a file that has what is known.
pub(super) const fn advice(has_file: bool) -> &'static str {
    if has_file {
        "interrupted: with --resume the same command goes on from here"
    } else {
        "interrupted: with --out FILE and then --resume it could go on from here"
    }
}

/// Opens the file at `path` for reading and writing, as the only process; it has to be empty, unless
/// it is one to go on with. A pipe or a device is opened for writing alone.
pub(super) fn open_results(path: &Path, resume: bool) -> anyhow::Result<File> {
    let name = path.display();
    let is_stream = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    ensure!(!is_stream || !resume, "{name} is no regular file: expected one to go on with");
    let mut options = OpenOptions::new();
    // Who reads from a pipe, too, does not notice when nobody else does any more.
    options.read(!is_stream).write(true).create(true).truncate(false);
    let file = options.open(path).with_context(|| format!("{name} cannot be opened"))?;
    // Two writers would write over each other. Some file systems know of no locks.
    if !is_stream && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("{name} is in use by another process");
    }
    let is_empty = file.metadata().is_ok_and(|metadata| metadata.len() == 0);
    if !is_empty && !resume {
        bail!("{name} is not empty: expected a new file, or --resume to go on with it");
    }
    Ok(file)
}

/// Whether two paths are those of one file, be it there or not.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Fails if two `flags` name the same file by their `paths`.
pub(super) fn ensure_two_files(flags: [&str; 2], paths: [&Path; 2]) -> anyhow::Result<()> {
    let ([one, other], [path, other_path]) = (flags, paths);
    ensure!(
        !is_same_file(path, other_path),
        "{one} and {other} name the same file: expected two files"
    );
    Ok(())
}

/// So many things: `1 bad line`, `2 bad lines`.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    let end = if count == N::from(1) { "" } else { "s" };
    format!("{count} {one}{end}")
}

/// `text`, as much of it as an error quotes.
pub(super) fn quotable(text: &str) -> String {
    shorten(text.trim(), QUOTED)
}

/// The complete lines of a file of results that is to be gone on with. A last line without an end was
/// cut off when the process was killed, and is left out.
///
/// # Errors
/// If it cannot be read, is no text, or holds one line without an end that is not the start of ours,
/// which begin with `head`.
pub(super) fn complete_lines(file: &mut File, head: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    // A device that could be read for ever has no length.
    let length = file.metadata()?.len();
    file.take(length).read_to_end(&mut bytes)?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let is_ours = head.as_bytes().starts_with(&bytes) || bytes.starts_with(head.as_bytes());
    ensure!(end > 0 || is_ours, "it holds something else: expected such results, or no file");
    bytes.truncate(end);
    String::from_utf8(bytes).ok().context("it is no text: expected such results, or no file")
}

/// Has `file` go on after its complete `lines`, as a pipe or a device does anyway.
pub(super) fn go_on_after(file: &mut File, lines: &str) -> io::Result<()> {
    let (metadata, length) = (file.metadata()?, lines.len() as u64);
    if !metadata.is_file() {
        return Ok(());
    }
    if metadata.len() != length {
        file.set_len(length)?;
    }
    file.seek(SeekFrom::End(0)).map(drop)
}

/// Whether standard output is a terminal on which text can be overwritten.
pub(super) fn can_redraw() -> bool {
    io::stdout().is_terminal() && !console::is_dumb()
}

/// Has colours depend on the terminal where NO_COLOR is set to nothing, which by convention is as if
/// it was not set; [`console`] takes it for set.
pub(super) fn ignore_empty_no_color() {
    let is = |name, value: &str| env::var_os(name).is_some_and(|there| there == value);
    if is("NO_COLOR", "") && can_redraw() && !is("CLICOLOR", "0") {
        console::set_colors_enabled(true);
    }
}

/// `value` with as many decimals as figures of results are given with.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Writes `message` on standard error. That this fails is ignored: there is nowhere else to
/// report it.
pub(super) fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "outflank: {message}");
}

/// A signal that comes so soon after another is the same one: some programs send it to the
/// process and to its group.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// A flag that the first interrupt sets: Ctrl-C, or a signal that ends the process. Another one ends
/// it at once, whatever it waits for.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    let take_signal = move || {
        on_signal.store(true, Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() >= SAME_SIGNAL {
            complain("interrupted again: ended at once");
            player::kill_all();
            process::exit(Status::Error as i32);
        }
    };
    on_interrupt(take_signal)?;
    Ok(stop)
}

/// Has an interrupt end the process with its message and status, for commands that tell all that
/// they find at once.
pub(super) fn exit_on_interrupt() -> anyhow::Result<()> {
    let end = || {
        complain("interrupted");
        process::exit(Status::Error as i32);
    };
    on_interrupt(end)
}

/// The status of a command that has told what it has found: an error if it was interrupted
/// before its end, which is reported.
pub(super) fn unless_interrupted(status: Status, stop: &AtomicBool) -> Status {
    if !stop.load(Relaxed) {
        return status;
    }
    complain("interrupted");
    Status::Error
}

/// How a command that answers about one position after the other is interrupted: at work it tells
/// what it has found so far, and while it waits for input it ends at once.
pub(super) struct Interrupts {
    stop: Arc<AtomicBool>,
    is_working: Arc<AtomicBool>,
}

impl Interrupts {
    /// Catches interrupts from now on.
    pub(super) fn catch() -> anyhow::Result<Interrupts> {
        let interrupts = Interrupts { stop: Arc::default(), is_working: Arc::default() };
        let (stop, is_working) = (Arc::clone(&interrupts.stop), Arc::clone(&interrupts.is_working));
        let on_signal = move || {
            stop.store(true, Relaxed);
            if !is_working.load(Relaxed) {
                complain("interrupted");
                process::exit(Status::Error as i32);
            }
        };
        on_interrupt(on_signal)?;
        Ok(interrupts)
    }

    /// Does `work`, which stops when the flag is set, and fails if that has happened.
    pub(super) fn work(
        &self,
        work: impl FnOnce(&AtomicBool) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.is_working.store(true, Relaxed);
        let outcome = work(&self.stop);
        self.is_working.store(false, Relaxed);
        outcome?;
        ensure!(!self.stop.load(Relaxed), "interrupted");
        Ok(())
    }
}

/// The least time between two messages where there is no progress bar.
const BETWEEN_MESSAGES: Duration = Duration::from_secs(10);

/// The time between two updates of the bar.
const TICK: Duration = Duration::from_millis(500);

/// The progress of long work, on standard error: a bar on a terminal, a message now and then
/// elsewhere.
pub(super) struct Progress {
    /// The plural of what is counted.
    things: &'static str,
    bar: Option<ProgressBar>,
    total: usize,
    /// How many were done before the start.
    before: usize,
    done: usize,
    start: Instant,
    last_message: Instant,
}

impl Progress {
    /// The progress of `total` of these `things`, `before` of which are done already.
    pub(super) fn new(things: &'static str, total: usize, before: usize) -> Progress {
        let bar = io::stderr().is_terminal().then(|| bar(things, total, before));
        let start = Instant::now();
        Progress { things, bar, total, before, done: before, start, last_message: start }
    }

    /// Counts `before` things as done before the start.
    pub(super) fn resume(&mut self, before: usize) {
        (self.before, self.done) = (before, before);
        if let Some(bar) = &self.bar {
            bar.set_position(before as u64);
            bar.reset_eta();
        }
    }

    /// Counts one more as done.
    pub(super) fn advance(&mut self) {
        self.advance_to(self.done + 1);
    }

    /// Counts one more as done. What the work has led to so far is `state`, in one line; it is made
    /// only when it is shown, as it may take its time.
    pub(super) fn advance_in(&mut self, state: impl Display) {
        self.done += 1;
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.done as u64);
                if is_due(&mut self.last_message, TICK) {
                    bar.set_message(format!(": {state}"));
                }
            }
            None if is_due(&mut self.last_message, BETWEEN_MESSAGES) => {
                let Progress { things, done, total, .. } = self;
                complain(format_args!("{done} of {total} {things}: {state}"));
            }
            None => {}
        }
    }

    /// Counts `done` things as done, unless there were more already.
    pub(super) fn advance_to(&mut self, done: usize) {
        self.done = self.done.max(done);
        match &self.bar {
            Some(bar) => bar.set_position(self.done as u64),
            None if is_due(&mut self.last_message, BETWEEN_MESSAGES) => complain(self.message()),
            None => {}
        }
    }

    /// Writes `message` on standard error, above the bar.
    pub(super) fn print(&self, message: impl Display) {
        self.printer()(&message.to_string());
    }

    /// [`Progress::print`] for other threads.
    pub(super) fn printer(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let bar = self.bar.clone();
        move |message| match &bar {
            Some(bar) => bar.suspend(|| complain(message)),
            None => complain(message),
        }
    }

    /// Calls `write` while the bar is hidden.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn message(&self) -> String {
        let Progress { things, done, total, .. } = self;
        let elapsed = self.start.elapsed().as_secs_f64();
        let each = elapsed / (self.done - self.before).max(1) as f64;
        let left = each * (self.total - self.done) as f64;
        format!("{done} of {total} {things} done, about {left:.0} s to go")
    }
}

/// Whether it is so long since `last`, which is now then.
fn is_due(last: &mut Instant, interval: Duration) -> bool {
    let is_due = last.elapsed() >= interval;
    if is_due {
        *last = Instant::now();
    }
    is_due
}

fn bar(things: &'static str, total: usize, before: usize) -> ProgressBar {
    let style = "{bar:20} {pos}/{len} {prefix} {elapsed}{left}{msg}";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("left", write_time_left);
    let bar = ProgressBar::new(total as u64).with_style(style).with_position(before as u64);
    bar.set_prefix(things);
    bar.reset_eta();
    bar.enable_steady_tick(TICK);
    bar
}

/// Writes about how long it takes from now on, once something is done that tells.
fn write_time_left(state: &ProgressState, text: &mut dyn fmt::Write) {
    let left = state.eta();
    if !left.is_zero() {
        // Writing to the bar does not fail.
        let _ = write!(text, ", about {:#} to go", HumanDuration(left));
    }
}
