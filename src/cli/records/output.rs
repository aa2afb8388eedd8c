//! [`Output`]: where `convert` writes to; [`Unfinished`]: what an interrupt has to remove.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

use crate::cli::{Status, complain};

/// The files that are not finished yet.
#[derive(Debug, Clone, Default)]
pub(super) struct Unfinished(Arc<Mutex<Vec<PathBuf>>>);

impl Unfinished {
    /// From now on an interrupt removes them and ends the process.
    pub(super) fn watched() -> anyhow::Result<Unfinished> {
        let unfinished = Unfinished::default();
        let on_signal = unfinished.clone();
        let end = move || {
            on_signal.with(|paths| {
                for path in paths.iter() {
                    // One that is finished has another name by now.
                    let _ = fs::remove_file(path);
                }
                complain("interrupted: nothing was written");
                process::exit(Status::Error as i32);
            })
        };
        ctrlc::set_handler(end).context("interrupts cannot be caught")?;
        Ok(unfinished)
    }

    /// Calls `change` while nobody else looks at them.
    fn with<T>(&self, change: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What is written, on its way.
pub(super) enum Output {
    /// Something that takes it as it comes: standard output, a pipe, a device.
    Stream(Box<dyn Write>),
    /// A file. Until it is finished it has another name in the same folder, so that an
    /// old one, which may just be read, stays as it was.
    File {
        partial: BufWriter<NamedTempFile>,
        /// What it will be called.
        path: PathBuf,
    },
}

impl Output {
    pub(super) fn standard() -> Output {
        Output::Stream(Box::new(BufWriter::new(io::stdout().lock())))
    }

    /// What is written to `path`, and where that is a link to what it leads to. Until it is
    /// finished it is among the `unfinished`.
    pub(super) fn to(path: &Path, unfinished: &Unfinished) -> anyhow::Result<Output> {
        Output::open(path, unfinished).with_context(|| cannot_be_written(path))
    }

    fn open(path: &Path, unfinished: &Unfinished) -> io::Result<Output> {
        let (mut target, mut permissions) = (path.to_owned(), None);
        match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            old => {
                let old = old?;
                let metadata = old.metadata()?;
                if !metadata.is_file() {
                    return Ok(Output::Stream(Box::new(BufWriter::new(old))));
                }
                target = fs::canonicalize(path)?;
                permissions = Some(metadata.permissions());
            }
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut prefix = target.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        // Made like any other file, for whoever may read those of this user.
        let mut builder = Builder::new();
        let builder = builder.prefix(&prefix).suffix(".partial");
        let partial = unfinished.with(|paths| {
            let partial = builder.make_in(folder.unwrap_or(Path::new(".")), |path| {
                OpenOptions::new().write(true).create_new(true).open(path)
            })?;
            paths.push(partial.path().to_owned());
            io::Result::Ok(partial)
        })?;
        if let Some(permissions) = permissions {
            fs::set_permissions(partial.path(), permissions)?;
        }
        Ok(Output::File { partial: BufWriter::new(partial), path: target })
    }

    /// Gives what is written its name; an [`Output`] that is dropped before leaves
    /// nothing behind.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Output::Stream(mut stream) => Ok(stream.flush()?),
            Output::File { partial, path } => {
                let partial = partial.into_inner().map_err(io::IntoInnerError::into_error)?;
                partial.persist(&path).with_context(|| cannot_be_written(&path))?;
                Ok(())
            }
        }
    }
}

fn cannot_be_written(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stream(stream) => stream.write(bytes),
            Output::File { partial, .. } => partial.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stream(stream) => stream.flush(),
            Output::File { partial, .. } => partial.flush(),
        }
    }
}
