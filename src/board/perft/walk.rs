//! [`Walk`]: one thread's way through the tree, down to where the cascade takes over.

use std::sync::atomic::{AtomicBool, Ordering};

use super::cascade::Cascade;
use super::table::Table;
use super::{Node, PassRule};

/// What one thread needs to count lines.
pub(super) struct Walk<'a> {
    rule: PassRule,
    table: Option<&'a Table>,
    stop: &'a AtomicBool,
    cascade: Cascade,
}

impl<'a> Walk<'a> {
    pub(super) fn new(rule: PassRule, table: Option<&'a Table>, stop: &'a AtomicBool) -> Self {
        Walk { rule, table, stop, cascade: Cascade::new(rule) }
    }

    /// The lines from `node`; `None` if stopped.
    pub(super) fn count(&mut self, node: Node) -> Option<u64> {
        let before = self.cascade.finish();
        self.visit(node)?;
        Some(self.cascade.finish() - before)
    }

    /// Adds the lines from `node` to the cascade; `None` if stopped.
    fn visit(&mut self, node: Node) -> Option<()> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if node.depth <= Cascade::DEPTH {
            self.cascade.add(node);
            return Some(());
        }
        match self.table {
            Some(table) => self.visit_once(node, table),
            None => self.visit_children(node),
        }
    }

    /// The same, unless `table` knows the position or one of its mirror images.
    fn visit_once(&mut self, node: Node, table: &Table) -> Option<()> {
        let (position, _) = node.position.canonical();
        if let Some(lines) = table.get(position, node.depth) {
            self.cascade.add_lines(lines);
            return Some(());
        }
        let before = self.cascade.finish();
        self.visit_children(node)?;
        table.put(position, node.depth, self.cascade.finish() - before);
        Some(())
    }

    fn visit_children(&mut self, node: Node) -> Option<()> {
        let mut is_over = true;
        for (_, child) in node.children(self.rule) {
            is_over = false;
            self.visit(child)?;
        }
        if is_over {
            self.cascade.add_lines(1);
        }
        Some(())
    }
}
