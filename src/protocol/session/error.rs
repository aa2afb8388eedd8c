//! [`SessionError`]: what can be wrong whatever the protocol is.

use crate::engine::{EngineError, OptionError};
use crate::protocol::reader::LineError;

/// Why a line was refused, as far as that is the same in all protocols; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::protocol) enum SessionError {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("no answer: the engine has failed, which is a bug")]
    Lost,
}
