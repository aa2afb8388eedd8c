//! Resumable work in numbered files, called shards.
//!
//! A shard depends only on the settings and its number. So a run can stop and resume, and gives the
//! same files on any number of threads.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

/// An error of the system with its path.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct FileError {
    /// Its path.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

impl FileError {
    /// Adds the path to an I/O error.
    pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> FileError {
        let path = path.to_owned();
        move |source| FileError { path: path.clone(), source }
    }
}

/// A run of shards.
#[derive(Debug, Clone)]
pub struct Shards {
    /// The folder; created if missing.
    pub folder: PathBuf,
    /// The prefix of the file names.
    pub name: String,
    /// The shard numbers.
    pub numbers: Range<u32>,
}

/// The threads of a run, its stop flag and its progress listener.
#[derive(Clone, Copy)]
pub struct RunControl<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Ends the run when set. Unfinished shards leave no file.
    pub stop: &'a AtomicBool,
    /// Called after each shard.
    pub progress: &'a (dyn Fn(ShardCount) + Sync),
}

/// Shows the number of threads.
impl fmt::Debug for RunControl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunControl").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Counts of finished shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShardCount {
    /// Made by this run.
    pub made: u32,
    /// Existing before.
    pub kept: u32,
}

impl Shards {
    /// Makes the missing shards and returns the number of existing shards. `check` accepts or
    /// refuses an existing shard. It also checks the first shard of this name, even outside
    /// `numbers`. `worker` is called once per thread. It returns a function from shard number to
    /// content, or `None` after a stop.
    ///
    /// # Errors
    /// The first error of any thread, which ends the others.
    pub(super) fn fill<W, E>(
        &self,
        extension: &str,
        control: RunControl,
        check: impl Fn(&Path) -> Result<(), E> + Sync,
        worker: impl Fn() -> Result<W, E> + Sync,
    ) -> Result<u32, E>
    where
        W: FnMut(u32) -> Result<Option<Vec<u8>>, E>,
        E: From<FileError> + Send,
    {
        fs::create_dir_all(&self.folder).map_err(FileError::of(&self.folder))?;
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| name.starts_with(&self.name))
        };
        if let Some(first) = files(&self.folder, extension)?.into_iter().find(is_ours) {
            check(&first)?;
        }
        let next = AtomicU32::new(self.numbers.start);
        let [made, kept] = [AtomicU32::new(0), AtomicU32::new(0)];
        let work = || -> Result<(), E> {
            let mut make = worker()?;
            while !control.stop.load(Relaxed) {
                let shard = next.fetch_add(1, Relaxed);
                if shard >= self.numbers.end {
                    break;
                }
                let path = self.folder.join(format!("{}{shard:05}.{extension}", self.name));
                if path.exists() {
                    check(&path)?;
                    kept.fetch_add(1, Relaxed);
                } else {
                    let Some(bytes) = make(shard)? else { break };
                    write_atomically(&path, &bytes)?;
                    made.fetch_add(1, Relaxed);
                }
                let count = ShardCount { made: made.load(Relaxed), kept: kept.load(Relaxed) };
                (control.progress)(count);
            }
            Ok(())
        };
        run_on_threads(control.threads, control.stop, work)?;
        Ok(kept.into_inner())
    }
}

/// Writes a temporary file and renames it, so that `path` is never incomplete.
fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let partial = path.with_extension(format!("{}.partial", process::id()));
    let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path));
    written.map_err(FileError::of(path))
}

/// Runs `work` on up to `threads` threads, or fewer if the system refuses some. An error sets
/// `stop`, which `work` must poll. Returns the error.
pub(super) fn run_on_threads<E: Send>(
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn() -> Result<(), E> + Sync,
) -> Result<(), E> {
    let guarded = || work().inspect_err(|_| stop.store(true, Relaxed));
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, guarded).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let own = guarded();
        let join = |thread: ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(join).fold(own, Result::and)
    })
}

/// The files in `folder` with this `extension`, sorted by name.
///
/// # Errors
/// If the folder cannot be read.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, FileError> {
    let error = FileError::of(folder);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(&error)? {
        let path = entry.map_err(&error)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn existing_shards_are_kept_and_counted_separately() {
        let folder = tempfile::tempdir().expect("a folder");
        let shards =
            Shards { folder: folder.path().to_owned(), name: "b".to_owned(), numbers: 0..4 };
        for number in [0, 1] {
            fs::write(folder.path().join(format!("b{number:05}.x")), "kept")
                .expect("it is written");
        }
        let (stop, counts) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let progress = |count: ShardCount| counts.lock().expect("no panic").push(count);
        let control = RunControl { threads: 1, stop: &stop, progress: &progress };
        let make = || Ok::<_, FileError>(|number: u32| Ok(Some(number.to_string().into_bytes())));
        assert_eq!(shards.fill("x", control, |_| Ok(()), make).expect("all are made"), 2);
        let counts: Vec<(u32, u32)> =
            counts.lock().expect("no panic").iter().map(|count| (count.made, count.kept)).collect();
        assert_eq!(counts, [(0, 1), (0, 2), (1, 2), (2, 2)]);
        assert_eq!(fs::read(folder.path().join("b00003.x")).expect("it is there"), b"3");

        let refuse = |path: &Path| Err(FileError::of(path)(io::ErrorKind::Other.into()));
        let further = Shards { numbers: 7..8, ..shards };
        let refused = further.fill("x", control, refuse, make).expect_err("others are there");
        assert!(refused.path.ends_with("b00000.x") && !folder.path().join("b00007.x").exists());
    }
}
