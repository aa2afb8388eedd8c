//! [`Permissions`]: what a session allows its host.

use engine::{OPTIONS, OptionKind, Options};

/// Limits on what a host may set, for hosts that the user did not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permissions {
    /// Whether options may name files to read.
    pub files: bool,
    /// Maximum `Hash`, in MiB.
    pub max_hash: usize,
    /// Maximum `Threads`.
    pub max_threads: usize,
}

/// An option or a value that the session does not allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPermitted {
    /// An option that names a file.
    #[error("{name} cannot be set in this session: it reads no files")]
    File {
        /// The name of the option.
        name: String,
    },
    /// A number above the maximum.
    #[error("invalid {name} {value}: expected at most {max} in this session")]
    TooMuch {
        /// The name of the option.
        name: &'static str,
        /// The value.
        value: usize,
        /// The maximum.
        max: usize,
    },
}

impl Permissions {
    /// Allows every valid option.
    pub const ALL: Permissions =
        Permissions { files: true, max_hash: usize::MAX, max_threads: usize::MAX };

    /// The maximum that this session allows for the option called `name`. `max` is its own maximum.
    pub(super) fn greatest(self, name: &str, max: usize) -> usize {
        match name {
            "Hash" => max.min(self.max_hash),
            "Threads" => max.min(self.max_threads),
            _ => max,
        }
    }

    /// Checks the option called `name` before its value is parsed.
    pub(super) fn check_name(self, name: &str) -> Result<(), NotPermitted> {
        let is_file = OPTIONS.iter().any(|option| {
            matches!(option.kind, OptionKind::File { .. }) && option.name.eq_ignore_ascii_case(name)
        });
        if is_file && !self.files {
            return Err(NotPermitted::File { name: name.to_owned() });
        }
        Ok(())
    }

    /// Checks the values of `options`.
    pub(super) fn check(self, options: &Options) -> Result<(), NotPermitted> {
        let limits =
            [("Hash", options.hash, self.max_hash), ("Threads", options.threads, self.max_threads)];
        match limits.into_iter().find(|&(_, value, max)| value > max) {
            Some((name, value, max)) => Err(NotPermitted::TooMuch { name, value, max }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Permissions, Session};
    use engine::Options;

    #[test]
    fn a_limited_session_has_no_files_and_limited_resources() {
        let permissions = Permissions { files: false, max_hash: 32, max_threads: 2 };
        let mut session = Session::with_permissions(None, Options::default(), false, permissions);
        for command in ["ugi", "options"] {
            session.feed(command);
            let told: Vec<String> = std::iter::from_fn(|| session.take_output()).collect();
            for limit in ["Hash type spin default 64 min 1 max 32", "default 1 min 1 max 2"] {
                assert!(told.iter().any(|line| line.contains(limit)), "{limit}: {told:?}");
            }
        }
        let mut ask = |line: &str| {
            session.feed(line);
            session.take_output()
        };
        assert_eq!(ask("setoption name Hash value 32"), None);
        assert_eq!(ask("setoption name Threads value 2"), None);
        for (line, reply) in [
            (
                "setoption name evalfile value /etc/passwd",
                "error evalfile cannot be set in this session: it reads no files",
            ),
            (
                "setoption name Hash value 33",
                "error invalid Hash 33: expected at most 32 in this session",
            ),
            (
                "setoption name Threads value 3",
                "error invalid Threads 3: expected at most 2 in this session",
            ),
        ] {
            assert_eq!(ask(line).as_deref(), Some(reply));
        }
    }
}
