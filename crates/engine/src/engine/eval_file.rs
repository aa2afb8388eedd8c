//! [`EvalFile`]: evaluator weights from a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::eval::{Weights, WeightsError};
use othello::game::{QUOTED_PATH, shorten};

/// Weights read from a file. Equality is by path and identity of the weights.
#[derive(Debug, Clone)]
pub struct EvalFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The weights.
    pub weights: Arc<Weights>,
}

/// Weights could not be read from a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {fault}", shorten(&path.display().to_string(), QUOTED_PATH))]
pub struct EvalFileError {
    /// The path of the file.
    pub path: PathBuf,
    /// The cause.
    pub fault: EvalFileFault,
}

/// The cause of an [`EvalFileError`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalFileFault {
    /// The file cannot be read.
    #[error("{0}")]
    Read(String),
    /// The content is not valid weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl EvalFile {
    /// Reads the weights at `path`.
    ///
    /// # Errors
    /// If the file cannot be read or holds no weights.
    pub fn read(path: impl AsRef<Path>) -> Result<EvalFile, EvalFileError> {
        let path = path.as_ref().to_owned();
        match read_weights(&path) {
            Ok(weights) => Ok(EvalFile { path, weights: Arc::new(weights) }),
            Err(fault) => Err(EvalFileError { path, fault }),
        }
    }
}

fn read_weights(path: &Path) -> Result<Weights, EvalFileFault> {
    let failed = |error: io::Error| EvalFileFault::Read(error.to_string());
    // Reading a device may never end, and reading a pipe may block.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(EvalFileFault::Read("expected a regular file".to_owned()));
    }
    Ok(Weights::from_bytes(&fs::read(path).map_err(failed)?)?)
}

impl PartialEq for EvalFile {
    fn eq(&self, other: &EvalFile) -> bool {
        self.path == other.path && Arc::ptr_eq(&self.weights, &other.weights)
    }
}

impl Eq for EvalFile {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_weights_name_the_file() {
        let error = EvalFile::read("/nonexistent").unwrap_err();
        assert!(error.to_string().starts_with("/nonexistent: "), "{error}");
        let error = EvalFile::read(Path::new("Cargo.toml")).unwrap_err();
        assert!(error.to_string().starts_with("Cargo.toml: not a weights file: "), "{error}");
    }
}
