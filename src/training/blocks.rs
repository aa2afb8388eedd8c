//! Work in numbered blocks, each a file: what is there is not done again.
//!
//! A block depends on the settings and its number alone, so that a run can be
//! stopped and taken up again, and gives the same files on any number of threads.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// A file or folder of training data that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct FileError {
    /// Which one.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

impl FileError {
    /// Says of which file an error speaks.
    pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> FileError {
        let path = path.to_owned();
        move |source| FileError { path: path.clone(), source }
    }
}

/// A run of blocks.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// Where the files go; created if it is missing.
    pub folder: PathBuf,
    /// How many there should be in the end.
    pub count: u32,
}

/// Who works on a run, and who wants to know.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Ends the run early, without a trace of unfinished blocks.
    pub stop: &'a AtomicBool,
    /// Is told of each number of blocks that are there.
    pub progress: &'a (dyn Fn(u32) + Sync),
}

impl Blocks {
    /// Makes the blocks that are missing, with what `worker` gives each thread; that
    /// makes the content of a block from its number, or nothing when it was stopped.
    ///
    /// # Errors
    /// The first one of a thread; the others end too.
    pub(super) fn fill<W, E>(
        &self,
        extension: &str,
        crew: Crew,
        worker: impl Fn() -> Result<W, E> + Sync,
    ) -> Result<(), E>
    where
        W: FnMut(u32) -> Option<Vec<u8>>,
        E: From<FileError> + Send,
    {
        fs::create_dir_all(&self.folder).map_err(FileError::of(&self.folder))?;
        let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
        let work = || {
            let mut make = worker()?;
            while !crew.stop.load(Relaxed) {
                let block = next.fetch_add(1, Relaxed);
                if block >= self.count {
                    break;
                }
                let path = self.folder.join(format!("{block:05}.{extension}"));
                if !path.exists() {
                    let Some(bytes) = make(block) else { break };
                    write_whole(&path, &bytes)?;
                }
                (crew.progress)(done.fetch_add(1, Relaxed) + 1);
            }
            Ok(())
        };
        run_on_threads(crew.threads, crew.stop, work)
    }
}

/// Writes under another name first, so that no half of a file is ever found.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let partial = path.with_extension("partial");
    let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path));
    written.map_err(FileError::of(path))
}

/// Runs `work` on `threads` threads at once; the first error sets `stop`, which the
/// work has to look at, and is returned.
pub(super) fn run_on_threads<E: Send>(
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn() -> Result<(), E> + Sync,
) -> Result<(), E> {
    let guarded = || work().inspect_err(|_| stop.store(true, Relaxed));
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(guarded)).collect();
        let own = guarded();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(join).fold(own, Result::and)
    })
}

/// The files in `folder` with this `extension`, in the order of their names.
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
