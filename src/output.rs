//! Answers on standard output, messages and progress on standard error, and interrupts.

use std::env;
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;
use serde_json::Value;

use super::Status;
use super::signals::on_interrupt;
use lab::tournament::player;
use othello::game::{QUOTED, shorten};
use protocol::output::{Output, PlacedReply, is_closed_pipe};
use protocol::reply::{Format, PlaceReply, to_json};

/// Standard output with context in its errors.
#[derive(Debug)]
pub(super) struct StandardOutput(StdoutLock<'static>);

impl StandardOutput {
    pub(super) fn lock() -> StandardOutput {
        StandardOutput(io::stdout().lock())
    }

    /// Adds context to a write error. A closed pipe passes through unchanged.
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
    /// Answer in JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl FormatArgument {
    /// Standard output in this format.
    pub(super) fn output(&self) -> Output<StandardOutput> {
        let mut output = Output::new(StandardOutput::lock());
        if self.json {
            output.format = Format::Json;
        }
        output
    }

    /// Writes the line above a table. JSON omits it.
    pub(super) fn head(&self, line: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(StandardOutput::lock(), "{line}") }
    }

    /// Writes `row` as a line.
    pub(super) fn write_line(&self, row: &(impl Display + Serialize)) -> io::Result<()> {
        let mut stdout = StandardOutput::lock();
        if self.json { writeln!(stdout, "{}", to_json(row)) } else { writeln!(stdout, "{row}") }
    }

    /// Writes `text`, or its JSON with the `place` of the position in a file.
    pub(super) fn answer(
        &self,
        (text, reply): (String, Value),
        place: Option<PlaceReply>,
    ) -> io::Result<()> {
        let mut stdout = StandardOutput::lock();
        match place {
            _ if !self.json => writeln!(stdout, "{text}"),
            Some(place) => writeln!(stdout, "{}", to_json(&PlacedReply { reply: &reply, place })),
            None => writeln!(stdout, "{reply}"),
        }
    }

    /// Writes `report`, which ends with a line break in text.
    pub(super) fn write(&self, report: &(impl Display + Serialize)) -> io::Result<()> {
        let mut stdout = StandardOutput::lock();
        if self.json { writeln!(stdout, "{}", to_json(report)) } else { write!(stdout, "{report}") }
    }
}

/// Reads the name of a file to write. Refuses `-`, because it means standard input elsewhere.
pub(super) fn file_to_write() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("expected the name of a file"),
        false => Ok(path),
    })
}

/// Creates the folder at `path` and its missing parents.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("{} cannot be made", path.display()))
}

/// Whether two paths name the same file. The file need not exist.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Fails if the `paths` of two `flags` name the same file.
pub(super) fn ensure_two_files(flags: [&str; 2], paths: [&Path; 2]) -> anyhow::Result<()> {
    let ([one, other], [path, other_path]) = (flags, paths);
    ensure!(
        !is_same_file(path, other_path),
        "{one} and {other} name the same file: expected two files"
    );
    Ok(())
}

/// `1 bad line`, `2 bad lines`.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    let end = if count == N::from(1) { "" } else { "s" };
    format!("{count} {one}{end}")
}

/// `text`, shortened for an error.
pub(super) fn quotable(text: &str) -> String {
    shorten(text.trim(), QUOTED)
}

/// Whether standard output is a terminal that can move the cursor.
pub(super) fn can_redraw() -> bool {
    io::stdout().is_terminal() && !console::is_dumb()
}

/// Whether the locale has more than ASCII. Without a locale, assumes UTF-8.
pub(super) static IS_UNICODE: LazyLock<bool> = LazyLock::new(|| {
    let value = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
    cfg!(test) || locale.is_none_or(|locale| locale.to_lowercase().contains("utf"))
});

/// Treats an empty NO_COLOR as unset, which [`console`] does not.
pub(super) fn ignore_empty_no_color() {
    let is = |name, value: &str| env::var_os(name).is_some_and(|there| there == value);
    if is("NO_COLOR", "") && can_redraw() && !is("CLICOLOR", "0") {
        console::set_colors_enabled(true);
    }
}

/// `value` rounded to four decimals.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Writes `message` on standard error. Failures are ignored.
pub(super) fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "outflank: {message}");
}

/// The messages of `error` and its causes, without repetitions.
pub(super) fn error_message(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.ends_with(&cause) {
            continue;
        }
        let gap = if message.is_empty() { "" } else { ": " };
        message += &format!("{gap}{cause}");
    }
    message
}

/// Signals within this time count as one. Some programs signal the process and also its group.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// Returns a flag that the first interrupt sets (Ctrl-C or a signal). The second interrupt ends the
/// process.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    stop_while(|| true)
}

