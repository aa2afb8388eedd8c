//! [`Live`]: the rows of a table while they are found, drawn again in their place.

use std::io::{self, Write};

use console::{Term, truncate_str};

use super::table::Table;

/// The rows of the terminal that are left free: for the progress below, for the cursor, and
/// for what is typed.
const FREE: usize = 3;

/// What stands on the terminal until the whole table does.
pub(super) struct Live {
    terminal: Term,
    /// How many lines it takes.
    lines: usize,
}

impl Live {
    /// Nothing yet, on standard output.
    pub(super) fn new() -> Live {
        Live { terminal: Term::buffered_stdout(), lines: 0 }
    }

    /// Shows of `table` what fits, the earliest moves, which are found last.
    pub(super) fn show(&mut self, table: &Table) -> io::Result<()> {
        let (rows, columns) = self.terminal.size();
        self.terminal.clear_last_lines(self.lines)?;
        let text = table.rows();
        let room = usize::from(rows).saturating_sub(FREE);
        self.lines = text.lines().count().min(room);
        for line in text.lines().take(room) {
            writeln!(self.terminal, "{}", truncate_str(line, columns.into(), ""))?;
        }
        self.terminal.flush()
    }

    /// Makes room for the whole table.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.terminal.clear_last_lines(std::mem::take(&mut self.lines))?;
        self.terminal.flush()
    }
}
