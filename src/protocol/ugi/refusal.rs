//! [`Refusal`].

use super::command::CommandError;
use super::go::NoClock;
use crate::board::Move;
use crate::game::IllegalMove;
use crate::protocol::handler::SessionError;

/// Why a line was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::protocol) enum Refusal {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Clock(#[from] NoClock),
    #[error("illegal move {mv:?}: {reason}", mv = mv.to_string())]
    Illegal { mv: Move, reason: IllegalMove },
    #[error("nothing to undo: this is where the game started")]
    NothingToUndo,
    #[error("no search to report on yet: expected go, solve or hint before")]
    NoSearch,
    #[error("no move is pondered on: expected go ponder before")]
    NotPondering,
}