/// As [`stop_on_interrupt`]. While no work runs, the first interrupt ends the process.
fn stop_while(is_working: impl Fn() -> bool + Send + 'static) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    on_interrupt(move || {
        on_signal.store(true, Relaxed);
        let is_second = first.get_or_insert_with(Instant::now).elapsed() >= SAME_SIGNAL;
        if is_second || !is_working() {
            complain(if is_second { "interrupted again: ended at once" } else { "interrupted" });
            player::kill_all();
            process::exit(Status::Error as i32);
        }
    })?;
    Ok(stop)
}

/// Lets an interrupt end the process, for commands that write each result at once.
pub(super) fn exit_on_interrupt() -> anyhow::Result<()> {
    let end = || {
        complain("interrupted");
        process::exit(Status::Error as i32);
    };
    on_interrupt(end)
}

/// `status`, or after an interrupt a message and an error.
pub(super) fn unless_interrupted(status: Status, stop: &AtomicBool) -> Status {
    if !stop.load(Relaxed) {
        return status;
    }
    complain("interrupted");
    Status::Error
}

/// Interrupts of a command that answers one position at a time. An interrupt during
/// [`Interrupts::work`] stops the work, so that its result is written. Another interrupt ends the
/// process.
pub(super) struct Interrupts {
    stop: Arc<AtomicBool>,
    /// The number of threads at work.
    working: Arc<AtomicUsize>,
}

impl Interrupts {
    pub(super) fn catch() -> anyhow::Result<Interrupts> {
        let working = Arc::<AtomicUsize>::default();
        let threads = Arc::clone(&working);
        let stop = stop_while(move || threads.load(Relaxed) > 0)?;
        Ok(Interrupts { stop, working })
    }

    /// The flag that an interrupt sets.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Does `work`, which stops when the flag is set.
    pub(super) fn work<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        self.working.fetch_add(1, Relaxed);
        let result = work(&self.stop);
        self.working.fetch_sub(1, Relaxed);
        result
    }
}

/// Minimum time between two messages without a bar.
const BETWEEN_MESSAGES: Duration = Duration::from_secs(10);

/// The time between two updates of the bar.
pub(super) const TICK: Duration = Duration::from_millis(500);

/// Progress on standard error: a bar on a terminal, otherwise a message every ten seconds.
pub(super) struct Progress {
    /// The name of the counted things, in the plural.
    things: &'static str,
    bar: Option<ProgressBar>,
    /// 0 if nothing is shown.
    total: usize,
    /// The number done before the start.
    before: usize,
    done: usize,
    start: Instant,
    last_message: Instant,
}

impl Progress {
    /// Starts with `before` of `total` things done.
    pub(super) fn new(things: &'static str, total: usize, before: usize) -> Progress {
        let bar = io::stderr().is_terminal().then(|| bar(things, total, before));
        let start = Instant::now();
        Progress { things, bar, total, before, done: before, start, last_message: start }
    }

    /// Shows nothing.
    pub(super) fn none() -> Progress {
        let start = Instant::now();
        Progress { things: "", bar: None, total: 0, before: 0, done: 0, start, last_message: start }
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

    /// Counts one more as done. `state` is one line on the work so far. It is formatted only when it
    /// is shown.
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

    /// Counts up to `done`.
    pub(super) fn advance_to(&mut self, done: usize) {
        self.done = self.done.max(done);
        match &self.bar {
            Some(bar) => bar.set_position(self.done as u64),
            None if self.total > 0 && is_due(&mut self.last_message, BETWEEN_MESSAGES) => {
                complain(self.message());
            }
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

/// Whether `interval` has passed since `last`; if so, sets `last` to now.
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
    let style = if *IS_UNICODE { style } else { style.progress_chars("#>-") };
    let bar = ProgressBar::new(total as u64).with_style(style).with_position(before as u64);
    bar.set_prefix(things);
    bar.reset_eta();
    bar.enable_steady_tick(TICK);
    bar
}

/// Writes the estimate of the time left, once there is one.
fn write_time_left(state: &ProgressState, text: &mut dyn fmt::Write) {
    let left = state.eta();
    if !left.is_zero() {
        // Writing to the bar does not fail.
        let _ = write!(text, ", about {:#} to go", HumanDuration(left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_cause_is_printed_once() {
        let cause = anyhow::anyhow!("no such file").context("a.txt: no such file");
        assert_eq!(error_message(&cause), "a.txt: no such file");
        let cause = anyhow::anyhow!("no such file").context("a.txt cannot be read");
        assert_eq!(error_message(&cause), "a.txt cannot be read: no such file");
    }
}
