//! Files that appear only when complete.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use tempfile::{Builder, NamedTempFile};

use super::signals::on_interrupt;
use super::{Status, complain};
use engine::book::{EdaxBook, Import};

/// The files that are not finished.
#[derive(Debug, Clone, Default)]
pub(super) struct PartialFiles(Arc<Mutex<Partial>>);

#[derive(Debug, Default)]
struct Partial {
    paths: Vec<PathBuf>,
    /// Whether all have been renamed.
    are_finished: bool,
}

impl PartialFiles {
    /// An empty set. An interrupt removes the files in it and ends the process.
    pub(super) fn watched() -> anyhow::Result<PartialFiles> {
        let partial_files = PartialFiles::default();
        let on_signal = partial_files.clone();
        let end = move || {
            on_signal.with(|partial| {
                if partial.are_finished {
                    return;
                }
                for path in &partial.paths {
                    let _ = fs::remove_file(path);
                }
                complain("interrupted: nothing was written");
                process::exit(Status::Error as i32);
            })
        };
        on_interrupt(end)?;
        Ok(partial_files)
    }

    /// Calls `change` with the lock held.
    fn with<T>(&self, change: impl FnOnce(&mut Partial) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Renames all `targets` to their final paths. An interrupt waits until the files are renamed.
    pub(super) fn finish(&self, mut targets: Vec<OutputTarget>) -> anyhow::Result<()> {
        targets.iter_mut().try_for_each(Write::flush)?;
        self.with(|partial| {
            targets.into_iter().try_for_each(OutputTarget::finish)?;
            partial.are_finished = true;
            Ok(())
        })
    }
}

pub(super) enum OutputTarget {
    /// Standard output, a pipe or a device.
    Stream { stream: Box<dyn Write>, name: String },
    /// A file, written under another name in the same folder and renamed at the end. The old file
    /// stays until then, and may be an input.
    File {
        partial: BufWriter<NamedTempFile>,
        /// Its final path.
        path: PathBuf,
    },
}

impl OutputTarget {
    pub(super) fn standard() -> OutputTarget {
        let stream = Box::new(BufWriter::new(io::stdout().lock()));
        OutputTarget::Stream { stream, name: "standard output".to_owned() }
    }

    /// The file at `path`, or the target of a link there. It stays in `partial_files` until it is
    /// finished.
    pub(super) fn to(path: &Path, partial_files: &PartialFiles) -> anyhow::Result<OutputTarget> {
        OutputTarget::open(path, partial_files).with_context(|| cannot_be_written(path.display()))
    }

    fn open(path: &Path, partial_files: &PartialFiles) -> io::Result<OutputTarget> {
        let (mut target, mut permissions) = (path.to_owned(), None);
        match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // A link without a target.
                if let (Ok(link), Some(folder)) = (fs::read_link(path), path.parent()) {
                    target = folder.join(link);
                }
            }
            old => {
                let old = old?;
                let metadata = old.metadata()?;
                if !metadata.is_file() {
                    let stream = Box::new(BufWriter::new(old));
                    return Ok(OutputTarget::Stream { stream, name: path.display().to_string() });
                }
                target = fs::canonicalize(path)?;
                permissions = Some(metadata.permissions());
            }
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut prefix = target.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        // The default permissions, not the permissions of temporary files.
        let mut builder = Builder::new();
        let builder = builder.prefix(&prefix).suffix(".partial");
        let partial = partial_files.with(|unfinished| {
            let partial = builder.make_in(folder.unwrap_or(Path::new(".")), |path| {
                OpenOptions::new().write(true).create_new(true).open(path)
            })?;
            unfinished.paths.push(partial.path().to_owned());
            io::Result::Ok(partial)
        })?;
        if let Some(permissions) = permissions {
            fs::set_permissions(partial.path(), permissions)?;
        }
        Ok(OutputTarget::File { partial: BufWriter::new(partial), path: target })
    }

    /// Renames the file to its final path. An [`OutputTarget`] that is dropped leaves no file.
    fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        if let OutputTarget::File { partial, path } = self {
            let partial = partial.into_inner().map_err(io::IntoInnerError::into_error)?;
            let persisted = partial.persist(&path).map_err(|error| error.error);
            persisted.with_context(|| cannot_be_written(path.display()))?;
        }
        Ok(())
    }

    fn attempt<T>(&mut self, work: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        let named = |error: io::Error, name: &dyn fmt::Display| {
            io::Error::new(error.kind(), format!("{}: {error}", cannot_be_written(name)))
        };
        match self {
            OutputTarget::Stream { stream, name } => {
                work(stream).map_err(|error| named(error, name))
            }
            OutputTarget::File { partial, path } => {
                work(partial).map_err(|error| named(error, &path.display()))
            }
        }
    }
}

/// Writes the file at `path` atomically.
pub(super) fn write_atomically(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut target = OutputTarget::to(path, &PartialFiles::default())?;
    target.write_all(bytes)?;
    target.finish()
}

/// Checks that [`write_atomically`] can write to `path`.
pub(super) fn ensure_replaceable(path: &Path) -> anyhow::Result<()> {
    OutputTarget::to(path, &PartialFiles::default()).map(drop)
}

/// The first 16 bytes of the file at `path`.
pub(super) fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut start)?;
    Ok(start)
}

/// Fails if a book is at `path`. A book of Edax may be replaced if `replaces_edax`.
pub(super) fn ensure_no_book(path: &Path, replaces_edax: bool) -> anyhow::Result<()> {
    if !path.is_file() {
        return Ok(());
    }
    let name = path.display();
    let start = start_of(path).with_context(|| format!("{name} cannot be read"))?;
    let is_book = Import::has_magic(&start) && !(replaces_edax && EdaxBook::has_magic(&start));
    ensure!(!is_book, "{name} is a book: expected a new file, or one that holds no book");
    Ok(())
}

fn cannot_be_written(name: impl fmt::Display) -> String {
    format!("{name} cannot be written")
}

/// Errors name the target.
impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|output| output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(|output| output.flush())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_and_devices_kept_as_outputs() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link, other] =
            ["target", "link", "target.partial"].map(|name| folder.path().join(name));
        fs::write(&target, "before").unwrap();
        fs::write(&other, "another").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_atomically(&link, b"after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"after");
        assert_eq!(fs::read(&other).unwrap(), b"another");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        let missing = write_atomically(&folder.path().join("missing/"), b"nothing").unwrap_err();
        assert!(!format!("{missing:#}").contains("persist"), "{missing:#}");
        let null = Path::new("/dev/null");
        write_atomically(null, b"nothing").unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
    }
}
