//! [`Message`]: text for the host, and [`SessionError`].

use super::permissions::NotPermitted;
use super::reader::LineError;
use engine::search::NoMemory;
use engine::{EngineError, JobError, OptionError};

/// Text to send to the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// One or more lines, the last one without its line break.
    pub(super) text: String,
    /// Whether it reports a refusal or a failure.
    pub(super) is_error: bool,
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { text, is_error: false }
    }
}

/// Why a request was refused: the reasons common to all protocols. A refused request changes
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SessionError {
    /// The line cannot be decoded.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The option or its value is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Neither the engine nor the session has this option.
    #[error("{0}, Ponder, Clear Hash")]
    UnknownOption(OptionError),
    /// The session does not allow the option or its value.
    #[error(transparent)]
    NotPermitted(#[from] NotPermitted),
    /// The request is invalid or memory is missing.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The job has failed.
    #[error(transparent)]
    Job(#[from] JobError),
}

impl From<NoMemory> for SessionError {
    fn from(error: NoMemory) -> SessionError {
        SessionError::Engine(error.into())
    }
}
