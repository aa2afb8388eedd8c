//! [`Walk`]: the work of one thread, depth first to the last plies, which are batched.

use std::sync::atomic::{AtomicBool, Ordering};

use super::batched_plies::BatchedPlies;
use super::table::Table;
use super::{Node, PassRule};

/// The state of one thread.
pub(super) struct Walk<'a> {
    rule: PassRule,
    table: Option<&'a Table>,
    stop: &'a AtomicBool,
    last_plies: BatchedPlies,
}

impl<'a> Walk<'a> {
    pub(super) fn new(rule: PassRule, table: Option<&'a Table>, stop: &'a AtomicBool) -> Self {
        Walk { rule, table, stop, last_plies: BatchedPlies::new(rule) }
    }

    /// The lines of `node`; `None` if stopped.
    pub(super) fn count(&mut self, node: Node) -> Option<u64> {
        let before = self.last_plies.finish();
        self.visit(node)?;
        Some(self.last_plies.finish() - before)
    }

    /// Adds the lines of `node`; `None` if stopped.
    fn visit(&mut self, node: Node) -> Option<()> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if node.depth <= BatchedPlies::DEPTH {
            self.last_plies.add(node);
            return Some(());
        }
        match self.table {
            Some(table) => self.visit_once(node, table),
            None => self.visit_children(node),
        }
    }

    /// [`visit`](Walk::visit), unless `table` has the position or a symmetric one.
    fn visit_once(&mut self, node: Node, table: &Table) -> Option<()> {
        let (position, _) = node.position.canonical();
        if let Some(lines) = table.get(position, node.depth) {
            self.last_plies.add_lines(lines);
            return Some(());
        }
        let before = self.last_plies.finish();
        self.visit_children(node)?;
        table.put(position, node.depth, self.last_plies.finish() - before);
        Some(())
    }

    fn visit_children(&mut self, node: Node) -> Option<()> {
        let mut is_over = true;
        for (_, child) in node.children(self.rule) {
            is_over = false;
            self.visit(child)?;
        }
        if is_over {
            self.last_plies.add_lines(1);
        }
        Some(())
    }
}
