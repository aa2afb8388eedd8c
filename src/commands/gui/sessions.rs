//! [`Sessions`]: the sessions of tabs, and the tokens that admit tabs.

use std::sync::{Arc, Mutex, PoisonError};

use super::tabs::Tabs;
use super::token::Token;
use engine::Options;
use protocol::{Permissions, Protocol, Session};

/// Maximum hash size of a tab in MiB, unless the command line sets more.
const MAX_HASH: usize = 1024;

/// The sessions of tabs.
pub(super) struct Sessions {
    options: Options,
    /// The permanent token.
    pub(super) token: Token,
    /// A second token, valid for one tab.
    one_time: Mutex<Option<Token>>,
    /// The connected tabs.
    pub(super) tabs: Arc<Tabs>,
}

impl Sessions {
    /// Sessions with `options`.
    pub(super) fn new(options: Options) -> anyhow::Result<Sessions> {
        let (token, one_time) = (Token::random()?, Mutex::new(None));
        Ok(Sessions { options, token, one_time, tabs: Tabs::new() })
    }

    /// Makes `token` valid for one tab. Invalidates the previous such token.
    pub(super) fn admit_once(&self, token: Token) {
        *self.one_time.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
    }

    /// Checks the token `text` of a tab and returns the permanent token.
    pub(super) fn admit(&self, text: &str) -> Option<&Token> {
        let mut one_time = self.one_time.lock().unwrap_or_else(PoisonError::into_inner);
        let is_right = self.token.is(text) || one_time.take_if(|token| token.is(text)).is_some();
        is_right.then_some(&self.token)
    }

    /// A session without file access and with bounded memory and threads.
    pub(super) fn session(&self) -> Session {
        let permissions = Permissions {
            files: false,
            max_hash: self.options.hash.max(MAX_HASH),
            max_threads: self.options.threads,
        };
        Session::with_permissions(Some(Protocol::Ugi), self.options.clone(), false, permissions)
    }
}
