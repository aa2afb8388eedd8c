//! The option `EvalFile`: weights in place of those of the program.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::eval::{Weights, WeightsError};

/// The word for the weights that are part of the program.
pub(super) const EMBEDDED: &str = "embedded";

/// Weights that were read from a file; equal when the file is the same.
#[derive(Debug, Clone)]
pub struct EvalFile {
    /// Where they were read.
    pub path: PathBuf,
    /// The weights.
    pub weights: Arc<Weights>,
}

/// Why a file was not taken for weights; those in use stay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalFileError {
    /// It cannot be read.
    #[error("{0}")]
    Read(String),
    /// It holds no weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl EvalFile {
    /// Reads the weights at `path`.
    ///
    /// # Errors
    /// If the file cannot be read or holds no weights.
    pub fn read(path: &str) -> Result<EvalFile, EvalFileError> {
        let bytes = fs::read(path).map_err(|error| EvalFileError::Read(error.to_string()))?;
        let weights = Arc::new(Weights::from_bytes(&bytes)?);
        Ok(EvalFile { path: path.into(), weights })
    }
}

impl PartialEq for EvalFile {
    fn eq(&self, other: &EvalFile) -> bool {
        self.path == other.path && Arc::ptr_eq(&self.weights, &other.weights)
    }
}

impl Eq for EvalFile {}
